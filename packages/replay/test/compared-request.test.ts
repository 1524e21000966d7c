import type { RecordedRequest } from "@tapedeck/tape";
import { expect, test } from "vitest";
import { createPlayer } from "../src/handlers/player.ts";
import { comparedBy, repeatedBy } from "../src/match/compared-request.ts";
import { defaultRule } from "../src/match/matchers.ts";
import { ask, exchange, origin, request, tape, utf8 } from "./exchanges.ts";

const asked = request({ method: "POST", target: "/a/1?t=2", principal: "ada", body: utf8("sent") });

test.each<[rule: readonly string[] | undefined, left: Partial<RecordedRequest>]>([
  [undefined, {}],
  [[...defaultRule, "header:accept"], {}],
  // One's own matcher, in whatever it compares.
  [["method", "path", "mine"], {}],
  [["method", "path"], { target: "/a/1", body: null }],
  [["query", "body", "principal", "cookie:sid"], { method: "", target: "/?t=2" }],
])("of a request, the rule %j compares %j", (rule, left) => {
  expect(comparedBy(rule)(asked)).toEqual({ ...asked, ...left });
});

test.each<[rule: readonly string[], left: readonly string[]]>([
  [
    ["method", "path"],
    ["cookie", "x-tenant"],
  ],
  [
    ["path", "header:x-attempt"],
    ["cookie", "x-attempt", "x-tenant"],
  ],
  [
    ["path", "mine"],
    ["cookie", "x-amz-date", "x-attempt", "x-tenant"],
  ],
])("by the rule %j, the retry of a request repeats its headers %j", (rule, left) => {
  const headers = ["cookie", "x-amz-date", "x-attempt", "x-tenant"].map((name) => [name, "a"] as const);
  const repeated = repeatedBy(comparedBy(rule), rule)({ ...asked, headers });
  expect(repeated.headers.map(([name]) => name)).toEqual(left);
});

test("an idempotency key in a body chooses its own answer, and long numbers beside it are told apart", () => {
  const order = (key: string, account: string) => ({
    method: "POST",
    target: "/orders",
    body: utf8(`{"idempotency_key":"${key}","account_id":${account}}`),
  });
  const orders = [order("k1", "1234567890123456789"), order("k2", "1234567890123456790")] as const;
  const player = createPlayer({
    tapes: [tape(...orders.map((each, nth) => exchange(each, { body: utf8(`answer ${nth + 1}`) })))],
  });
  const asked = (of: (typeof orders)[number]) => {
    const { body } = player.answer(
      ask(of.target, {}, { method: "POST", body: new TextEncoder().encode(of.body.text) }),
    );
    return new TextDecoder().decode(body as Uint8Array);
  };
  expect([orders[1], orders[0], orders[1]].map(asked)).toEqual(["answer 2", "answer 1", "answer 2"]);
});

test("what is ignored is left out before", () => {
  const compared = comparedBy(["method", "path"], [{ path: "/a/*", ignore: ["path.2"] }]);
  expect(compared(asked).target).toBe("/a/*");
});

test("a target that names our own address is the one that names the recorded origin", () => {
  const back = (address: string) => `/auth?redirect_uri=${encodeURIComponent(`${address}/cb`)}`;
  const player = createPlayer({ tapes: [tape(exchange({ target: back(origin) }))] });
  const asked = (target: string) => player.answer(ask(target, {}, { base: "http://127.0.0.1:8787" })).status;
  const addresses = [origin, "http://127.0.0.1:8787", "http://127.0.0.1:87871", "http://127.0.0.1:9"];
  expect(addresses.map((address) => asked(back(address)))).toEqual([200, 200, 501, 501]);
  const begin = (address: string) => `/login?next=${encodeURIComponent(back(address))}`;
  const nested = createPlayer({ tapes: [tape(exchange({ target: begin(origin) }))] });
  expect(nested.answer(ask(begin("http://127.0.0.1:8787"), {}, { base: "http://127.0.0.1:8787" })).status).toBe(200);
});

test("a target that was recorded with our own address is found before the one that names the origin", () => {
  const base = "http://localhost:3000";
  const at = (address: string) => `/a?u=${encodeURIComponent(`${address}/cb`)}`;
  const recorded = (address: string) => exchange({ target: at(address) }, { body: utf8(address) });
  const said = (...addresses: readonly string[]) => {
    const { body, status } = createPlayer({ tapes: [tape(...addresses.map(recorded))] }).answer(
      ask(at(base), {}, { base }),
    );
    return status === 200 ? new TextDecoder().decode(body as Uint8Array) : status;
  };
  // In an answer, the origin is the client's base.
  expect([said(base), said(origin), said("http://localhost:4000")]).toEqual([base, base, 501]);
  const marked = (address: string, text: string) => exchange({ target: at(address) }, { body: utf8(text) });
  const both = createPlayer({ tapes: [tape(marked(origin, "origin's"), marked(base, "own"))] });
  expect(new TextDecoder().decode(both.answer(ask(at(base), {}, { base })).body as Uint8Array)).toBe("own");
});
