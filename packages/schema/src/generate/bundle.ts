// Bundles what the compiler has written to dist/ into few files: one for each entry, and one that all of them share,
// since a program without a bundler waits for every file that it loads. `npm run build` runs it last.
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Plugin, rolldown } from "rolldown";

const lib = "dist";
const shared = "core.js";
// Modules of types have no code, and every check is separate code.
const core = readdirSync(lib).filter((file) => /(?<!^index|^core|^validate)\.js$/.test(file));
const resources = readdirSync(join(lib, "generated/resources")).filter((file) => file.endsWith(".js"));

// Everyone throws the same `SchemaError`: so its file is shared, not copied into every entry.
const shareCore = (from: string): Plugin => ({
  name: "share-core",
  resolveId: (source) =>
    source.startsWith(".") && core.includes(basename(source)) ? { id: `${from}${shared}`, external: true } : null,
});

async function bundle(input: string, plugins: readonly Plugin[]): Promise<string> {
  const build = await rolldown({ input, platform: "neutral", plugins: [...plugins] });
  const { output } = await build.generate({ format: "es" });
  await build.close();
  return output[0].code;
}

const entry = join(lib, shared);
writeFileSync(entry, core.map((file) => `export * from "./${file}";\n`).join(""));
const written = new Map([
  [entry, await bundle(entry, [])],
  [join(lib, "index.js"), await bundle(join(lib, "index.js"), [shareCore("./")])],
]);
for (const file of resources) {
  const path = join(lib, "generated/resources", file);
  written.set(path, await bundle(path, [shareCore("../../")]));
}

for (const file of readdirSync(lib, { recursive: true }).map(String)) {
  if (file.endsWith(".js") && !written.has(join(lib, file))) rmSync(join(lib, file));
}
for (const [path, code] of written) writeFileSync(path, code);
