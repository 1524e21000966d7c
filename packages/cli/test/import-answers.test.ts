import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesIn, tempFolder } from "../../../.ci/test-resources.ts";
import { root } from "./command.ts";
import { startTapedeck, tapedeck } from "./in-process.ts";

// What answers are, taken over from HAR: as the tool's file has them, and as import wrote them.

type Fields = Readonly<Record<string, string>>;

function entry(
  path: string,
  text: string,
  { status = 200, ...fields }: { status?: number; sent?: Fields; got?: Fields },
) {
  const listed = (from: Fields = {}) => Object.entries(from).map(([name, value]) => ({ name, value }));
  return {
    startedDateTime: "2026-02-03T04:05:06Z",
    request: { method: "GET", url: `https://api.other.example${path}`, headers: listed(fields.sent) },
    response: { status, headers: listed(fields.got), content: { text } },
  };
}

/** Imports a HAR of these entries; resolves to both places to replay it from, and to what the command said. */
async function imported(...entries: readonly object[]) {
  const [file, out] = [join(await tempFolder(), "x.har"), await tempFolder()];
  await writeFile(file, JSON.stringify({ log: { entries } }));
  return { file, out, said: (await tapedeck(["import", file, "--to", out])).stdout };
}

async function replayed(source: string, path: string, times: number): Promise<readonly Response[]> {
  const replay = await startTapedeck(["replay", source, "--port", "0"]);
  const answers = [];
  for (let turn = 0; turn < times; turn += 1) answers.push(await fetch(replay.url + path));
  await replay.stop();
  return answers;
}

test("answers to one URL keep the order in which they were given, whatever headers they were asked with", async () => {
  const asked = (by: string) => ({
    sent: { "Accept-Language": by, "X-Tenant": by },
    got: { "content-type": "text/plain" },
  });
  const { file, out } = await imported(
    entry("/me", "zeta", asked("z")),
    entry("/me", "alpha", { ...asked("a"), status: 401 }),
    entry("/me", "beta", asked("z")),
  );
  for (const source of [file, out]) {
    const answers = await replayed(source, "/me", 3);
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(["zeta", "alpha", "beta"]);
  }
});

test("entries that are the same become a sequence", async () => {
  const { entries } = JSON.parse(await readFile(join(root, "packages/tape/test/fixtures/devtools.har"), "utf8")).log;
  const [one, two] = entries.filter(({ request }: { request: { url: string } }) => request.url.endsWith("/zen"));
  const { file, out, said } = await imported(one, two, one);
  expect(said).toMatch(/captured 3,/);
  for (const source of [file, out]) {
    const [first, second, third] = await Promise.all((await replayed(source, "/zen", 3)).map((each) => each.text()));
    expect([first === second, first === third]).toEqual([false, true]);
  }
});

test("a header beyond Latin-1 is imported, verified, and replayed as the bytes that were sent", async () => {
  const disposition = 'attachment; filename="ключ.txt"';
  const { out, said } = await imported(entry("/key", "key", { got: { "Content-Disposition": disposition } }));
  expect(said).toMatch(/^changed {3}entry 1, .*its header "content-disposition" holds characters/m);
  expect(await tapedeck(["verify", out])).toMatchObject({ code: 0 });
  const [answer] = await replayed(out, "/key", 1);
  expect(Buffer.from(answer?.headers.get("content-disposition") ?? "", "latin1").toString()).toBe(disposition);
});

test("an API that does not count what is used passes verify, unless more is left than the limit", async () => {
  const got = { "X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "57" };
  const { out } = await imported(entry("/a", "ok", { got }));
  expect(await tapedeck(["verify", out])).toMatchObject({ code: 0 });
  const name = "api.other.example/a/GET.har";
  const { [name]: text = "" } = await filesIn(out);
  expect(text).toContain('"59"');
  await writeFile(join(out, name), text.replace('"59"', '"61"'));
  expect((await tapedeck(["verify", out])).stdout).toMatch(/remaining 61 is more than limit 60/);
});

test("import says what a client salted anew for each request", async () => {
  const digest = (salt: string) => createHash("md5").update(`hunter2${salt}`).digest("hex");
  const ping = (salt: string) => entry(`/rest/ping?u=ada&t=${digest(salt)}&s=${salt}`, "pong", {});
  const { said } = await imported(ping("c19b2d"), ping("sesame"));
  expect(said).toContain('{"path":"/rest/ping","ignore":["query.s","query.t"]}');
});
