// What a tape does for the pages of a test, in a real browser; playwright.test.ts runs this.
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { test as base, expect, type Page } from "@playwright/test";
import { type TapeFixtures, tapeFixtures } from "@tapedeck/testing/playwright";

const dir = process.env["API_RECORDINGS"] ?? "";
const service = "https://api.service.example";

async function listen(answer: RequestListener): Promise<{ url: string; close: () => void }> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** What a page is answered: the status, a header, the text; or the error's name. */
function fetchIn(
  page: Page,
  url: string,
  init: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<readonly unknown[]> {
  return page.evaluate(
    ({ url, init }) =>
      fetch(url, init).then(
        async (response) => [response.status, response.headers.get("content-type"), await response.text()],
        (error: Error) => [error.name],
      ),
    { url, init },
  );
}

const lenient = base.extend<TapeFixtures>(tapeFixtures({ from: service, dir, strict: false }));

lenient("is named for its test", async ({ tape }) => {
  expect(tape.name).toBe("test/playwright/tape_pages/is-named-for-its-test");
});

lenient("refuses other hosts, and what it does not have, and lets this machine through", async ({ page, tape }) => {
  const application = await listen((_request, response) => response.end("<p>here</p>"));
  await page.goto(application.url);
  expect(await page.textContent("p")).toBe("here");
  expect(await fetchIn(page, "https://telemetry.example/?key=secret")).toEqual(["TypeError"]);
  expect(await fetchIn(page, `${service}/users/ada`)).toEqual(["TypeError"]);
  expect(tape.refusals().map(({ message }) => message.split("\n")[0])).toEqual([
    "Cannot ask GET telemetry.example/: no tape is open for this host, and tests do not reach the network",
    expect.stringMatching(/^Cannot replay GET \/users\/ada: nothing is recorded in ".*refuses-other-hosts-[^/]*"$/),
  ]);
  application.close();
});

base.describe.serial("records what pages ask", () => {
  const asked: string[] = [];
  const headers = { "content-type": "text/plain", "access-control-allow-origin": "*" };
  let live: Awaited<ReturnType<typeof listen>>;
  base.beforeAll(async () => {
    live = await listen(async (request, response) => {
      asked.push(`${request.method} ${request.url} ${Buffer.concat(await request.toArray())}`);
      response.writeHead(request.method === "POST" ? 201 : 200, headers).end("answered");
    });
  });
  base.afterAll(() => live.close());

  for (const mode of ["record", "replay"] as const) {
    const recording = base.extend<TapeFixtures>({
      tape: [
        async ({ context }, use, info) => {
          // The service's address is not known before.
          const { tape } = tapeFixtures({ from: live.url, dir, name: "pages", mode });
          await tape[0]({ context }, use, info);
        },
        { auto: true },
      ],
    });
    recording(mode, async ({ page }) => {
      await page.setContent("<p>here</p>");
      expect(await fetchIn(page, `${live.url}/zen`)).toEqual([200, "text/plain", "answered"]);
      const post = { method: "POST", headers: { "content-type": "text/plain" }, body: "text" };
      expect(await fetchIn(page, `${live.url}/things`, post)).toEqual([201, "text/plain", "answered"]);
      expect(asked).toEqual(["GET /zen ", "POST /things text"]);
    });
  }
});

const strict = base.extend<TapeFixtures>(tapeFixtures({ from: service, dir }));

strict("fails for what a page was refused", async ({ page }) => {
  strict.fail();
  expect(await fetchIn(page, `${service}/users/ada`)).toEqual(["TypeError"]);
});
