import { expect, test } from "vitest";
import type { Exchange } from "../../src/exchange.ts";
import { createSecretIndex } from "../../src/redact/memory/search/secret-index.ts";
import { createSecretMemory } from "../../src/redact/memory/secret-memory.ts";
import { createTurnReader, notReady, sharedByParts } from "../../src/redact/memory/turn-reader.ts";
import { opaque, told } from "./told.ts";

test("of ten times as many characters of secrets as are followed, the latest are, and what is longer than any is not", () => {
  let forgotten = 0;
  const index = createSecretIndex(() => (forgotten += 1));
  const secret = (nth: number, length = 60_000): string => `${opaque(nth)}${"x".repeat(length)}`;
  const add = (value: string): void => index.add({ value, placeholder: "__redacted-token__", isAlias: false });
  for (let nth = 0; nth < 350; nth += 1) add(secret(nth));
  expect(forgotten).toBeGreaterThan(0);
  add(secret(350, 70_000));
  const [oldest, held, latest, longest] = [0, 330, 349, 350].map((nth) =>
    index.get(secret(nth, nth < 350 ? 60_000 : 70_000)),
  );
  expect([oldest, longest]).toEqual([undefined, undefined]);
  const places = [...index.find(`${secret(349)} ${secret(0)}`)].filter((found) => found !== null);
  expect(places).toMatchObject([{ start: 0, secret: latest }]);
  expect(held).toBeDefined();
});

test("a message full of secrets is read in turns with the event loop, to the same end", async () => {
  const members = Array.from({ length: 1000 }, (_, nth) => ({ token: opaque(nth), url: `/a/${opaque(nth + 1)}` }));
  const { request } = told({ method: "POST", body: JSON.stringify([{ otp: "4711" }, ...members]) });
  const memory = createSecretMemory();
  let [turns, isOver] = [0, false];
  const turn = (): void => {
    turns += 1;
    if (!isOver) setTimeout(turn, 0);
  };
  turn();
  const read = await memory.whenReady(() => memory.request(request));
  isOver = true;
  expect(read).toEqual(createSecretMemory().request(request));
  expect(turns).toBeGreaterThan(3);
});

test.each([
  ["has a secret that came later", "", `bearer ${opaque(1)}`],
  ["has none", opaque(1), ""],
])("what was read before is looked through in turns, to the same end: it %s", async (_shows, other, end) => {
  const answer = JSON.stringify([...Array.from({ length: 2000 }, (_, nth) => `the word ${nth}`), end]);
  const before = told({ answer });
  const looked = [createSecretMemory(), createSecretMemory()].map((memory, at) => {
    memory.request(told({ method: "POST", body: JSON.stringify({ token: `${opaque(1)}${other}` }) }).request);
    const again = (): Exchange => memory.again(before);
    return at === 0 ? again() : memory.whenReady(again);
  });
  expect(looked[1]).toBeInstanceOf(Promise);
  const [atOnce, inTurns] = await Promise.all(looked);
  expect(inTurns).toEqual(atOnce);
  expect(atOnce === before).toBe(end === "");
});

test("a guessable value in a long message has its tag, also where that is derived beside the thread", async () => {
  const { request } = told({ method: "POST", body: JSON.stringify({ otp: "4719", text: "word ".repeat(5000) }) });
  const memory = createSecretMemory();
  // Before anything else has derived it.
  const read = await memory.whenReady(() => memory.request(request));
  expect(read).toEqual(createSecretMemory().request(request));
});

test("a conversation of guessable values has eight tags at most, as a message has: each takes a derivation", async () => {
  const messages = Array.from({ length: 40 }, (_, nth) => {
    const data = { encoding: "utf8", text: JSON.stringify({ password: `pw${nth}` }) } as const;
    return { from: "client", afterMs: 0, data } as const;
  });
  const memory = createSecretMemory();
  const read = await memory.whenReady(() => memory.response({ status: 101, headers: [], body: null, messages }));
  const said = read.messages?.map(({ data }) => data.text) ?? [];
  expect(said.filter((text) => /__redacted-password\.[\da-f]+__/.test(text))).toHaveLength(8);
  expect(said.filter((text) => text.includes("__redacted-password__"))).toHaveLength(32);
});

test("a login gets a placeholder that is free after few looks, however many are taken", () => {
  const taken = new Set([
    "__redacted-field__",
    ...Array.from({ length: 20_000 }, (_, nth) => `__redacted-field.${nth}__`),
  ]);
  let looks = 0;
  const isTaken = (placeholder: string): boolean => ++looks < 100 && taken.has(placeholder);
  const memory = createSecretMemory({ issuedBefore: { isTaken } });
  const { response } = told({ answer: JSON.stringify({ access_token: opaque(1) }) });
  expect(memory.response(response, { method: "POST" }).body?.text).toBe('{"access_token":"__redacted-field.20000__"}');
  expect(looks).toBeLessThan(40);
});

test("of more issued values than are remembered, the latest stand for themselves when a client sends them", () => {
  const memory = createSecretMemory();
  const codes = (from: number, count: number): string =>
    JSON.stringify(Array.from({ length: count }, (_, nth) => ({ otp: String(from + nth) })));
  for (let from = 100_000; from < 125_000; from += 1000) memory.exchange(told({ answer: codes(from, 1000) }));
  const sent = (code: number) => memory.request(told({ method: "POST", body: codes(code, 1) }).request).body?.text;
  expect(sent(124_999)).toBe('[{"otp":"__redacted-field__"}]');
  expect(sent(100_000)).toMatch(/^\[\{"otp":"__redacted-field\.[\da-f]+__"\}\]$/);
});

test("what a message's own secrets displace is not taken in again, reading for reading", async () => {
  const tokens = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, nth) => ({ token: `${opaque(from + nth)}${"x9".repeat(500)}` }));
  const memory = createSecretMemory();
  const readings = async (sent: unknown): Promise<number> => {
    const { request } = told({ method: "POST", body: JSON.stringify(sent) });
    let count = 0;
    await memory.whenReady(() => {
      count += 1;
      return memory.request(request);
    });
    return count;
  };
  await readings(tokens(0, 1000));
  await readings(tokens(1000, 2000));
  expect(await readings([...tokens(2000, 2200), ...tokens(0, 750)])).toBeLessThan(6);
});

test("of too many secrets of a message the last are followed, and the same when it comes again", async () => {
  const added = new Set<string>();
  const index = { ...createSecretIndex(), add: ({ value }: { readonly value: string }) => void added.add(value) };
  const turns = createTurnReader(index, () => {});
  const followed = Array.from({ length: turns.mostOfMessage + 500 }, (_, nth) => String(nth)).map(
    (value) => [value, { value, placeholder: "__redacted-token__", isAlias: false }] as const,
  );
  const reading = async (): Promise<readonly string[]> => {
    let isFirst = true;
    await turns.whenReady(() => {
      const { waits } = turns.begin("sent", [], sharedByParts());
      if (!isFirst) return;
      isFirst = false;
      Object.assign(waits ?? {}, {
        fresh: new Map(followed),
        isNew: (each: { readonly value: string }) => !added.has(each.value),
      });
      throw notReady;
    });
    return [...added];
  };
  const last = followed.slice(500).map(([value]) => value);
  expect([await reading(), await reading()]).toEqual([last, last]);
});

test.each([
  ["too long", JSON.stringify({ token: opaque(1).repeat(2100) }), 1],
  ["as others", JSON.stringify({ token: opaque(1) }), 0],
] as const)("of a secret that is %s it is told that it is hidden at its own place alone", (_shows, body, times) => {
  let count = 0;
  const memory = createSecretMemory({ onUnfollowed: () => (count += 1) });
  memory.request(told({ method: "POST", body }).request);
  expect(Math.min(count, 1)).toBe(times);
});

const logins = Array.from({ length: 2 }, (_, at) => {
  const token = opaque(`issued ${at}`);
  const sent = { login: "ada", password: `pw${at}-of-ada`, code: `4711${at}` };
  return told({
    method: "POST",
    target: `/login?pin=${9000 + at}`,
    headers: [["x-api-key", `key${at}`]],
    body: JSON.stringify([sent, ...Array.from({ length: 110 }, (_, nth) => ({ token: opaque(`${at} ${nth}`) }))]),
    answer: JSON.stringify({ access_token: token, refresh_token: `${token}9z`, password: `pw${at}-of-ada` }),
  });
});

const tokensOfOne = told({
  target: "/keys",
  answer: JSON.stringify([
    ...Array.from({ length: 300 }, (_, nth) => ({ token: opaque(`key ${nth % 290}`), note: "n".repeat(100) })),
    { said: JSON.stringify([{ secret: opaque("in text") }, { secret: opaque("key 7") }]) },
    { secret: opaque("behind it"), coded: btoa(`{"token":"${opaque("in base64")}"}`) },
  ]),
});

test("of too many secrets of a message the last are followed, also where it is read at one go, as import does", () => {
  const tokens = Array.from({ length: 500 }, (_, nth) => ({ token: opaque(nth) }));
  const memory = createSecretMemory({ maxSecrets: 100 });
  memory.request(told({ method: "POST", body: JSON.stringify(tokens) }).request);
  expect(memory.learnt).toBe(98);
  const [first, last] = [401, 499].map((nth) => memory.target(`/of-${opaque(nth)}`));
  expect([first, last]).toEqual([`/of-${opaque(401)}`, expect.stringContaining("__redacted-")]);
});

test("a session that may wait hides what it hides at one go, and waits but once for the same", async () => {
  const [waiting, holding] = [createSecretMemory(), createSecretMemory()];
  const waited: Exchange[] = [];
  // First, while no tag is known: all of a process remember them.
  for (const each of [...logins, tokensOfOne]) {
    const read = waiting.whenReady(() => waiting.exchange(each));
    expect(read).toBeInstanceOf(Promise);
    waited.push(await read);
  }
  expect(waited).toEqual([...logins, tokensOfOne].map(holding.exchange));
  // One more is in base64.
  expect(new Set(waited.at(-1)?.response.body?.text?.match(/__redacted-[\w.-]+?__/g)).size).toBe(292);
  for (const each of logins) expect(waiting.whenReady(() => waiting.request(each.request))).not.toBeInstanceOf(Promise);
  const [{ answer, ...asked }] = [{ answer: opaque("issued 1"), target: `/me/${opaque("issued 1")}9z` }];
  expect(JSON.stringify(waiting.exchange(told(asked)))).not.toContain(answer);
});

test("a session that waits has its thread free meanwhile", async () => {
  const memory = createSecretMemory();
  const body = JSON.stringify([{ password: "free-1" }, { password: "free-2" }]);
  const [turns, read] = [{ taken: 0 }, memory.whenReady(() => memory.request(told({ method: "POST", body }).request))];
  const turning = setInterval(() => (turns.taken += 1), 1);
  await read;
  clearInterval(turning);
  expect(turns.taken).toBeGreaterThan(0);
});
