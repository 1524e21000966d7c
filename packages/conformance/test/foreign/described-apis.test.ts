// An API is added by a file beside its recordings: no code of ours knows it.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Api } from "@tapedeck/api";
import { readApis } from "@tapedeck/api/files";
import { createPlayer, type Player } from "@tapedeck/replay";
import { listen } from "@tapedeck/serve";
import { folderOf, readTapes } from "@tapedeck/tape/files";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../../.ci/test-resources.ts";
import { observe, type Program, promised } from "./observe.ts";
import { tapedeck, throughProxy } from "./record-by.ts";
import { jsonServer } from "./servers/json-server.ts";
import { programOf } from "./servers/servers.ts";

let folder: string;
beforeEach(async () => {
  folder = await tempFolder();
});

/** Records a program, with files beside the recordings of its origin. */
async function record(program: Program, description: object, files: Readonly<Record<string, string>> = {}) {
  const from = await serveUpstream(await jsonServer.start());
  const seen = await throughProxy(from, folder, (server) => observe(program, server));
  const place = join(folder, folderOf(from, "/").split("/")[0] ?? "");
  await mkdir(place, { recursive: true });
  const api = JSON.stringify({ origins: [from], ...description });
  for (const [name, text] of Object.entries({ ...files, "api.json": api })) await writeFile(join(place, name), text);
  return seen;
}

async function replay(): Promise<{ readonly player: Player; readonly url: string }> {
  const [first, ...others] = await readApis(folder);
  if (first === undefined) throw new Error("no api.json was found");
  const api: readonly [Api, ...Api[]] = [first, ...others];
  const player = createPlayer({ tapes: (await readTapes(folder)).map(({ tape }) => tape), api });
  const server = await listen(player);
  onTestFinished(() => server.close());
  return { player, url: server.url };
}

test("a server that its OpenAPI document describes answers as recorded, and as the document says", async () => {
  const openapi = `
openapi: 3.1.0
info: { title: Posts, version: "1" }
paths:
  /posts:
    get:
      parameters:
        - { name: _order, in: query, schema: { type: string, default: asc } }
      responses: { "200": { description: All, content: { application/json: { schema: { type: array } } } } }
    post: { responses: { "201": { description: Made } } }
  /posts/{id}:
    get: { responses: { "200": { description: One } } }
`;
  const errors = { methodNotAllowed: { status: 405, headers: { allow: "{allow}" }, body: { error: "no {method}" } } };
  const seen = await record(programOf(jsonServer), { openapi: "posts.yaml", errors }, { "posts.yaml": openapi });
  const { player, url } = await replay();
  const replayed = await observe(programOf(jsonServer), url);
  expect(promised(replayed, seen)).toEqual(promised(seen, seen));
  expect(player.misses()).toEqual([]);
  expect((await tapedeck(["verify", folder])).code).toBe(0);

  const first = await fetch(`${url}/posts?_order=asc`);
  expect([first.status, player.misses()]).toEqual([200, []]);
  expect((await fetch(`${url}/posts?_order=desc`)).status).toBe(501);
  expect((await fetch(`${url}/posts/7`, { method: "POST" })).status).toBe(405);
  expect((await fetch(`${url}/comments`, { method: "POST" })).headers.get("x-tapedeck")).toBe("miss");
});

test("a third API takes one api.json: what is left out of matching, its pages, its own errors", async () => {
  let nth = 0;
  const program: Program = async (ask) => {
    nth += 1;
    await ask("/posts?_page=1&_limit=5");
    await ask(`/posts/1?t=${nth}`);
    const headers = { "content-type": "application/json", "x-idempotency-key": `key-${nth}` };
    await ask("/posts", { method: "POST", headers, body: JSON.stringify({ title: "new", meta: { requestId: nth } }) });
  };
  const seen = await record(program, {
    name: "posts",
    operations: { list: { path: "/posts" }, add: { method: "POST", path: "/posts" } },
    match: [
      { path: "/posts/**", ignore: ["query.t"] },
      { path: "/posts", ignore: ["header.x-idempotency-key", "body:/meta/requestId"] },
    ],
    paging: { page: "_page", size: "_limit", default: 10, max: 100 },
    errors: { methodNotAllowed: { status: 405, body: { error: "not here" } } },
  });
  const { player, url } = await replay();
  const replayed = await observe(program, url);
  expect(replayed.map(({ status, body }) => [status, body])).toEqual(seen.map(({ status, body }) => [status, body]));

  const page = await fetch(`${url}/posts?_page=2&_limit=1`);
  expect([page.status, await page.json()]).toMatchObject([200, [{ id: 2, title: "Post 2" }]]);
  expect(page.headers.get("link")).toContain('rel="next"');
  const refused = await fetch(`${url}/posts`, { method: "DELETE" });
  expect([refused.status, await refused.json()]).toEqual([405, { error: "not here" }]);
  expect(player.misses()).toEqual([]);
  expect((await fetch(`${url}/posts/2`)).headers.get("x-tapedeck")).toBe("miss");
});
