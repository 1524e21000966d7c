// The compared servers, each in a process of its own. Prints the address. Usage: node src/server/servers.ts NAME
// RESOURCES
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import net, { type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { compileApi, service } from "@tapedeck/api";
import { createPlayer, packKeys, runningClock } from "@tapedeck/replay";
import { listen } from "@tapedeck/serve";
import { createPackWriter, openPack } from "@tapedeck/tape/files";
import { bodyOf, headers, live, pathOf, tapeOf, token } from "./answers.ts";
import { startMountebank, startWireMock } from "./installed-servers.ts";

/** Starts a server and resolves to its port. */
type Start = (resources: number) => Promise<number>;

const all = (resources: number): readonly number[] => Array.from({ length: resources }, (_, at) => at);

async function portOf(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  const port = await portOf(server);
  server.close();
  return port;
}

const api = compileApi({ rateLimit: { limits: { anonymous: 1e9, token: 1e9 } } }, { base: service });
const tokens = { reader: token };

/** The others are measured by the first. */
export const servers: Readonly<Record<string, Start>> = {
  "node:http, bare": (resources) => {
    const bodies = new Map(all(resources).map((at) => [pathOf(at), Buffer.from(bodyOf(at))]));
    const fields = [...headers, ...live].flat();
    return portOf(
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
    return portOf(server);
  },
  "tapedeck replay": async (resources) => {
    const player = createPlayer({ tapes: [tapeOf(resources)], api, tokens, clock: runningClock(Date.now) });
    return (await listen(player)).port;
  },
  "tapedeck replay, packed": async (resources) => {
    const folder = mkdtempSync(join(tmpdir(), "tapedeck-bench-"));
    process.once("exit", () => rmSync(folder, { recursive: true }));
    const file = join(folder, "packed.tapedeck");
    const { exchanges, ...tape } = tapeOf(resources);
    const { keyedBy, keysOf } = packKeys({ api, origins: [tape.origin] });
    const writer = createPackWriter(file);
    const passes = exchanges.map(() => 0);
    writer.tape("users", { ...tape, exchanges }, (exchange) => keysOf(exchange, tape.origin), true, passes);
    writer.finish({ keyedBy, descriptions: [] });
    const player = createPlayer({ tapes: openPack(file), api, tokens, clock: runningClock(Date.now) });
    return (await listen(player)).port;
  },
  mountebank: async (resources) => startMountebank(resources, await freePort(), await freePort()),
  WireMock: async (resources) => startWireMock(resources, await freePort()),
  talkback: async (resources) => {
    const folder = mkdtempSync(join(tmpdir(), "tapedeck-bench-"));
    process.once("exit", () => rmSync(folder, { recursive: true }));
    const port = await freePort();
    for (const at of all(resources)) {
      const res = {
        status: 200,
        headers: Object.fromEntries(
          [...headers, ...live, ["content-length", String(bodyOf(at).length)] as const].map(([name, value]) => [
            name,
            [value],
          ]),
        ),
      };
      const tape = {
        meta: {},
        req: { url: pathOf(at), method: "GET", headers: {}, body: "" },
        res: { ...res, body: Buffer.from(bodyOf(at)).toString("base64") },
      };
      writeFileSync(join(folder, `${at}.json5`), JSON.stringify(tape));
    }
    const talkback = createRequire(import.meta.url)("talkback");
    await talkback({
      host: "http://127.0.0.1:9",
      path: folder,
      port,
      record: "DISABLED",
      allowHeaders: [],
      silent: true,
    }).start();
    return port;
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
    return server.port;
  },
  nginx: async (resources) => {
    const folder = mkdtempSync(join(tmpdir(), "tapedeck-bench-"));
    process.once("exit", () => rmSync(folder, { recursive: true }));
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
    const child = spawn("nginx", ["-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")], {
      stdio: "ignore",
    });
    process.once("exit", () => child.kill());
    await once(child, "spawn");
    return port;
  },
};

if (import.meta.main) {
  const [name = "", resources = ""] = process.argv.slice(2);
  process.once("SIGTERM", () => process.exit());
  console.log(`http://127.0.0.1:${await servers[name]?.(Number(resources))}`);
}
