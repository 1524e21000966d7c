import { expect, test } from "vitest";
import { tempFolder } from "../../../../.ci/test-resources.ts";
import type { Exchange } from "../../src/exchange.ts";
import { createTurns, listRecordings, openHarFolder, readTapes } from "../../src/store/index.ts";
import type { FillsGaps } from "../../src/store/resource.ts";
import type { Alike } from "../../src/store/resource-content.ts";
import { exchange, utf8 } from "../tapes.ts";

const label = { origin: "http://localhost", recordedAt: 1_767_225_600 };

const asked =
  (type: string, query: string, cookie: string, sent: string) =>
  (answer: string): Exchange =>
    exchange(
      {
        method: "POST",
        target: `/list?${query}`,
        headers: [
          ["content-type", type],
          ["cookie", cookie],
        ],
        body: utf8(sent),
      },
      { headers: [], body: utf8(answer) },
    );
const json = "application/json";
const first = asked(json, "x=1&y=2", "s=1; t=2", '{"a":1,"b":2}');
const other = asked(json, "y=2&x=1", "t=2; s=1", '{"b":2, "a":1}');

/** Records in a run of its own; returns the texts of the answers that were found before each. */
async function run(
  root: string,
  exchanges: readonly Exchange[],
  fillsGaps: FillsGaps = false,
  alike?: Alike,
): Promise<unknown[]> {
  const store = await openHarFolder(root, { ...label, fillsGaps, alike });
  const turns = createTurns();
  const found: unknown[] = [];
  for (const each of exchanges) {
    const { answers } = await store.find(each.request);
    found.push(answers.map(({ response }) => response.body?.text));
    const turn = turns.begin();
    await store.append(each, turn);
    turn.end();
  }
  await store.close();
  return found;
}

async function filed(root: string): Promise<readonly Exchange[]> {
  return (await readTapes(root)).flatMap(({ tape }) => tape.exchanges);
}
const textsOf = (exchanges: readonly Exchange[]): unknown[] => exchanges.map(({ response }) => response.body?.text);

test.each([
  ["members", json, '{"a":1,"b":2}', '{"b":2, "a":1}'],
  ["fields", "application/x-www-form-urlencoded", "a=1&b=2", "b=2&a=1"],
  ["attributes", "text/xml", '<q a="1" b="2"/>', '<q b="2" a="1"/>'],
])(
  "a request that is recorded again with its %s in another order gets its new answer, in its file as it was",
  async (_what, type, sent, changed) => {
    const root = await tempFolder();
    await run(root, [asked(type, "x=1&y=2", "s=1; t=2", sent)("old")]);
    const [files, [before]] = [await listRecordings(root), await filed(root)];
    expect(await run(root, [asked(type, "y=2&x=1", "t=2; s=1", changed)("new")])).toEqual([["old"]]);
    const [after, ...more] = await filed(root);
    expect([after?.request, after?.response.body?.text, more]).toEqual([before?.request, "new", []]);
    expect(await listRecordings(root)).toEqual(files);
  },
);

test("a request that is on file as it was sent keeps to its own answers", async () => {
  const root = await tempFolder();
  await run(root, [first("one"), other("two")]);
  expect(await run(root, [other("two"), first("three")])).toEqual([["two"], ["one"]]);
  expect(textsOf(await filed(root)).toSorted()).toEqual(["three", "two"]);
});

test("what a run fills gaps with comes behind the answers to the request in any order", async () => {
  const root = await tempFolder();
  await run(root, [first("a")]);
  await run(root, [other("b"), first("c"), other("d")], true);
  const all = await filed(root);
  expect([new Set(all.map(({ request }) => request.target)).size, textsOf(all)]).toEqual([1, ["a", "b", "c", "d"]]);
  await run(root, [other("d"), other("e"), other("e"), first("f")], "changes");
  expect(textsOf(await filed(root))).toEqual(["a", "b", "c", "d", "d", "e", "e", "f"]);
});

/** As where an id in the path, and the whole query and body, are left out. */
const byMethod: Alike = {
  compared: (request) => ({ ...request, target: request.target.replace(/\d+.*$/, "*"), body: null }),
  answered: ({ request, response }, as) => ({
    ...response,
    headers: [["location", `${request.target} as ${as.target}`]],
  }),
};
const put = (target: string, answer: string): Exchange =>
  exchange({ method: "PUT", target, body: utf8(answer) }, { headers: [], body: utf8(answer) });

test("requests that differ in what is not compared take the places on file in recorded order, each its own first", async () => {
  const root = await tempFolder();
  await run(root, [put("/a/9?t=1", "one"), put("/a/9?t=2", "two"), put("/a/4", "three"), put("/b/1", "other")]);
  const [files, before] = [await listRecordings(root), await filed(root)];
  const again = [put("/a/7", "1"), put("/a/9?t=3", "2"), put("/a/9?t=4", "3"), put("/b/2", "4")];
  expect(await run(root, again, false, byMethod)).toEqual([["one"], ["two"], ["three"], ["other"]]);
  expect(await listRecordings(root)).toEqual(files);
  const after = await filed(root);
  expect(textsOf(before)).toEqual(["three", "one", "two", "other"]);
  expect(textsOf(after)).toEqual(["3", "1", "2", "4"]);
  expect(after.map(({ request }) => request)).toEqual(before.map(({ request }) => request));
  expect(after[1]?.response.headers).toEqual([["location", "/a/7 as /a/9?t=1"]]);
  await run(root, [put("/a/4", "own"), ...again], false, byMethod);
  expect(textsOf(await filed(root)).toSorted()).toEqual(["1", "2", "3", "4", "own"]);
});

test("requests that are stored at the same time take one place each", async () => {
  const root = await tempFolder();
  const all = Array.from({ length: 40 }, (_, at) => put(`/a/9?t=${at}`, `${at}`));
  await run(root, all);
  const files = await listRecordings(root);
  const store = await openHarFolder(root, { ...label, alike: byMethod });
  const turns = createTurns();
  await Promise.all(
    all.map(async (_, at) => {
      const turn = turns.begin();
      turn.end();
      await store.append(put(`/a/${at % 2 === 0 ? 9 : 8}?again=${at}`, `new ${at}`), turn);
    }),
  );
  await store.close();
  expect(await listRecordings(root)).toEqual(files);
  expect(new Set(textsOf(await filed(root)))).toEqual(new Set(all.map((_, at) => `new ${at}`)));
});

const signed = (nonce: string, moment: string, answer: string, status = 200): Exchange =>
  exchange(
    {
      target: "/orders",
      headers: [
        ["x-nonce", nonce],
        ["x-tenant", "a"],
        ["x-timestamp", moment],
      ],
    },
    { status, headers: [], body: utf8(answer) },
  );

test("a request that its client signs anew takes the place of one that was answered as well, and of no other", async () => {
  const root = await tempFolder();
  await run(root, [signed("a1", "1767225600", "old"), signed("b2", "1767225601", "old too")]);
  const files = await listRecordings(root);
  await run(root, [signed("c3", "1767229200", "new"), signed("d4", "1767229201", "new too")]);
  expect(await listRecordings(root)).toEqual(files);
  expect(textsOf(await filed(root))).toEqual(["new", "new too"]);
  // As where a test of its own sends a wrong signature.
  await run(root, [signed("e5", "1767239200", "refused", 401)]);
  expect(textsOf(await filed(root))).toEqual(["new", "new too", "refused"]);
  await run(root, [signed("f6", "1767249200", "refused again", 403), signed("g7", "1767249201", "newest")]);
  expect(textsOf(await filed(root)).toSorted()).toEqual(["new too", "newest", "refused again"]);
});

test.each(["dpop", "oauth-client-attestation-pop"])(
  "a request whose client proves with %s that it holds a key takes its place on file again: each proof is for one request",
  async (name) => {
    const root = await tempFolder();
    const proven = (proof: string, answer: string): Exchange =>
      exchange(
        {
          target: "/feed",
          principal: "token",
          headers: [
            ["authorization", "DPoP __redacted-field__"],
            [name, proof],
          ],
        },
        { headers: [], body: utf8(answer) },
      );
    await run(root, [proven("__redacted-jwt.0a1__", "old"), proven("__redacted-jwt.b2c__", "old too")]);
    const files = await listRecordings(root);
    await run(root, [proven("__redacted-jwt.3d4__", "new"), proven("__redacted-jwt.e5f__", "new too")]);
    expect(await listRecordings(root)).toEqual(files);
    expect(textsOf(await filed(root))).toEqual(["new", "new too"]);
  },
);

test("a moment, an id or a signature by itself, and a nonce that an answer issued, are what is asked for", async () => {
  const root = await tempFolder();
  const by = (name: string, value: string): Exchange =>
    exchange({ target: "/rates", headers: [[name, value]] }, { headers: [], body: utf8(value) });
  await run(root, [
    by("x-read-time", "2026-01-01T00:00:00Z"),
    by("x-transaction-id", "__redacted-header.0123456789__"),
    by("x-user-hmac", "9f86d081884c7d659a2feaa0c55ad015"),
    by("x-nonce", "__redacted-field__"),
  ]);
  await run(root, [
    by("x-read-time", "2026-02-01T00:00:00Z"),
    by("x-transaction-id", "__redacted-header.1234567890__"),
    by("x-user-hmac", "a3bf4f1b2b0b822cd15d6c15b0f00a08"),
    by("x-nonce", "__redacted-field.2__"),
  ]);
  expect((await filed(root)).length).toBe(8);
});

test("what a run fills gaps with comes behind the last of the requests that are signed anew, or differ in what is not compared", async () => {
  const root = await tempFolder();
  await run(root, [signed("z1", "1767225600", "1"), signed("b2", "1767225601", "2")]);
  await run(root, [signed("a3", "1767229200", "3", 500)], true);
  expect(textsOf(await filed(root))).toEqual(["1", "2", "3"]);
  const other = await tempFolder();
  await run(other, [put("/a/9", "1"), put("/a/4", "2")]);
  await run(other, [put("/a/1", "3")], true, byMethod);
  expect((await filed(other)).map(({ request, response }) => [request.target, response.body?.text])).toEqual([
    ["/a/4", "2"],
    ["/a/4", "3"],
    ["/a/9", "1"],
  ]);
});

test("where a part of the path is not compared, a refusal leaves the answer of another folder to the next request", async () => {
  const root = await tempFolder();
  const item = (id: number, answer: string, status = 200): Exchange => {
    const { request, response } = signed(`n${answer}`, "1767225600", answer, status);
    return { request: { ...request, target: `/a/${id}` }, response };
  };
  const unasked: Alike = {
    compared: (request) => ({ ...request, target: request.target.replace(/\d+$/, "*") }),
    answered: ({ response }) => response,
  };
  await run(root, [item(1, "one")], false, unasked);
  await run(root, [item(2, "refused", 401), item(3, "three")], false, unasked);
  expect(textsOf(await filed(root))).toEqual(["three", "refused"]);
});
