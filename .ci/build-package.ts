// Builds the package in the current folder into its dist/, ready to be published: JavaScript and declarations beside
// each other, and a manifest whose exports name them. In the repository itself everything runs from the sources.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

interface Manifest {
  readonly exports: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

const root = "../..";
const name = basename(process.cwd());

rmSync("dist", { recursive: true, force: true });
mkdirSync("dist");
const config = {
  extends: "../../../tsconfig.base.json",
  compilerOptions: { noEmit: false, rootDir: "../..", outDir: "out", types: ["node"] },
  include: ["../src"],
  // What generates a package's code stays at home.
  exclude: ["../src/generate"],
};
writeFileSync("dist/tsconfig.json", JSON.stringify(config));
execFileSync("tsc", ["-p", "dist/tsconfig.json"], { stdio: "inherit" });
rmSync("dist/tsconfig.json");
// The compiler writes the packages that this one imports as well; theirs come from their own builds.
renameSync(`dist/out/${name}/src`, "dist/lib");
rmSync("dist/out", { recursive: true });

const {
  scripts: _scripts,
  devDependencies: _dev,
  publishConfig: _publish,
  exports,
  bin,
  ...rest
} = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const built = (source: string): string => source.replace("./src/", "./lib/").replace(/\.ts$/, ".js");
const manifest = {
  ...rest,
  exports: Object.fromEntries(
    Object.entries(exports).map(([entry, source]) => [
      entry,
      source.endsWith(".ts") ? { types: built(source).replace(/\.js$/, ".d.ts"), default: built(source) } : source,
    ]),
  ),
  ...(bin && { bin: Object.fromEntries(Object.entries(bin).map(([command, source]) => [command, built(source)])) }),
};
writeFileSync("dist/package.json", `${JSON.stringify(manifest, null, 2)}\n`);
for (const file of ["README.md", join(root, "LICENSE")])
  if (existsSync(file)) cpSync(file, join("dist", basename(file)));
if (name === "schema") cpSync(join(root, "schemas"), "dist/schemas", { recursive: true });
