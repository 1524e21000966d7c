import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "./command.ts";
import { plantedCookie, plantedPassword, plantedToken } from "./foreign/service.ts";
import { startTapedeck, tapedeck } from "./in-process.ts";

const fixtures = join(root, "packages/tape/test/fixtures");
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tapedeck-import-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Every file below a folder, by its name there. */
async function tree(at: string): Promise<Record<string, string>> {
  const files = (await readdir(at, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const read = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path.slice(at.length + 1), await readFile(path, "utf8")] as const;
  });
  return Object.fromEntries((await Promise.all(read)).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function forms(secret: string): readonly string[] {
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.from("x".repeat(shift) + secret)
      .toString("base64")
      .slice(4, -4),
  );
  const percent = Buffer.from(secret).toString("hex").replace(/../g, "%$&");
  return [secret, encodeURIComponent(secret), percent, Buffer.from(secret).toString("hex"), ...base64];
}

describe.each([
  ["devtools.har", 17],
  ["firefox.har", 17],
  ["playwright-embed/har.har", 17],
  ["playwright-attach/har.har", 17],
  ["playwright.zip", 17],
  ["mitmproxy.har", 16],
  ["mitmproxy-8.har", 16],
  ["polly-5.har", 15],
  ["polly-6.har", 15],
  ["vcr.yml", 15],
  ["vcrpy.yaml", 15],
  ["go-vcr.yaml", 15],
  ["undici.json", 15],
])("npx @tapedeck/cli import %s", (file, exchanges) => {
  const out = () => join(folder, file);
  let imported: Awaited<ReturnType<typeof tapedeck>>;
  beforeAll(async () => {
    imported = await tapedeck(["import", join(fixtures, file), "--to", out()]);
  });

  test("takes over what can be replayed, and the folder passes verify", async () => {
    expect(imported).toMatchObject({ code: 0, stderr: "" });
    expect(imported.stdout).toMatch(new RegExp(`captured ${exchanges}, unchanged 0, .* invalid 0, failed 0; in `));
    expect(await tapedeck(["verify", out()])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/, all well\n$/),
    });
  });

  test("leaves no secret on disk, in any form", async () => {
    const texts = Object.values(await tree(out()));
    expect(texts.length).toBeGreaterThan(10);
    for (const secret of [plantedToken, plantedCookie, plantedPassword].flatMap(forms)) {
      expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    }
  });

  test("changes nothing the second time", async () => {
    const before = await tree(out());
    const again = await tapedeck(["import", join(fixtures, file), "--to", out()]);
    expect(again.stdout).toMatch(new RegExp(`captured 0, unchanged ${exchanges},`));
    expect(await tree(out())).toEqual(before);
  });

  test("replays, imported or given as it is", async () => {
    for (const source of [out(), join(fixtures, file)]) {
      const replay = await startTapedeck(["replay", source, "--port", "0"]);
      expect(replay.line).toContain(`replaying ${exchanges} exchanges`);
      const ask = (path: string, init: RequestInit = {}) => fetch(replay.url + path, { redirect: "manual", ...init });
      expect(await ask("/people/ada").then((answer) => answer.json())).toMatchObject({ name: "Ada · Málaga" });
      expect(await ask("/gzip").then((answer) => answer.text())).toBe('{"packed":"gzip"}');
      expect(await ask("/br").then((answer) => answer.text())).toBe('{"packed":"br"}');
      const bytes = await ask("/bytes");
      expect(new Uint8Array(await bytes.arrayBuffer())).toEqual(Uint8Array.of(0, 255, 1, 254, 137, 80));
      const [first, second] = [await ask("/zen"), await ask("/zen")].map((answer) => answer.text());
      expect(await first).not.toBe(await second);
      expect((await ask("/moved")).status).toBe(302);
      expect((await ask("/nobody")).status).toBe(404);
      const me = await ask("/me", { headers: { authorization: "Bearer whatever" } });
      // As what an answer of the file issued, where one did.
      expect(await me.json()).toEqual({
        login: "ada",
        sent: expect.stringMatching(/^Bearer __redacted-(?:token|field)__$/),
      });
      const form = new URLSearchParams({ a: "1 & 2", password: plantedPassword });
      expect((await ask("/echo", { method: "POST", body: form })).status).toBe(201);
      expect((await ask("/etag", { headers: { "if-none-match": '"v1"' } })).status).toBe(304);
      await replay.stop();
    }
  });
});

test("import of a recording of tapedeck's own gives the same recording", async () => {
  const file = "api.service.example/user/GET@token.har";
  const out = join(folder, "own");
  expect((await tapedeck(["import", join("recordings", file), "--to", out])).stdout).toMatch(/captured 1,/);
  expect((await tree(out))[file]).toBe(await readFile(join(root, "recordings", file), "utf8"));
});

test("a credential in the file gets its alias by --token", async () => {
  const out = join(folder, "aliased");
  const words = ["import", join(fixtures, "devtools.har"), "--to", out, "--token", "full=THE_TOKEN"];
  expect((await tapedeck(words, { THE_TOKEN: plantedToken })).code).toBe(0);
  const texts = Object.values(await tree(out)).join();
  expect(texts).toContain('"value": "__redacted-full__"');
  expect(texts).not.toContain(plantedToken);
});

describe.each([
  ["har", "all.har"],
  ["nock", "nocks.json"],
  ["wiremock", "wiremock"],
])("tapedeck export --format %s", (format, name) => {
  test("and import give the same recordings, byte for byte", async () => {
    const to = join(folder, name);
    const exported = await tapedeck(["export", "recordings", "--format", format, "--to", to]);
    expect(exported).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringContaining(`39 exchanges as ${format} in ${to}`),
    });
    const back = join(folder, `back-${format}`);
    const imported = await tapedeck(["import", to, "--to", back, "--origin", "all"]);
    expect(imported.stdout).toMatch(/captured 39, unchanged 0, redacted 0, invalid 0, failed 0/);
    const recordings = Object.entries(await tree(join(root, "recordings"))).filter(([file]) => file.endsWith(".har"));
    const again = Object.entries(await tree(back)).filter(([file]) => file.endsWith(".har"));
    expect(Object.fromEntries(again)).toEqual(Object.fromEntries(recordings));
  });

  test("goes to standard output where no file is named, and what cannot be said to standard error", async () => {
    const { code, stdout, stderr } = await tapedeck(["export", "recordings", "--format", format]);
    expect(code).toBe(0);
    expect(() => JSON.parse(stdout)).not.toThrow();
    const alias = /^changed {3}GET https:\/\/api\.service\.example\/user: asked as \w+ and \w+: ask with the alias/m;
    if (format === "har") expect(stderr).toBe("");
    else expect(stderr).toMatch(alias);
  });
});

test("of several origins, import asks to choose, and takes what is chosen", async () => {
  const all = join(folder, "origins.har");
  await tapedeck(["export", "recordings", "--format", "har", "--to", all]);
  const out = join(folder, "chosen");
  expect(await tapedeck(["import", all, "--to", out])).toEqual({
    code: 1,
    stdout: "",
    stderr: `tapedeck: Cannot import "${all}": it holds 2 origins; choose, or take them all with --origin all\n  --origin https://api.service.example   31 exchanges\n  --origin https://cyclists.example   8 exchanges\n`,
  });
  const chosen = await tapedeck(["import", all, "--to", out, "--origin", "https://cyclists.example"]);
  expect(chosen.stdout).toMatch(/captured 8,/);
  expect((await readdir(out)).filter((name) => !name.startsWith("."))).toEqual(["cyclists.example"]);
  const replay = await startTapedeck(["replay", all, "--port", "0"]);
  expect(replay.line).toContain("replaying 31 exchanges");
  await replay.stop();
  const other = await startTapedeck(["replay", all, "--port", "0", "--of", "https://cyclists.example"]);
  expect(other.line).toContain("replaying 8 exchanges");
  await other.stop();
});

test("what nothing can be said of is listed, also as JSON", async () => {
  const out = join(folder, "listed");
  const { stdout } = await tapedeck(["import", join(fixtures, "mitmproxy.har"), "--to", out, "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({
    format: "har",
    found: 16,
    captured: 16,
    warnings: [{ kind: "left out", text: "nothing answered it: its status is 0 (server closed connection)" }],
  });
});

test("a link that leads out of __files is not followed, and neither are bytes that are no UTF-8 taken for text", async () => {
  const at = await mkdtemp(join(folder, "links-"));
  await mkdir(join(at, "mappings"));
  await mkdir(join(at, "__files"));
  await writeFile(join(at, "secret.txt"), "planted-t0ken");
  await symlink("../secret.txt", join(at, "__files/body.txt"));
  const mapping = { request: { method: "GET", url: "/a" }, response: { status: 200, bodyFileName: "body.txt" } };
  await writeFile(join(at, "mappings/a.json"), JSON.stringify(mapping));
  expect(await tapedeck(["import", at, "--to", join(at, "out")])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/left out {2}mapping 1, GET \/a: its body is not there: __files\/body\.txt\n$/),
  });
  await writeFile(join(at, "mappings/a.json"), Buffer.from('{"mappings":[],\n"a":"\xff"}', "latin1"));
  expect((await tapedeck(["import", at])).stderr).toMatch(/mappings\/a\.json": it is no text in UTF-8, at line 2;/);
});

test("import of a folder takes every file in it, whichever tool wrote it, and names what is broken", async () => {
  const at = await mkdtemp(join(folder, "many-"));
  await mkdir(join(at, "deep/er"), { recursive: true });
  await cp(join(fixtures, "vcr.yml"), join(at, "deep/er/list.yml"));
  await cp(join(fixtures, "polly-6.har"), join(at, "deep/recording.har"));
  await cp(join(fixtures, "undici.json"), join(at, "snapshots.json"));
  await writeFile(join(at, "deep/broken.har"), '{"log":{"entries":[{"request":{"url":"planted-t0ken');
  await symlink(join(fixtures, "go-vcr.yaml"), join(at, "linked.yaml"));
  const imported = await tapedeck(["import", at, "--to", join(at, "out"), "--origin", "all"]);
  expect(imported).toMatchObject({ code: 0, stderr: "" });
  expect(imported.stdout).toMatch(/45 exchanges of .*, by Polly\.js 6\.[\d.]+, VCR 5\.0\.0, undici's SnapshotAgent/);
  expect(imported.stdout).toMatch(/^left out {2}deep\/broken\.har: it is not whole: it ends in the middle/m);
  expect(imported.stdout).not.toContain("planted-t0ken");
  expect(await tapedeck(["verify", join(at, "out")])).toMatchObject({ code: 0 });
});

test('import of Playwright\'s content: "omit" says how to record bodies', async () => {
  const at = await mkdtemp(join(folder, "omit-"));
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

test("duplicate entries become a sequence", async () => {
  const at = await mkdtemp(join(folder, "twice-"));
  const har = JSON.parse(await readFile(join(fixtures, "devtools.har"), "utf8"));
  const zen = har.log.entries.filter(({ request }: { request: { url: string } }) => request.url.endsWith("/zen"));
  har.log.entries = [zen[0], zen[1], zen[0]];
  await writeFile(join(at, "x.har"), JSON.stringify(har));
  await cp(join(at, "x.har"), join(at, "y.har"));
  expect((await tapedeck(["import", join(at, "x.har"), "--to", join(at, "out")])).stdout).toMatch(/captured 3,/);
  const replay = await startTapedeck([
    "replay",
    join(at, "y.har"),
    "--port",
    "0",
    "--of",
    "https://api.service.example",
  ]);
  const { exchanges } = JSON.parse(await fetch(`${replay.url}/_tapedeck/health`).then((answer) => answer.text()));
  await replay.stop();
  expect(exchanges).toBe(3);
});

test("import --each makes a tape of each file, named as the file is", async () => {
  const at = await mkdtemp(join(folder, "each-"));
  const cassettes = join(at, "cassettes");
  await mkdir(join(cassettes, "users_1234567890/list_987654321"), { recursive: true });
  await cp(join(fixtures, "vcr.yml"), join(cassettes, "zen.yml"));
  await cp(join(fixtures, "polly-6.har"), join(cassettes, "users_1234567890/list_987654321/recording.har"));
  const out = join(at, "tapes");
  const { code, stdout } = await tapedeck(["import", cassettes, "--each", "--to", out, "--origin", "all"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/captured 15, .*; in .*tapes\/users\/list\n/);
  expect(stdout).toMatch(/captured 15, .*; in .*tapes\/zen\n/);
  const zip = await tapedeck(["import", join(fixtures, "playwright.zip"), "--each", "--to", out]);
  expect(zip.stdout).toMatch(/; in .*tapes\/playwright\.zip\/har\n/);
  const one = await tapedeck(["import", join(fixtures, "undici.json"), "--each", "--to", out]);
  expect(one.stdout).toMatch(/; in .*tapes\/undici\n/);
  const replay = await startTapedeck(["replay", join(out, "zen"), "--port", "0"]);
  expect(await fetch(`${replay.url}/zen`).then((answer) => answer.text())).toBe("line 1");
  await replay.stop();
});

test("answers to one URL keep the order in which they were given, whatever headers they were asked with", async () => {
  const at = await mkdtemp(join(folder, "order-"));
  const entry = (cookie: string, status: number, text: string) => ({
    startedDateTime: "2026-02-03T04:05:06Z",
    request: {
      method: "GET",
      url: "https://api.other.example/me",
      headers: [
        { name: "Accept-Language", value: cookie },
        { name: "X-Tenant", value: cookie },
      ],
    },
    response: { status, headers: [{ name: "content-type", value: "text/plain" }], content: { text } },
  });
  const entries = [entry("z", 200, "zeta"), entry("a", 401, "alpha"), entry("z", 200, "beta")];
  await writeFile(join(at, "x.har"), JSON.stringify({ log: { entries } }));
  await tapedeck(["import", join(at, "x.har"), "--to", join(at, "out")]);
  for (const source of [join(at, "x.har"), join(at, "out")]) {
    const replay = await startTapedeck(["replay", source, "--port", "0"]);
    const answers = [];
    for (let turn = 0; turn < 3; turn += 1) answers.push(await fetch(`${replay.url}/me`).then((each) => each.text()));
    expect(answers).toEqual(["zeta", "alpha", "beta"]);
    await replay.stop();
  }
});

test("a header beyond Latin-1 is imported, verified, and replayed as the bytes that were sent", async () => {
  const at = await mkdtemp(join(folder, "latin-"));
  const headers = [{ name: "Content-Disposition", value: 'attachment; filename="ключ.txt"' }];
  const request = { method: "GET", url: "https://api.other.example/key", headers: [] };
  const entries = [{ request, response: { status: 200, headers, content: { text: "key" } } }];
  await writeFile(join(at, "x.har"), JSON.stringify({ log: { entries } }));
  const imported = await tapedeck(["import", join(at, "x.har"), "--to", join(at, "out")]);
  expect(imported.stdout).toMatch(/^changed {3}entry 1, .*its header "content-disposition" holds characters/m);
  expect(await tapedeck(["verify", join(at, "out")])).toMatchObject({ code: 0 });
  const replay = await startTapedeck(["replay", join(at, "out"), "--port", "0"]);
  const answer = await fetch(`${replay.url}/key`);
  await replay.stop();
  expect(await answer.text()).toBe("key");
  const sent = Buffer.from(answer.headers.get("content-disposition") ?? "", "latin1").toString();
  expect(sent).toBe('attachment; filename="ключ.txt"');
});

test("an API that does not count what is used passes verify, unless more is left than the limit", async () => {
  const at = await mkdtemp(join(folder, "quota-"));
  const entry = (path: string, remaining: string) => ({
    startedDateTime: "2026-02-03T04:05:06Z",
    request: { method: "GET", url: `https://api.other.example${path}`, headers: [] },
    response: {
      status: 200,
      headers: [
        { name: "X-RateLimit-Limit", value: "60" },
        { name: "X-RateLimit-Remaining", value: remaining },
      ],
      content: { text: "ok" },
    },
  });
  await writeFile(join(at, "x.har"), JSON.stringify({ log: { entries: [entry("/a", "57")] } }));
  await tapedeck(["import", join(at, "x.har"), "--to", join(at, "out")]);
  expect(await tapedeck(["verify", join(at, "out")])).toMatchObject({ code: 0 });
  const file = join(at, "out/api.other.example/a/GET.har");
  const text = await readFile(file, "utf8");
  expect(text).toContain('"59"');
  await writeFile(file, text.replace('"59"', '"61"'));
  expect((await tapedeck(["verify", join(at, "out")])).stdout).toMatch(/remaining 61 is more than limit 60/);
});

test("import says that nock kept nothing of who asked, and what to do", async () => {
  const file = join(folder, "back.json");
  const definition = { scope: "https://x.example:443", method: "GET", path: "/me", status: 200, response: {} };
  const imported = async (one: object): Promise<string> => {
    await writeFile(file, JSON.stringify([{ ...definition, ...one }]));
    return (await tapedeck(["import", file, "--to", await mkdtemp(join(folder, "back-"))])).stdout;
  };
  expect(await imported({})).toMatch(
    /nock kept no headers of requests.*\n {2}- where clients send one: replay --match method,path,query,body;/,
  );
  expect(await imported({ method: "POST", body: "a=1" })).toContain("nock kept no headers of requests");
  expect(await imported({ reqheaders: { authorization: "Bearer abcdefgh12" } })).not.toContain("nock kept");
});
