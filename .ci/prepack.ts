// npm runs this in a package's folder before it packs that folder, and `postpack.ts` after: for the time between, the
// folder looks as it is published. The files that change lie in `.packing/` meanwhile; where a pack was killed,
// `node ../../.ci/postpack.ts` in that folder puts them back.
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { added, aside } from "./postpack.ts";
import { publishable } from "./publishable.ts";
import { commandDependencies, type Manifest, publishedManifest, publishedMarkdown } from "./published.ts";

const root = "../..";
const folder = basename(process.cwd());

const manifest: Manifest = JSON.parse(readFileSync("package.json", "utf8"));
const code = (): string =>
  globSync("dist/**/*.js")
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
const needed = manifest["bin"] === undefined ? undefined : commandDependencies(manifest, code(), publishable);
const written = new Map([
  ["package.json", `${JSON.stringify(publishedManifest(manifest, needed), null, 2)}\n`],
  ...["README.md", ...globSync("docs/**/*.md")].map((file) => {
    const text = readFileSync(file, "utf8");
    return [file, publishedMarkdown(`packages/${folder}/${file}`, text, (name) => publishable.has(name))] as const;
  }),
]);

rmSync(aside, { recursive: true, force: true });
mkdirSync(aside);
for (const file of written.keys()) cpSync(file, join(aside, file));
for (const [file, text] of written) writeFileSync(file, text);
for (const name of added) {
  if (name === "LICENSE" || manifest.files?.includes(name)) cpSync(join(root, name), name, { recursive: true });
}
