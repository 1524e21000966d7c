import { github, service } from "@tapedeck/api";
import { expect, test } from "vitest";
import type { FetchHandler } from "../src/handlers/handler.ts";
import { passthrough } from "../src/handlers/passthrough.ts";
import { createPlayer } from "../src/handlers/player.ts";
import type { PlayerOptions } from "../src/handlers/player-options.ts";
import { pathPattern } from "../src/match/ignore.ts";
import { ask, exchange, field, jsonOf, tape, textOf } from "./exchanges.ts";

function handlerOf(upstream: FetchHandler, options: Partial<PlayerOptions> = {}) {
  const player = createPlayer({
    api: service,
    tapes: [tape(exchange(), exchange({ target: "/search/code" }))],
    ...options,
  });
  return { mode: passthrough(player, upstream, { paths: ["/search/**", "/users/*/keys"], player }), player };
}

const live: FetchHandler = async ({ url, method }) =>
  new Response(`live ${method} ${url}`, { headers: { connection: "close", "x-live": "yes" } });

test("passthrough() passes chosen paths, also recorded ones, and keeps nothing", async () => {
  const { mode, player } = handlerOf(live);
  const reply = await mode.answer(ask("/search/code?q=x"));
  expect([reply.status, textOf(reply), field(reply, "x-live"), field(reply, "connection")]).toEqual([
    200,
    "live GET https://api.service.example/search/code?q=x",
    "yes",
    null,
  ]);
  expect(Number(field(reply, "content-length"))).toBe(reply.body?.length);
  expect([player.exchanges, player.unplayed().length, player.quotas()]).toEqual([2, 2, {}]);
  expect(player.journal()).toMatchObject([
    { method: "GET", target: "/search/code?q=x", status: 200, cost: 0, source: { kind: "passed" } },
  ]);
});

test("passthrough() answers all others at once, as before", () => {
  const { mode, player } = handlerOf(live);
  expect(mode.answer(ask())).toMatchObject({ status: 200 });
  expect(mode.answer(ask("/users/ada/keys/1"))).toMatchObject({ status: 501 });
  expect(player.journal().map(({ source }) => source.kind)).toEqual(["played", "missed"]);
});

test.each(["POST", "DELETE", "HEAD", "GET"])("passthrough() passes %s with its headers and body", async (method) => {
  const got: unknown[] = [];
  const { mode } = handlerOf(async (request) => {
    got.push([request.method, request.headers.get("authorization"), await request.text()]);
    return new Response(null, { status: 204 });
  });
  const body = method === "POST" ? new TextEncoder().encode("sent") : null;
  const reply = await mode.answer(ask("/users/ada/keys", { authorization: "token any-will-do" }, { method, body }));
  expect([reply.status, reply.body, got]).toEqual([
    204,
    null,
    [[method, "token any-will-do", method === "POST" ? "sent" : ""]],
  ]);
});

test("passthrough() knows a path by its form, and leaves what stands before it to the upstream's base", async () => {
  const { mode } = handlerOf(live, { api: github });
  for (const [target, path] of [
    ["/api/v3/users/ada/keys/", "/users/ada/keys/"],
    ["//users/ada/keys", "//users/ada/keys"],
  ] as const)
    expect(textOf(await mode.answer(ask(target)))).toContain(`live GET https://api.service.example${path}`);
});

test("passthrough() tells of an upstream that did not answer, without a secret", async () => {
  const { mode, player } = handlerOf(() => Promise.reject(new Error("no way to https://x/?access_token=s3cr3t")));
  const reply = await mode.answer(ask("/search/code"));
  expect([reply.status, field(reply, "x-tapedeck"), jsonOf(reply)]).toEqual([
    502,
    "upstream",
    {
      title: "The upstream gave no answer",
      status: 502,
      detail: "no way to https://x/?access_token=__redacted-parameter__",
    },
  ]);
  expect(player.journal()).toMatchObject([{ status: 502, source: { kind: "passed" } }]);
});

test.each([
  ["/users/*", "/users/ada", true],
  ["/users/*", "/users/ada/repos", false],
  ["/users/*/repos", "/users/ada/repos", true],
  ["/search/**", "/search/code/x", true],
  ["/search/**", "/search", false],
  ["/search**", "/search", true],
  ["/a.b", "/aXb", false],
  ["/**", "/", true],
  // A pattern with many ways to fit tries none of them twice.
  [`/${"**/a".repeat(70)}`, `/${"/a".repeat(4000)}b`, false],
])("pathPattern(%j) of %j: %s", (pattern, path, matches) => {
  expect(pathPattern(pattern).test(path)).toBe(matches);
});

test("pathPattern() says that a pattern is too long: each of its characters is held against each of a path", () => {
  expect(() => pathPattern(`/a/*${"<".repeat(300)}`)).toThrow(/more than 300 characters/);
});

test.each(["users", "", "/x?y=1", "https://x/", "/users/{id}"])("pathPattern(%j) says what a pattern is", (pattern) => {
  expect(() => pathPattern(pattern)).toThrow(`Cannot take "${pattern}" for a pattern of paths: a path begins with "/"`);
});

test("passthrough() says that it cannot pass the body of a GET on, and does not pass the rest", async () => {
  const { mode } = handlerOf(async () => expect.fail("it was asked"));
  const reply = await mode.answer({ ...ask("/search/code"), body: new TextEncoder().encode("{}") });
  expect([reply.status, jsonOf(reply)]).toEqual([
    502,
    expect.objectContaining({ detail: "GET with a body cannot be passed on" }),
  ]);
});
