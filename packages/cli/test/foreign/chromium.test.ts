import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTapes } from "@tapedeck/tape/files";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noChromium } from "../../../../.ci/chromium.ts";
import { root } from "../command.ts";
import { startTapedeck, tapedeck } from "../in-process.ts";
import { type Asking, exportByDeveloperTools, recordByPlaywright, startAsking } from "./chromium.ts";
import { plantedCookie, plantedPassword, plantedToken } from "./service.ts";

describe.skipIf(noChromium !== "")(`a real Chromium${noChromium}`, () => {
  let asking: Asking;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tapedeck-chromium-"));
    asking = await startAsking();
  });
  afterAll(async () => {
    await asking?.close();
    await rm(folder, { recursive: true });
  });

  test.each([
    [
      "its developer tools",
      "devtools",
      async (file: string) => writeFile(file, await exportByDeveloperTools(asking)),
      /Chromium's developer tools \d/,
    ],
    [
      'Playwright, content: "embed"',
      "embed",
      (file: string) => recordByPlaywright(asking, file, "embed"),
      /Playwright \d/,
    ],
    [
      'Playwright, content: "attach"',
      "attach",
      (file: string) => recordByPlaywright(asking, file, "attach"),
      /Playwright \d/,
    ],
  ])(
    "is recorded by %s, imported, verified, and asks the replay as it asked the service",
    async (_by, name, record, tool) => {
      const har = join(folder, name, "page.har");
      await mkdir(join(folder, name));
      await record(har);
      const out = join(folder, name, "recordings");
      const imported = await tapedeck(["import", har, "--to", out]);
      expect(imported).toMatchObject({
        code: 0,
        stderr: "",
        stdout: expect.stringMatching(/captured 17, unchanged 0/),
      });
      expect(imported.stdout).toMatch(tool);
      expect(imported.stdout).toMatch(
        /left out .*GET https:\/\/api\.service\.example\/cut: its answer broke off, after 2 of 10 bytes/,
      );
      expect(await tapedeck(["verify", out])).toMatchObject({
        code: 0,
        stdout: "tapedeck: 17 recordings verified, all well\n",
      });
      for (const file of await readdir(out, { recursive: true, withFileTypes: true })) {
        const text = file.isFile() ? await readFile(join(file.parentPath, file.name), "utf8") : "";
        for (const secret of [plantedToken, plantedCookie, plantedPassword]) expect(text).not.toContain(secret);
      }
      const replay = await startTapedeck(["replay", out, "--port", "0"]);
      const page = await asking.browser.newPage();
      const answers: string[] = [];
      page.on("response", (answer) => {
        if (answer.url().startsWith(replay.url))
          answers.push(`${answer.status()} ${answer.request().method()} ${new URL(answer.url()).pathname}`);
      });
      await page.goto(`${replay.url}/`);
      await page.waitForFunction("document.title === 'asked'");
      await page.close();
      await replay.stop();
      expect(answers).toEqual([
        "200 GET /",
        "200 GET /people/ada",
        "200 GET /people/ada",
        "200 GET /me",
        "200 GET /gzip",
        "200 GET /br",
        "200 GET /bytes",
        "200 GET /zen",
        "200 GET /zen",
        "302 GET /moved",
        "200 GET /people/ada",
        "404 GET /nobody",
        "201 POST /echo",
        "201 POST /echo",
        "204 DELETE /things/1",
        "200 GET /etag",
        "304 GET /etag",
        // What broke off was left out.
        "501 GET /cut",
      ]);
    },
  );

  test("replays what tapedeck exported, through Playwright's routeFromHAR", async () => {
    const har = join(folder, "exported.har");
    expect(await tapedeck(["export", "recordings", "--format", "har", "--to", har])).toMatchObject({ code: 0 });
    const context = await asking.browser.newContext({ ignoreHTTPSErrors: true });
    await context.routeFromHAR(har, { notFound: "abort" });
    let asked = 0;
    for (const { tape } of await readTapes(join(root, "recordings"))) {
      const page = await context.newPage();
      // A page of that origin, so that nothing is asked across origins.
      await page.route(`${tape.origin}/_page`, (route) =>
        route.fulfill({ body: "<title>page</title>", contentType: "text/html" }),
      );
      await page.goto(`${tape.origin}/_page`);
      const own = tape.exchanges.filter(({ request }) => request.principal === "anonymous" && request.method === "GET");
      // Playwright has no sequences: it gives the first answer each time.
      const first = new Map(own.toReversed().map((exchange) => [exchange.request.target, exchange]));
      for (const { request, response } of first.values()) {
        const [status, text] = (await page.evaluate(
          `fetch(${JSON.stringify(tape.origin + request.target)}).then(async (answer) => [answer.status, await answer.text()])`,
        )) as [number, string];
        expect([request.target, status]).toEqual([request.target, response.status]);
        if (text.startsWith("{") || text.startsWith("["))
          expect(JSON.parse(text)).toEqual(JSON.parse(response.body?.text ?? ""));
        asked += 1;
      }
      await page.close();
    }
    await context.close();
    expect(asked).toBeGreaterThan(15);
  });
});
