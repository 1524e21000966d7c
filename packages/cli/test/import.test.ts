import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { filesIn, sharedFolder, tempFolder } from "../../../.ci/test-resources.ts";
import { root } from "./command.ts";
import { plantedCookie, plantedPassword, plantedToken } from "./foreign/service.ts";
import { startTapedeck, tapedeck } from "./in-process.ts";

const fixtures = join(root, "packages/tape/test/fixtures");

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
  const out = sharedFolder();
  let imported: Awaited<ReturnType<typeof tapedeck>>;
  beforeAll(async () => {
    imported = await tapedeck(["import", join(fixtures, file), "--to", out]);
  });

  test("takes over what can be replayed, and the folder passes verify", async () => {
    expect(imported).toMatchObject({ code: 0, stderr: "" });
    expect(imported.stdout).toMatch(new RegExp(`captured ${exchanges}, unchanged 0, .* invalid 0, failed 0; in `));
    expect(await tapedeck(["verify", out])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/, all well\n$/),
    });
  });

  test("leaves no secret on disk, in any form", async () => {
    const texts = Object.values(await filesIn(out));
    expect(texts.length).toBeGreaterThan(10);
    for (const secret of [plantedToken, plantedCookie, plantedPassword].flatMap(forms)) {
      expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    }
  });

  test("changes nothing the second time", async () => {
    const before = await filesIn(out);
    const again = await tapedeck(["import", join(fixtures, file), "--to", out]);
    expect(again.stdout).toMatch(new RegExp(`captured 0, unchanged ${exchanges},`));
    expect(await filesIn(out)).toEqual(before);
  });

  test("replays, imported or given as it is", async () => {
    for (const source of [out, join(fixtures, file)]) {
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
  const out = await tempFolder();
  expect((await tapedeck(["import", join("recordings", file), "--to", out])).stdout).toMatch(/captured 1,/);
  expect((await filesIn(out))[file]).toBe(await readFile(join(root, "recordings", file), "utf8"));
});

test("a credential in the file gets its alias by --token", async () => {
  const out = await tempFolder();
  const words = ["import", join(fixtures, "devtools.har"), "--to", out, "--token", "full=THE_TOKEN"];
  expect((await tapedeck(words, { THE_TOKEN: plantedToken })).code).toBe(0);
  const texts = Object.values(await filesIn(out)).join();
  expect(texts).toContain('"value": "__redacted-full__"');
  expect(texts).not.toContain(plantedToken);
});
