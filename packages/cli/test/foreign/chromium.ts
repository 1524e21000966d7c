import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { generate } from "selfsigned";
import { chromiumPath } from "../../../../.ci/chromium.ts";
import { serveAsking } from "./service.ts";

/** The service of the fixtures, and a real browser that finds it under a name of its own. */
export interface Asking {
  readonly browser: Browser;
  /** As the browser knows it. */
  readonly origin: string;
  /** Where the browser's own protocol is spoken. */
  readonly debugging: string;
  close(): Promise<void>;
}

/** Starts both. */
export async function startAsking(): Promise<Asking> {
  // Over HTTP/2 and TLS: browsers take br over nothing less, and list the pseudo-headers.
  const { private: key, cert } = await generate([{ name: "commonName", value: "api.service.example" }]);
  const server = createSecureServer({ key, cert, allowHTTP1: true }, serveAsking() as never);
  const sessions = new Set<{ destroy(): void }>();
  server.on("session", (session) => sessions.add(session));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [
      "--no-sandbox",
      `--host-resolver-rules=MAP api.service.example:443 127.0.0.1:${port}`,
      "--ignore-certificate-errors",
      "--remote-debugging-port=0",
      "--enable-automation",
      "--remote-allow-origins=*",
    ],
  });
  return {
    browser,
    origin: "https://api.service.example",
    debugging: `127.0.0.1:${await debuggingPortOf(browser)}`,
    async close() {
      await browser.close();
      for (const session of sessions) session.destroy();
      server.close();
    },
  };
}

/** Has Playwright record the page into a HAR file. */
export async function recordByPlaywright(
  { browser, origin }: Asking,
  path: string,
  content: "embed" | "attach" | "omit",
): Promise<void> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, recordHar: { path, content } });
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  await page.waitForFunction("document.title === 'asked'");
  await context.close();
}

/**
 * Has Chromium's own developer tools export the page: their real front end is opened on it, and their real exporter,
 * which the button in the network panel calls, writes what they saw.
 */
export async function exportByDeveloperTools({ browser, origin, debugging }: Asking): Promise<string> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto("about:blank#watched");
  const targets = (await fetch(`http://${debugging}/json/list`).then((answer) => answer.json())) as {
    id: string;
    url: string;
  }[];
  const { id } = targets.find(({ url }) => url.endsWith("#watched")) ?? { id: "" };
  const tools = await context.newPage();
  await tools.goto(`http://${debugging}/devtools/inspector.html?ws=${debugging}/devtools/page/${id}&panel=network`);
  // The front end has no sign of when it begins to watch: the page is asked for until it was seen whole.
  for (let seen = 0; seen < 19; ) {
    await page.goto(`${origin}/`);
    await page.waitForFunction("document.title === 'asked'");
    seen = Number(
      await tools.evaluate(`import(new URL("./models/logs/logs.js", location.href).href).then(({ NetworkLog }) => {
        const requests = NetworkLog.NetworkLog.instance().requests();
        return requests.some((request) => request.url() === ${JSON.stringify(`${origin}/`)}) ? requests.length : 0;
      })`),
    );
  }
  const har = await tools.evaluate(`(async () => {
    const logs = await import(new URL("./models/logs/logs.js", location.href).href);
    const { Writer } = await import(new URL("./models/har/har.js", location.href).href);
    const progress = { canceled: false, createSubProgress: () => progress, isCanceled: () => false, setTitle() {}, setWorked() {}, incrementWorked() {}, setTotalWork() {}, done() {} };
    const write = Writer.Writer.harStringForRequests ?? Writer.Writer.write;
    return String(await write(logs.NetworkLog.NetworkLog.instance().requests(), { sanitize: false }, progress));
  })()`);
  await context.close();
  return String(har);
}

/** The browser writes it into the folder of its profile, and says which that is where it is automated. */
async function debuggingPortOf(browser: Browser): Promise<string> {
  const session = await browser.newBrowserCDPSession();
  const { arguments: words } = await session.send("Browser.getBrowserCommandLine");
  const profile = words.find((word) => word.startsWith("--user-data-dir="))?.replace("--user-data-dir=", "") ?? "";
  return (await readFile(join(profile, "DevToolsActivePort"), "utf8")).split("\n")[0] ?? "";
}
