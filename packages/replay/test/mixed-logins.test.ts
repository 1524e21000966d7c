// Clients that log in in different ways, where an upstream is asked for misses: each gets its own answers.
import { createSecretMemory } from "@tapedeck/tape/internal";
import { expect, test } from "vitest";
import { createPlayer } from "../src/handlers/player.ts";
import { recordMisses } from "../src/handlers/record-misses.ts";
import { ask, exchange, tape, textOf, utf8 } from "./exchanges.ts";

type Sent = Readonly<Record<string, string>>;

const [one, two, three] = ["9f86d081884c7d659a2f", "2c26b46b68ffc68ff99b", "fcde2b2edba56bf40860"];
const jwt = (user: string): string =>
  [{ alg: "HS256" }, { sub: user, exp: 1_800_000_000 }].map((each) => btoa(JSON.stringify(each))).join(".") +
  `.${one}${two}`;
const basic = (pair: string): Sent => ({ authorization: `Basic ${btoa(pair)}` });
const key = (value = ""): Sent => ({ "x-api-key": value });
const cookie = (value: string): Sent => ({ cookie: value });
const digest = (user: string, nonce = ""): Sent => ({
  authorization: `Digest username="${user}", nonce="${nonce}", response="${nonce}${two}"`,
});
const ada = basic("ada:right");

/** Two bearers are not among them: recordings tell those from each other by an alias alone. */
const logins: Readonly<Record<string, Sent>> = {
  nothing: {},
  "ada's password": ada,
  "a wrong password of ada": basic("ada:wrong"),
  "a service's token by Basic": basic(`svc:${one}`),
  "a wrong token by Basic": basic(`svc:${two}`),
  "ada by Digest": digest("ada", one),
  "a bearer": { authorization: `Bearer ${one}` },
  "a bearer with a key": { authorization: `Bearer ${one}`, ...key(one) },
  "a key": key(one),
  "a wrong key": key("wr0ng-horse"),
  "ada with a key": { ...ada, ...key(one) },
  "a session": cookie(`theme=dark; sid=${one}`),
  "another session": cookie(`sid=${two}`),
  "ada with a session": { ...ada, ...cookie(`sid=${one}`) },
  "a session with a key": { ...cookie(`sid=${one}`), ...key(two) },
  "a session by a JWT": cookie(`token=${jwt("ada")}`),
  "another session by a JWT": cookie(`token=${jwt("bob")}`),
};
const names = Object.keys(logins);
const wrong: readonly (string | undefined)[] = names.filter((name) => name.includes("wrong"));
/** What the service says to a login. */
const answerTo = (name: string) => ({ status: wrong.includes(name) ? 401 : 200, body: name });

/** A replay that asks the service, and its requests. */
function scene(recorded: readonly string[] = []) {
  const asked: string[] = [];
  const state = { isGone: false, sender: "" };
  const memory = createSecretMemory();
  const exchanges = recorded.map((name) => {
    const sent = Object.entries(logins[name] ?? {});
    const principal = sent.some(([each]) => each === "authorization") ? "token" : "anonymous";
    const { status, body } = answerTo(name);
    return memory.exchange(exchange({ target: "/x", principal, headers: sent }, { status, body: utf8(body) }));
  });
  const upstream = async (): Promise<Response> => {
    if (state.isGone) throw new Error("gone");
    asked.push(state.sender);
    const { status, body } = answerTo(state.sender);
    return new Response(body, { status });
  };
  const player = createPlayer({ tapes: exchanges.length === 0 ? [] : [tape(...exchanges)] });
  const handler = recordMisses(player, upstream, { from: "http://live.example" });
  const said = async (name: string, sent = logins[name] ?? {}): Promise<string | null> => {
    state.sender = name;
    const reply = await handler.answer(ask("/x", sent));
    return reply.status === 501 ? "miss" : textOf(reply);
  };
  return { asked, state, said };
}

test("of each two that take turns, each gets its own answers", async () => {
  const others: string[] = [];
  const askedAgain: string[] = [];
  for (const first of names)
    for (const second of names) {
      const { said, asked } = scene();
      const order = [first, second, first, second];
      for (const name of order) {
        const body = await said(name);
        if (body !== name) others.push(`${order.slice(0, 2).join(", ")}: "${body}" for "${name}"`);
      }
      // What is refused to a generated password is not recorded.
      const repeated = asked.filter((name, at) => asked.indexOf(name) < at && name !== "a wrong token by Basic");
      if (repeated.length > 0) askedAgain.push(order.join(", "));
    }
  expect(others).toEqual([]);
  expect(askedAgain).toEqual([]);
});

test("of each two that were recorded, upstream is asked for none", async () => {
  const asked: string[] = [];
  const distinct = names.filter((name) => name !== "a wrong token by Basic");
  for (const [at, first] of distinct.entries())
    for (const second of distinct.slice(at)) {
      const { said, asked: anew } = scene([first, second]);
      for (const name of [second, first, second]) expect(await said(name)).toBe(name);
      asked.push(...anew);
    }
  expect(asked).toEqual([]);
});

test("the first session that no answer issued is taken for the only recorded one, and another is upstream's to judge", async () => {
  const { said, asked } = scene(["a session"]);
  expect(await said("mine", cookie(`sid=${two}`))).toBe("a session");
  expect(await said("mine", cookie(`sid=${two}; _ga=GA1.2.77`))).toBe("a session");
  expect(await said("third", cookie(`sid=${three}`))).toBe("third");
  expect(await said("a session")).toBe("a session");
  expect(asked).toEqual(["third"]);
});

test("where upstream is gone, a session that no answer issued chooses nothing, as in a replay without one", async () => {
  const { said, state } = scene(["a session"]);
  expect(await said("a session")).toBe("a session");
  state.isGone = true;
  expect([await said("nobody", {}), await said("another session")]).toEqual(["a session", "a session"]);
});

test("of several sessions that no answer issued, none is given to another one", async () => {
  const { said } = scene(["a session", "another session"]);
  expect(await said("third", cookie(`sid=${three}`))).toBe("third");
  expect([await said("another session"), await said("a session")]).toEqual(["another session", "a session"]);
});

test("what upstream refused a generated password is given again where it is gone, and to no other", async () => {
  const { said, state } = scene();
  const name = "a wrong token by Basic";
  expect(await said(name)).toBe(name);
  state.isGone = true;
  expect([await said(name), await said("other", basic(`svc:${three}`))]).toEqual([name, "miss"]);
});

test("a client without cookies gets nothing that was recorded in another client's session, while upstream is there", async () => {
  const asked: string[] = [];
  const upstream = async (request: Request): Promise<Response> => {
    const sent = request.headers.get("cookie");
    asked.push(sent ?? "none");
    return new Response(sent, { headers: { "set-cookie": `sid=${sent?.slice(4) ?? one}; Path=/` } });
  };
  const handler = recordMisses(createPlayer({ tapes: [] }), upstream, { from: "http://live.example" });
  await handler.answer(ask("/"));
  await handler.answer(ask("/cart", cookie(`sid=${one}`)));
  await handler.answer(ask("/cart"));
  expect(asked).toEqual(["none", `sid=${one}`, "none"]);
});

test.each([
  ["header", (signature: string) => ask("/x", { authorization: `SharedKey ada:${signature}` })],
  ["URL", (signature: string) => ask(`/x?sv=2026-01-01&se=${signature}&sig=${signature}`)],
])(
  "what a signature in a %s was refused is no answer to one of the right key, which nothing tells from it",
  async (_place, signedBy) => {
    let answer = { status: 403, body: "refused" };
    const upstream = async (): Promise<Response> => new Response(answer.body, { status: answer.status });
    const handler = recordMisses(createPlayer({ tapes: [] }), upstream, { from: "http://live.example" });
    const said = async (signature: string): Promise<string | null> => textOf(await handler.answer(signedBy(signature)));
    expect(await said(one)).toBe("refused");
    answer = { status: 200, body: "in" };
    expect([await said(two), await said(three)]).toEqual(["in", "in"]);
  },
);
