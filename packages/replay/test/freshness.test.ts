// What a replay that asks an upstream gives once alone: what a request made, and what upstream does not know any more.
import { headerOf, type RecordedResponse } from "@tapedeck/tape";
import { expect, test } from "vitest";
import type { FetchHandler } from "../src/handlers/handler.ts";
import { createPlayer } from "../src/handlers/player.ts";
import { recordMisses } from "../src/handlers/record-misses.ts";
import { isWorthRecording } from "../src/handlers/upstream.ts";
import { ask, exchange, tape, textOf, utf8 } from "./exchanges.ts";

const from = "https://live.service.example";

/** An upstream that counts, and answers every request with its number. */
function sceneOf(answer: (nth: number) => Response, ...recorded: Partial<RecordedResponse>[]) {
  const asked: string[] = [];
  const upstream: FetchHandler = async ({ method, url }) => {
    const { pathname } = new URL(url);
    asked.push(`${method} ${pathname}`);
    return pathname === "/new" ? new Response("new") : answer(asked.length);
  };
  const request = { method: "POST", target: "/uploads", principal: "anonymous", headers: [], body: null };
  const player = createPlayer({ tapes: [tape(...recorded.map((response) => exchange(request, response)))] });
  const handler = recordMisses(player, upstream, { from });
  const post = async (): Promise<string> => {
    const reply = await handler.answer(ask("/uploads", {}, { method: "POST" }));
    return reply.kind === undefined ? (headerOf(reply.headers, "location") ?? String(textOf(reply))) : "";
  };
  return { handler, post, asked };
}

const created = (nth: number): Response => new Response("", { status: 201, headers: { location: `/uploads/${nth}` } });
const onTape = (nth: number): Partial<RecordedResponse> => ({
  status: 201,
  headers: [["location", `/uploads/${nth}`]],
  body: utf8(""),
});

test.each<[what: string, answer: (nth: number) => Response]>([
  ["its address", created],
  ["it, accepted", (nth) => new Response(String(nth), { status: 202 })],
  ["a session", (nth) => Response.json({ ok: nth }, { headers: { "set-cookie": `sid=Zk3fa9Qm27xPw81${nth}` } })],
])("a POST whose answer says that something was made – %s – makes another each time", async (_what, answer) => {
  const { post, asked } = sceneOf(answer);
  const seen = [await post(), ...(await Promise.all([post(), post()]))];
  expect([new Set(seen).size, asked.length]).toEqual([3, 3]);
});

test("a POST that only reads is answered by what was stored", async () => {
  const { post, asked } = sceneOf((nth) => Response.json({ found: nth }));
  expect([await post(), await post(), asked]).toEqual(['{"found":1}', '{"found":1}', ["POST /uploads"]]);
});

test.each([
  ["/io/?EIO=4&transport=polling&t=5t1ppxc", ["1", "2"]],
  ["/a?t=5t1ppxc", ["1", "1"]],
])("a GET by which a client avoids caches is upstream's each time, any other is not: %s", async (target, answers) => {
  const { handler } = sceneOf((nth) => new Response(String(nth)));
  const get = async (time: string) => textOf((await handler.answer(ask(target + time))) as never);
  expect([await get("1"), await get(answers[0] === answers[1] ? "1" : "2")]).toEqual(answers);
});

test("each PATCH is upstream's own, and so is each piece of an upload that resumes, however alike they are", async () => {
  const { handler, asked } = sceneOf(
    (nth) => new Response(null, { status: 204, headers: { "upload-offset": `${nth}` } }),
  );
  const patch = async (headers: Record<string, string>): Promise<unknown> => {
    const reply = await handler.answer(ask("/uploads/1", headers, { method: "PATCH" }));
    return headerOf(reply.headers, "upload-offset");
  };
  const offsets = [await patch({ "upload-offset": "0" }), await patch({ "upload-offset": "1" }), await patch({})];
  expect([offsets, asked.length]).toEqual([["1", "2", "3"], 3]);
});

test("what a tape has of a POST is played first, then upstream makes another; as often as it likes without upstream", async () => {
  const { handler, post, asked } = sceneOf((nth) => created(nth + 100), onTape(1), onTape(2));
  expect([await post(), await post(), await post(), asked]).toEqual(["/uploads/1", "/uploads/2", "/uploads/2", []]);
  await handler.answer(ask("/new"));
  expect([await post(), await post()]).toEqual(["/uploads/102", "/uploads/103"]);
});

test("a POST is played again where upstream is gone", async () => {
  const { handler, post } = sceneOf(() => {
    throw new Error("gone");
  }, onTape(1));
  await handler.answer(ask("/new"));
  expect([await post(), await post()]).toEqual(["/uploads/1", "/uploads/1"]);
});

test.each<[target: string, headers: Record<string, string>, status: number, is: boolean]>([
  ["/x?state=__redacted-parameter__", {}, 404, false],
  ["/x?state=__redacted-parameter__", {}, 200, true],
  ["/x", { "x-csrf-token": "__redacted-header.2__" }, 403, false],
  ["/x", { cookie: "sid=__redacted-cookie__" }, 401, false],
  ["/x", { cookie: "sid=__redacted-cookie__" }, 404, true],
  ["/x", {}, 404, true],
])("of %s with %j, a %d is worth recording: %j", async (target, headers, status, is) => {
  const player = createPlayer({ tapes: [] });
  const handler = recordMisses(player, async () => new Response(null, { status }), { from });
  const reply = await handler.answer(ask(target, headers));
  expect([reply.status === status, player.exchanges === 1]).toEqual([is, is]);
  const request = { method: "GET", target, principal: "anonymous", headers: Object.entries(headers), body: null };
  expect(isWorthRecording({ request, response: { status, headers: [], body: null } })).toBe(is);
});

test("a miss says which placeholder upstream refused", async () => {
  const handler = recordMisses(createPlayer({ tapes: [] }), async () => new Response(null, { status: 404 }), { from });
  const reply = await handler.answer(ask("/x?state=__redacted-parameter__"));
  expect(textOf(reply)).toContain("upstream: 404 to __redacted-parameter__, which stands in an earlier recording for");
});

test("what was played before upstream took a change is asked for again, once, and kept in order", async () => {
  let items = 0;
  const asked: string[] = [];
  const upstream: FetchHandler = async ({ method, url }) => {
    asked.push(`${method} ${new URL(url).pathname}`);
    if (method === "PUT") items += 1;
    return method === "DELETE" ? new Response(null, { status: 404 }) : Response.json({ items });
  };
  const player = createPlayer({ tapes: [] });
  const handler = recordMisses(player, upstream, { from });
  const send = async (method: string, target = "/items"): Promise<string | null> =>
    textOf(await handler.answer(ask(target, {}, { method })));
  const seen = [];
  for (const method of ["GET", "GET", "PUT", "GET", "GET", "DELETE", "GET"]) seen.push(await send(method));
  expect(seen).toEqual(['{"items":0}', '{"items":0}', '{"items":1}', '{"items":1}', '{"items":1}', "", '{"items":1}']);
  expect(asked).toEqual(["GET /items", "PUT /items", "GET /items", "DELETE /items"]);
  player.reset();
  expect([await send("GET"), await send("GET")]).toEqual(['{"items":0}', '{"items":1}']);
  expect(asked).toHaveLength(4);
});

test.each<[shows: string, target: string, body: object, reads: boolean]>([
  ["a query of GraphQL", "/graphql", { query: "query Items {items}" }, true],
  ["a list of queries", "/graphql", [{ query: "{items}" }, { query: "# mutation\n{x}" }], true],
  ["a mutation of GraphQL", "/graphql", { query: "fragment F on X{y} mutation {add}" }, false],
  ["a search", "/items/_search", { query: {} }, true],
  ["a method of JSON-RPC", "/rpc", { jsonrpc: "2.0", method: "eth_getBalance", params: [] }, true],
  ["a method of JSON-RPC that may make something", "/rpc", { jsonrpc: "2.0", method: "item.getOrCreate" }, false],
  ["a method of Connect", "/shop.v1.Items/ListItems", {}, true],
  ["one that is not known", "/items", {}, false],
])("after a change, upstream is asked again for a POST, which is one itself if it may be: %s", async (...row) => {
  const [, target, body, reads] = row;
  const asked: string[] = [];
  const upstream: FetchHandler = async ({ method }) => {
    asked.push(method);
    return Response.json({ nth: asked.length });
  };
  const handler = recordMisses(createPlayer({ tapes: [] }), upstream, { from });
  const json = { "content-type": "application/json" };
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const post = () => handler.answer(ask(target, json, { method: "POST", body: bytes }));
  const get = () => handler.answer(ask("/items"));
  await get();
  await post();
  await get();
  expect(asked).toEqual(reads ? ["GET", "POST"] : ["GET", "POST", "GET"]);
  asked.length = 0;
  await handler.answer(ask("/items/1", {}, { method: "PUT" }));
  await post();
  expect(asked).toEqual(["PUT", "POST"]);
});

test("a mutation of GraphQL is upstream's each time", async () => {
  const { handler, asked } = sceneOf((nth) => Response.json({ nth }));
  const body = new TextEncoder().encode('{"query":"mutation {add}"}');
  const add = async () =>
    textOf(await handler.answer(ask("/graphql", { "content-type": "application/json" }, { method: "POST", body })));
  expect([await add(), await add(), asked.length]).toEqual(['{"nth":1}', '{"nth":2}', 2]);
});

test("for one program, upstream is asked each time for what it was asked before, streams and requests at one time too", async () => {
  let items = 0;
  let [underway, most] = [0, 0];
  const upstream: FetchHandler = async ({ method, url }) => {
    const nth = ++items;
    underway += 1;
    most = Math.max(most, underway);
    await Promise.resolve();
    underway -= 1;
    const body = `data: ${nth}\n\n`;
    const type = new URL(url).pathname === "/events" ? "text/event-stream" : "text/plain";
    return new Response(method === "POST" ? "same" : body, { headers: { "content-type": type } });
  };
  const request = { method: "GET", target: "/old", principal: "anonymous", headers: [], body: null };
  const player = createPlayer({ tapes: [tape(exchange(request, { body: utf8("old") }))] });
  const handler = recordMisses(player, upstream, { from, inOrder: true });
  const send = async (target: string, method = "GET"): Promise<string | null> => {
    const reply = await handler.answer(ask(target, {}, { method }));
    if (reply.kind === undefined) return textOf(reply);
    let text = "";
    if (reply.kind === "stream") for await (const { bytes } of reply.chunks) text += new TextDecoder().decode(bytes);
    reply.ended?.("sent");
    return text;
  };
  const seen = [];
  for (const target of ["/old", "/job", "/job", "/events", "/events", "/old"]) seen.push(await send(target));
  expect(seen.map((text) => /\d|old/.exec(text ?? "")?.[0])).toEqual(["old", "1", "2", "3", "4", "old"]);
  expect([new Set(await Promise.all([send("/both"), send("/both")])).size, most]).toEqual([2, 2]);
  player.reset();
  expect([await send("/job"), await send("/job")]).toEqual(seen.slice(1, 3));
});
