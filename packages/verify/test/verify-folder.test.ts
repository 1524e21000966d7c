import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pinnedMoment } from "@tapedeck/tape";
import { createTurns, openHarFolder } from "@tapedeck/tape/files";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mend, verifyFolder } from "../src/files.ts";

const recordings = fileURLToPath(new URL("../../../recordings", import.meta.url));
const ada = "api.service.example/users/ada/GET.har";
const zen = "api.service.example/zen/GET.har";

let copy: string;
beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), "tapedeck-verify-"));
  await cp(recordings, copy, {
    recursive: true,
    filter: (path) => !path.endsWith(".har") || [ada, zen].some((file) => path.endsWith(file)),
  });
});
afterEach(() => rm(copy, { recursive: true }));

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
