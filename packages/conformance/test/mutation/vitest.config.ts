import process from "node:process";
import { fileURLToPath } from "node:url";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { faults, faultyText } from "./faults.ts";

const sources = fileURLToPath(new URL("../../../", import.meta.url));
const fault = faults[Number(process.env["TAPEDECK_FAULT"])];

// The tests of a package, with one fault made where its file is loaded.
const config: ViteUserConfig = defineConfig({
  plugins: [
    {
      name: "fault",
      enforce: "pre",
      transform: (text, id) => (fault && id === sources + fault.file ? faultyText(fault, text) : undefined),
    },
  ],
  // What was transformed without the fault, or with another, is of no use.
  test: { fsModuleCache: false, isolate: false, fileParallelism: false, bail: 1, testTimeout: 100_000 },
});

export default config;
