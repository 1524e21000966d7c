import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { github, plain, service } from "@tapedeck/api";
import type { Exchange, Tape } from "@tapedeck/tape";
import { createPackWriter, type OpenPack, openPack } from "@tapedeck/tape/files";
import { pinnedRequestId } from "@tapedeck/tape/internal";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { law } from "../../../.ci/property.ts";
import { stoppedClock } from "../src/clock.ts";
import type { Outcome } from "../src/deliver/outcome.ts";
import { createPlayer, type Player } from "../src/handlers/player.ts";
import type { PlayerOptions } from "../src/handlers/player-options.ts";
import type { IncomingRequest } from "../src/http/message.ts";
import { packKeys } from "../src/index/layer/pack-keys.ts";
import { ask, exchange, headers, origin, recordedAt, refusal, tape, textOf, utf8 } from "./exchanges.ts";

// In a smaller file, what a request gets is kept instead.
const others = 4097;
const secret = "c0ffee-c0ffee-17";
const targets = [
  "/users/ada",
  "/users/ada?b=1&a=2",
  "/users/ada?a=2&b=1",
  "/users/ada/",
  "/a%2Fb",
  `/t/${secret}`,
  "/x/1",
];
const principals = ["anonymous", "token", "full"];
const tokens = { full: "full-t0ken" };

let folder: string;
const packs: OpenPack[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tapedeck-plain-"));
});
afterAll(() => {
  for (const pack of packs) pack.close();
  rmSync(folder, { recursive: true });
});

const apis = [plain, service];

function packed(given: Tape, api: PlayerOptions["api"], rule?: PlayerOptions["rule"]): OpenPack {
  const file = join(folder, `${packs.length}.tapedeck`);
  const writer = createPackWriter(file);
  const { keyedBy, keysOf } = packKeys({ ...(api && { api }), origins: [given.origin], rule });
  writer.tape("given.har", given, (each) => keysOf(each, given.origin));
  const filler = { ...tape(...Array.from({ length: others }, () => exchange({ target: "/other" }))), name: "others" };
  let nth = 0;
  writer.tape("others.har", filler, ({ request }) => {
    nth += 1;
    return { request, tables: { key: [`other ${nth}`] }, path: "", namesOrigin: false, facts: [] };
  });
  writer.finish({ keyedBy, descriptions: null });
  const pack = openPack(file);
  packs.push(pack);
  return pack;
}

/** The first of them in three of four cases. */
const mostly = <Value>(first: Value, ...others: readonly Value[]): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(first) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

/** An exchange of few different requests: most are alone, some are not. */
const exchanges: fc.Arbitrary<Exchange> = fc
  .record({
    target: fc.constantFrom(...targets),
    principal: mostly("anonymous", ...principals),
    method: mostly("GET", "HEAD", "POST"),
    sent: mostly<Exchange["request"]["headers"]>(
      [],
      [["accept", "*/*"]],
      [["if-none-match", '"1"']],
      [["cookie", "sid=__redacted-cookie__"]],
      [["x-request-id", "4f9a1c2e-8b7d-4e6f-9a01-23456789abcd"]],
    ),
    status: mostly(200, 204, 404, 500),
    extra: fc.constantFrom<Exchange["response"]["headers"]>(
      [],
      [["etag", '"1"']],
      [["location", `${origin}/users/ada`]],
      [["x-request-id", "4f9a1c2e-8b7d-4e6f-9a01-23456789abcd"]],
      [["accept-ranges", "bytes"]],
    ),
    text: fc.constantFrom("", '{"login":"ada"}', `{"url":"${origin}/users/ada"}`, "é".repeat(9)),
    isRefusal: fc.integer({ max: 9, min: 0 }).map((nth) => nth === 0),
  })
  .map(({ target, principal, method, sent, status, extra, text, isRefusal }) =>
    isRefusal
      ? refusal({ target, principal })
      : exchange(
          { target, principal, method, headers: sent },
          { status, headers: headers(...extra), body: utf8(text) },
        ),
  );

const sent: ReadonlyArray<IncomingRequest["headers"]> = [
  {},
  { accept: "*/*" },
  { "if-none-match": '"1"' },
  { range: "bytes=0-1" },
  { authorization: "token full-t0ken" },
  { authorization: "token another-t0ken-17" },
  { authorization: `Bearer ${secret}` },
  { authorization: "Basic YWRhOmxvdmVsYWNl" },
  { cookie: "sid=abc", origin: "http://page.example" },
  { "x-request-id": "0a0b0c0d-8b7d-4e6f-9a01-23456789abcd" },
];

// A server hands in the same object, frozen, for the same headers.
for (const each of sent) Object.freeze(each);

/** A request, mostly for one of these targets. */
const requestFor = (recorded: readonly string[]): fc.Arbitrary<IncomingRequest> =>
  fc
    .tuple(
      mostly("recorded", ...targets, "/rate_limit", "/nothing"),
      fc.constantFrom(...recorded),
      mostly(sent[0] as IncomingRequest["headers"], ...sent),
      mostly("GET", "HEAD"),
    )
    .map(([target, own, fields, method]) =>
      ask(target === "recorded" ? own : target, fields, { method, base: "http://localhost:8787" }),
    );

/** What a player says: of a miss not what is nearest, since the larger file may have something nearer. */
function said(reply: Outcome): unknown {
  return reply.status === 501 ? "missed" : { ...reply, body: reply.body && Buffer.from(reply.body).toString("latin1") };
}

function journalOf(player: Player): unknown {
  return player.journal().map(({ source, ...entry }) => ({ ...entry, source: source.kind === "missed" || source }));
}

/** What may happen to a player between two requests. */
const happenings: readonly [(player: Player) => unknown, ...((player: Player) => unknown)[]] = [
  (player) => player.addOverride("patch", [tape(exchange({ target: "/users/ada" }, { body: utf8("over") }))]),
  (player) => player.removeOverride("patch"),
  (player) => player.store(ask("/users/ada"), exchange({}, { body: utf8("stored") }).response, origin),
  (player) => player.quotas()["address 127.0.0.1"] && player.setQuota("address 127.0.0.1", { remaining: 1 }),
  (player) => player.reset(),
];

const settings: readonly Partial<PlayerOptions>[] = [
  {},
  { rewriteOrigin: false },
  { afterLast: "end" },
  { misses: "not-found" },
  { secrets: [{ alias: "own", value: secret }] },
  { redact: { names: ["users"] } },
];

const recorded = fc.sample(
  fc.array(exchanges, { minLength: 1, maxLength: 6 }).map((each) => tape(...each)),
  { numRuns: 8, seed: 16 },
);

test.each(apis.flatMap((api) => recorded.map((given, nth) => [api.name, nth, api, given] as const)))(
  "under %s, a packed file answers as its tapes do, and as without the short way (%i)",
  (_name, _nth, api, given) => {
    const pack = packed(given, api);
    const only = vi.spyOn(pack, "only");
    const requests = requestFor(given.exchanges.map(({ request }) => request.target));
    const steps = fc.array(fc.tuple(requests, mostly(null, ...happenings)), { minLength: 9, maxLength: 30 });
    fc.assert(
      fc.property(steps, fc.constantFrom(...settings), (taken, own) => {
        // What a player's own settings hide is not looked for in a packed file.
        const hides = own.secrets !== undefined || own.redact !== undefined;
        const [first, ...others] = [pack, { ...pack, only: () => null }, ...(hides ? [] : [[given]])].map((tapes) =>
          createPlayer({ ...own, api, tapes, tokens, clock: stoppedClock(recordedAt) }),
        ) as [Player, ...Player[]];
        for (const [request, happen] of taken) {
          const told = [first, ...others].map((player) => {
            happen?.(player);
            return said(player.answer(request));
          });
          for (const each of told) expect(told[0]).toEqual(each);
        }
        for (const other of others) {
          expect(journalOf(first)).toEqual(journalOf(other));
          expect(first.quotas()).toEqual(other.quotas());
        }
      }),
      law(10),
    );
    const isPlain = given.exchanges.some(({ request }) => request.method === "GET" && request.headers.length === 0);
    if (isPlain) expect(only).toHaveBeenCalled();
  },
);

test("a plain answer is found by its target, without a look at its key", () => {
  const pack = packed(
    tape(exchange(), exchange({ target: "/users/bob" }), exchange({ target: "/users/bob" })),
    service,
  );
  const [only, find] = [vi.spyOn(pack, "only"), vi.spyOn(pack, "find")];
  const player = createPlayer({ tapes: pack, api: service, tokens });
  const plainly = (target: string, fields: IncomingRequest["headers"] = {}): readonly boolean[] => {
    const request = ask(target, Object.freeze(fields));
    return [1, 2].map(() => {
      for (const spy of [only, find]) spy.mockClear();
      player.answer(request);
      return only.mock.results.some(({ value }) => value !== null) && find.mock.calls.length === 0;
    });
  };
  // What a request's headers hide is learnt from the first one.
  const known = { authorization: "token full-t0ken" };
  expect([plainly("/users/ada"), plainly("/users/ada", known)]).toEqual([
    [false, true],
    [false, true],
  ]);
  expect([plainly("/users/bob"), plainly("/users/ada", { range: "bytes=0-1" })].flat()).not.toContain(true);
  player.addOverride("patch", [tape(exchange({ target: "/x" }))]);
  expect(plainly("/users/ada")).toEqual([false, false]);
});

const id = "4f9a1c2e-8b7d-4e6f-9a01-23456789abcd";
test.each<[string, Exchange, boolean]>([
  ["one that is sent as it was recorded", exchange({ target: "/a?b=1", headers: [["accept", "*/*"]] }), true],
  ["a HEAD", exchange({ method: "HEAD" }), false],
  ["one with a body", exchange({ body: utf8("x") }), false],
  ["a condition", exchange({ headers: [["if-none-match", '"1"']] }), false],
  ["a session", exchange({ headers: [["cookie", "sid=__redacted-cookie__"]] }), false],
  ["a login", exchange({ principal: "token", headers: [["authorization", "Bearer __redacted-field__"]] }), false],
  ["a target that hides something", exchange({ target: `/a?token=${secret}` }), false],
  ["a target in another coding", exchange({ target: "/a%2Fb" }), false],
  ["a state", exchange({ target: `/auth?state=${id}` }), false],
  ["an answer with the request's id", exchange({ headers: [["x-request-id", id]] }, { body: utf8(id) }), false],
  ["an answer with a pinned id", exchange({}, { headers: headers(["x-request-id", pinnedRequestId(id)]) }), false],
  ["a stream", exchange({}, { chunks: [[2, 5]] }), false],
  ["an answer that was cut", exchange({}, { cut: "reset" }), false],
  ["an answer with a reason", exchange({}, { reason: "Fine" }), false],
])("of exchanges, %s may be found by its target alone", (_what, given, isFound) => {
  const { target = null } = packKeys({ origins: [origin] }).keysOf(given, origin).alone ?? {};
  expect(target !== null).toBe(isFound);
});

test("the overview of limits comes before what was recorded of it", () => {
  const tapes = packed(tape(exchange({ target: "/rate_limit" })), github);
  const player = createPlayer({ tapes, api: github, tokens });
  const request = ask("/rate_limit", Object.freeze({}));
  expect([1, 2].map(() => textOf(player.answer(request)))).not.toContain('{"login":"ada"}');
});

test("what lies below a packed file may be the caller's own", () => {
  const own = tape(exchange({ principal: "full" }, { body: utf8("own") }));
  const player = createPlayer({ over: [packed(tape(exchange()), service)], tapes: [own], api: service, tokens });
  const request = ask("/users/ada", Object.freeze({ authorization: "token full-t0ken" }));
  expect([1, 2].map(() => textOf(player.answer(request)))).toEqual(["own", "own"]);
});

test("a target that repeats what a client sent, or what other settings hide, is understood anew", () => {
  const target = `/t/${secret}`;
  const pack = packed(tape(exchange({ target })), undefined);
  const statuses = (own: Partial<PlayerOptions>, authorization: string): readonly unknown[] => {
    const player = createPlayer({ tapes: pack, ...own });
    const headersOf = [{}, { authorization }, {}].map((each) => Object.freeze(each));
    return headersOf.map((fields) => player.answer(ask(target, fields)).status);
  };
  const [same, ...hiding] = [
    statuses({}, "Bearer another-t0ken-17"),
    statuses({ redact: { shapes: { mine: "c0ffee-[\\w-]+" } } }, "Bearer another-t0ken-17"),
    statuses({ secrets: [{ alias: "own", value: secret }] }, "Bearer another-t0ken-17"),
    statuses({}, `Bearer ${secret}`),
  ];
  expect(same).toEqual([200, 501, 200]);
  expect(hiding).toEqual([
    [501, 501, 501],
    [501, 501, 501],
    [200, 501, 501],
  ]);
});
