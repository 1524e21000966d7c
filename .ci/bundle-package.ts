// Makes few files of the JavaScript that `build-package.ts` has written to dist/: one for each entry, what several of them
// share, and what is loaded late. A program waits for every file that it loads, and ours are small and many.
// A command is made of its sources and brings our other packages along: see `bundle-command.ts`.
import { cpSync, globSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { rolldown } from "rolldown";
import { commandOptions } from "./bundle-command.ts";
import { compileAtOnce } from "./compile-at-once.ts";
import type { Manifest } from "./published.ts";

const work = "dist.tmp";
const { bin, exports = {} }: Manifest = JSON.parse(readFileSync("package.json", "utf8"));
const entries = Object.values(exports).flatMap((source) => /^\.\/src\/(.*)\.ts$/.exec(source)?.[1] ?? []);
const { input, output } =
  bin === undefined
    ? {
        input: {
          input: Object.fromEntries(entries.map((entry) => [entry, resolve(`dist/${entry}.js`)])),
          // Other packages stay packages: a class of theirs has to be the same to everybody.
          external: /^[^./]/,
        },
        output: {},
      }
    : commandOptions();
const build = await rolldown({ ...input, platform: "node" });
await build.write({ dir: work, format: "es", chunkFileNames: "shared/[name].js", ...output });
await build.close();
if (bin !== undefined)
  compileAtOnce(resolve(work, "shared/start-2.js"), resolve(work, "main.js"), resolve("../../recordings"));
for (const file of globSync("dist/**/*.{js,json}")) rmSync(file);
cpSync(work, "dist", { recursive: true });
rmSync(work, { recursive: true });
