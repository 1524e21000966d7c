import { expect, test } from "vitest";
import { type ApiDescription, compileApi, matchRoute } from "../src/index.ts";
import { fromOpenApi } from "../src/openapi/index.ts";

function apiOf(paths: readonly string[], description: ApiDescription = {}): ReturnType<typeof compileApi> {
  return compileApi({ ...description, operations: Object.fromEntries(paths.map((path) => [path, { path }])) });
}

test.each([
  ["a text before a parameter", "/pets/mine", "/pets/mine", {}],
  ["a parameter where no text fits", "/pets/7", "/pets/{id}", { id: "7" }],
  ["a text of a later segment by way of a parameter", "/pets/7/toys", "/pets/{id}/toys", { id: "7" }],
  ["a parameter where the text leads no further", "/pets/mine/toys", "/pets/{id}/toys", { id: "mine" }],
  ["a longer pattern before a shorter", "/pets/7.json", "/pets/{id}.json", { id: "7" }],
  ["two parameters of one segment", "/tiles/3-4", "/tiles/{x}-{y}", { x: "3", y: "4" }],
  ["a parameter decoded", "/pets/a%2Fb%20c", "/pets/{id}", { id: "a/b c" }],
  ["a parameter that cannot be decoded as it is", "/pets/%E0", "/pets/{id}", { id: "%E0" }],
  ["a text whatever its percent-encoding", "/%70ets/mine", "/pets/mine", {}],
  ["no empty parameter", "/pets/", null, {}],
  ["no more segments than the template has", "/pets/7/toys/1", null, {}],
  ["letters in their case", "/Pets/mine", null, {}],
])("a path finds %s", (_shows, target, path, parameters) => {
  const api = apiOf(["/pets/{id}", "/pets/mine", "/pets/{id}/toys", "/pets/{id}.json", "/tiles/{x}-{y}"]);
  const match = matchRoute(api, "GET", target);
  expect([match.route?.path ?? null, match.parameters]).toEqual([path, parameters]);
});

test.each([
  ["exact", "/pets/", null],
  ["exact", "//pets", null],
  ["lenient", "/pets/", "/pets"],
  ["lenient", "//pets", "/pets"],
] as const)("where slashes are %s, %s leads to %s", (slashes, target, path) => {
  expect(matchRoute(apiOf(["/pets"], { slashes }), "GET", target).route?.path ?? null).toBe(path);
});

test("the order of templates does not matter", () => {
  const paths = ["/{kind}/{id}", "/pets/{id}", "/pets/mine", "/{kind}/mine"];
  for (const given of [paths, [...paths].reverse()]) {
    const found = ["/pets/mine", "/pets/7", "/toys/mine", "/toys/7"].map(
      (target) => matchRoute(apiOf(given), "GET", target).route?.path,
    );
    expect(found).toEqual(["/pets/mine", "/pets/{id}", "/{kind}/mine", "/{kind}/{id}"]);
  }
});

test.each([
  ["templates that differ in a parameter's name", "PUT", "/files/7", "/files/{name}", { name: "7" }],
  ["such templates, by the other's method", "GET", "/files/7", "/files/{id}", { id: "7" }],
  ["a template where the text has no such method", "DELETE", "/files/trash", "/files/{id}", { id: "trash" }],
  ["the text where it has", "GET", "/files/trash", "/files/trash", {}],
  ["the operation behind a query or a fragment", "POST", "/login", "/login", {}],
])("of several, a request finds %s", (_shows, method, target, path, parameters) => {
  const api = fromOpenApi({
    openapi: "3.1.0",
    paths: {
      "/files/{id}": { get: {}, delete: {} },
      "/files/{name}": { put: {} },
      "/files/trash": { get: {} },
      "/login#refresh": { post: {} },
    },
  });
  const match = matchRoute(api, method, target);
  expect([match.operation?.method, match.route?.path, match.parameters]).toEqual([method, path, parameters]);
  const allowed = [...(matchRoute(api, "PATCH", "/files/7").route?.operations.keys() ?? [])];
  expect(allowed).toEqual(["GET", "DELETE", "PUT"]);
});

const sized = { name: "size", in: "query", schema: { type: "integer", default: 10 } };
const paths = {
  "/pets": {
    parameters: [sized, { name: "sort", in: "query", schema: { default: "name" } }],
    get: { parameters: [{ ...sized, schema: { default: 20 } }] },
    post: {},
  },
};

test.each([
  ["of the path hold for its operations", "POST", "/pets?size=10&sort=name", "/pets"],
  ["of an operation come before those of its path", "GET", "/pets?size=10&sort=name", "/pets?size=10"],
  ["of an operation are its own", "GET", "/pets?size=20", "/pets"],
])("parameters %s", (_shows, method, asked, target) => {
  expect(matchRoute(fromOpenApi({ openapi: "3.1.0", paths }), method, asked).target).toBe(target);
});

test.each([
  ["no server", undefined, "/pets"],
  ["a server without a path", [{ url: "https://pets.example/" }], "/pets"],
  ["a server with a base path", [{ url: "https://pets.example/v1/" }], "/v1/pets"],
  ["a server that is a path alone", [{ url: "/v2" }], "/v2/pets"],
  ["the first of several servers", [{ url: "https://a.example/a" }, { url: "https://b.example/b" }], "/a/pets"],
  ["the second of several servers", [{ url: "https://a.example/a" }, { url: "https://b.example/b" }], "/b/pets"],
  ["a server whose host varies", [{ url: "https://{region}.pets.example/v1" }], "/v1/pets"],
  ["a server whose path varies", [{ url: "/{version}", variables: { version: { default: "v3" } } }], "/v3/pets"],
])("under %s, the path is found", (_shows, servers, path) => {
  const api = fromOpenApi({ openapi: "3.1.0", paths, ...(servers && { servers }) });
  expect(matchRoute(api, "GET", path).route?.path).toBe(path);
});

test("servers of an operation come before those of its path, and these before the document's", () => {
  const servers = [{ url: "/v1" }];
  const own = { servers: [{ url: "/v2" }], get: {}, put: { servers: [{ url: "https://up.example/v3" }] } };
  const api = fromOpenApi({ openapi: "3.1.0", servers, paths: { "/pets": own, "/toys": { get: {} } } });
  expect(api.routes.all.map(({ path }) => path)).toEqual(["/v2/pets", "/v3/pets", "/v1/toys"]);
});

test.each([
  ["a value that is one of several", { at: { enum: ["eu", "us"] } }, ["https://eu.example", "https://us.example"]],
  ["any value", { at: { default: "eu" } }, []],
])("a host that has %s is of these origins", (_shows, variables, origins) => {
  const servers = [{ url: "https://{at}.example/v1", variables }];
  expect(fromOpenApi({ openapi: "3.1.0", servers, paths }).origins).toEqual(origins);
});
