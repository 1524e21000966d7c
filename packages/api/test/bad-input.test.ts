import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { filesIn, tempFolder } from "../../../.ci/test-resources.ts";
import { readApi, readApis } from "../src/files/index.ts";
import { apiFor, plain } from "../src/index.ts";
import { fromOpenApi } from "../src/openapi/index.ts";

type Files = Readonly<Record<string, unknown>>;

/** A folder with files; what is no text is written as JSON. */
async function folderWith(files: Files): Promise<string> {
  const folder = await tempFolder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  return folder;
}

async function refusalOf(folder: string, read: () => Promise<unknown>): Promise<string> {
  const before = await filesIn(folder);
  const error: unknown = await read().then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(error).toMatchObject({ name: "ApiError" });
  expect(await filesIn(folder)).toEqual(before);
  return (error as Error).message.replaceAll(folder, "").replaceAll("\\", "/");
}

const pets = { openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {} };
const referring = (reference: string): object => ({
  ...pets,
  paths: { "/pets": { get: { parameters: [{ $ref: reference }] } } },
});

test.each<[string, Files, string]>([
  ["an unknown key", { "api.json": { extend: "plain" } }, "/extend: expected one of the keys"],
  ["a key in another spelling", { "api.json": { prefix: [] } }, 'found "prefix"; did you mean "prefixes"?'],
  ["a wrong type", { "api.json": { paging: { page: 1, size: "n" } } }, "/paging/page: expected string, found 1"],
  [
    "an origin without its scheme",
    { "api.json": { origins: ["localhost:4100"] } },
    'like "https://orders.example", found "localhost:4100"',
  ],
  [
    "a difference to ignore that is no part of a request",
    { "api.json": { match: [{ path: "/a", ignore: ["query.t", "querry.t"] }] } },
    "/match/0/ignore/1: expected text that fits ^(query|body|",
  ],
  [
    "a template in place of a pattern of paths",
    { "api.json": { match: [{ path: "/users/{id}", ignore: ["query.t"] }] } },
    'like "/users/*/repos", found "/users/{id}"',
  ],
  [
    "a pattern that is longer than are compared",
    { "api.json": { match: [{ path: "/*".repeat(151), ignore: ["query.t"] }] } },
    "/match/0/path: expected text that fits ^",
  ],
  [
    "text that is no JSON",
    { "api.json": '{"name": "x",\n "origins" []}' },
    "it is not JSON from line 2, column 12 on; mend it there",
  ],
  [
    "a template that begins with no slash",
    { "api.json": { operations: { a: { path: "pets" } } } },
    "/operations/a/path: expected text that fits ^/",
  ],
  [
    "a template whose braces do not close",
    { "api.json": { operations: { a: { path: "/pets/{id" } } } },
    'Cannot match the path template "/pets/{id": the braces of "{id" do not close',
  ],
  [
    "a template with one name twice",
    { "api.json": { operations: { a: { path: "/{id}/{id}" } } } },
    'the parameter "id" stands there twice',
  ],
  [
    "a template with a query",
    { "api.json": { operations: { a: { path: "/pets?x=1" } } } },
    "a path has no query, no fragment and no space",
  ],
  [
    "an operation that there is not",
    { "api.json": { operations: { a: { sequence: "end" } } } },
    'Cannot describe the operation "a"',
  ],
  [
    "an API to extend that there is not",
    { "api.json": { extends: "servise" } },
    '/extends: there is no API "servise"; did you mean "service"?',
  ],
  [
    "a document that is not there",
    { "api.json": { openapi: "pets.yaml" } },
    '/openapi: the document "/pets.yaml" cannot be read: there is no such file',
  ],
  [
    "a document that is a folder",
    { "api.json": { openapi: "pets" }, "pets/x": "" },
    '"/pets" cannot be read: it is a folder',
  ],
  [
    "a document that is no YAML",
    { "api.json": { openapi: "pets.yaml" }, "pets.yaml": "openapi: 3.1.0\npaths: {\n  - a: token-x" },
    '"/pets.yaml" cannot be read: it is no YAML from line 3, column 3 on',
  ],
  [
    "a document that is no JSON",
    { "api.json": { openapi: "pets.json" }, "pets.json": '{"openapi": }' },
    '"/pets.json" cannot be read: it is no JSON from line 1, column 13 on',
  ],
  [
    "a document of aliases of aliases",
    {
      "api.json": { openapi: "pets.yaml" },
      "pets.yaml": `a: &a [x, x]\n${"bcdefghijklmnopq".replace(/./g, (name) => `${name}: &${name} [${`*${String.fromCharCode(name.charCodeAt(0) - 1)}, `.repeat(9)}]\n`)}`,
    },
    "its aliases lead nowhere, or stand for too much",
  ],
  [
    "an empty document",
    { "api.json": { openapi: "pets.yaml" }, "pets.yaml": "# to do\n" },
    "it is empty; write the API's description, or remove what names it",
  ],
  [
    "a document of no version",
    { "api.json": { openapi: "pets.yaml" }, "pets.yaml": "paths: {}" },
    'it has no "openapi" (at /), and only OpenAPI 3.0 and 3.1 are known',
  ],
  ["a list for a document", { "api.json": { openapi: "pets.yaml" }, "pets.yaml": "- a" }, "it is no object"],
  [
    "Swagger 2",
    { "api.json": { openapi: "pets.json" }, "pets.json": { swagger: "2.0", paths: {} } },
    '"swagger" (at /swagger) is "2.0", and only OpenAPI 3.0 and 3.1 are known',
  ],
  [
    "a version to come",
    { "api.json": { openapi: "pets.json" }, "pets.json": { openapi: "4.0.0" } },
    '"openapi" (at /openapi) is "4.0.0"',
  ],
  ["no paths", { "api.json": { openapi: "pets.json" }, "pets.json": { openapi: "3.0.3" } }, 'it has no "paths"'],
  [
    "a path without a slash",
    { "api.json": { openapi: "pets.json" }, "pets.json": { ...pets, paths: { pets: {} } } },
    'the path "pets" (at /paths) does not begin with "/"',
  ],
  [
    "a path that cannot match",
    { "api.json": { openapi: "pets.json" }, "pets.json": { ...pets, paths: { "/{a": { get: {} } } } },
    'Cannot match the path template "/{a": the braces of "{a" do not close (at /paths/~1{a)',
  ],
  [
    "a reference that leads nowhere",
    { "api.json": { openapi: "pets.json" }, "pets.json": referring("#/components/parameters/page") },
    '"/pets.json" cannot be read: "#/components/parameters/page" (at /paths/~1pets/get/parameters/0) leads nowhere',
  ],
  [
    "a reference in a schema that leads nowhere",
    {
      "api.json": { openapi: "pets.json" },
      "pets.json": { ...pets, components: { schemas: { A: { items: { $ref: "#/components/schemas/B" } } } } },
    },
    "(at /components/schemas/A/items) leads nowhere",
  ],
  [
    "references in a circle",
    {
      "api.json": { openapi: "pets.json" },
      "pets.json": {
        ...pets,
        components: { schemas: { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } } },
      },
    },
    "the reference at /components/schemas/A leads round in a circle",
  ],
  [
    "a reference to a file that is not there",
    { "api.json": { openapi: "pets.json" }, "pets.json": referring("parts.json#/page") },
    '"parts.json#/page" (at /paths/~1pets/get/parameters/0) leads nowhere: there is no such file',
  ],
  [
    "a reference into a file that leads nowhere",
    { "api.json": { openapi: "pets.json" }, "pets.json": referring("parts.json#/page"), "parts.json": {} },
    '"parts.json#/page" (at /paths/~1pets/get/parameters/0) leads nowhere',
  ],
  [
    "a reference in another file",
    {
      "api.json": { openapi: "pets.json" },
      "pets.json": referring("parts.json#/page"),
      "parts.json": { page: { $ref: "#/size" } },
    },
    'the document "/parts.json" cannot be read: "#/size" (at /page) leads nowhere',
  ],
  [
    "a reference out of the folder",
    { "api.json": { openapi: "docs/pets.json" }, "docs/pets.json": referring("../parts.json"), "parts.json": {} },
    `"../parts.json" (at /paths/~1pets/get/parameters/0) leads out of the document's folder`,
  ],
  [
    "a reference to the network",
    { "api.json": { openapi: "pets.json" }, "pets.json": referring("https://pets.example/x.json") },
    "is not among the files beside it; download it, and name the file",
  ],
])("readApi() refuses %s, with file and place", async (_shows, files, refusal) => {
  const folder = await folderWith(files);
  const message = await refusalOf(folder, () => readApi(join(folder, "api.json")));
  expect(message).toContain('Cannot use the API description "/api.json": ');
  expect(message).toContain(refusal);
  expect(message).not.toMatch(/\n|token-x|\bat \S+:\d+:\d+/);
});

test("readApi() follows no link out of the document's folder", async () => {
  const folder = await folderWith({
    "api.json": { openapi: "docs/pets.json" },
    "docs/pets.json": referring("parts.json"),
    "parts.json": {},
  });
  await symlink(join(folder, "parts.json"), join(folder, "docs/parts.json"));
  expect(await refusalOf(folder, () => readApi(join(folder, "api.json")))).toContain(
    "leads out of the document's folder",
  );
});

test.each<[string, Files, string]>([
  [
    "two descriptions of one origin",
    { "a/api.json": { origins: ["https://x.example"] }, "b/api.json": { origins: ["https://x.example"] } },
    '"/b/api.json": it describes https://x.example, which "/a/api.json" describes too',
  ],
  ["a description that is a folder", { "a/api.json/x": "" }, '"/a/api.json": it is a folder'],
])("readApis() refuses %s", async (_shows, files, refusal) => {
  const folder = await folderWith(files);
  expect(await refusalOf(folder, () => readApis(folder))).toContain(refusal);
});

test("readApis() refuses a description that cannot be read", async () => {
  const folder = await folderWith({ "a/x": "" });
  await symlink("api.json", join(folder, "a/api.json"));
  expect(await refusalOf(folder, () => readApis(folder))).toContain('"/a/api.json": it cannot be read (ELOOP)');
});

test("neither a description nor its document may be a pipe or a device, which may have no end", async () => {
  const folder = await folderWith({ "a/x": "", "b/api.json": { openapi: "/dev/zero" } });
  await symlink("/dev/zero", join(folder, "a/api.json"));
  expect(await refusalOf(folder, () => readApis(join(folder, "a")))).toContain("it is a pipe or a device");
  expect(await refusalOf(folder, () => readApis(join(folder, "b")))).toContain("it is a pipe or a device");
});

test("readApis() takes what has no description for plain, whatever stands beside it", async () => {
  const folder = await folderWith({ "a/get.har": "{}", "b/api.json": { name: "b", origins: ["https://b.example"] } });
  const [first, ...rest] = await readApis(folder);
  expect([first?.name, ...rest.map(({ name }) => name)]).toEqual(["b", "plain"]);
  expect(apiFor([first ?? plain, ...rest], "https://a.example")).toBe(plain);
  expect(await readApis(join(folder, "b"))).toHaveLength(1);
  expect(await readApis(join(folder, "a"))).toEqual([]);
  expect(await readApis(join(folder, "nowhere"))).toEqual([]);
});

test("fromOpenApi() refuses a reference to another file, and says what reads it", () => {
  expect(() => fromOpenApi(referring("parts.json#/page"))).toThrow(
    'Cannot read the OpenAPI document: "parts.json#/page" (at /paths/~1pets/get/parameters/0) leads to another file; readOpenApi()',
  );
});

test("a description may begin with the byte order mark of Windows' editors, and end its lines in CRLF", async () => {
  const folder = await folderWith({ "api.json": '\uFEFF{\r\n  "origins": ["https://pets.example"]\r\n}\r\n' });
  expect(await readApis(folder)).toMatchObject([{ origins: ["https://pets.example"] }]);
});

test("a description without content is empty, and not broken", async () => {
  for (const text of ["", "\uFEFF\r\n"]) {
    const folder = await folderWith({ "api.json": text });
    expect(await refusalOf(folder, () => readApis(folder))).toContain("/api.json\": it is empty; write {} or an API's");
  }
});
