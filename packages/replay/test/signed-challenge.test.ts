// While an upstream is asked, a client signs what that upstream issued itself: Digest, and its like.
import { createHash } from "node:crypto";
import { headerOf, type Tape } from "@tapedeck/tape";
import { typedLogin } from "@tapedeck/tape/internal";
import { expect, test } from "vitest";
import { asksForSignature } from "../src/handlers/freshness.ts";
import type { FetchHandler } from "../src/handlers/handler.ts";
import { createPlayer } from "../src/handlers/player.ts";
import { recordMisses } from "../src/handlers/record-misses.ts";
import { ask, exchange, tape, textOf, utf8 } from "./exchanges.ts";

const from = "https://live.service.example";
const passwords: Readonly<Record<string, string>> = { ada: "blue-horse7", bob: "red-Cow22" };
const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
const signatureOf = (user: string, nonce: string): string => md5(`${user} ${passwords[user]} ${nonce}`);

/** An upstream by Digest. Each nonce is good for one request. */
function digestUpstream() {
  const nonces = new Set<string>();
  const asked: string[] = [];
  const upstream: FetchHandler = async ({ headers, url }) => {
    const login = headers.get("authorization") ?? "";
    const [, user = "", nonce = "", response] = /username="(.*?)", nonce="(.*?)", response="(.*?)"/.exec(login) ?? [];
    asked.push(`${new URL(url).pathname} ${user}`.trim());
    if (nonces.delete(nonce) && signatureOf(user, nonce) === response) return Response.json(user);
    const fresh = md5(`nonce ${asked.length}`);
    nonces.add(fresh);
    return new Response(null, {
      status: 401,
      headers: { "www-authenticate": `Digest realm="lab", nonce="${fresh}", stale=false, Basic realm="lab"` },
    });
  };
  return { upstream, asked };
}

function sceneOf(tapes: readonly Tape[] = [], other?: FetchHandler) {
  const { upstream, asked } = digestUpstream();
  const player = createPlayer({ tapes });
  const handler = recordMisses(player, other ?? upstream, { from });
  /** Asks as a client does that knows no more of Digest than to sign the challenge: it gives up with a second one. */
  const get = async (target: string, user: string): Promise<string> => {
    let reply = await handler.answer(ask(target));
    const challenge = headerOf(reply.kind === undefined ? reply.headers : [], "www-authenticate") ?? "";
    const [, nonce = ""] = /nonce="(.*?)"/.exec(challenge) ?? [];
    if (nonce !== "") {
      const authorization = `Digest username="${user}", nonce="${nonce}", response="${signatureOf(user, nonce)}"`;
      reply = await handler.answer(ask(target, { authorization }));
    }
    return reply.kind === undefined ? `${reply.status} ${textOf(reply) ?? ""}` : "";
  };
  return { player, asked, get };
}

const challenge = exchange(
  { target: "/x", principal: "anonymous", headers: [] },
  {
    status: 401,
    headers: [["www-authenticate", 'Digest realm="lab", nonce="__redacted-challenge__"']],
    body: utf8(""),
  },
);
const answer = exchange(
  { target: "/x", principal: "token", headers: [["authorization", typedLogin("user", 'Digest username="ada"') ?? ""]] },
  { status: 200, headers: [["content-type", "application/json"]], body: utf8('"ada"') },
);

test("a client by Digest gets past what nobody recorded, as every other after it", async () => {
  const { get, player } = sceneOf();
  const seen: string[] = [];
  for (const user of ["ada", "bob", "ada"]) for (const target of ["/x", "/y"]) seen.push(await get(target, user));
  expect(seen).toEqual(['200 "ada"', '200 "ada"', '200 "bob"', '200 "bob"', '200 "ada"', '200 "ada"']);
  expect(player.misses()).toEqual([]);
});

test("clients by Digest that ask at the same time sign a challenge each", async () => {
  const { get } = sceneOf();
  expect(await Promise.all(["ada", "bob"].map((user) => get("/x", user)))).toEqual(['200 "ada"', '200 "bob"']);
});

test("a tape that lacks nothing is replayed to a client by Digest, also where upstream is gone", async () => {
  const gone: FetchHandler = async () => {
    throw new Error("gone");
  };
  const whole = [tape(challenge, answer)];
  for (const upstream of [undefined, gone]) {
    const { get, player, asked } = sceneOf(whole, upstream);
    expect([await get("/x", "ada"), await get("/x", "ada"), player.unplayed()]).toEqual(['200 "ada"', '200 "ada"', []]);
    expect(asked).toEqual(upstream ? [] : ["/x", "/x"]);
  }
});

test("a client that nobody recorded signs what upstream issued, also where the tape has a challenge", async () => {
  const { get, asked, player } = sceneOf([tape(challenge)]);
  expect(await get("/x", "bob")).toBe('200 "bob"');
  expect(asked).toEqual(["/x", "/x bob"]);
  expect(player.journal().map(({ status, source }) => `${status} ${source.kind}`)).toEqual([
    "401 passed",
    "200 played",
  ]);
});

test("where upstream fails, its challenge is asked for again once it answers", async () => {
  const { upstream } = digestUpstream();
  let isGone = true;
  const { get } = sceneOf([tape(challenge)], async (request) => {
    if (isGone) throw new Error("gone");
    return upstream(request);
  });
  expect(await get("/x", "bob")).toMatch(/^501 /);
  isGone = false;
  expect(await get("/other", "bob")).toBe('200 "bob"');
  expect(await get("/x", "bob")).toBe('200 "bob"');
});

test.each<[status: number, name: string, value: string, is: boolean]>([
  [401, "www-authenticate", 'Digest realm="a", nonce="b"', true],
  [401, "www-authenticate", 'Basic realm="a", Digest realm="a", nonce=b', true],
  [407, "proxy-authenticate", 'Digest nonce="b"', true],
  [401, "www-authenticate", 'Hawk ts="1365741469", tsm="h/Fr6K5=", error="Stale timestamp"', true],
  [401, "www-authenticate", "Negotiate, NTLM TlRMTVNTUAACAAAADAAMADgAAAA=", true],
  [401, "www-authenticate", "Negotiate, NTLM", false],
  [401, "www-authenticate", "SCRAM-SHA-256 sid=a, data=cj1meWtvLWQy", true],
  [401, "www-authenticate", 'HOBA max-age="180", challenge="16:MTEyMzEyMzEyMw=="', true],
  [401, "www-authenticate", 'Basic realm="nonce of data", charset="UTF-8"', false],
  [401, "www-authenticate", 'Bearer realm="https://auth.example/token",service="a",scope="b"', false],
  [401, "www-authenticate", 'OAuth realm="https://api.example/"', false],
  [401, "dpop-nonce", "eyJ7S_zG.eyJH0-Z.HX4w-7v", true],
  [400, "replay-nonce", "oFvnlFP1wIhRlYS2jTaXbA", true],
  [200, "replay-nonce", "oFvnlFP1wIhRlYS2jTaXbA", false],
])("asksForSignature() says of a %d with %s %j: %j", (status, name, value, is) => {
  expect(asksForSignature({ status, headers: [[name, value]] })).toBe(is);
});
