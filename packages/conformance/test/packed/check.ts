// Prints who can use the packages as they are packed: `npm run pack-check`. npm installs them as it would from its registry,
// and brings the runtimes and compilers that the repository lacks.
import process from "node:process";
import { packedProject } from "../../../../.ci/packed-project.ts";
import { publishable } from "../../../../.ci/publishable.ts";
import { far, near } from "./consumers.ts";

await using project = await packedProject([...publishable.keys()], "npm");
console.log("| used by | seen |\n| --- | --- |");
for (const { who, use } of [...near, ...far]) {
  const seen = await use(project).catch((error: unknown) => {
    process.exitCode = 1;
    return `NO: ${String(error).split("\n").slice(0, 3).join(" ")}`;
  });
  console.log(`| ${who} | ${seen} |`);
}
