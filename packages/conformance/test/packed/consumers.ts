// Who uses the packed packages: the suite tries the ones that this repository's tools are enough for, `npm run pack-check`
// the others as well, whose runtimes and compilers npm brings.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { PackedProject } from "../../../../.ci/packed-project.ts";
import { publishable } from "../../../../.ci/publishable.ts";

/** Somebody who uses the packed packages. */
export interface Consumer {
  readonly who: string;
  /** Uses them, and returns what was seen; throws where that is not what it should be. */
  readonly use: (project: PackedProject) => Promise<string>;
}

const packages = join(import.meta.dirname, "../../..");

/** What can be imported; a package that is a command, and the file of a thread, are started and not imported. */
const entries: readonly string[] = [...publishable].flatMap(([folder, { name, exports = {}, bin }]) =>
  Object.entries(exports).flatMap(([entry, source]) =>
    bin !== undefined || !source.endsWith(".ts")
      ? []
      : globSync(join(packages, folder, source)).map((file) => join(name, entry.replace("*", basename(file, ".ts")))),
  ),
);

/** Whose READMEs begin with an example that stands alone, and the repository's own. */
const shown = [
  ...["..", "api", "check", "nock", "rate-limit", "record", "replay"],
  ...["schema", "serve", "tape", "verify", "world"],
] as const;

/** The first example of a README. */
function exampleOf(name: string): string {
  const [, code = ""] = /```ts\n(.*?)```/s.exec(readFileSync(join(packages, name, "README.md"), "utf8")) ?? [];
  return code;
}

/** Has npm bring a program. */
const npx = (...versions: readonly string[]): readonly string[] => [
  ...["npx", "--yes", "--prefer-offline"],
  ...versions.map((version) => `--package=${version}`),
  "--",
];

const deno = ["deno", "run", "--no-prompt", "--cached-only", "--node-modules-dir=manual", "--allow-all"];

/** The oldest compiler that READMEs promise. */
export const oldestTypeScript = "5.7";

/** Those that need no more than this repository's own tools. */
export const near: readonly Consumer[] = [
  imports("Node", ["node"]),
  imports("Deno", deno),
  imports("Bun", ["bun"]),
  compiles("tsc", ["tsc"]),
  starts("Node", ["node"]),
  starts("Deno", deno),
  starts("Bun", ["bun"]),
  starts("npx", ["npx", "--no"], "@tapedeck/cli"),
  {
    who: "Node, a replay by two threads",
    async use(project) {
      const words = ["replay", join(packages, "../recordings"), "--port", "0", "--workers", "2", "--quiet"];
      const code = `import { spawn } from "node:child_process";
const command = "node_modules/@tapedeck/cli/bin/tapedeck.js";
const child = spawn(process.execPath, [command, ...${JSON.stringify(words)}], { stdio: ["ignore", "pipe", "inherit"] });
const [line] = await Array.fromAsync(child.stdout.take(1));
const [url] = /http:[^ \\s]+/.exec(String(line)) ?? [];
console.log((await fetch(url + "/users/ada")).status);
child.kill();
`;
      assert.equal(await project.run("node", await project.write("threads.mjs", code)), "200\n");
      return "answers";
    },
  },
];

/** Those that npm has to bring first. */
export const far: readonly Consumer[] = [
  ...["22", "24"].map((version) => imports(`Node ${version}`, [...npx(`node@${version}`), "node"])),
  ...["22", "24"].map((version) => starts(`Node ${version}`, [...npx(`node@${version}`), "node"])),
  compiles(`tsc ${oldestTypeScript}`, [...npx(`typescript@${oldestTypeScript}`), "tsc"]),
  {
    who: "Node 20, the command",
    async use(project) {
      const [program = "", ...words] = [...npx("node@20"), "node", "node_modules/@tapedeck/cli/bin/tapedeck.js"];
      const refused = await project.run(program, ...words).then(() => assert.fail("it started"), String);
      assert.match(refused, /tapedeck: needs Node 22\.18 or newer \(this is 20\./);
      return "is told what is wrong";
    },
  },
];

function imports(who: string, [program = "", ...words]: readonly string[]): Consumer {
  return {
    who: `${who}, every entry`,
    async use(project) {
      const code = `for (const entry of ${JSON.stringify(entries)}) console.log(entry, typeof (await import(entry)));\n`;
      const printed = await project.run(program, ...words, await project.write("import.mjs", code));
      assert.equal(printed, entries.map((entry) => `${entry} object\n`).join(""));
      return `${entries.length} imported`;
    },
  };
}

function compiles(who: string, [program = "", ...words]: readonly string[]): Consumer {
  return {
    who: `${who}, every entry, and the READMEs' examples`,
    async use(project) {
      const examples: string[] = [];
      for (const [at, name] of shown.entries()) examples.push(await project.write(`example${at}.mts`, exampleOf(name)));
      const code = entries.map((entry, at) => `export * as entry${at} from "${entry}";\n`).join("");
      const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom"];
      const file = await project.write("typed.mts", code);
      assert.equal(
        await project.run(
          program,
          ...words,
          ...options,
          "--types",
          "node",
          "--skipLibCheck",
          "false",
          file,
          ...examples,
        ),
        "",
      );
      return `${entries.length} and ${examples.length} compiled, and their declarations`;
    },
  };
}

function starts(
  who: string,
  [program = "", ...words]: readonly string[],
  script = "node_modules/@tapedeck/cli/bin/tapedeck.js",
): Consumer {
  return {
    who: `${who}, the command`,
    async use(project) {
      const command = [...words, script, "verify", join(packages, "../recordings")];
      return (await project.run(program, ...command)).trim().split("\n").at(-1) ?? "";
    },
  };
}
