// Builds the package in the current folder into its dist/: JavaScript and declarations beside each other, as `prepack.ts`
// publishes them. In the repository itself everything runs from the sources.
import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import process from "node:process";

const name = basename(process.cwd());
const work = "dist.tmp";
const isChecked = process.env["TAPEDECK_TYPES_CHECKED"] !== undefined;

for (const folder of ["dist", work]) rmSync(folder, { recursive: true, force: true });
mkdirSync(work);
const config = {
  extends: "../../../tsconfig.base.json",
  compilerOptions: {
    noEmit: false,
    rootDir: "../..",
    outDir: "out",
    types: ["node"],
    // Said by who has checked them, and packs one package after another. Declarations need no other file then.
    noCheck: isChecked,
    noResolve: isChecked,
  },
  include: ["../src", "../src/**/*.json"],
  // What generates a package's code stays at home.
  exclude: ["../src/generate"],
};
writeFileSync(`${work}/tsconfig.json`, JSON.stringify(config));
execFileSync("tsc", ["-p", `${work}/tsconfig.json`], { stdio: "inherit" });
// The compiler writes the packages that this one imports as well; theirs come from their own builds.
renameSync(`${work}/out/${name}/src`, "dist");
rmSync(work, { recursive: true });
// The compiler leaves the names of sources in declarations, where no source is published.
for (const file of globSync("dist/**/*.d.ts")) {
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/((?:from|import\() ?"\.[^"]*)\.ts"/g, '$1.js"'));
}
