import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { bundle } from "./bundle.ts";
import { names } from "./documents.ts";
import type { Scratch } from "./package.ts";
import * as programs from "./programs.ts";

/** Somebody who imports the packed package. */
export interface Consumer {
  readonly who: string;
  readonly uses: string;
  /** Why it cannot be tried on this machine, where it cannot. */
  readonly lacks?: (scratch: Scratch) => Promise<string | null>;
  /** Tries it: gives what was seen, and throws where that is not what it should be. */
  readonly use: (scratch: Scratch) => Promise<string>;
}

/** Everybody that the package says it works for. */
export const consumers: readonly Consumer[] = [
  runs("Node, import", "node.mjs", programs.modules, "node"),
  runs("Node, require", "node.cjs", programs.required, "node"),
  runs(
    "Deno",
    "deno.mjs",
    programs.modules,
    "deno",
    "run",
    "--node-modules-dir=manual",
    "--cached-only",
    "--no-prompt",
  ),
  runs("Bun, import", "bun.mjs", programs.modules, "bun"),
  runs("Bun, require", "bun.cjs", programs.required, "bun"),
  {
    who: "a browser",
    uses: "a bundle of the whole package, in headless Chromium",
    lacks: async () => (existsSync(chromium) ? null : `no browser at ${chromium}`),
    async use(scratch) {
      const code = await bundle(scratch, programs.inBrowser, "iife");
      const page = await scratch.write("page.html", `<script>${code};document.title=bundled.seen</script>`);
      const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"];
      const dom = await scratch.run(chromium, ...flags, `file://${page}`);
      assert.match(dom, /<title>true false \/id: expected integer, found "1"<\/title>/);
      return `one script of ${(code.length / 1024).toFixed(1)} KB: guard and parser say what they should`;
    },
  },
  compiles("node16", "node16", "typed-node16.mts", programs.typed),
  compiles("nodenext", "nodenext", "typed-nodenext.mts", programs.typed + programs.typedJson),
  compiles("nodenext", "nodenext", "typed.cts", programs.typed),
  compiles("bundler", "esnext", "typed-bundler.ts", programs.typed + programs.typedJson),
  {
    who: "publint",
    uses: "the package as it is published, strictly",
    async use(scratch) {
      const { messages } = await publint({ pkgDir: scratch.dist, strict: true });
      assert.deepEqual(messages, []);
      return "nothing to mend";
    },
  },
  {
    who: "arethetypeswrong",
    uses: "every entry of the tarball, as modules only",
    async use(scratch) {
      const entries = ["--include-entrypoints", ...names, "--exclude-entrypoints", "package.json"];
      await scratch.run("attw", scratch.tarball, "--profile", "esm-only", "--quiet", ...entries);
      return `${names.length + 1} entries, no problem`;
    },
  },
  {
    who: "a stock ajv",
    uses: "the raw schemas and both OpenAPI documents, their $refs",
    async use(scratch) {
      return scratch.run(
        "node",
        await scratch.write("ajv.mjs", programs.stockAjv(names, import.meta.resolve("ajv/dist/2020.js"))),
      );
    },
  },
  {
    who: "python3-jsonschema",
    uses: "the raw schemas and both OpenAPI documents, their $refs",
    lacks: (scratch) =>
      scratch.run("python3", "-c", "import jsonschema, referencing").then(
        () => null,
        () => "no python3-jsonschema on this machine",
      ),
    use: (scratch) => scratch.run("python3", "-c", programs.python),
  },
  {
    who: "JSR",
    uses: "jsr.json and the sources, `deno publish --dry-run`",
    async use(scratch) {
      const copy = join(scratch.folder, "jsr");
      const from = fileURLToPath(new URL("../", import.meta.url));
      for (const path of ["src", "jsr.json", "README.md"])
        await cp(join(from, path), join(copy, path), { recursive: true });
      const options = ["--dry-run", "--no-check", "--allow-dirty"];
      await scratch.run("deno", "publish", ...options, "--config", join(copy, "jsr.json"));
      return "would be taken";
    },
  },
];

const chromium = "/usr/bin/chromium";

function runs(who: string, file: string, text: string, tool: string, ...words: readonly string[]): Consumer {
  return {
    who,
    uses: "the whole, one resource, a schema and an OpenAPI document as JSON",
    async use(scratch) {
      const seen = await scratch.run(tool, ...words, await scratch.write(file, text));
      assert.equal(seen, programs.printed);
      return "checks, error and documents are as they should be";
    },
  };
}

function compiles(resolution: string, module: string, file: string, text: string): Consumer {
  const options = ["--strict", "--noEmit", "--skipLibCheck", "false", "--target", "es2022", "--types", ""];
  const how = [...options, "--module", module, "--moduleResolution", resolution, "--resolveJsonModule"];
  return {
    who: `tsc --strict, ${resolution}${file.endsWith(".cts") ? ", CommonJS" : ""}`,
    uses: `guards, parsers, types${text.includes(".json") ? " and JSON" : ""}, and one mistake`,
    async use(scratch) {
      assert.equal(await scratch.run("tsc", ...how, await scratch.write(file, text)), "");
      const wrong = await scratch.write(`wrong-${file}`, `${text}\nparseUser(1).login;\n`);
      await assert.rejects(scratch.run("tsc", ...how, wrong), /TS2345/);
      return "no error; the mistake is TS2345";
    },
  };
}
