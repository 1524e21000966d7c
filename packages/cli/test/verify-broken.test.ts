import { chmod, cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { evaluate } from "../../../.ci/runtimes.ts";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { root } from "./command.ts";
import { tapedeck } from "./in-process.ts";

// Of each recording what only a hand, an editor, git or another tool can have done to it.

const ada = "api.service.example/users/ada/GET.har";
const zen = "api.service.example/zen/GET.har";

let copy: string;
beforeEach(async () => {
  copy = await tempFolder();
  await cp(join(root, "recordings"), copy, {
    recursive: true,
    filter: (path) => !path.endsWith(".har") || [ada, zen].some((file) => path.endsWith(file)),
  });
});

interface Entry {
  request: Record<string, unknown> & { headers: object[]; method: unknown; url: unknown };
  response: Record<string, unknown> & { headers: object[]; status: unknown };
  [name: string]: unknown;
}
interface Log {
  _tapedeck?: unknown;
  _recordingName?: unknown;
  creator?: unknown;
  entries: Entry[];
}

async function rewrite(change: (log: Log, first: Entry) => void): Promise<string> {
  const har = JSON.parse(await readFile(join(copy, ada), "utf8")) as { log: Log };
  const [first] = har.log.entries;
  if (first === undefined) throw new Error("nothing is recorded of ada");
  change(har.log, first);
  const text = `${JSON.stringify(har, null, 2)}\n`;
  await writeFile(join(copy, ada), text);
  return text;
}

test.each<readonly [shows: string, change: (log: Log, first: Entry) => void, found: RegExp]>([
  [
    "a status that is none",
    (_log, { response }) => Object.assign(response, { status: 99999 }),
    /unreadable: entry 1, GET https:\/\/api\.service\.example\/users\/ada: it has a response\.status that is none: found 99999, wanted 100 to 999 \(at \/log\/entries\/0\/response\/status\)\n {4}- restore/,
  ],
  [
    "a status that nobody answers with in the end",
    (_log, { response }) => Object.assign(response, { status: 101 }),
    /left out: entry 1, GET \S+: it is not replayed: 101 \(at \/log\/entries\/0\/response\/status\) is no final answer\n {4}- /,
  ],
  [
    "a header name that is none",
    (_log, { request }) => request.headers.push({ name: "bad name\n", value: "" }),
    /unreadable: entry 1, .* \(at \/log\/entries\/0\/request\/headers\/\d\/name\)/,
  ],
  [
    "no method",
    (_log, { request }) => Object.assign(request, { method: "" }),
    /unreadable: entry 1: it has a request\.m/,
  ],
  [
    "a URL of no web server",
    (_log, { request }) => Object.assign(request, { url: "file:///etc/passwd" }),
    /unreadable: entry 1, GET file:\/\/\/etc\/passwd: it has a request\.url of no web server/,
  ],
  [
    "an origin that is none, once",
    (log) => Object.assign(log._tapedeck ?? {}, { origin: 5 }),
    /^\S+( \(not mended\))?\n {2}unreadable: its origin is none: found 5 \(at \/log\/_tapedeck\/origin\), .*\n {4}- mend it.*\ntapedeck: 2/,
  ],
  [
    "what another tool wrote",
    (log) => {
      delete log._tapedeck;
      log.creator = { name: "WebInspector", version: "1" };
    },
    /foreign: another tool wrote it \(Chromium's developer tools 1\)\n {4}- .*npx @tapedeck\/cli import GET\.har --to/,
  ],
])("verify names %s, and --fix leaves the file as it is", async (_shows, change, found) => {
  const text = await rewrite(change);
  const { code, stdout } = await tapedeck(["verify", copy]);
  expect(code).toBe(1);
  expect(stdout).toMatch(found);
  expect(stdout).not.toContain("digest");
  const fixed = await tapedeck(["verify", copy, "--fix"]);
  expect(fixed.code).toBe(1);
  expect(fixed.stdout).toMatch(found);
  expect(fixed.stdout).toContain(`${ada} (not mended)\n`);
  expect(fixed.stdout).toContain("tapedeck: 2 recordings verified, 1 not mended, 1 with findings\n");
  expect(await readFile(join(copy, ada), "utf8")).toBe(text);
});

test("verify lists what another tool's file holds beside answers, and its secrets", async () => {
  const opaque = "0paque-value-that-was-sent";
  await rewrite((log, first) => {
    delete log._tapedeck;
    first.request.headers = [{ name: "Authorization", value: `Bearer ${opaque}` }];
    first.response["content"] = { text: "{}" };
    const blocked = { ...first, response: { ...first.response, status: 0 } };
    const data = { ...first, request: { ...first.request, url: "data:text/plain,x" } };
    log.entries = [first, blocked, data];
  });
  const { stdout } = await tapedeck(["verify", copy]);
  expect(stdout).toContain("left out: entry 2, GET https://api.service.example/users/ada: it is not replayed: nothing");
  expect(stdout).toContain("left out: entry 3, GET data: URL: it is not replayed: it was not asked of a server");
  expect(stdout).toMatch(/secret: entry 1, .*\(header\)\n {4}- .*revoke it first; .*npx @tapedeck\/cli import/);
  expect(stdout).not.toContain(opaque);
});

const mark = "\uFEFF";
test.each<readonly [shows: string, change: (text: string) => string, found: string]>([
  ["a byte order mark", (text) => mark + text, "line 1: it begins with a byte order mark (U+FEFF)"],
  [
    "line ends as on Windows",
    (text) => text.replaceAll("\n", "\r\n"),
    "its lines end in CRLF\n    - git wrote them so (core.autocrlf): put * -text into the .gitattributes",
  ],
])("verify names %s alone, and --fix takes them away", async (_shows, change, found) => {
  const text = await readFile(join(copy, ada), "utf8");
  await writeFile(join(copy, ada), change(text));
  const { code, stdout } = await tapedeck(["verify", copy]);
  expect(code).toBe(1);
  expect(stdout).toContain(`  not canonical: ${found}`);
  expect(stdout.match(/^ {2}\S/gm)).toHaveLength(1);
  expect((await tapedeck(["verify", copy, "--fix"])).stdout).toContain("1 mended, all well");
  expect(await readFile(join(copy, ada), "utf8")).toBe(text);
});

test.each<readonly [shows: string, bytes: Uint8Array, found: string]>([
  ["text in UTF-16", Uint8Array.of(0xff, 0xfe, 0x7b, 0), "it is text in UTF-16, and a recording is in UTF-8"],
  ["bytes that are no text", Uint8Array.of(0x7b, 0xc3, 0x7d), "it is no text in UTF-8"],
])("verify names %s, and goes on", async (_shows, bytes, found) => {
  await writeFile(join(copy, ada), bytes);
  await writeFile(join(copy, zen), "{}");
  const { code, stdout } = await tapedeck(["verify", copy, "--fix", "--json"]);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    fixed: 0,
    unmended: [ada, zen],
    report: { [ada]: [{ kind: "unreadable", found }], [zen]: [{ kind: "unreadable" }] },
  });
  expect(new Uint8Array(await readFile(join(copy, ada)))).toEqual(bytes);
});

// Whoever is root may read and write everything.
test.skipIf(process.getuid?.() === 0)("verify names a file that it may not read, and goes on", async () => {
  await chmod(join(copy, ada), 0);
  const { code, stdout } = await tapedeck(["verify", copy]);
  expect(code).toBe(1);
  expect(stdout).toContain("unreadable: it cannot be read (EACCES)");
});

test.each<readonly [shows: string, plant: (first: Entry, secret: string) => void]>([
  ["a parameter", ({ request }, value) => Object.assign(request, { queryString: [{ name: "access_token", value }] })],
  [
    "a form's field",
    ({ request }, value) => Object.assign(request, { postData: { params: [{ name: "password", value }] } }),
  ],
  ["a sent cookie", ({ request }, value) => Object.assign(request, { cookies: [{ name: "s", value }] })],
  ["a cookie to keep", ({ response }, value) => Object.assign(response, { cookies: [{ name: "s", value }] })],
])("verify finds a secret in %s that stands beside the headers, and does not repeat it", async (_shows, plant) => {
  const secret = "0paque-planted";
  await rewrite((_log, first) => plant(first, secret));
  const { stdout } = await tapedeck(["verify", copy]);
  expect(stdout).toMatch(/secret: entry 1, .*\n {4}- if it is real, revoke it first/);
  expect(stdout).not.toContain(secret);
  expect((await tapedeck(["verify", copy, "--fix"])).code).toBe(0);
  expect(await readFile(join(copy, ada), "utf8")).not.toContain(secret);
});

test("verify quotes no line of a file that holds a secret", async () => {
  const text = await readFile(join(copy, ada), "utf8");
  await writeFile(
    join(copy, ada),
    text.replace('"cookies": []', '"cookies": [{ "name": "s", "value": "0paque-planted" }]'),
  );
  const { stdout } = await tapedeck(["verify", copy]);
  expect(stdout).toMatch(/not canonical: line \d+: it is not as tapedeck writes it\n.*\n {2}secret: entry 1,/);
  expect(stdout).not.toContain("0paque");
});

test("verify finds a secret in a file that cannot be read", async () => {
  const text = await readFile(join(copy, ada), "utf8");
  const planted = `ghp_${"0aA".repeat(12)}`;
  await writeFile(join(copy, ada), text.replace("Ada Loom", planted).slice(0, -20));
  const { stdout } = await tapedeck(["verify", copy]);
  expect(stdout).toMatch(/unreadable: it is not whole.*\n.*\n {2}secret: line \d+: .*\(github-token\)\n/);
  expect(stdout).not.toContain(planted);
});

test("a replay fails the requests for a file that cannot be read, and answers all others", async () => {
  await writeFile(join(copy, ada), "");
  const asked = ["/users/ada", "/zen"].map((path) => `(await fetch(process.env.TAPEDECK_URL + "${path}")).status`);
  const script = `import process from "node:process"; process.exit(String([${asked}]) === "500,200" ? 0 : 3)`;
  const { code, stderr } = await tapedeck(["replay", copy, "--", ...evaluate, script]);
  expect(stderr).toMatch(
    /^tapedeck: Cannot read recording "\S*ada\/GET.har": it is empty; .*\n {2}until then requests for it fail/,
  );
  expect(stderr).toContain(`answered 500: Cannot read recording "${ada}": it is empty`);
  expect(code).toBe(1);
  expect((await tapedeck(["show", copy])).stderr).toContain(`Cannot read recording "${ada}": it is empty`);
});
