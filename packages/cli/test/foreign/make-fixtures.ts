// Makes the fixtures of packages/tape/test/fixtures anew, each by the real tool: see the README there.
//   node packages/cli/test/foreign/make-fixtures.ts [chromium] [firefox] [mitmproxy=ADDON] [polly=FOLDER]
//     [undici=FOLDER] [vcr] [vcrpy] [go-vcr]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import http, { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { exportByDeveloperTools, recordByPlaywright, startAsking } from "./chromium.ts";
import { exportByFirefox } from "./firefox.ts";
import { plantedToken, serveAsking } from "./service.ts";

const fixtures = fileURLToPath(new URL("../../../tape/test/fixtures/", import.meta.url));

interface Question {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What the page asks for, asked by Node: for tools that no page can be shown. */
const questions: readonly Question[] = [
  { path: "/people/ada" },
  { path: "/people/ada?page=2&page=1&q=a+b%20c" },
  { path: "/me", headers: { authorization: `Bearer ${plantedToken}` } },
  ...["/gzip", "/br", "/bytes", "/zen", "/zen", "/moved", "/nobody"].map((path) => ({ path })),
  { path: "/echo", method: "POST", headers: { "content-type": "application/json" }, body: '{"title":"Málaga"}' },
  {
    path: "/echo",
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "a=1+%26+2&password=p4ssw0rd-typed",
  },
  { path: "/things/1", method: "DELETE" },
  { path: "/etag" },
  { path: "/etag", headers: { "if-none-match": '"v1"' } },
];

async function askAll(port: number, host: string, more: readonly Question[] = []): Promise<void> {
  for (const { path, method = "GET", headers = {}, body } of [...questions, ...more]) {
    const all = { host, "accept-encoding": "gzip, br", ...headers };
    await new Promise<void>((resolve) => {
      // By the property: Polly.js puts itself in its place.
      const sent = http.request({ host: "127.0.0.1", port, path, method, headers: all }, (answer) => {
        answer
          .resume()
          .on("close", resolve)
          .on("error", () => {});
      });
      sent.on("error", () => resolve()).end(body);
    });
  }
}

async function withService<Result>(use: (port: number) => Promise<Result>): Promise<Result> {
  const server = createServer(serveAsking()).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    return await use((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function makeByChromium(): Promise<void> {
  const asking = await startAsking();
  for (const content of ["embed", "attach", "omit"] as const) {
    const folder = join(fixtures, `playwright-${content}`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await recordByPlaywright(asking, join(folder, "har.har"), content);
  }
  await recordByPlaywright(asking, join(fixtures, "playwright.zip"), "attach");
  await writeFile(join(fixtures, "devtools.har"), await exportByDeveloperTools(asking));
  await asking.close();
}

/** @param addon An addon that takes the option `hardump`; mitmproxy has its own since version 10. */
async function makeByMitmproxy(addon: string | undefined): Promise<void> {
  const file = join(fixtures, addon?.endsWith("har_dump.py") ? "mitmproxy-8.har" : "mitmproxy.har");
  await withService(async (port) => {
    const mode = ["--mode", `reverse:http://127.0.0.1:${port}`, "--set", "keep_host_header=true"];
    const words = [
      "-q",
      "--listen-host",
      "127.0.0.1",
      "-p",
      "8941",
      ...mode,
      ...(addon ? ["-s", addon] : []),
      "--set",
      `hardump=${file}`,
    ];
    const proxy = spawn("mitmdump", words, { stdio: "inherit" });
    // It is in no hurry to listen.
    await wait(6000);
    await askAll(8941, "api.service.example", [{ path: "/cut" }, { path: "/people/ada", method: "HEAD" }]);
    proxy.kill("SIGINT");
    await once(proxy, "close");
  });
}

/** @param folder Where some version of `@pollyjs/core`, `adapter-node-http` and `persister-fs` is installed. */
async function makeByPolly(folder: string): Promise<void> {
  const require = createRequire(join(folder, "any.js"));
  const { Polly } = require("@pollyjs/core");
  const [adapter, persister] = ["adapter-node-http", "persister-fs"].map((name) => require(`@pollyjs/${name}`));
  Polly.register(adapter.default ?? adapter);
  Polly.register(persister.default ?? persister);
  const { version } = require("@pollyjs/core/package.json") as { version: string };
  const out = await mkdtemp(join(tmpdir(), "tapedeck-polly-"));
  await withService(async (port) => {
    const persisterOptions = { fs: { recordingsDir: out } };
    const setting = {
      adapters: ["node-http"],
      persister: "fs",
      persisterOptions,
      mode: "record",
      recordFailedRequests: true,
    };
    const polly = new Polly("service", { ...setting, logLevel: "silent" });
    await askAll(port, `127.0.0.1:${port}`);
    await polly.stop();
  });
  const [har = ""] = (await readdir(out, { recursive: true })).filter((name) => name.endsWith(".har"));
  await copyFile(join(out, har), join(fixtures, `polly-${version.split(".")[0]}.har`));
  await rm(out, { recursive: true });
}

/** @param folder Where `undici` is installed. */
async function makeByUndici(folder: string): Promise<void> {
  const { SnapshotAgent, request } = createRequire(join(folder, "any.js"))("undici");
  const snapshotPath = join(fixtures, "undici.json");
  await rm(snapshotPath, { force: true });
  const dispatcher = new SnapshotAgent({ mode: "record", snapshotPath });
  await withService(async (port) => {
    for (const { url, ...init } of questionsOf(port)) {
      const answer = await request(url, { ...init, dispatcher });
      await answer.body.dump();
    }
    await dispatcher.saveSnapshots();
    await dispatcher.close();
  });
}

function questionsOf(port: number) {
  return questions.map(({ path, method = "GET", headers = {}, body }) => ({
    url: `http://127.0.0.1:${port}${path}`,
    method,
    headers: { "accept-encoding": "gzip, br", ...headers },
    ...(body !== undefined && { body }),
  }));
}

/** Runs a client of another language, which is told the questions at its standard input. */
async function makeByClient(program: string, words: readonly string[]): Promise<void> {
  await withService(async (port) => {
    const env = { ...process.env, GO111MODULE: "off", GOPATH: "/usr/share/gocode" };
    const client = spawn(program, words, { cwd: import.meta.dirname, env, stdio: ["pipe", "inherit", "inherit"] });
    client.stdin.end(JSON.stringify(questionsOf(port)));
    const [code] = await once(client, "close");
    if (code !== 0) throw new Error(`${program} ${words.join(" ")} ended with ${code}`);
  });
}

for (const word of process.argv.slice(2)) {
  const [tool, value] = word.split("=");
  if (tool === "chromium") await makeByChromium();
  else if (tool === "firefox") {
    const har = await withService((port) => exportByFirefox(`http://api.service.example:${port}/`));
    await writeFile(join(fixtures, "firefox.har"), har);
  } else if (tool === "mitmproxy") await makeByMitmproxy(value);
  else if (tool === "polly" && value !== undefined) await makeByPolly(value);
  else if (tool === "undici" && value !== undefined) await makeByUndici(value);
  else if (tool === "vcr") await makeByClient("ruby", ["record.rb", fixtures]);
  else if (tool === "vcrpy") {
    for (const serializer of ["yaml", "json"]) await makeByClient("python3", ["record.py", fixtures, serializer]);
  } else if (tool === "go-vcr") await makeByClient("go", ["run", "record.go", fixtures]);
  else
    throw new Error(
      `Cannot make fixtures by "${word}": chromium, firefox, mitmproxy=ADDON, polly=FOLDER, undici=FOLDER, vcr, vcrpy or go-vcr`,
    );
}
process.exit();
