import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { readTapes } from "@tapedeck/tape/files";
import { type Browser, chromium, type Page } from "playwright-core";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, noChromium } from "../../../.ci/chromium.ts";
import { answerFetches, type FetchWorker } from "../src/service-worker.ts";

const here = fileURLToPath(new URL("./", import.meta.url));
const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

/** The README's examples: the worker's script, and what a page does. */
const [workerSource = "", registering = ""] = Array.from(
  readme.matchAll(/^```js\n(.*?)^```$/gms),
  ([, code = ""]) => code,
);

/** The worker's script for a browser, with the committed recordings. */
async function bundledWorker(): Promise<string> {
  const tapes = (await readTapes(fileURLToPath(new URL("../../../recordings", import.meta.url)))).map(
    ({ tape }) => tape,
  );
  const written: Readonly<Record<string, string>> = {
    [`${here}worker.js`]: workerSource,
    [`${here}tapes.json`]: JSON.stringify(tapes),
  };
  const build = await rolldown({
    input: "./worker.js",
    platform: "browser",
    cwd: here,
    plugins: [
      {
        name: "written here",
        resolveId: (id) => {
          const path = id.replace("./", here);
          return path in written ? path : null;
        },
        load: (id) => written[id] ?? null,
      },
    ],
  });
  const { output } = await build.generate({ format: "iife" });
  await build.close();
  return output[0].code;
}

describe.skipIf(noChromium !== "")(`a service worker${noChromium}`, () => {
  let server: Server;
  let browser: Browser;
  let page: Page;
  const served: string[] = [];
  beforeAll(async () => {
    const worker = await bundledWorker();
    server = createServer(({ url = "" }, response) => {
      served.push(url);
      const [type, body] =
        url === "/worker.js"
          ? ["text/javascript", worker]
          : url === "/"
            ? ["text/html", "<title>page</title>"]
            : ["text/plain", `served ${url}`];
      response.writeHead(200, { "content-type": type, "access-control-allow-origin": "*" }).end(body);
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    browser = await chromium.launch({
      executablePath: chromiumPath,
      // No request may leave this machine: an unanswered one fails.
      args: ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
    });
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.evaluate(`(async () => { ${registering} })()`);
  });
  afterAll(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
  });

  /** What a page hears that asks. */
  async function heard(
    url: string,
    init: object = {},
  ): Promise<{ status: number; headers: Record<string, string>; body: string }> {
    const asked = `fetch(${JSON.stringify(url)}, ${JSON.stringify(init)})`;
    return page.evaluate(
      `${asked}.then(async (answer) => ({ status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }))`,
    );
  }

  const api = "https://api.service.example";

  test("answers what the page asks of the API's origin, and counts", async () => {
    const [first, second] = [await heard(`${api}/users/ada`), await heard(`${api}/users/ada`)];
    expect(first.status).toBe(200);
    expect(JSON.parse(first.body)).toMatchObject({ login: "ada", url: `${api}/users/ada` });
    expect([first, second].map(({ headers }) => headers["x-ratelimit-remaining"])).toEqual(["59", "58"]);
    const headers = { authorization: "token t0ken-of-somebody" };
    expect((await heard(`${api}/users/ada`, { headers })).headers["x-ratelimit-remaining"]).toBe("4999");
    const held = await heard(`${api}/users/ada`, { headers: { "if-none-match": "*" } });
    expect([held.status, held.body, held.headers["x-ratelimit-remaining"]]).toEqual([304, "", "57"]);
    expect((await heard(`${api}/users/ada`, { method: "POST", body: "{}" })).status).toBe(405);
    const page2 = await heard(`${api}/orgs/lighthouse/repos?per_page=20`);
    expect(page2.headers["link"]).toContain(`<${api}/orgs/lighthouse/repos?per_page=20&page=2>; rel="next"`);
  });

  test("answers what was not recorded with the miss", async () => {
    const { status, headers, body } = await heard(`${api}/users/adda`);
    expect([status, headers["x-tapedeck"], headers["content-type"]]).toEqual([
      501,
      "miss",
      "application/problem+json; charset=utf-8",
    ]);
    expect(JSON.parse(body).closest.target).toBe("/users/ada");
    const asText = await heard(`${api}/users/adda`, { headers: { accept: "text/plain" } });
    expect([asText.status, asText.body]).toEqual([501, `${JSON.parse(body).detail}\n`]);
  });

  test("lets everything else pass", async () => {
    expect(await heard("/own?q=1")).toMatchObject({ status: 200, body: "served /own?q=1" });
    expect(served.filter((url) => !url.startsWith("/favicon"))).toEqual(["/", "/worker.js", "/own?q=1"]);
    const elsewhere = heard("https://api.service.example:444/users/ada");
    await expect(elsewhere).rejects.toThrow("Failed to fetch");
  });
});

test.each(["", "api.service.example", "/api", "https://api.service.example/v3", "data:text/plain,"])(
  "answerFetches() refuses %j, which is no origin",
  (origin) => {
    const worker: FetchWorker = {
      addEventListener: () => expect.fail("it listens"),
      skipWaiting: async () => {},
      clients: { claim: async () => {} },
    };
    expect(() => answerFetches(worker, async () => new Response(), { origin })).toThrow(
      /it is no origin; name one without/,
    );
  },
);
