// Prints who can import the package as it is published: `npm run matrix -w @tapedeck/schema`. Everybody is tried now, on
// this machine; `import.test.ts` asserts the same rows.
import process from "node:process";
import { packedProject } from "../../../.ci/packed-project.ts";
import { consumers } from "./consumers.ts";

await using project = await packedProject(["schema"]);
console.log("| imported by | what is used | seen |\n| --- | --- | --- |");
for (const { who, uses, lacks, use } of consumers) {
  const missing = (await lacks?.(project)) ?? null;
  const seen =
    missing === null ? use(project).then((text) => `yes: ${text}`) : Promise.resolve(`not tried: ${missing}`);
  const result = await seen.catch((error: unknown) => {
    process.exitCode = 1;
    return `NO: ${String(error).split("\n").slice(0, 3).join(" ")}`;
  });
  console.log(`| ${who} | ${uses} | ${result} |`);
}
