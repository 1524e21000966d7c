import assert from "node:assert/strict";
import { join } from "node:path";
import { publint } from "publint";
import { chromiumPath, noChromium } from "../../../.ci/chromium.ts";
import type { PackedProject } from "../../../.ci/packed-project.ts";
import { bundle } from "./bundle.ts";
import { names } from "./documents.ts";
import * as programs from "./programs.ts";

/** Somebody who imports the packed package. */
export interface Consumer {
  readonly who: string;
  readonly uses: string;
  /** Why it cannot be tried on this machine, where it cannot. */
  readonly lacks?: (project: PackedProject) => Promise<string | null>;
  /** Tries it: gives what was seen, and throws where that is not what it should be. */
  readonly use: (project: PackedProject) => Promise<string>;
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
    lacks: async () => noChromium || null,
    async use(project) {
      const code = await bundle(project, programs.inBrowser, "iife");
      const page = await project.write("page.html", `<script>${code};document.title=bundled.seen</script>`);
      const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"];
      const dom = await project.run(chromiumPath, ...flags, `file://${page}`);
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
    async use(project) {
      const { messages } = await publint({
        pkgDir: join(project.folder, "node_modules/@tapedeck/schema"),
        strict: true,
      });
      assert.deepEqual(messages, []);
      return "nothing to mend";
    },
  },
  {
    who: "arethetypeswrong",
    uses: "every entry of the tarball, as modules only",
    async use(project) {
      const entries = ["--include-entrypoints", ...names, "--exclude-entrypoints", "package.json"];
      await project.run("attw", project.tarball("schema"), "--profile", "esm-only", "--quiet", ...entries);
      return `${names.length + 1} entries, no problem`;
    },
  },
  {
    who: "a stock ajv",
    uses: "the raw schemas and both OpenAPI documents, their $refs",
    async use(project) {
      return project.run(
        "node",
        await project.write("ajv.mjs", programs.stockAjv(names, import.meta.resolve("ajv/dist/2020.js"))),
      );
    },
  },
  {
    who: "python3-jsonschema",
    uses: "the raw schemas and both OpenAPI documents, their $refs",
    lacks: (project) =>
      project.run("python3", "-c", "import jsonschema, referencing").then(
        () => null,
        () => "no python3-jsonschema on this machine",
      ),
    use: (project) => project.run("python3", "-c", programs.python),
  },
];

function runs(who: string, file: string, text: string, tool: string, ...words: readonly string[]): Consumer {
  return {
    who,
    uses: "the whole, one resource, a schema and an OpenAPI document as JSON",
    async use(project) {
      const seen = await project.run(tool, ...words, await project.write(file, text));
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
    async use(project) {
      const right = await project.write(file, text);
      const wrong = await project.write(`wrong-${file}`, `${text}\nparseUser(1).login;\n`);
      await assert.rejects(project.run("tsc", ...how, right, wrong), ({ message }: Error) => {
        const found = message.matchAll(/^\S*?([\w.-]+)\(.*?: error (TS\d+)/gm);
        assert.deepEqual(
          Array.from(found, ([, where, code]) => [where, code]),
          [[`wrong-${file}`, "TS2345"]],
        );
        return true;
      });
      return "no error; the mistake is TS2345";
    },
  };
}
