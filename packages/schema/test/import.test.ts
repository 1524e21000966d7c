import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PackedProject, packedProject } from "../../../.ci/packed-project.ts";
import { bundle } from "./bundle.ts";
import { consumers } from "./consumers.ts";
import { exampleOf, names } from "./documents.ts";

let project: PackedProject;
beforeAll(async () => {
  project = await packedProject(["schema"]);
});
afterAll(() => project[Symbol.asyncDispose]());

const user = JSON.stringify(exampleOf("user"));

describe("the packed package", () => {
  // The same rows, printed: `npm run matrix -w @tapedeck/schema`.
  for (const { who, lacks, use } of consumers) {
    test(`is used by ${who}`, async ({ skip }) => {
      const missing = (await lacks?.(project)) ?? null;
      skip(missing !== null, missing ?? "");
      expect(await use(project)).not.toBe("");
    });
  }

  test("depends on nothing, runs nothing when installed, and ships no generator", () => {
    const manifest = JSON.parse(
      readFileSync(join(project.folder, "node_modules/@tapedeck/schema/package.json"), "utf8"),
    );
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(["dependencies"]));
    expect(manifest).not.toHaveProperty("scripts");
    const files = readdirSync(join(project.folder, "node_modules/@tapedeck/schema"), { recursive: true }).map(String);
    expect(files).toEqual(expect.arrayContaining(["README.md", "LICENSE", join("schemas", "user.json")]));
    expect(files.filter((file) => /generate[\\/]|\.test\.|tsconfig/.test(file))).toEqual([]);
  });

  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const blocks = [...readme.matchAll(/\n([^\n]+)\n\n```ts\n(.*?)```/gs)].map(
    ([, says = "", code = ""]) => [says, code] as const,
  );

  test("has a README with five examples", () => expect(blocks).toHaveLength(5));

  test("has examples in its README that are type-checked", async () => {
    const files = await Promise.all(blocks.map(([, code], at) => project.write(`readme-${at}.mts`, code)));
    const options = ["--strict", "--noEmit", "--module", "nodenext", "--lib", "es2022,dom,dom.iterable"];
    expect(await project.run("tsc", ...options, "--resolveJsonModule", "--types", "", ...files)).toBe("");
  });

  test.each(blocks)("does what its README says: %s", async (says, code) => {
    const answers = await project.write("answers.mjs", service);
    const file = await project.write(`readme-${says.length}.mts`, code);
    const printed = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => `${text}\n`);
    expect(await project.run("node", "--import", answers, file)).toBe(printed.join(""));
  });

  test("runs where there is nothing but the language", async () => {
    const code = await bundle(project, 'export { isUser, parseUser, userSchema } from "@tapedeck/schema";', "iife");
    const context = createContext({});
    runInContext(code, context);
    expect(runInContext(`bundled.isUser(${user}) && !bundled.isUser({})`, context)).toBe(true);
    expect(runInContext("try { bundled.parseUser('[]') } catch (error) { error.message }", context)).toMatch(
      /expected object/,
    );
  });

  const weigh = async (entry: string): Promise<number> => gzipSync(await bundle(project, entry, "es")).length;
  const most = 3.5 * 1024;

  // What describes an API is for tools that read it from a disk, and no client loads it.
  const ofClients = names.filter((name) => name !== "api");

  test.each(ofClients)("all that %s has costs at most 3.5 KB, minified and gzipped", async (name) => {
    expect(await weigh(`export * from "@tapedeck/schema/${name}";`)).toBeLessThan(most);
  });

  test.each([
    ["isRepository", "repository"],
    ["assertUser", "user"],
    ["parsePlan", "plan"],
    ["responseHeadersSchema", "response-headers"],
  ])("%s taken from the whole costs no more than taken from %s", async (one, resource) => {
    const [fromWhole, alone] = await Promise.all([
      weigh(`export { ${one} } from "@tapedeck/schema";`),
      weigh(`export { ${one} } from "@tapedeck/schema/${resource}";`),
    ]);
    expect(fromWhole).toBeLessThan(alone + 64);
  });

  test("loads two files for a resource, and two for all of them", async () => {
    const loaded = `
import { registerHooks } from "node:module";
const files = [];
registerHooks({ load: (url, context, next) => { files.push(url.replace(/.*\\/dist\\//, "")); return next(url, context); } });
await import(process.argv[2]);
console.log(files.join(" "));
`;
    const file = await project.write("loaded.mjs", loaded);
    expect(await project.run("node", file, "@tapedeck/schema/user")).toBe("generated/resources/user.js core.js\n");
    expect(await project.run("node", file, "@tapedeck/schema")).toBe("index.js core.js\n");
  });
});

// Stands in for the service, so that the examples of the README ask nobody.
const service = `
const bodies = { user: ${JSON.stringify(exampleOf("user"))}, repository: ${JSON.stringify(exampleOf("repository"))} };
const headers = ${JSON.stringify(exampleOf("response-headers"))};
globalThis.fetch = async (url) => Response.json(bodies[/\\/repos\\//.test(url) ? "repository" : "user"], { headers });
`;
