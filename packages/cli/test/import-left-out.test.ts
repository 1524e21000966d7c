import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { root } from "./command.ts";
import { tapedeck } from "./in-process.ts";

const fixtures = join(root, "packages/tape/test/fixtures");

test("what nothing can be said of is listed, also as JSON", async () => {
  const out = await tempFolder();
  const { stdout } = await tapedeck(["import", join(fixtures, "mitmproxy.har"), "--to", out, "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({
    format: "har",
    found: 16,
    captured: 16,
    warnings: [{ kind: "left out", text: "nothing answered it: its status is 0 (server closed connection)" }],
  });
});

test('import of Playwright\'s content: "omit" says how to record bodies', async () => {
  const at = await tempFolder();
  // What has no body could be taken over: without it nothing is left.
  const har = JSON.parse(await readFile(join(fixtures, "playwright-omit/har.har"), "utf8"));
  har.log.entries = har.log.entries.filter(({ response }: { response: { status: number } }) =>
    [200, 201, 404].includes(response.status),
  );
  await writeFile(join(at, "x.har"), JSON.stringify(har));
  const { code, stderr } = await tapedeck(["import", join(at, "x.har")]);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /it holds no bodies; record it with recordHar: \{ content: "embed" \}\nleft out {2}entry 1, GET/,
  );
});

test("import says that nock kept nothing of who asked, and what to do", async () => {
  const file = join(await tempFolder(), "back.json");
  const definition = { scope: "https://x.example:443", method: "GET", path: "/me", status: 200, response: {} };
  const imported = async (one: object): Promise<string> => {
    await writeFile(file, JSON.stringify([{ ...definition, ...one }]));
    return (await tapedeck(["import", file, "--to", await tempFolder()])).stdout;
  };
  expect(await imported({})).toMatch(
    /nock kept no headers of requests.*\n {2}- where clients send one: replay --match method,path,query,body;/,
  );
  expect(await imported({ method: "POST", body: "a=1" })).toContain("nock kept no headers of requests");
  expect(await imported({ reqheaders: { authorization: "Bearer abcdefgh12" } })).not.toContain("nock kept");
});
