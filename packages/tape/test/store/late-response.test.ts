import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isLate, lateResponse } from "../../src/body/late-response.ts";
import { exchangeText } from "../../src/har/exchange-text.ts";
import type { RecordedResponse } from "../../src/index.ts";
import { readTapes, type UnreadableFile } from "../../src/store/index.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tapedeck-late-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const origin = "https://api.service.example";
const file = (): string => join(folder, "GET.har");

function write(response: Partial<RecordedResponse> = {}, method = "GET"): void {
  const exchange = {
    request: { method, target: "/zen", principal: "anonymous", headers: [], body: null },
    response: { status: 200, headers: [["etag", '"1"']], body: { encoding: "utf8", text: '{"a":1}' }, ...response },
  } as const;
  const { har, bodies, headers } = exchangeText(
    exchange,
    { origin, recordedAt: 0 },
    { name: "GET", pass: 0, mayShare: () => method !== "GET" },
  );
  writeFileSync(file(), har);
  for (const { name, content } of [...bodies, ...(headers ? [headers] : [])])
    writeFileSync(join(folder, name), content as string);
}

async function read(): Promise<RecordedResponse> {
  const [found] = await readTapes(folder, { late: true });
  return found?.tape.exchanges[0]?.response as RecordedResponse;
}

test("responses that are read late are those that are read at once", async () => {
  const recordings = fileURLToPath(new URL("../../../../recordings", import.meta.url));
  const late = await readTapes(recordings, { late: true });
  expect(late.some(({ tape }) => tape.exchanges.some(({ response }) => isLate(response)))).toBe(true);
  expect(late).toEqual(await readTapes(recordings));
});

test.each<[string, Partial<RecordedResponse>, boolean]>([
  ["JSON is read late", {}, true],
  ["a text on a line is read late", { body: { encoding: "utf8", text: "Less is more." } }, true],
  ["no body is read late", { status: 304, body: null }, true],
  ["a body in a file is read at once", { body: { encoding: "utf8", text: "a\nb" } }, false],
  ["bytes are read at once", { body: { encoding: "base64", text: "AAE=" } }, false],
  ["an error is read at once: it may say that a limit is used up", { status: 429 }, false],
  ["what GraphQL says of a limit is read at once", { body: { encoding: "utf8", text: '{"t":"RATE_LIMITED"}' } }, false],
  ["what flowed is read at once", { chunks: [[7, 0]] }, false],
  ["what was cut is read at once", { cut: "reset" }, false],
])("%s", async (_shows, response, late) => {
  write(response);
  const found = await read();
  expect(isLate(found)).toBe(late);
  const [whole] = await readTapes(folder);
  expect(found).toEqual(whole?.tape.exchanges[0]?.response);
});

test.each<[string, string, Partial<RecordedResponse>, boolean]>([
  ["what issues nothing is read late", "POST", {}, true],
  [
    "what a safe request got is read late",
    "GET",
    { body: { encoding: "utf8", text: '{"a":"__redacted-field__"}' } },
    true,
  ],
  [
    "what issues a login is read at once",
    "POST",
    { body: { encoding: "utf8", text: '{"a":"__redacted-field__"}' } },
    false,
  ],
  [
    "what issues one in a header that it shares is read at once",
    "POST",
    {
      headers: [
        ["server", "x"],
        ["vary", "y"],
        ["x-login", "__redacted-header__"],
      ],
    },
    false,
  ],
])("%s", async (_shows, method, response, late) => {
  write(response, method);
  expect(isLate(await read())).toBe(late);
});

test.each<[string, (text: string) => string, RegExp]>([
  ["is cut short", (text) => text.slice(0, -9), /it is not whole/],
  ["holds a merge conflict", (text) => text.replace('"a"', '\n<<<<<<< ours\n"a"'), /it holds a merge conflict/],
  ["has a request that is none", (text) => text.replace('"GET"', '"G T"'), /a request.method that is none/],
])("a file that %s is refused at once", async (_what, damage, found) => {
  write();
  writeFileSync(file(), damage(readFileSync(file(), "utf8")));
  await expect(read()).rejects.toThrow(found);
});

test.each<[string, (text: string) => string, asked: string | undefined, answers: boolean]>([
  ["is cut short", (text) => text.slice(0, -9), "/zen", false],
  ["holds a merge conflict", (text) => text.replace('"a"', '\n<<<<<<< ours\n"a"'), "/zen", false],
  ["has a request that is none", (text) => text.replace('"GET"', '"G T"'), undefined, true],
  ["is empty", () => "", undefined, true],
])(
  "a file that %s is told where the others are read, and the request that it may answer",
  async (_what, damage, asked, answers) => {
    const broken = join("api.service.example", "zen", "GET.har");
    mkdirSync(join(folder, "api.service.example/zen"), { recursive: true });
    write();
    writeFileSync(join(folder, broken), damage(readFileSync(file(), "utf8")));
    const unreadable: UnreadableFile[] = [];
    const tapes = await readTapes(folder, { onUnreadable: (each) => unreadable.push(each) });
    const [found] = tapes.find(({ file }) => file !== "")?.tape.exchanges ?? [];
    expect(tapes.find(({ file }) => file === "")?.tape.exchanges).toHaveLength(1);
    expect(unreadable.map(({ error }) => error.file)).toEqual([broken]);
    expect([found?.request.target, unreadable[0]?.mayAnswer("/zen?a=1")]).toEqual([asked, answers]);
    expect(unreadable[0]?.mayAnswer("/other")).toBe(false);
    if (found) expect(() => found.response.body).toThrow(unreadable[0]?.error.message);
  },
);

test("a body that is broken, or another request in its place, is named when it is looked at", async () => {
  write();
  const response = await read();
  const text = readFileSync(file(), "utf8");
  writeFileSync(file(), text.replace('"a": 1', '"a" 1'));
  expect(() => response.body).toThrow(/Cannot read recording "GET.har": it is no JSON, at line/);
  writeFileSync(file(), text.replaceAll("/zen", "/other"));
  expect(() => response.body).toThrow("it has changed since its folder was read");
});

test("no more than 64 Mi characters are held of what was read", () => {
  const text = "a".repeat(24 * 2 ** 20);
  let reads = 0;
  const [first, ...others] = [1, 2, 3].map(() =>
    lateResponse(200, () => {
      reads += 1;
      return { status: 200, headers: [], body: { encoding: "utf8", text } };
    }),
  );
  for (const each of [first, first, ...others]) expect(each?.body?.encoding).toBe("utf8");
  expect(reads).toBe(3);
  expect(others.map((each) => each.headers)).toEqual([[], []]);
  expect(reads).toBe(3);
  expect(first?.body?.encoding).toBe("utf8");
  expect(reads).toBe(4);
});

// Other systems take no such name.
test.runIf(process.platform === "linux")(
  "a file whose name is not UTF-8 is told where the others are read",
  async () => {
    write();
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.of(0xe9), Buffer.from(".har")]), "{}");
    const unreadable: UnreadableFile[] = [];
    expect(await readTapes(folder, { onUnreadable: (each) => unreadable.push(each) })).toHaveLength(1);
    expect(unreadable.map(({ error }) => error.message)).toEqual([
      'Cannot read recording "\u{fffd}.har": the system refuses it (ENOENT): let this user read it, or take it away',
    ]);
  },
);
