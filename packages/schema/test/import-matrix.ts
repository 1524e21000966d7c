// Prints who can import the package as it is published: `npm run matrix -w @tapedeck/schema`. Everybody is tried now, on
// this machine; `import.test.ts` asserts the same rows.
import { rm } from "node:fs/promises";
import process from "node:process";
import { consumers } from "./consumers.ts";
import { installScratch } from "./package.ts";

const scratch = await installScratch();
console.log("| imported by | what is used | seen |\n| --- | --- | --- |");
for (const { who, uses, lacks, use } of consumers) {
  const missing = (await lacks?.(scratch)) ?? null;
  const seen =
    missing === null ? use(scratch).then((text) => `yes: ${text}`) : Promise.resolve(`not tried: ${missing}`);
  const result = await seen.catch((error: unknown) => {
    process.exitCode = 1;
    return `NO: ${String(error).split("\n").slice(0, 3).join(" ")}`;
  });
  console.log(`| ${who} | ${uses} | ${result} |`);
}
await rm(scratch.folder, { recursive: true });
