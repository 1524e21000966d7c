import { defineConfig, type ViteUserConfig } from "vitest/config";

// What a test imports of `node_modules` Vitest leaves to Node; our packages are links there, which it would transform.
const server = { deps: { external: [/\/packages\/\w+\/src\//] } };
const config: ViteUserConfig = defineConfig({
  test: {
    environment: "jsdom",
    include: ["test/vitest/page_test.ts"],
    reporters: ["json"],
    server,
    testTimeout: 120_000,
  },
});
export default config;
