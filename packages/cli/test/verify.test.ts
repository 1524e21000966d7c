import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Exchange } from "@tapedeck/tape";
import { writeWhole } from "@tapedeck/tape/files";
import { canonicalText } from "@tapedeck/verify";
import { beforeEach, expect, test } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { root } from "./command.ts";
import { tapedeck } from "./in-process.ts";

const recordings = join(root, "recordings");
const ada = "api.service.example/users/ada/GET.har";

let copy: string;
beforeEach(async () => {
  copy = await tempFolder();
  await cp(recordings, copy, { recursive: true });
});

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(copy, file), "utf8");
  expect(text).toContain(from);
  await writeFile(join(copy, file), text.replace(from, to));
}

test("verify finds the committed recordings well", async () => {
  expect(await tapedeck(["verify"])).toEqual({
    code: 0,
    stdout: "tapedeck: 39 recordings verified, all well\n",
    stderr: "",
  });
});

test("verify shows which entry was changed by one byte", async () => {
  await edit(ada, "Ada Loom", "Ada Loon");
  const { code, stdout } = await tapedeck(["verify", copy]);
  expect(code).toBe(1);
  expect(stdout).toMatchInlineSnapshot(`
    "api.service.example/users/ada/GET.har
      edited: entry 1, GET /users/ada as anonymous: it was edited: it is not what .recorded says was recorded
        - restore it from version control, record it again, or, if the change is meant, run npx @tapedeck/cli verify --fix
    tapedeck: 39 recordings verified, 1 with findings
    "
  `);
});

test("verify remarks on another user's login within a session, which is no finding", async () => {
  const headers = [["content-type", "application/x-www-form-urlencoded"] as const];
  const cookie = "sid=__redacted-cookie__";
  const login = (user: string, begins: boolean): Exchange => ({
    request: {
      method: "POST",
      target: "/login",
      principal: "anonymous",
      headers: begins ? headers : [...headers, ["cookie", cookie]],
      body: { encoding: "utf8", text: `username=${user}&password=__redacted-password__` },
    },
    response: { status: 204, headers: begins ? [["set-cookie", cookie]] : [], body: null },
  });
  const tape = { name: "api.service.example/in", origin: "https://api.service.example", recordedAt: 1_767_225_600 };
  const exchanges = [login("ada", true), login("bob", false)];
  await writeWhole(join(copy, `${tape.name}/recording.har`), canonicalText({ ...tape, exchanges }));
  const { code, stdout } = await tapedeck(["verify", copy]);
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "tapedeck: 40 recordings verified, all well
    tapedeck: another user logged in within the same session, __redacted-cookie__: what is asked before and after is replayed in recorded order, whoever asks
      - if a client may ask in another order, give each user a client without the other's cookies, or a folder of recordings of its own: --out DIR
    "
  `);
});

test("verify says once what to do about many findings at one place, and names the first of them; --json names all", async () => {
  const exchange = {
    request: { method: "GET", target: "/users/ada/repos", principal: "anonymous", headers: [], body: null },
    response: {
      status: 200,
      headers: [["content-type", "application/json"] as const],
      body: { encoding: "utf8" as const, text: "[\n  {},\n  {}\n]" },
    },
  };
  const tape = { name: "api.service.example/many", origin: "https://api.service.example", recordedAt: 1_767_225_600 };
  await writeWhole(join(copy, `${tape.name}/recording.har`), canonicalText({ ...tape, exchanges: [exchange] }));
  const { stdout } = await tapedeck(["verify", copy]);
  expect(stdout.match(/^ {2}schema: entry 1, GET \/users\/ada\/repos as anonymous: /gm)).toHaveLength(5);
  expect(stdout.match(/^ {4}- /gm)).toHaveLength(1);
  const more = Number(/^ {2}and (\d+) more there \(--json names all\)$/m.exec(stdout)?.[1]);
  const { report } = JSON.parse((await tapedeck(["verify", copy, "--json"])).stdout);
  expect(report[`${tape.name}/recording.har`]).toHaveLength(5 + more);
});

test("verify names the kind of a planted secret, and does not repeat it", async () => {
  const planted = `ghp_${"0aA".repeat(12)}`;
  await edit(ada, "Ada Loom", planted);
  const { code, stdout } = await tapedeck(["verify", copy]);
  expect(code).toBe(1);
  expect(stdout).toContain(
    "secret: entry 1, GET https://api.service.example/users/ada: something that looks like a secret (github-token, header)",
  );
  expect(stdout).not.toContain(planted);
});

test.each([
  ["a comment", '"creator": {', '"comment": "SECRET", "creator": {'],
  ["its creator", '"name": "tapedeck"', '"name": "SECRET"'],
])("verify finds a secret in a recording's %s, and does not repeat it", async (_where, from, to) => {
  const planted = `ghp_${"0aA".repeat(12)}`;
  await edit(ada, from, to.replace("SECRET", planted));
  const { stdout } = await tapedeck(["verify", copy]);
  expect(stdout).toMatch(/secret: line \d+: something that looks like a secret \(github-token\)/);
  expect(stdout).not.toContain(planted);
});

test("verify finds a recording in the wrong folder, and one that is cut in half", async () => {
  await cp(join(copy, ada), join(copy, "api.service.example/users/eve/GET.har"), { recursive: true });
  const whole = await readFile(join(copy, ada), "utf8");
  await writeFile(join(copy, ada), whole.slice(0, whole.length / 2));
  const { stdout } = await tapedeck(["verify", copy]);
  expect(stdout).toContain("misplaced: its exchange belongs into api.service.example/users/ada/GET.har");
  expect(stdout).toMatch(
    /unreadable: it is not whole: it ends in the middle, at line \d+, column \d+\n {4}- restore it from version control, or remove it and record again/,
  );
});

interface Entries {
  readonly log: { _tapedeck?: object; entries: Record<string, unknown>[] };
}

// Edits a recording as JSON, and writes it out over lines or in one.
async function rewrite(file: string, change: (har: Entries) => void, indent: number): Promise<void> {
  const har = JSON.parse(await readFile(join(copy, file), "utf8")) as Entries;
  change(har);
  await writeFile(join(copy, file), `${JSON.stringify(har, null, indent)}\n`);
}

test.each([2, 0])("verify names entries of another tool that are alike, indented by %i", async (indent) => {
  const foreign = ({ log }: Entries): void => {
    delete log._tapedeck;
    const { _id, _order, ...entry } = log.entries[0] ?? {};
    const other = { ...entry, response: { status: 404, headers: [] } };
    const unanswered = { ...entry, response: { status: 0, headers: [] } };
    log.entries = [entry, unanswered, other, unanswered, { ...entry, time: 7 }];
  };
  await rewrite(ada, foreign, indent);
  const { stdout } = await tapedeck(["verify", copy]);
  expect(stdout).toContain(
    "duplicate: entries 1, 5, GET https://api.service.example/users/ada: the same request with the same answer, and nothing numbers them (_order)",
  );
  expect(stdout.match(/duplicate:/g)).toHaveLength(1);
});

test("verify --fix makes a meant change canonical, and hides a planted secret", async () => {
  await edit(ada, "Ada Loom", `Ada ghp_${"0aA".repeat(12)}`);
  expect(await tapedeck(["verify", copy, "--fix"])).toMatchObject({
    code: 0,
    stdout: "tapedeck: 39 recordings verified, 1 mended, all well\n",
  });
  expect(await readFile(join(copy, ada), "utf8")).toContain("Ada __redacted-github-token__");
});

test("verify --json is for machines", async () => {
  await edit(ada, "Ada Loom", "Ada Loon");
  const { stdout } = await tapedeck(["verify", copy, "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ files: 39, broken: 1, report: { [ada]: [{ kind: "edited" }] } });
});
