import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Api, service } from "@tapedeck/api";
import { packKeys } from "@tapedeck/replay";
import { pinnedMoment } from "@tapedeck/tape";
import { createTurns, openHarFolder, packFolder } from "@tapedeck/tape/files";
import { beforeEach, expect, test } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { type FolderReport, mend, verifyFolder, verifyPack } from "../src/files.ts";

const recordings = fileURLToPath(new URL("../../../recordings", import.meta.url));
const ada = "api.service.example/users/ada/GET.har";
const zen = "api.service.example/zen/GET.har";

let copy: string;
beforeEach(async () => {
  copy = await tempFolder();
  await cp(recordings, copy, {
    recursive: true,
    filter: (path) => !path.endsWith(".har") || [ada, zen].some((file) => path.endsWith(file)),
  });
});

async function edit(from: string, to: string): Promise<void> {
  await writeFile(join(copy, ada), (await readFile(join(copy, ada), "utf8")).replace(from, to));
}

test("verifyFolder() reports what it finds, by file, and writes nothing", async () => {
  await edit("Ada Loom", "Ada Loon");
  const before = await readFile(join(copy, ada), "utf8");
  expect(await verifyFolder(copy)).toMatchObject({
    files: 2,
    broken: 1,
    fixed: 0,
    unmended: [],
    report: { [ada]: [{ kind: "edited", where: "entry 1, GET /users/ada as anonymous" }] },
  });
  expect(await readFile(join(copy, ada), "utf8")).toBe(before);
});

test("verifyFolder() with fix mends what loses nothing, and names what it left", async () => {
  await edit("Ada Loom", "Ada Loon");
  await writeFile(join(copy, zen), "{}");
  expect(await verifyFolder(copy, { fix: true })).toMatchObject({
    files: 2,
    broken: 1,
    fixed: 1,
    unmended: [zen],
    report: { [zen]: [{ kind: "unreadable" }] },
  });
});

test("verifyFolder() adds what its caller finds in a recording that can be read", async () => {
  await writeFile(join(copy, zen), "{}");
  const unused = { kind: "unused", where: "", found: "no test opened it", advice: "remove it" } as const;
  const { report } = await verifyFolder(copy, { alsoFind: async () => [unused] });
  expect(report[ada]).toEqual([unused]);
  expect(report[zen]?.map(({ kind }) => kind)).toEqual(["unreadable"]);
});

test.each<readonly [what: string, from: string, to: string, found: readonly string[]]>([
  ["the place of an exchange", '"startedDateTime"', '"_pass": 9, "startedDateTime"', []],
  ...(
    [
      ["a header whose secret is hidden", "set-cookie", "sid=__redacted-cookie__; Path=/", []],
      ["a credential that is hidden", "authorization", "Bearer __redacted-full__", []],
      ["one that is not", "set-cookie", "sid=9f86d081884c7d65; Path=/", ["secret"]],
    ] as const
  ).map(([what, name, value, found]) => {
    const header = JSON.stringify({ name, value }, null, 1).replace(/\n */g, " ");
    return [what, '"headers": [\n', `"headers": [\n      ${header},\n`, found] as const;
  }),
])("verifyFolder() finds in a file that cannot be read, with %s, just that", async (_what, from, to, found) => {
  await edit(from, to);
  await edit('"status": 200', '"status": 99999');
  const { report } = await verifyFolder(copy);
  expect(report[ada]?.map(({ kind }) => kind)).toEqual(["unreadable", ...found]);
});

test("a file whose requests came between those of others is as tapedeck wrote it", async () => {
  const root = join(copy, "written");
  const store = await openHarFolder(root, { origin: "http://localhost", recordedAt: pinnedMoment });
  const turns = createTurns();
  for (const target of ["/c", "/a", "/c?again", "/b", "/a?last"]) {
    const turn = turns.begin();
    const request = { method: "GET", target, principal: "anonymous", headers: [], body: null };
    await store.append({ request, response: { status: 204, headers: [], body: null } }, turn);
    turn.end();
  }
  await store.close();
  expect(await readFile(join(root, "localhost/a/GET_last.har"), "utf8")).toMatch(/"_pass": 3/);
  expect(await verifyFolder(root, { fix: true })).toMatchObject({ files: 5, broken: 0, fixed: 0 });
});

async function quotasIn(folder: string, apis: readonly Api[] = []) {
  return quotasOf(await verifyFolder(folder, { apis }));
}

function quotasOf({ report }: FolderReport) {
  const quotas = Object.entries(report).map(
    ([file, all]) => [file, all.filter(({ kind }) => kind === "quota").map((each) => each.found)] as const,
  );
  return Object.fromEntries(quotas.filter(([, found]) => found.length > 0));
}

// Each answer to a request after the other, by what is left of 60.
async function recordCounters(folder: string, answers: ReadonlyArray<readonly [target: string, left: number]>) {
  const store = await openHarFolder(folder, { origin: "http://localhost", recordedAt: pinnedMoment });
  const turns = createTurns();
  for (const [target, left] of answers) {
    const turn = turns.begin();
    const counters = { limit: "60", remaining: `${left}`, reset: `${pinnedMoment + 99}`, used: `${60 - left}` };
    const headers = Object.entries(counters).map(([name, value]) => [`x-ratelimit-${name}`, value] as const);
    const request = { method: "GET", target, principal: "anonymous", headers: [], body: null };
    await store.append({ request, response: { status: left === 0 ? 429 : 200, headers, body: null } }, turn);
    turn.end();
  }
  await store.close();
}

test.each<readonly [shows: string, answers: Parameters<typeof recordCounters>[1], found: Record<string, string[]>]>([
  [
    "what is left sinks, up and down the sorted files",
    [
      ["/c", 50],
      ["/a", 49],
      ["/c?2", 48],
      ["/b", 47],
      ["/b", 46],
    ],
    {},
  ],
  [
    "what is left rises in an earlier file",
    [
      ["/c", 50],
      ["/b", 49],
      ["/a", 52],
      ["/d", 48],
    ],
    { "localhost/a/GET.har": ["remaining 52, after 49 in localhost/b/GET.har, in the same window"] },
  ],
  [
    "what is left rises from one answer to the next of one request",
    [
      ["/a", 50],
      ["/a", 51],
    ],
    { "localhost/a/GET.2.har": ["remaining 51, after 50 in localhost/a/GET.har, in the same window"] },
  ],
  [
    "a refusal in one file, and then more in another",
    [
      ["/b", 0],
      ["/a", 0],
      ["/c", 1],
    ],
    { "localhost/c/GET.har": ["remaining 1, after 0 in localhost/b/GET.har, in the same window"] },
  ],
])(
  "verifyFolder() holds the files of one origin to their rate limit in recorded order: %s",
  async (_shows, answers, found) => {
    await recordCounters(join(copy, "one"), answers);
    expect(await quotasIn(join(copy, "one"))).toEqual(found);
    await packFolder(join(copy, "one"), join(copy, "one.tapedeck"), {
      keyer: (origins, redact) => packKeys({ origins, redact }),
    });
    expect(quotasOf(await verifyPack(join(copy, "one.tapedeck")))).toEqual(found);
    // The tape of another test is another recording.
    await recordCounters(join(copy, "both/first"), answers.slice(0, 1));
    await recordCounters(join(copy, "both/second"), answers.slice(-1));
    expect(await quotasIn(join(copy, "both"))).toEqual({});
  },
);

test("verifyFolder() with fix pins the counters that contradict each other", async () => {
  const root = join(copy, "written");
  await recordCounters(root, [
    ["/b", 50],
    ["/a", 51],
  ]);
  expect(await verifyFolder(root, { fix: true })).toMatchObject({ files: 2, broken: 0, fixed: 2 });
});

test.each<readonly [shows: string, apis: readonly Api[], found: Record<string, string[]>]>([
  [
    "holds limits of different paths against each other where the API has one for all",
    [{ ...service, origins: [] }],
    { "localhost/b/GET.har": ["limit 80, and 60 in localhost/a/GET.har, for the same caller in the same window"] },
  ],
  ["lets each path have its own limit where nothing is known of the API", [], {}],
])("verifyFolder() %s", async (_shows, apis, found) => {
  const root = join(copy, "written");
  await recordCounters(root, [["/a", 59]]);
  const other = await readFile(join(root, "localhost/a/GET.har"), "utf8");
  await mkdir(join(root, "localhost/b"));
  const changed = other.replace('localhost/a"', 'localhost/b"').replace('"60"', '"80"').replace('"59"', '"79"');
  await writeFile(join(root, "localhost/b/GET.har"), changed);
  expect(await quotasIn(root, apis)).toEqual(found);
});

test("mend() says why it could not write", async () => {
  expect(await mend(copy, "none.har", 0)).toMatchObject([
    { kind: "unreadable", found: "it cannot be mended (ENOENT)" },
  ]);
});

test("verifyFolder() reads what a run that was killed left in its journal", async () => {
  const exchange = {
    request: { method: "GET", target: "/left", principal: "anonymous", headers: [], body: null },
    response: { status: 200, headers: [], body: { encoding: "utf8", text: '{"client_secret":"hunter2aa"}' } },
  };
  const line = { origin: "https://api.service.example", recordedAt: pinnedMoment, pass: 1, at: 1, exchange };
  await writeFile(join(copy, ".tapedeck.journal"), `${JSON.stringify(line)}\n{"half`);
  const { report } = await verifyFolder(copy);
  expect(report["api.service.example/left"]).toMatchObject([{ kind: "secret" }]);
  expect(JSON.stringify(report)).not.toContain("hunter2aa");
  await writeFile(join(copy, ".tapedeck.journal"), "hunter2aa\n");
  const broken = await verifyFolder(copy);
  expect(Object.values(broken.report)).toMatchObject([[{ kind: "unreadable" }]]);
  expect(JSON.stringify(broken.report)).not.toContain("hunter2aa");
});
