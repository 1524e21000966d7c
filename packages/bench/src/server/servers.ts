// The compared servers, each in a process of its own. Prints the address. Usage: node src/server/servers.ts NAME
// RESOURCES

import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import net from "node:net";
import { dirname, join } from "node:path";
import process from "node:process";
import { compileApi, service } from "@tapedeck/api";
import { createPlayer, packKeys, runningClock, type TapeSource } from "@tapedeck/replay";
import { listen } from "@tapedeck/serve";
import { createPackWriter, openPack } from "@tapedeck/tape/files";
import { freePort, listening, requireFor, temporaryFolder } from "../measuring/surroundings.ts";
import { bodyOf, headers, live, pathOf, tapeOf, token } from "./answers.ts";

/** Starts a server and returns its URL. */
type Start = (resources: number) => Promise<string>;

const all = (resources: number): readonly number[] => Array.from({ length: resources }, (_, at) => at);

const api = compileApi({ rateLimit: { limits: { anonymous: 1e9, token: 1e9 } } }, { base: service });
const tokens = { reader: token };

async function tapedeck(tapes: TapeSource): Promise<string> {
  return (await listen(createPlayer({ tapes, api, tokens, clock: runningClock(Date.now) }))).url;
}

/** The servers. The others are compared with the first. */
export const servers: Readonly<Record<string, Start>> = {
  "node:http, bare": (resources) => {
    const bodies = new Map(all(resources).map((at) => [pathOf(at), Buffer.from(bodyOf(at))]));
    const fields = [...headers, ...live].flat();
    return listening(
      http.createServer((request, response) => {
        const body = bodies.get(request.url ?? "") ?? Buffer.alloc(0);
        response.sendDate = false;
        response.writeHead(200, [...fields, "content-length", String(body.length)]);
        response.end(body);
      }),
    );
  },
  // The limit of one Node process: it reads only the path, and joins nothing.
  "node:net, bare": (resources) => {
    const lines = [...headers, ...live].map((field) => `${field.join(": ")}\r\n`).join("");
    const answers = new Map(
      all(resources).map((at) => {
        const body = bodyOf(at);
        return [pathOf(at), Buffer.from(`HTTP/1.1 200 OK\r\n${lines}content-length: ${body.length}\r\n\r\n${body}`)];
      }),
    );
    const server = net.createServer({ noDelay: true }, (socket) => {
      socket.on("error", () => socket.destroy());
      socket.on("data", (chunk: Buffer) => {
        const text = chunk.toString("latin1");
        socket.write(answers.get(text.slice(4, text.indexOf(" ", 4))) ?? "");
      });
    });
    return listening(server);
  },
  "tapedeck replay": (resources) => tapedeck([tapeOf(resources)]),
  "tapedeck replay, packed": async (resources) => {
    const file = join(temporaryFolder(), "packed.tapedeck");
    const { origin } = tapeOf(0);
    const { keyedBy, keysOf } = packKeys({ api, origins: [origin] });
    const writer = createPackWriter(file);
    // A million of them do not fit into memory.
    for (let from = 0; from < resources; from += 1000) {
      const tape = tapeOf(Math.min(1000, resources - from), from);
      writer.tape(tape.name, tape, (exchange) => keysOf(exchange, origin));
    }
    writer.finish({ keyedBy, descriptions: [] });
    return tapedeck(openPack(file));
  },
  mountebank: startMountebank,
  WireMock: startWireMock,
  talkback: async (resources) => {
    const folder = temporaryFolder();
    const port = await freePort();
    for (const at of all(resources)) {
      const fields = [...headers, ...live, ["content-length", String(bodyOf(at).length)] as const];
      const tape = {
        meta: {},
        req: { url: pathOf(at), method: "GET", headers: {}, body: "" },
        res: {
          status: 200,
          headers: Object.fromEntries(fields.map(([name, value]) => [name, [value]])),
          body: Buffer.from(bodyOf(at)).toString("base64"),
        },
      };
      writeFileSync(join(folder, `${at}.json5`), JSON.stringify(tape));
    }
    const host = "http://127.0.0.1:9";
    const options = { host, path: folder, port, record: "DISABLED", allowHeaders: [], silent: true };
    await requireFor("bench")("talkback")(options).start();
    return `http://127.0.0.1:${port}`;
  },
  mockttp: async (resources) => {
    const { getLocal } = await import("mockttp");
    // As its documentation recommends for long runs: otherwise it stores every request.
    const server = getLocal({ recordTraffic: false });
    await server.start(await freePort());
    const sent = Object.fromEntries([...headers, ...live]);
    for (const at of all(resources))
      await server
        .forGet(pathOf(at))
        .thenReply(200, bodyOf(at), { ...sent, "content-length": String(bodyOf(at).length) });
    return server.url;
  },
  nginx: async (resources) => {
    const folder = temporaryFolder();
    // Its worker may be another user.
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, "www/users"), { recursive: true });
    for (const at of all(resources)) writeFileSync(join(folder, "www", pathOf(at)), bodyOf(at));
    const port = await freePort();
    const sent = [...headers, ...live].filter(
      ([name]) => !/^(?:date|server|etag|last-modified|accept-ranges|content-type)$/.test(name),
    );
    // As its documentation recommends for static files: sendfile, files kept open, one worker, since the others are one
    // process.
    writeFileSync(
      join(folder, "nginx.conf"),
      `worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; open_file_cache max=200000;
  default_type "application/json; charset=utf-8"; client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c; uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
  server { listen 127.0.0.1:${port}; root ${folder}/www; ${sent.map(([name, value]) => `add_header ${name} "${value}";`).join(" ")} } }`,
    );
    run("nginx", ["-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")]);
    const url = `http://127.0.0.1:${port}`;
    await answered(url + pathOf(0));
    return url;
  },
};

if (import.meta.main) {
  const [name = "", resources = ""] = process.argv.slice(2);
  process.once("SIGTERM", () => process.exit());
  console.log(await servers[name]?.(Number(resources)));
}

/** A folder with a `node_modules` that has them. Default: this package. */
// Servers that are measured if they are installed, since they are too large for this repository: npm install --no-save
// mountebank wiremock, and a Java: Debian's default-jre-headless
const installed = createRequire(join(process.env["BENCH_PEERS"] ?? import.meta.dirname, "package.json"));
const headersOf = (at: number): object =>
  Object.fromEntries([...headers, ...live, ["content-length", String(bodyOf(at).length)]]);

/** Starts mountebank as its documentation recommends for answers by path, without debugging, which stores requests. */
async function startMountebank(resources: number): Promise<string> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const mb = join(dirname(installed.resolve("mountebank/package.json")), "bin/mb");
  run(process.execPath, [mb, "--port", String(adminPort), "--nologfile", "--loglevel", "error"]);
  const stubs = Array.from({ length: resources }, (_, at) => ({
    predicates: [{ equals: { method: "GET", path: pathOf(at) } }],
    // It closes each connection after an answer that does not say this.
    responses: [{ is: { statusCode: 200, headers: { ...headersOf(at), connection: "keep-alive" }, body: bodyOf(at) } }],
  }));
  await answered(`http://127.0.0.1:${adminPort}/imposters`, { port, protocol: "http", stubs });
  return `http://127.0.0.1:${port}`;
}

/** Starts WireMock as its documentation recommends for load, without a journal and a log of requests. */
async function startWireMock(resources: number): Promise<string> {
  const build = join(dirname(installed.resolve("wiremock/package.json")), "build");
  const jar = readdirSync(build).find((name) => name.endsWith(".jar")) ?? "";
  const folder = temporaryFolder();
  mkdirSync(join(folder, "mappings"));
  const mappings = Array.from({ length: resources }, (_, at) => ({
    request: { method: "GET", urlPath: pathOf(at) },
    response: { status: 200, headers: headersOf(at), body: bodyOf(at) },
  }));
  writeFileSync(join(folder, "mappings/all.json"), JSON.stringify({ mappings }));
  const port = await freePort();
  const words = ["--port", String(port), "--root-dir", folder, "--no-request-journal", "--disable-request-logging"];
  run("java", ["-jar", join(build, jar), ...words, "--disable-banner"]);
  const url = `http://127.0.0.1:${port}`;
  await answered(url + pathOf(0));
  return url;
}

/** Starts a program that ends with this process, and the other way round. */
function run(program: string, words: readonly string[]): void {
  const child = spawn(program, words, { stdio: "ignore" });
  child.once("error", () => process.exit(1)).once("exit", () => process.exit(1));
  process.once("exit", () => child.kill());
}

/** Sends requests until there is an answer, to servers that do not say when they listen. */
async function answered(url: string, body?: unknown): Promise<void> {
  const request = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  for (let tries = 0; tries < 300; tries += 1) {
    const response = await fetch(url, request).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Cannot measure: nothing answers at ${url}`);
}
