import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { service } from "@tapedeck/api";
import { type DriftOptions, type DriftReport, findDrift } from "@tapedeck/record/drift";
import { listRecordings } from "@tapedeck/tape/files";
import { beforeEach, expect, test } from "vitest";
import { randomFrom } from "../../../.ci/seeded-random.ts";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { smallWorld } from "../src/reference-server/documents/world.ts";
import { type ReferenceWorld, startOrigin } from "../src/reference-server/origin.ts";
import { restless } from "./restless.ts";

const committed = fileURLToPath(new URL("../../../recordings", import.meta.url));
const origin = "https://api.service.example";
const tokens = { token: "standin-full-0123456789", narrow: "standin-narrow-0123456789" };

let folder: string;
beforeEach(async () => {
  folder = await tempFolder();
  await cp(committed, folder, { recursive: true });
});

/** Holds the copied recordings against a reference server with this world. */
async function drift(
  world: ReferenceWorld,
  options: Partial<DriftOptions> & { at?: number } = {},
): Promise<DriftReport> {
  const { at = 1_767_225_600, ...others } = options;
  const standin = await startOrigin({
    publicUrl: origin,
    now: () => at,
    world,
    tokens: {
      [tokens.token]: { account: "ada", scopes: ["repo"] },
      [tokens.narrow]: { account: "ada", scopes: [] },
    },
  });
  try {
    return await findDrift({
      api: service,
      dir: folder,
      from: standin.url,
      origin,
      tokens,
      concurrency: 8,
      ...others,
    });
  } finally {
    await standin.close();
  }
}

async function texts(): Promise<Readonly<Record<string, string>>> {
  const files = await listRecordings(folder);
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), "utf8")] as const)),
  );
}

/** The small world with one repository changed. */
function worldWith(fullName: string, change: (repository: Record<string, unknown>) => object): ReferenceWorld {
  const world = smallWorld();
  return {
    ...world,
    repositories: world.repositories.map((repository) =>
      repository.full_name === fullName ? (change({ ...repository }) as typeof repository) : repository,
    ),
  };
}

const found = (report: DriftReport): string[] =>
  report.found.map(
    ({ severity, kind, where, asked }) => `${severity} ${kind} ${where} ${asked.target} ${asked.principal}`,
  );

const seed = Number(process.env["TAPEDECK_SEED"] ?? 20_260_101);
const runs = Number(process.env["TAPEDECK_RUNS"] ?? 4);

test(`no drift is found in ${runs} runs on a reference server that goes on living (seed ${seed})`, async () => {
  const bodies = new Set<string>();
  for (let run = 0; run < runs; run += 1) {
    const world = restless(smallWorld(), randomFrom(seed + run));
    bodies.add(JSON.stringify(world));
    const { asked, found, failed } = await drift(world, { at: 1_767_225_600 + run * 86_399 });
    expect({ run, asked, found, failed }).toEqual({ run, asked: 25, found: [], failed: [] });
  }
  expect(bodies.size).toBe(runs);
});

test.each<[string, (repository: Record<string, unknown>) => object, string[]]>([
  [
    "a field that is gone",
    ({ svn_url: _gone, ...others }) => others,
    ["error removed /svn_url /repos/ada/tabulator anonymous"],
  ],
  [
    "another type",
    (was) => ({ ...was, size: "37" }),
    ["error type /size /repos/ada/tabulator anonymous", "error type /*/size /user/repos narrow"],
  ],
  ["a broken schema", (was) => ({ ...was, forks: -1 }), ["error schema /forks /repos/ada/tabulator anonymous"]],
  ["a null", (was) => ({ ...was, svn_url: null }), ["error null /svn_url /repos/ada/tabulator anonymous"]],
  ["a new field", (was) => ({ ...was, topics: [] }), ["info added /topics /repos/ada/tabulator anonymous"]],
  [
    "another kind of owner",
    (was) => ({ ...was, owner: { ...(was["owner"] as object), type: "Mannequin" } }),
    ["warning enum /owner/type /repos/ada/tabulator anonymous"],
  ],
])("drift finds %s of one repository, at its place", async (_shows, change, expected) => {
  const report = await drift(worldWith("ada/tabulator", change));
  expect(found(report)).toEqual(expect.arrayContaining(expected));
  expect(report.found.every(({ asked }) => /\/ada\/tabulator$|\/repos$/.test(asked.target))).toBe(true);
});

test("drift finds what has another status", async () => {
  const world = smallWorld();
  const { quietfox: _gone, ...accounts } = world.accounts;
  expect(found(await drift({ ...world, accounts }))).toEqual([
    "error status  /users/quietfox anonymous",
    "error status  /users/quietfox/repos anonymous",
  ]);
});

test("drift leaves the recordings as they are, and with update records again what drifted and nothing else", async () => {
  const world = worldWith("ada/tabulator", ({ network_count: _gone, ...others }) => others);
  const later = restless(world, randomFrom(seed));
  const before = await texts();
  const first = await drift(world);
  expect(await texts()).toEqual(before);
  const { updated } = await drift(later, { update: true });
  const after = await texts();
  expect(updated).toEqual(["api.service.example/repos/ada/tabulator/GET.har"]);
  expect(Object.keys(after).filter((file) => after[file] !== before[file])).toEqual(updated);
  const [old = [], fresh = []] = [before, after].map((all) => (all[updated[0] ?? ""] ?? "").split("\n"));
  const [gone, come] = [old.filter((line) => !fresh.includes(line)), fresh.filter((line) => !old.includes(line))];
  const named = (lines: readonly string[]) => lines.map((line) => /"(?:name": ")?([\w-]+)"/.exec(line)?.[1] ?? line);
  expect(named(gone)).toContain("network_count");
  // Each a line of its own; the etag and the date of the last change are headers.
  expect(named(gone).filter((name) => name !== "network_count")).toEqual(named(come));
  expect(named(come)).toEqual(expect.arrayContaining(["etag", "last-modified"]));
  expect(old.length).toBe(fresh.length + 1);
  expect([first.found.length, (await drift(world)).found]).toEqual([1, []]);
});

test("drift asks only for what it has a token for, and says so of the rest", async () => {
  const { asked, notAsked, found } = await drift(smallWorld(), { tokens: { token: tokens.token } });
  expect({ asked, found }).toEqual({ asked: 22, found: [] });
  expect(notAsked.map(({ target, principal, reason }) => `${target} ${principal}: ${reason}`)).toEqual([
    '/repos/ada/loom-notes narrow: no token for alias "narrow"; give it one: --token narrow=ENV_NAME',
    '/user narrow: no token for alias "narrow"; give it one: --token narrow=ENV_NAME',
    '/user/repos narrow: no token for alias "narrow"; give it one: --token narrow=ENV_NAME',
    "/users/ada anonymous: its etag is that of the recorded answer (a 304)",
  ]);
});
