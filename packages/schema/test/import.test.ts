import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import { publint } from "publint";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exampleOf, names } from "./documents.ts";
import { installScratch, type Scratch } from "./package.ts";

let scratch: Scratch;
beforeAll(async () => {
  scratch = await installScratch();
}, 60_000);
afterAll(() => rm(scratch.folder, { recursive: true }));

const user = JSON.stringify(exampleOf("user"));
const useIt = `
if (!isUser(${user}) || isUser({}) || !isZen("One line.")) throw new Error("the checks are wrong");
try { assertUser({ ...${user}, id: "1" }); } catch (error) { console.log(String(error instanceof TypeError), error.message); }
console.log(schema.title, openapi.openapi);
`;
const printed = `true Cannot take a value as "user": 1 problem\n  /id: expected integer, found "1"\nUser 3.1.0\n`;
const modules = `
import { assertUser, isUser } from "@tapedeck/schema";
import { isZen } from "@tapedeck/schema/zen";
import schema from "@tapedeck/schema/schemas/user.json" with { type: "json" };
import openapi from "@tapedeck/schema/schemas/openapi/service.json" with { type: "json" };
${useIt}`;
// Node loads modules through require() since 22.12, which is less than the package asks for.
const required = `
const { assertUser, isUser } = require("@tapedeck/schema");
const { isZen } = require("@tapedeck/schema/zen");
const schema = require("@tapedeck/schema/schemas/user.json");
const openapi = require("@tapedeck/schema/schemas/openapi/service.json");
${useIt}`;

describe("the packed package", { timeout: 60_000 }, () => {
  test.each<readonly [from: string, file: string, text: string, tool: string, words: readonly string[]]>([
    ["Node, import", "node.mjs", modules, "node", []],
    ["Node, require", "node.cjs", required, "node", []],
    ["Deno", "deno.mjs", modules, "deno", ["run", "--node-modules-dir=manual", "--cached-only", "--no-prompt"]],
    ["Bun, import", "bun.mjs", modules, "bun", []],
    ["Bun, require", "bun.cjs", required, "bun", []],
  ])("is used from %s", async (_from, file, text, tool, words) => {
    expect(await scratch.run(tool, ...words, await scratch.write(file, text))).toBe(printed);
  });

  test.each<readonly [resolution: string, module: string, file: string, text: string]>([
    ["node16", "node16", "typed-node16.mts", typed],
    ["nodenext", "nodenext", "typed-nodenext.mts", typed + typedJson],
    ["nodenext, CommonJS", "nodenext", "typed.cts", typed],
    ["bundler", "esnext", "typed-bundler.ts", typed + typedJson],
  ])("is type-checked with moduleResolution %s", async (resolution, module, file, text) => {
    const options = ["--strict", "--noEmit", "--skipLibCheck", "false", "--target", "es2022", "--types", ""];
    const how = ["--module", module, "--moduleResolution", resolution.split(",")[0] ?? "", "--resolveJsonModule"];
    expect(await scratch.run("tsc", ...options, ...how, await scratch.write(file, text))).toBe("");
  });

  test("has types that refuse what is wrong", async () => {
    const file = await scratch.write(
      "wrong.mts",
      'import { parseUser } from "@tapedeck/schema";\nparseUser(1).login;\n',
    );
    await expect(scratch.run("tsc", "--strict", "--noEmit", "--module", "nodenext", file)).rejects.toThrow("TS2345");
  });

  test("has nothing that publint would mend", async () => {
    expect((await publint({ pkgDir: scratch.dist, strict: true })).messages).toEqual([]);
  });

  test("is what arethetypeswrong calls right, as modules only", async () => {
    const entries = ["--include-entrypoints", ...names, "--exclude-entrypoints", "package.json"];
    await scratch.run("attw", scratch.tarball, "--profile", "esm-only", "--quiet", ...entries);
  });

  test("is what JSR takes, with the same version and the same entries", async () => {
    const [jsr, npm] = ["jsr.json", "package.json"].map((file) =>
      JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), "utf8")),
    );
    expect([jsr.name, jsr.version, jsr.license]).toEqual([npm.name, npm.version, npm.license]);
    expect(Object.keys(jsr.exports)).toEqual([".", ...names.map((name) => `./${name}`)]);
    const copy = join(scratch.folder, "jsr");
    const from = fileURLToPath(new URL("../", import.meta.url));
    for (const path of ["src", "jsr.json", "README.md"])
      await cp(join(from, path), join(copy, path), { recursive: true });
    await scratch.run(
      "deno",
      "publish",
      "--dry-run",
      "--no-check",
      "--allow-dirty",
      "--config",
      join(copy, "jsr.json"),
    );
  });

  test("depends on nothing, runs nothing when installed, and ships no generator", () => {
    const manifest = JSON.parse(
      readFileSync(join(scratch.project, "node_modules/@tapedeck/schema/package.json"), "utf8"),
    );
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(["dependencies"]));
    expect(manifest).not.toHaveProperty("scripts");
    const files = readdirSync(join(scratch.project, "node_modules/@tapedeck/schema"), { recursive: true }).map(String);
    expect(files).toEqual(expect.arrayContaining(["README.md", "LICENSE", join("schemas", "user.json")]));
    expect(files.filter((file) => /generate[\\/]|\.test\.|tsconfig/.test(file))).toEqual([]);
  });

  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const blocks = [...readme.matchAll(/\n([^\n]+)\n\n```ts\n(.*?)```/gs)].map(
    ([, says = "", code = ""]) => [says, code] as const,
  );

  test("has a README with five examples", () => expect(blocks).toHaveLength(5));

  test("has examples in its README that are type-checked", async () => {
    const files = await Promise.all(blocks.map(([, code], at) => scratch.write(`readme-${at}.mts`, code)));
    const options = ["--strict", "--noEmit", "--module", "nodenext", "--lib", "es2022,dom,dom.iterable"];
    expect(await scratch.run("tsc", ...options, "--resolveJsonModule", "--types", "", ...files)).toBe("");
  });

  test.each(blocks)("does what its README says: %s", async (says, code) => {
    const answers = await scratch.write("answers.mjs", service);
    const file = await scratch.write(`readme-${says.length}.mts`, code);
    const printed = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => `${text}\n`);
    expect(await scratch.run("node", "--import", answers, file)).toBe(printed.join(""));
  });

  const chromium = "/usr/bin/chromium";

  test("runs where there is nothing but the language", async () => {
    const { code } = await bundle('export { isUser, parseUser, userSchema } from "@tapedeck/schema";', "iife");
    const context = createContext({});
    runInContext(code, context);
    expect(runInContext(`bundled.isUser(${user}) && !bundled.isUser({})`, context)).toBe(true);
    expect(runInContext("try { bundled.parseUser('[]') } catch (error) { error.message }", context)).toMatch(
      /expected object/,
    );
  });

  test("runs in a browser", async ({ skip }) => {
    skip(!existsSync(chromium), `no browser at ${chromium}`);
    const { code } = await bundle('export { isUser } from "@tapedeck/schema";', "iife");
    const page = await scratch.write("page.html", `<script>${code};document.title=bundled.isUser(${user})</script>`);
    const dom = await scratch.run(
      chromium,
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--dump-dom",
      `file://${page}`,
    );
    expect(dom).toContain("<title>true</title>");
  });

  test.each(names)("one import of %s costs one check", async (name) => {
    const { code, checks } = await bundle(`export * from "@tapedeck/schema/${name}";`, "es");
    expect(checks).toEqual([`${name}.js`]);
    expect(gzipSync(code).length).toBeLessThan(3.5 * 1024);
  });

  test("one guard taken from the whole costs one check", async () => {
    const { code, checks } = await bundle('export { isRepository } from "@tapedeck/schema";', "es");
    expect(checks).toEqual(["repository.js"]);
    expect(gzipSync(code).length).toBeLessThan(3.5 * 1024);
  });

  const schemasOf = (): readonly Record<string, unknown>[] => {
    const require = createRequire(join(scratch.project, "package.json"));
    return ["parts", ...names].map((name) => require(`@tapedeck/schema/schemas/${name}.json`));
  };

  test("has schemas whose references a stock ajv resolves", () => {
    // With the limits of `strict` off, as somebody else would use it.
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    for (const schema of schemasOf()) ajv.addSchema(schema);
    for (const name of names) {
      const validate = ajv.getSchema(`https://tapedeck.dev/schemas/${name}.json`);
      expect(validate?.(exampleOf(name)), name).toBe(true);
    }
  });

  test("has schemas whose references python3-jsonschema resolves", async ({ skip }) => {
    const program = `
import json, pathlib, sys
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
files = pathlib.Path("node_modules/@tapedeck/schema/schemas").glob("*.json")
schemas = {file.stem: json.loads(file.read_text()) for file in files}
registry = Registry().with_resources((schema["$id"], Resource.from_contents(schema)) for schema in schemas.values())
for name, schema in sorted(schemas.items()):
    Draft202012Validator.check_schema(schema)
    for example in schema.get("examples", []):
        Draft202012Validator(schema, registry=registry).validate(example)
    if name != "parts":
        assert not Draft202012Validator(schema, registry=registry).is_valid(None), name
print(len(schemas))
`;
    const there = await scratch.run("python3", "-c", "import jsonschema, referencing").then(
      () => true,
      () => false,
    );
    skip(!there, "no python3-jsonschema on this machine");
    expect(await scratch.run("python3", "-c", program)).toBe(`${names.length + 1}\n`);
  });

  async function bundle(entry: string, format: "es" | "iife"): Promise<{ code: string; checks: readonly string[] }> {
    const input = await scratch.write(`entry-${format}-${entries++}.js`, entry);
    const build = await rolldown({ input, platform: "browser", cwd: scratch.project });
    const { output } = await build.generate({ format, name: "bundled", minify: true });
    await build.close();
    const ids = Object.entries(output[0].modules).filter(([, { code }]) => code);
    const checks = ids.map(([id]) => /validators[\\/](.*)$/.exec(id)?.[1]).filter((file) => file !== undefined);
    return { code: output[0].code, checks };
  }
  let entries = 0;
});

// Stands in for the service, so that the examples of the README ask nobody.
const service = `
const bodies = { user: ${JSON.stringify(exampleOf("user"))}, repository: ${JSON.stringify(exampleOf("repository"))} };
const headers = ${JSON.stringify(exampleOf("response-headers"))};
globalThis.fetch = async (url) => Response.json(bodies[/\\/repos\\//.test(url) ? "repository" : "user"], { headers });
`;

const typed = `
import { assertUser, isResponseHeaders, isUser, parseUser, type Repository, type StandardSchema, type User, userSchema } from "@tapedeck/schema";
import { isZen, type Zen } from "@tapedeck/schema/zen";
const value: unknown = {};
if (isUser(value)) value.login satisfies string;
assertUser(value);
value.hireable satisfies boolean | null | undefined;
const schema: StandardSchema<User> = userSchema;
schema["~standard"].version satisfies 1;
parseUser("{}") satisfies User;
isResponseHeaders([["etag", '"1"']]) satisfies boolean;
const line: unknown = "";
if (isZen(line)) line satisfies Zen;
export type License = NonNullable<Repository["license"]>;
`;
const typedJson = `
import json from "@tapedeck/schema/schemas/user.json" with { type: "json" };
json.title satisfies string;
`;
