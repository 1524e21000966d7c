import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Origin, startOrigin } from "@tapedeck/conformance/reference-server";
import { readTapes } from "@tapedeck/tape/files";
import { afterEach, beforeEach, expect, test } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { tapedeck as tapedeckProcess } from "./command.ts";
import { tapedeck } from "./in-process.ts";

const good = "ada-full-token-0123456789";
const expired = "ada-gone-token-0123456789";

let origin: Origin;
let folder: string;
beforeEach(async () => {
  folder = await tempFolder();
  origin = await startOrigin({ tokens: { [good]: { account: "ada", scopes: ["repo"] } }, now: () => 1_767_225_600 });
});
afterEach(async () => {
  await origin.close();
});

/** The words that record these paths as `full`, from SERVICE_TOKEN. */
async function recording(...requests: readonly object[]): Promise<string[]> {
  const plan = join(folder, "plan.json");
  await writeFile(plan, JSON.stringify({ requests }));
  const out = join(folder, "out");
  return ["record", "--from", origin.url, "--out", out, "--plan", plan, "--token", "full=SERVICE_TOKEN"];
}

const asFull = [
  { path: "/user", as: "full" },
  { path: "/user/repos", as: "full" },
  { path: "/users/ada", as: "full" },
];

const refused =
  'tapedeck: the service does not accept the token of alias "full" (from SERVICE_TOKEN): 3 of 3 requests were answered 401\n' +
  "  - has it expired, or does it lack the scope? put one that the service accepts into SERVICE_TOKEN, and record again\n";

test("record says which token was not accepted, how often, and what to do", async () => {
  const words = await recording(...asFull, { path: "/user" });
  const { code, stderr } = await tapedeck(words, { SERVICE_TOKEN: expired });
  expect(stderr).toContain(`${refused}  - if it was meant to be refused, nothing is wrong: the 401s are recorded\n`);
  expect(stderr).not.toContain(expired);
  expect(code).toBe(0);
});

test("record with a bar says it too", async () => {
  const words = await recording(...asFull);
  const own = Object.getOwnPropertyDescriptor(process.stderr, "isTTY");
  Object.defineProperty(process.stderr, "isTTY", { value: true, configurable: true });
  try {
    const { stderr } = await tapedeck(words, { SERVICE_TOKEN: expired });
    expect(stderr).toContain("█");
    expect(stderr).toContain(refused);
  } finally {
    if (own) Object.defineProperty(process.stderr, "isTTY", own);
    else Reflect.deleteProperty(process.stderr, "isTTY");
  }
});

test("record --json says it in an event, and in the summary", async () => {
  const words = await recording(...asFull);
  const { stdout } = await tapedeck([...words, "--json"], { SERVICE_TOKEN: expired });
  const events = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const told = { alias: "full", unauthorized: 3, answered: 3 };
  expect(events.filter(({ event }) => event === "unaccepted")).toEqual([
    { event: "unaccepted", ...told, variable: "SERVICE_TOKEN" },
  ]);
  expect(events.at(-1)).toMatchObject({ event: "summary", unaccepted: [told] });
});

test("record says nothing of the kind for a token that is accepted, nor for a 401 without any", async () => {
  const words = await recording(...asFull, { path: "/user" });
  const { code, stderr } = await tapedeck(words, { SERVICE_TOKEN: good });
  expect(stderr).toContain("captured  401 GET /user\n");
  expect(stderr).not.toContain("does not accept");
  expect(code).toBe(0);
});

test("record with an expired token fails, and leaves what is on file", async () => {
  const words = await recording(...asFull);
  expect((await tapedeck(words, { SERVICE_TOKEN: good })).code).toBe(0);
  const before = await readTapes(join(folder, "out"));
  for (const fresh of [[], ["--fresh"]]) {
    const { code, stderr } = await tapedeck([...words, ...fresh], { SERVICE_TOKEN: expired });
    expect(stderr).toContain(
      `${refused}  - what was recorded before with a token that it accepted is on file as it was\n`,
    );
    expect(stderr.match(/^failed .*401.*/gm)).toHaveLength(3);
    expect(stderr).toContain("captured 0, unchanged 0, redacted 0, invalid 0, failed 3;");
    expect(stderr).not.toContain(expired);
    expect(code).toBe(1);
    expect(await readTapes(join(folder, "out"))).toEqual(before);
  }
});

test("record -- COMMAND with an expired token gives the command its 401, fails, and leaves what is on file", async () => {
  const script = `const answer = await fetch(process.env.TAPEDECK_URL + "/user", { headers: { authorization: "token " + process.env.SERVICE_TOKEN } });
    console.log(answer.status);`;
  const words = ["record", "--from", origin.url, "--out", join(folder, "out"), "--token", "full=SERVICE_TOKEN"];
  const command = ["--", "node", "--input-type=module", "-e", script];
  const first = await tapedeckProcess([...words, ...command], { SERVICE_TOKEN: good });
  expect([first.code, first.stdout]).toEqual([0, "200\n"]);
  const before = await readTapes(join(folder, "out"));
  const { code, stdout, stderr } = await tapedeckProcess([...words, ...command], { SERVICE_TOKEN: expired });
  expect([code, stdout]).toEqual([1, "401\n"]);
  expect(stderr).toMatch(/^failed {4}GET \/user as full: Cannot record GET .*\/user: it is answered 401/m);
  expect(await readTapes(join(folder, "out"))).toEqual(before);
});

test("record by a plan that has a bad token refused on purpose goes well, the first time and again", async () => {
  const words = await recording({ path: "/user", as: "full" }, { path: "/user", as: "revoked" });
  for (const outcome of ["captured ", "unchanged"]) {
    const { code, stderr } = await tapedeck([...words, "--token", "revoked=REVOKED"], {
      SERVICE_TOKEN: good,
      REVOKED: expired,
    });
    expect(stderr).toContain(`${outcome} 401 GET /user as revoked\n`);
    expect(stderr).toContain('alias "revoked" (from REVOKED): 1 of 1 request was answered 401\n');
    expect(code).toBe(0);
  }
});

test("record -- COMMAND says it of the token that the command sent, and of no other", async () => {
  const script = `const ask = (path, token) => fetch(process.env.TAPEDECK_URL + path, { headers: { authorization: "token " + token } });
    await ask("/user", process.env.SERVICE_TOKEN); await ask("/user", "somebody-elses-0123456789");`;
  const words = ["record", "--from", origin.url, "--out", join(folder, "out"), "--token", "full=SERVICE_TOKEN"];
  const command = ["--", "node", "--input-type=module", "-e", script];
  const { code, stderr } = await tapedeckProcess([...words, ...command], { SERVICE_TOKEN: expired });
  expect(stderr.match(/does not accept .*/g)).toEqual([
    'does not accept the token of alias "full" (from SERVICE_TOKEN): 1 of 1 request was answered 401',
  ]);
  expect(code).toBe(0);
});
