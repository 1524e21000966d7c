import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { findStaleFiles, generated, writeOutputs } from "./outputs.ts";

const outputs = await writeOutputs();
const drift = findStaleFiles(outputs, generated);

if (!process.argv.includes("--check")) {
  for (const folder of ["validators/", "resources/"]) mkdirSync(new URL(folder, generated), { recursive: true });
  for (const { file, state } of drift) {
    if (state === "left over") rmSync(new URL(file, generated));
    else writeFileSync(new URL(file, generated), outputs.get(file) ?? "");
  }
  console.log(`${outputs.size} files from schemas/, ${drift.length} of them new or changed`);
} else if (drift.length > 0) {
  const lines = drift.map(({ file, state }) => `  packages/schema/src/generated/${file} (${state})`);
  console.error(`Cannot take the generated files: they are not what schemas/ gives\n${lines.join("\n")}`);
  console.error("  - if a schema was changed on purpose, run: npm run generate -w @tapedeck/schema");
  process.exitCode = 1;
}
