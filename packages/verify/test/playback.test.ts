import { plain } from "@tapedeck/api";
import { anonymous, bodyOf, type Exchange, pinnedMoment, type Tape } from "@tapedeck/tape";
import { createSecretMemory } from "@tapedeck/tape/internal";
import { expect, test } from "vitest";
import type { Finding } from "../src/finding.ts";
import { playbackFindings } from "../src/playback.ts";

const origin = "https://shop.example";
const api = { ...plain, name: "shop", origins: [origin] };

const exchange = (target: string, said: string, more: Partial<Exchange["request"]> = {}): Exchange => ({
  request: { method: "GET", target, principal: anonymous, headers: [], body: null, ...more },
  response: { status: 200, headers: [["content-type", "text/plain"]], body: bodyOf(new TextEncoder().encode(said)) },
});

async function played(exchanges: readonly Exchange[], described = api): Promise<readonly Finding[]> {
  const tape: Tape = { name: "shop", origin, recordedAt: pinnedMoment, exchanges };
  const recorded = exchanges.map((each, at) => ({
    file: "a.har",
    tape: "shop",
    place: at + 1,
    origin,
    exchange: each,
  }));
  const found = await Array.fromAsync(playbackFindings([tape], recorded, [described], [origin]));
  return found.map(([, each]) => each);
}

test.each<[what: string, exchanges: readonly Exchange[]]>([
  ["the answers to one request, in order", [exchange("/a", "1"), exchange("/a", "2"), exchange("/a", "1")]],
  ["callers apart", [exchange("/a", "1"), exchange("/a", "2", { principal: "full" })]],
  ["a request under a condition", [exchange("/a", "1"), exchange("/a", "2", { headers: [["if-none-match", '"x"']] })]],
  [
    "bodies apart",
    ["x", "y"].map((text) => exchange("/a", text, { method: "POST", body: { encoding: "utf8", text } })),
  ],
  ["the same answer twice", [exchange("/a?b=1", "1"), exchange("/a?b=1", "1")]],
])("%s are given back", async (_what, exchanges) => {
  expect(await played(exchanges)).toEqual([]);
});

const [basic, bearer] = [(pair: string) => `Basic ${btoa(pair)}`, (token: string) => `Bearer ${token}`];

test.each<[what: string, logins: readonly (readonly [authorization: string, status: number])[]]>([
  [
    "of two users",
    [
      [basic("ada:correct-horse"), 200],
      [basic("bob:battery-staple"), 200],
    ],
  ],
  [
    "of a user, one of whose passwords is wrong",
    [
      [basic("ada:correct-horse"), 200],
      [basic("ada:nope"), 401],
    ],
  ],
  [
    "of two users, a wrong password first",
    [
      [basic("ada:nope"), 401],
      [basic("ada:correct-horse"), 200],
      [basic("bob:battery-staple"), 200],
    ],
  ],
  [
    "by a token, after a wrong one",
    [
      [bearer("wrong-token"), 401],
      [bearer("9f86d081884c7d659a2feaa0c55ad015"), 200],
    ],
  ],
  [
    "by a token, before a wrong one",
    [
      [bearer("9f86d081884c7d659a2feaa0c55ad015"), 200],
      [bearer("wrong-token"), 401],
    ],
  ],
])("requests %s are given back", async (_what, logins) => {
  const memory = createSecretMemory();
  const exchanges = logins.map(([authorization, status], at) => {
    const asked = exchange("/a", `${at}`, { principal: "token", headers: [["authorization", authorization]] });
    return memory.exchange({ ...asked, response: { ...asked.response, status } });
  });
  expect(await played(exchanges)).toEqual([]);
});

test("requests that the description makes one are given back in recorded order", async () => {
  const described = { ...api, match: [{ path: "/a", ignore: ["query.t"] }] };
  expect(await played([exchange("/a?t=1", "1"), exchange("/a?t=2", "2")], described)).toEqual([]);
});

test("what a replay answers otherwise than it was recorded is named: no server sends a body with a 304", async () => {
  const { response } = exchange("/a", "1");
  expect(await played([{ ...exchange("/a", "1"), response: { ...response, status: 304 } }])).toMatchObject([
    { kind: "unplayable", found: "a replay answers it otherwise than it was recorded" },
  ]);
});

const gone: Exchange = { ...exchange("/a", "1"), response: { ...exchange("/a", "1").response, status: 404 } };

test.each([
  ["body", exchange("/a", "2")],
  ["status", gone],
])("an entry that one of another %s is given for is named, and which that is", async (_what, second) => {
  const tape: Tape = {
    name: "shop",
    origin,
    recordedAt: pinnedMoment,
    exchanges: [exchange("/a", "1"), second],
  };
  const recorded = [2, 1].map((place) => ({
    file: `${place}.har`,
    tape: "shop",
    place,
    origin,
    exchange: tape.exchanges[place - 1] as Exchange,
  }));
  expect(await Array.fromAsync(playbackFindings([tape], recorded, [api], [origin]))).toMatchObject([
    [
      "2.har",
      {
        kind: "unplayable",
        where: "GET /a as anonymous",
        found: "a replay that is asked for it gives another: shop, number 1",
      },
    ],
    ["1.har", { kind: "unplayable", found: "a replay that is asked for it gives another: shop, number 2" }],
  ]);
});

test.each([
  ["that stands in the query", "/a?key=__redacted-parameter__", anonymous],
  ["that another place repeats", "/a?key=__redacted-full__", "full"],
  ["that no form presents", "/a", "full"],
])("an entry with a credential %s is asked for", async (_what, target, principal) => {
  const only = exchange(target, "1", { principal });
  const credentials = [{ query: "token" }, { query: "key" }];
  const tape: Tape = { name: "shop", origin, recordedAt: pinnedMoment, exchanges: [only] };
  const recorded = [{ file: "a.har", tape: "shop", place: 1, origin, exchange: only }];
  expect(await Array.fromAsync(playbackFindings([tape], recorded, [{ ...api, credentials }], [origin]))).toEqual([]);
});

const talk = (...clients: readonly string[]): Exchange => {
  const { request, response } = exchange("/chat", "");
  const messages = clients.flatMap((said) =>
    (["client", "server"] as const).map((from) => ({
      from,
      afterMs: 0,
      data: { encoding: "utf8", text: from === "client" ? said : `you said ${said}` } as const,
    })),
  );
  const closed = { from: "server", code: 1008, reason: "bye" } as const;
  return {
    request: { ...request, headers: [["upgrade", "websocket"]] },
    response: { ...response, status: 101, body: null, messages, closed },
  };
};

test("a conversation over a WebSocket is held as it was recorded, and named if a replay ends it", async () => {
  const long = Array.from({ length: 11_000 }, (_, at) => `${at}`);
  expect(await played([talk("one", "two"), talk(...long)])).toEqual([]);
  // What a client says is compared with its secrets hidden: a recording that was made without would never be heard out.
  expect(await played([talk("one", '{"password":"hunter2hunter2"}')])).toMatchObject([
    { kind: "unplayable", where: "GET /chat as anonymous", found: expect.stringContaining("message 2 is not the one") },
  ]);
});
