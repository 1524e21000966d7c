import { expect, test, vi } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { run } from "../src/run.ts";
import { tapedeck } from "./in-process.ts";

const from = ["--from", "http://127.0.0.1:1"];
/** Stands for a folder of the test's own: the committed one is copied by others meanwhile, which would find its lock. */
const own = "OWN";
const shaped = ["ghp", "0123456789abcdefghijklmnopqrstuvwxyz"].join("_");
const plain = "my-secret-of-no-shape";

test.each([
  ["alone after --token", ["replay", "--token", plain]],
  ["with an alias after --token", ["record", ...from, "--token", `full=${plain}`]],
  ["of letters and digits after --token", ["drift", ...from, "--token", "full=a9f3c2e1d4b5a6978877665544332211"]],
  ["after --token-env", ["check", "http://127.0.0.1:1", "--token-env", plain]],
  ["of a known shape after --token-env", ["check", "http://127.0.0.1:1", "--token-env", shaped]],
  ["after --token-env of record", ["record", ...from, "--plan", "recordings/cyclists.plan.json", "--token-env", plain]],
  ["in an option's wrong place", ["replay", "--port", shaped]],
  ["in an unknown option", ["replay", `--tokn=${shaped}`]],
  ["for a command", [shaped]],
  ["for a folder to verify", ["verify", shaped]],
  ["for a folder to replay", ["replay", `/tmp/${shaped}`]],
  ["for a plan", ["record", ...from, "--plan", shaped]],
  ["for a command to run", ["record", ...from, "--out", own, "--", shaped]],
  ["that a variable holds, for a plan", ["record", ...from, "--token-env", "HELD", "--plan", plain]],
  ["that a variable holds, for a command to run", ["record", ...from, "--out", own, "--token=full=HELD", "--", plain]],
  ["that a variable holds, for a folder", ["replay", "--token", "full@ada=HELD", `x-${encodeURIComponent(plain)}`]],
  ["that a variable holds, in an unknown option", ["drift", ...from, "--token", "full=HELD", `--tkn=${plain}`]],
])("a credential %s is in no message", async (_where, words) => {
  const out = await tempFolder();
  const given = words.map((word) => (word === own ? out : word));
  const { code, stdout, stderr } = await tapedeck(given, { HELD: plain });
  expect(code).not.toBe(0);
  expect(stderr).not.toBe("");
  expect(stdout + stderr).not.toMatch(/ghp_0123|my-secret|a9f3c2/);
});

test("a fault of the program itself is told without the credentials in use", async () => {
  let reads = 0;
  const environment = {
    get HELD(): string {
      reads += 1;
      if (reads === 1) throw new Error(`a fault about ${plain}`);
      return plain;
    },
  };
  const said: unknown[] = [];
  const error = vi.spyOn(console, "error").mockImplementation((...values) => said.push(...values));
  const code = await run(["replay", "--token", "full=HELD"], environment);
  error.mockRestore();
  expect(code).toBe(1);
  expect(said.join(" ")).toContain("please report it: Error: a fault about __redacted-full__\n");
  expect(said.join(" ")).not.toContain(plain);
});
