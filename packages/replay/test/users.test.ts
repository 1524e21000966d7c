// Users by Basic or Digest without an alias: each gets what was recorded for it, or a miss.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPackWriter, openPack } from "@tapedeck/tape/files";
import { createSecretMemory, typedLogin } from "@tapedeck/tape/internal";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { law } from "../../../.ci/property.ts";
import { createPlayer, type Player } from "../src/handlers/player.ts";
import type { PlayerOptions } from "../src/handlers/player-options.ts";
import { recordMisses } from "../src/handlers/record-misses.ts";
import { packKeys } from "../src/index/layer/pack-keys.ts";
import { ask, exchange, headers, origin, tape, textOf, utf8 } from "./exchanges.ts";

/** Who asks for what. */
type Sent = readonly [pair: string, target: string];

const digest = (pair: string): string => `Digest username="${pair.split(":")[0]}", nonce="${pair}", response="${pair}"`;
const login = (pair: string): string => `Basic ${btoa(pair)}`;

/** What users asked for; "wrong" as a password was refused. */
function recordedOf(sent: Readonly<Record<string, string>> | readonly Sent[]) {
  const memory = createSecretMemory();
  return tape(
    ...(Array.isArray(sent) ? (sent as readonly Sent[]) : Object.entries(sent)).map(([pair, target]) =>
      memory.exchange(
        exchange(
          { target, principal: "token", headers: [["authorization", login(pair)]] },
          { status: pair.endsWith(":wrong") ? 401 : 200, body: utf8(`${target} of ${pair}`) },
        ),
      ),
    ),
  );
}

function said(player: Player, [pair, target]: Sent): string {
  const outcome = player.answer(ask(target, { authorization: login(pair) }));
  return outcome.status === 501 ? "miss" : outcome.kind === undefined ? String(textOf(outcome)) : "";
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tapedeck-users-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function packed(...parameters: Parameters<typeof recordedOf>) {
  const own = recordedOf(...parameters);
  const { keyedBy, keysOf } = packKeys({ origins: [origin] });
  files += 1;
  const file = join(folder, `${files}.tapedeck`);
  const writer = createPackWriter(file);
  writer.tape(`${own.name}.har`, own, (each) => keysOf(each, origin));
  writer.finish({ keyedBy, descriptions: null });
  return openPack(file);
}

const [ada, bob, service] = ["ada:1", "bob:1", `${"9f86d081884c7d659a2feaa0c55ad015"}:x`];

test.each<[what: string, recorded: Record<string, string>, asked: Sent, answer: string]>([
  ["one user, whatever is sent in a replay", { [ada]: "/x" }, ["dummy:dummy", "/x"], "/x of ada:1"],
  ["one user, before what was refused", { "ada:wrong": "/x", [ada]: "/x" }, ["dummy:dummy", "/x"], "/x of ada:1"],
  ["two users, and a third", { [ada]: "/x", [bob]: "/x" }, ["eve:1", "/x"], "miss"],
  ["two users, one of whom asked for something else", { [ada]: "/x", [bob]: "/y" }, [bob, "/x"], "miss"],
  ["two users, and another's refusal", { "eve:wrong": "/x", [ada]: "/y", [bob]: "/z" }, [ada, "/x"], "miss"],
  ["two users, and what a service asked", { [service]: "/x", [ada]: "/y", [bob]: "/z" }, [ada, "/x"], "miss"],
  [
    "two users, and what a service asked, by a service",
    { [service]: "/x", [ada]: "/y", [bob]: "/z" },
    ["dummy:dummy", "/x"],
    `/x of ${service}`,
  ],
  ["two users, and a service that asks for one's", { [ada]: "/x", [bob]: "/x" }, [service, "/x"], "miss"],
])("%s", (_, recorded, asked, answer) => {
  expect(said(createPlayer({ tapes: [recordedOf(recorded)] }), asked)).toBe(answer);
  const pack = packed(recorded);
  expect(said(createPlayer({ tapes: pack }), asked)).toBe(answer);
  pack.close();
});

test("a rule without callers tells no users apart", () => {
  const recorded = { [ada]: "/x", [bob]: "/y" };
  const player = createPlayer({ tapes: [recordedOf(recorded)], rule: ["method", "path"] });
  expect(said(player, [bob, "/x"])).toBe("/x of ada:1");
});

test("where an upstream is asked for what was not recorded, the only user's answers are no other's", () => {
  const player = createPlayer({ tapes: [recordedOf({ [ada]: "/x" })] });
  const asked = (pair: string) => player.tryReplay(ask("/x", { authorization: login(pair) }))?.status ?? null;
  expect([ada, ada, bob, service].map(asked)).toEqual([200, 200, null, null]);
});

test("where an upstream is asked, a recorded user's second password is upstream's to judge; the first one is not", async () => {
  const asked: string[] = [];
  let isGone = false;
  const player = createPlayer({ tapes: [recordedOf({ [ada]: "/x" })] });
  const upstream = async (request: Request): Promise<Response> => {
    if (isGone) throw new Error("gone");
    const pair = atob(request.headers.get("authorization")?.slice(6) ?? "");
    asked.push(pair);
    return pair === "ada:new" ? new Response("taken") : new Response("refused", { status: 401 });
  };
  const handler = recordMisses(player, upstream, { from: "http://live.example" });
  const said = async (pair: string) => textOf(await handler.answer(ask("/x", { authorization: login(pair) })));
  expect([await said("ada:any"), await said("ada:any"), asked]).toEqual(["/x of ada:1", "/x of ada:1", []]);
  expect([await said("ada:wrong"), await said("ada:wrong")]).toEqual(["refused", "refused"]);
  expect(await said("ada:any")).toBe("/x of ada:1");
  await said("ada:new");
  await said("ada:new");
  expect(asked).toEqual(["ada:wrong", "ada:new"]);
  isGone = true;
  expect(await said("ada:other")).not.toBe("refused");
});

test("where an upstream is asked, a wrong password is upstream's to judge, also after a right one that was generated", async () => {
  const right = "ada:9f86d081884c7d659a2f";
  const asked: string[] = [];
  const upstream = async (request: Request): Promise<Response> => {
    const pair = atob(request.headers.get("authorization")?.slice(6) ?? "");
    asked.push(pair);
    return pair === right ? new Response("taken") : new Response("refused", { status: 401 });
  };
  const handler = recordMisses(createPlayer({ tapes: [] }), upstream, { from: "http://live.example" });
  const said = async (pair: string) => textOf(await handler.answer(ask("/x", { authorization: login(pair) })));
  const sent = [right, "ada:wrong", right, "ada:af86d081884c7d659a2f", right, "ada:af86d081884c7d659a2f"];
  const answers: unknown[] = [];
  for (const pair of sent) answers.push(await said(pair));
  expect(answers).toEqual(["taken", "refused", "taken", "refused", "taken", "refused"]);
  expect(asked).toEqual([0, 1, 3, 5].map((at) => sent[at]));
});

test("where an upstream is asked, a right password is upstream's to judge after a wrong one", async () => {
  const upstream = async (request: Request): Promise<Response> =>
    new Response(null, { status: request.headers.get("authorization") === login("ada:right") ? 204 : 401 });
  const handler = recordMisses(createPlayer({ tapes: [] }), upstream, { from: "http://live.example" });
  const statuses: number[] = [];
  for (const pair of ["ada:wrong", "ada:right", "ada:wrong", "ada:right"])
    statuses.push((await handler.answer(ask("/x", { authorization: login(pair) }))).status);
  expect(statuses).toEqual([401, 204, 401, 204]);
});

test("where an upstream is asked, what a generated login is refused is not recorded, and its own again when upstream is gone", async () => {
  const [right, other] = ["svc:9f86d081884c7d659a2f", "svc:af86d081884c7d659a2f"];
  let isGone = false;
  const upstream = async (request: Request): Promise<Response> => {
    if (isGone) throw new Error("gone");
    const isRight = atob(request.headers.get("authorization")?.slice(6) ?? "") === right;
    return new Response(null, { status: isRight || request.url.endsWith("/public") ? 204 : 403 });
  };
  const player = createPlayer({ tapes: [] });
  const handler = recordMisses(player, upstream, { from: "http://live.example" });
  const status = async (pair: string, path: string) =>
    (await handler.answer(ask(path, { authorization: login(pair) }))).status;
  expect([await status(other, "/public"), await status(other, "/admin")]).toEqual([204, 403]);
  // Recordings tell the two from each other by nothing.
  expect(await status(right, "/admin")).toBe(204);
  expect([...player.recorded()].map((kept) => kept.exchange.response.status)).toEqual([204, 204]);
  isGone = true;
  expect([await status(other, "/new"), await status(right, "/admin")]).toEqual([501, 204]);
});

test("a miss says that several users were recorded, and how each gets its answers", () => {
  const recorded = { [ada]: "/x", [bob]: "/y" };
  // As clients that send no credential until they are asked for one.
  const challenged = exchange({ target: "/x" }, { status: 401 });
  const player = createPlayer({ tapes: [tape(challenged), recordedOf(recorded)] });
  expect(said(player, [bob, "/x"])).toBe("miss");
  const [miss] = player.misses();
  expect(miss?.closest?.differences).toEqual([
    {
      part: "principal",
      at: null,
      asked: expect.stringMatching(/^Basic __redacted-user\.[\da-f]+__$/),
      recorded: expect.stringMatching(/^Basic __redacted-user\.[\da-f]+__$/),
    },
  ]);
  expect(miss?.advice.at(-1)).toBe(
    "several users were recorded: send the name or key of one of them, with any password; or record each under a name of its own: --token NAME=SECRET",
  );
});

test("of several users by Digest none gets what another asked for, whatever the challenge was", () => {
  const memory = createSecretMemory();
  const recorded = [ada, bob].map((pair) =>
    memory.exchange(
      exchange({ target: "/x", principal: "token", headers: [["authorization", digest(pair)]] }, { body: utf8(pair) }),
    ),
  );
  const player = createPlayer({ tapes: [tape(...recorded)] });
  const asked = ["bob:2", "ada:2", "eve:2"].map((pair) => {
    const outcome = player.answer(ask("/x", { authorization: digest(pair) }));
    return outcome.status === 501 || outcome.kind !== undefined ? "miss" : String(textOf(outcome));
  });
  expect(asked).toEqual([bob, ada, "miss"]);
});

test.each([
  ["a key", "a session", { "x-api-key": "9f86d081884c7d659a2feaa0c55ad015" }, ["cookie", "sid=__redacted-cookie__"]],
  ["a session", "a key", { cookie: "sid=__redacted-cookie__" }, ["x-api-key", "__redacted-header.5d41402abc__"]],
] as const)(
  "where upstream is asked, %s gets nothing that was recorded for %s",
  async (_asks, _has, sent, recorded) => {
    const recordings = [
      tape(exchange({ target: "/x", principal: "anonymous", headers: [recorded] }, { body: utf8("of another") })),
    ];
    const upstream = async () => new Response("its own");
    const player = createPlayer({ tapes: recordings });
    const handler = recordMisses(player, upstream, { from: "http://live.example" });
    expect(textOf(await handler.answer(ask("/x", sent)))).toBe("its own");
    expect(textOf(await handler.answer(ask("/x", { [recorded[0]]: recorded[1] })))).toBe("of another");
  },
);

const users = fc.constantFrom("ada", "bob", "eve", "zoe");
const sends = fc.array(fc.tuple(users, fc.constantFrom("/x", "/y", "/z")), { minLength: 1, maxLength: 8 });

test("of several users each gets its own answers or a miss, in any order", () =>
  fc.assert(
    fc.property(sends, sends, (recorded, asked) => {
      fc.pre(new Set(recorded.map(([user]) => user)).size > 1);
      const sent = recorded.map(([user, target]) => [`${user}:right`, target] as const);
      const options: PlayerOptions = { tapes: [recordedOf(sent)] };
      const player = createPlayer(options);
      for (const [user, target] of asked) {
        const own = recorded.some(([one, at]) => one === user && at === target);
        expect(said(player, [`${user}:any`, target])).toBe(own ? `${target} of ${user}:right` : "miss");
      }
    }),
    law(100),
  ));

const [one, two] = ["9f86d081884c7d659a2feaa0c55ad015", "2c26b46b68ffc68ff99b453c1d304134"];

test.each<[what: string, sent: string[], times: number]>([
  ["one token", [`Bearer ${one}`, `token ${one}`], 0],
  ["two tokens", [`Bearer ${one}`, `Bearer ${two}`], 1],
  ["two users", [login(`ada:${one}`), login(`bob:${two}`)], 0],
  ["an alias and a token", [`Bearer ${one}`, "Bearer known-t0ken-of-full"], 0],
  ["two services by Basic", [login(`${one}:x`), login(`${two}:x`)], 1],
])(
  "at a player with an upstream, %s without an alias are told if recordings cannot tell them apart",
  (_, sent, times) => {
    const onSharedAlias = vi.fn<() => void>();
    const users = sent.map((each) => typedLogin("user", each)).filter((each) => each !== null);
    const recorded = [
      ...["token", "full"].map((principal) => exchange({ target: "/x", principal })),
      ...users.map((user) => exchange({ target: "/x", principal: "token", headers: headers(["authorization", user]) })),
    ];
    const tokens = { full: "known-t0ken-of-full" };
    const player = createPlayer({ tapes: [tape(...recorded)], onSharedAlias, tokens });
    const asked = [...sent, ...sent].map((authorization) => ask("/x", { authorization }));
    for (const each of asked) expect(player.tryReplay(each)?.status).toBe(200);
    expect(onSharedAlias).toHaveBeenCalledTimes(times);
  },
);

test.each<[what: string, answers: number, sent: string[], times: number]>([
  ["two tokens that get two answers", 2, [`Bearer ${one}`, `Bearer ${two}`, `Bearer ${one}`], 1],
  ["one token that does", 2, [`Bearer ${one}`, `Bearer ${one}`], 0],
  ["two tokens that get one answer", 1, [`Bearer ${one}`, `Bearer ${two}`], 0],
  ["two users that get their own", 2, [login(`ada:${one}`), login(`bob:${two}`)], 0],
])("%s of those recorded for any are told", (_, answers, sent, times) => {
  const onSharedAlias = vi.fn<() => void>();
  const users = sent.map((each) => typedLogin("user", each)).filter((each) => each !== null);
  const recorded = Array.from({ length: answers }, (_, nth) =>
    exchange(
      {
        target: "/x",
        principal: "token",
        headers: headers(...(users[nth] ? [["authorization", users[nth]] as const] : [])),
      },
      { body: utf8(String(nth)) },
    ),
  );
  const player = createPlayer({ tapes: [tape(...recorded)], onSharedAlias });
  for (const authorization of sent) expect(player.answer(ask("/x", { authorization })).status).toBe(200);
  expect(onSharedAlias).toHaveBeenCalledTimes(times);
});

test("a replay that records gives no user what it has just stored for another", async () => {
  const upstream = async (request: Request): Promise<Response> =>
    Response.json((request.headers.get("authorization") ?? "").length);
  const handler = recordMisses(createPlayer({ tapes: [] }), upstream, { from: origin });
  const seen: (string | null)[] = [];
  for (const [pair, target] of [
    ["cyd:long-password-3", "/x"],
    ["ada:1b", "/y"],
    ["ada:1b", "/x"],
  ] as const)
    seen.push(textOf(await handler.answer(ask(target, { authorization: login(pair) }))));
  expect(seen).toEqual(
    [login("cyd:long-password-3"), login("ada:1b"), login("ada:1b")].map(({ length }) => `${length}`),
  );
});
