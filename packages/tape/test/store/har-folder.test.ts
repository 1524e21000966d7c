import { appendFile, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../../.ci/test-resources.ts";
import type { Exchange, HeaderList } from "../../src/exchange.ts";
import { passesOf } from "../../src/har/passes.ts";
import {
  createTurns,
  holdsRecordings,
  listRecordings,
  openHarFolder,
  readTapes,
  type Store,
} from "../../src/store/index.ts";
import { recordedBelow } from "../../src/store/order/recorded-log.ts";
import { exchange, utf8 } from "../tapes.ts";

const label = { origin: "http://localhost", recordedAt: 1_767_225_600 };
const list = "localhost/list";
const own = [".gitattributes", ".recorded", "localhost"];

function page(number: number, text = "some"): Exchange {
  return exchange({ target: `/list?page=${number}` }, { headers: [], body: utf8(text) });
}

/** Appends one after the other. */
async function append(store: Store, exchanges: readonly Exchange[], turns = createTurns()): Promise<readonly string[]> {
  const outcomes: string[] = [];
  for (const each of exchanges) {
    const turn = turns.begin();
    outcomes.push((await store.append(each, turn)).outcome);
    turn.end();
  }
  return outcomes;
}

/** Records in a run of its own. */
async function runOf(root: string, exchanges: readonly Exchange[], now = label.recordedAt): Promise<readonly string[]> {
  const store = await openHarFolder(root, { ...label, now });
  const outcomes = await append(store, exchanges);
  await store.close();
  return outcomes;
}

async function textsIn(folder: string): Promise<readonly string[]> {
  return (await readTapes(folder)).flatMap(({ tape }) =>
    tape.exchanges.map(({ response }) => response.body?.text ?? ""),
  );
}

test("nothing is recorded through a symbolic link, nor what a killed run left", async () => {
  const [root, elsewhere] = [await tempFolder(), await tempFolder()];
  await symlink(elsewhere, join(root, "localhost"));
  const store = await openHarFolder(root, label);
  await expect(append(store, [page(1)])).rejects.toThrow('"localhost": it is a symbolic link');
  await store.close();
  const line = { ...label, nth: 0, exchange: { ...page(1), pass: 0 } };
  await writeFile(join(root, ".tapedeck.journal"), `${JSON.stringify(line)}\n`);
  await expect(openHarFolder(root, label)).rejects.toThrow('"localhost": it is a symbolic link');
  expect(await readdir(elsewhere)).toEqual([]);
});

test("what is appended is read at once, in recorded order, and stands in sorted files", async () => {
  const root = await tempFolder();
  const store = await openHarFolder(root, label);
  expect(await append(store, [page(2, "b"), page(1, "a"), page(2, "c")])).toEqual(["captured", "captured", "captured"]);
  expect(await textsIn(root)).toEqual(["b", "a", "c"]);
  await store.close();
  expect((await readdir(root, { recursive: true })).toSorted()).toEqual([
    ...own,
    list,
    `${list}/GET_page=1.har`,
    `${list}/GET_page=2.2.har`,
    `${list}/GET_page=2.har`,
  ]);
  expect(await textsIn(root)).toEqual(["b", "a", "c"]);
  const tapes = await Array.fromAsync(store.iterate());
  expect(tapes.map(({ name, exchanges }) => [name, exchanges.length])).toEqual([["localhost/list", 3]]);
});

test("an answer that comes again as it is keeps its day for a month, one that changed does not", async () => {
  const root = await tempFolder();
  const dayAfter = async (days: number, text: string): Promise<string | undefined> => {
    await runOf(root, [page(1, text)], label.recordedAt + days * 86_400);
    return recordedBelow(root)(`${list}/GET_page=1.har`)?.day;
  };
  expect(await dayAfter(0, "a")).toBe("2026-01-01");
  expect(await dayAfter(29, "a")).toBe("2026-01-01");
  expect(await dayAfter(30, "a")).toBe("2026-01-31");
  expect(await dayAfter(31, "b")).toBe("2026-02-01");
});

test("a resource with many answers is not read anew for each: what comes is read from the journal until the end", async () => {
  const root = await tempFolder();
  const store = await openHarFolder(root, label);
  const numbers = Array.from({ length: 60 }, (_, at) => 60 - at);
  const turns = createTurns();
  for (const number of numbers) await append(store, [page(number, String(number))], turns);
  expect((await readdir(join(root, list))).length).toBeLessThan(20);
  expect((await readdir(root)).toSorted()).toEqual([".recorded", ".tapedeck.journal", "localhost"]);
  expect(await textsIn(root)).toEqual(numbers.map(String));
  await store.close();
  expect((await readdir(root)).toSorted()).toEqual(own);
  expect(await readdir(join(root, list))).toHaveLength(60);
  expect(await textsIn(root)).toEqual(numbers.map(String));
});

test("answers that overlapped are sorted, whichever came first, also when they were written one by one", async () => {
  const root = await tempFolder();
  const store = await openHarFolder(root, label);
  const turns = createTurns();
  const asked = [3, 1, 2].map((number) => ({ number, turn: turns.begin() }));
  for (const { number, turn } of asked) {
    await store.append(page(number, String(number)), turn);
    turn.end();
  }
  await store.close();
  expect(await textsIn(root)).toEqual(["1", "2", "3"]);
});

test("find() gives the answers to a request, those of this run in the places of earlier ones", async () => {
  const root = await tempFolder();
  await runOf(root, [page(1, "old 1"), page(2), page(1, "old 2")]);
  const store = await openHarFolder(root, label);
  await append(store, [page(1, "new 1")]);
  const { answers, next } = await store.find(page(1).request);
  expect([answers.map(({ response }) => response.body?.text), next]).toEqual([["new 1", "old 2"], 1]);
  await store.close();
});

test("what was recorded again and is the same touches no file; where only the order changed, the file says so", async () => {
  const root = await tempFolder();
  await runOf(root, [page(1, "a"), page(2, "b")]);
  const files = [`${list}/GET_page=1.har`, `${list}/GET_page=2.har`, ".recorded"];
  const inodes = () => Promise.all(files.map(async (file) => (await stat(join(root, file))).ino));
  const before = await inodes();
  expect(await runOf(root, [page(1, "a"), page(2, "b")])).toEqual(["unchanged", "unchanged"]);
  expect(await inodes()).toEqual(before);
  expect(await runOf(root, [page(2, "b"), page(1, "a")])).toEqual(["unchanged", "unchanged"]);
  expect(await textsIn(root)).toEqual(["b", "a"]);
});

test.each<[string, readonly HeaderList[number][], readonly string[]]>([
  [
    "the boundary of its parts",
    ["one", "another"].map((each) => ["content-type", `multipart/byteranges; boundary=${each}`] as const),
    ["one", "another"].map((each) => `--${each}\r\n\r\nhi\r\n--${each}--\r\n`),
  ],
  [
    "the order of the methods that it allows",
    ["GET, POST", "POST, GET"].map((each) => ["allow", each] as const),
    ["x", "x"],
  ],
])("an answer that differs by %s is the one on file", async (_shows, headers, bodies) => {
  const root = await tempFolder();
  const outcomes: string[] = [];
  for (const [at, header] of headers.entries()) {
    const response = { headers: [header], body: utf8(bodies[at] ?? "") };
    outcomes.push(...(await runOf(root, [exchange({}, response)])));
  }
  expect(outcomes).toEqual(["captured", "unchanged"]);
});

test("a server's message that once came early is the one on file; one that no longer waits is not", async () => {
  const root = await tempFolder();
  const early = (["server", "client"] as const).map((from) => ({ from, afterMs: 1, data: utf8(from) }));
  const outcomes: string[] = [];
  for (const messages of [early.toReversed(), early, early.toReversed(), early.slice(1)])
    outcomes.push(...(await runOf(root, [exchange({}, { status: 101, body: null, messages })])));
  expect(outcomes).toEqual(["captured", "captured", "unchanged", "captured"]);
});

test("the order holds over all files: a request that is new among known ones moves at most what follows it at once", async () => {
  const root = await tempFolder();
  const passesAfter = async (targets: string) => {
    await runOf(
      root,
      targets.split(" ").map((target) => exchange({ target })),
    );
    const found = (await readTapes(root)).flatMap(({ tape }) =>
      passesOf(tape.exchanges).map((pass, at) => [tape.exchanges[at]?.request.target, pass] as const),
    );
    return Object.fromEntries(found);
  };
  const passes = { "/a": 1, "/b": 2, "/c": 0, "/d": 1, "/e": 2 };
  expect(await passesAfter("/c /a /d /b /e")).toEqual(passes);
  expect(await passesAfter("/c /a /d /b /e")).toEqual(passes);
  expect(await passesAfter("/c /new /a /d /aa /b /e")).toEqual({ ...passes, "/aa": 1.1, "/new": 0 });
});

test("a run that fills gaps leaves what is on file, and adds behind it, also after many other resources", async () => {
  const root = await tempFolder();
  await runOf(root, [page(1, "a"), page(1, "b")]);
  const store = await openHarFolder(root, { ...label, fillsGaps: true });
  const others = Array.from({ length: 20 }, (_, nth) => exchange({ target: `/other-${nth}` }));
  await append(store, [page(1, "a"), ...others, page(1, "c")]);
  await store.close();
  expect((await textsIn(join(root, list))).toSorted()).toEqual(["a", "a", "b", "c"]);
  const [{ tape } = { tape: { exchanges: [] } }] = await readTapes(join(root, list));
  expect(tape.exchanges.map(({ response }) => response.body?.text)).toEqual(["a", "b", "a", "c"]);
});

test("a run that fills gaps with changes alone adds none after the last change, and all before it", async () => {
  const root = await tempFolder();
  const outcomes: string[] = [];
  for (const run of ["aab", "b", "ba"]) {
    const store = await openHarFolder(root, { ...label, fillsGaps: "changes" });
    const pages = Array.from(run, (text) => page(1, text));
    outcomes.push(...(await append(store, pages)));
    await store.close();
  }
  expect([outcomes.join(" "), await textsIn(root)]).toEqual([
    "captured unchanged captured unchanged unchanged captured",
    ["a", "a", "b", "b", "a"],
  ]);
});

test("a run that fills gaps with changes alone knows the last answer in its journal, too", async () => {
  const root = await tempFolder();
  await runOf(root, [page(1, "a")]);
  const store = await openHarFolder(root, { ...label, fillsGaps: "changes" });
  const others = Array.from({ length: 20 }, (_, nth) => page(nth + 2, `other-${nth}`));
  await append(store, [...others, ...Array.from("bbaa", (text) => page(1, text))]);
  await store.close();
  const [{ tape } = { tape: { exchanges: [] } }] = await readTapes(join(root, list));
  const first = tape.exchanges.filter(({ request }) => request.target.endsWith("page=1"));
  expect(first.map(({ response }) => response.body?.text)).toEqual(["a", "b", "b", "a"]);
});

test("a run that comes back to a resource after many others goes on where it was", async () => {
  const root = await tempFolder();
  const others = Array.from({ length: 40 }, (_, at) => exchange({ target: `/other/${at}` }, { headers: [] }));
  await runOf(root, [page(1, "first"), ...others, page(1, "second"), ...others]);
  expect(await readdir(join(root, list))).toEqual(["GET_page=1.2.har", "GET_page=1.har"]);
  expect((await textsIn(root)).filter((text) => /first|second/.test(text))).toEqual(["first", "second"]);
  expect(new Set(await readdir(join(root, "localhost/other/7")))).toEqual(new Set(["GET.2.har", "GET.har"]));
  const again = await openHarFolder(root, label);
  await append(again, [page(1, "first"), ...others]);
  await rm(join(root, "localhost/other/7"), { recursive: true });
  await append(again, [page(1, "third")]);
  await again.close();
  expect((await textsIn(root)).filter((text) => /first|second|third/.test(text))).toEqual(["first", "third"]);
});

test("a key that a client makes up for each request does not let the recording grow", async () => {
  const root = await tempFolder();
  for (const key of ["8f", "9e"]) {
    const request = { method: "POST", target: "/payments", headers: [["idempotency-key", key] as const] };
    await runOf(root, [exchange(request, { body: utf8("1") }), exchange(request, { body: utf8("2") })]);
  }
  expect(await textsIn(root)).toEqual(["1", "2"]);
});

test.each([
  ["stays as it is on file where a client made it up", (uuid: string) => `client-retry-${uuid}`, "8f"],
  ["is recorded again where a program chose it", (uuid: string) => `order-${uuid.slice(0, 2)}`, "9e"],
])("an answer that repeats an idempotency key %s", async (_shows, keyOf, stays) => {
  const root = await tempFolder();
  for (const uuid of ["8f14e45f-ceea-467f-a2d4-8ab1c2d3e4f5", "9e107d9d-372b-4b6b-9f0a-1c2d3e4f5a6b"]) {
    const headers = [["idempotency-key", keyOf(uuid)] as const];
    const answer = { headers, body: utf8(`{"request":{"idempotency_key":"${keyOf(uuid)}"}}`) };
    await runOf(root, [exchange({ method: "POST", target: "/payments", headers }, answer)]);
  }
  expect(await textsIn(root)).toEqual([expect.stringContaining(`-${stays}`)]);
});

test("a journal that was left is read with the files, also where its last line is cut off, and brought into them", async () => {
  const root = await tempFolder();
  await runOf(root, [page(1, "old"), page(3)]);
  const killed = await openHarFolder(root, label);
  const more = Array.from({ length: 30 }, (_, at) => page(90 - at, String(at)));
  await append(killed, [page(1, "new"), ...more, exchange({ target: "/other" }, { body: utf8("c") })]);
  await appendFile(join(root, ".tapedeck.journal"), '{"origin":"http://localhost","exch');
  const expected = ["new", "some", ...more.keys().map(String), "c"];
  expect(await textsIn(root)).toEqual(expected);
  expect(await textsIn(root)).toEqual(expected);
  await (await openHarFolder(root, label)).close();
  expect((await readdir(root)).toSorted()).toEqual(own);
  expect(await textsIn(root)).toEqual(expected);
});

test("a folder of which all is in the journal holds recordings", async () => {
  const root = await tempFolder();
  expect(await holdsRecordings(root)).toBe(false);
  const killed = await openHarFolder(root, label);
  await append(killed, [page(1, "new"), ...Array.from({ length: 30 }, (_, at) => page(90 - at, String(at)))]);
  for (const file of await listRecordings(root)) await rm(join(root, file));
  expect([await listRecordings(root), await holdsRecordings(root)]).toEqual([[], true]);
});

test("thousands of files are read with few open at once", async () => {
  const root = await tempFolder();
  const store = await openHarFolder(root, label);
  const turns = createTurns();
  const targets = Array.from({ length: 1500 }, (_, at) => `/r/${at}`);
  await Promise.all(targets.map((target) => store.append(exchange({ target }), turns.begin())));
  await store.close();
  const open: number[] = [];
  const look = async () => open.push((await readdir("/proc/self/fd").catch(() => [])).length);
  const looking = setInterval(look, 1);
  expect(await readTapes(root)).toHaveLength(targets.length);
  clearInterval(looking);
  expect(Math.max(0, ...open)).toBeLessThan(150);
});

test("what was written is not read back when the store closes", async () => {
  const root = await tempFolder();
  const store = await openHarFolder(root, label);
  await append(store, [page(1)]);
  const file = join(root, list, "GET_page=1.har");
  await writeFile(file, "no recording");
  await store.close();
  expect(await readFile(file, "utf8")).toBe("no recording");
});

test("a file that is no recording is left as it is, and refuses what belongs into it", async () => {
  const root = await tempFolder();
  await runOf(root, [page(1)]);
  const file = join(root, list, "GET_page=1.har");
  await writeFile(file, "<<<<<<< HEAD");
  const next = await openHarFolder(root, label);
  await expect(append(next, [page(1)])).rejects.toThrow(/Cannot read recording/);
  await next.close();
  expect(await readFile(file, "utf8")).toBe("<<<<<<< HEAD");
});
