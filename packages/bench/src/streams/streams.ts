// Prints how long the first event of a stream and a large download take, and the most memory that it takes: from the
// service itself, while it is recorded, verified, and replayed. Each stands in a process of its own; they are asked in turn.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createRecorder } from "@tapedeck/record";
import { createPlayer } from "@tapedeck/replay";
import { listen } from "@tapedeck/serve";
import { readTapes } from "@tapedeck/tape/files";
import { verifyFolder } from "@tapedeck/verify/files";
import { median, table } from "../table.ts";

const megabytes = Number(process.env["BENCH_MEGABYTES"] ?? 30);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 15);

/** Serves one event at once and another after it was read, and a large body of random bytes. */
async function serveLive(): Promise<string> {
  const part = crypto.getRandomValues(new Uint8Array(65_536));
  const server = createServer(async ({ url }, response) => {
    if (url === "/events") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("data: 1\n\n", () => setTimeout(20).then(() => response.end("data: 2\n\n")));
      return;
    }
    response.writeHead(200, { "content-type": "application/octet-stream", "content-length": megabytes << 20 });
    for (let sent = 0; sent < megabytes << 20; sent += part.length)
      if (!response.write(part)) await once(response, "drain");
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return urlOf(server);
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The server of each process, by its role; it ends with its standard input. */
const roles: Readonly<Record<string, (from: string, folder: string) => Promise<string>>> = {
  live: serveLive,
  record: async (from, out) => {
    const onExchange = ({ target }: { readonly target: string }): void => {
      if (target === "/large") console.log("kept");
    };
    const recorder = await createRecorder({ from, out, origin: "http://localhost", onExchange });
    const server = await listen(recorder.player);
    process.stdin.once("end", async () => {
      await server.close();
      await recorder.close();
      process.exit();
    });
    return server.url;
  },
  verify: async (_from, folder) => {
    const server = createServer(async ({ url }, response) => {
      const { broken = 0 } = url === "/large" ? await verifyFolder(folder) : {};
      response.writeHead(broken === 0 ? 200 : 500).end("verified");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    return urlOf(server);
  },
  replay: async (_from, folder) => {
    const server = await listen(createPlayer({ tapes: (await readTapes(folder)).map(({ tape }) => tape) }));
    return server.url;
  },
};

interface Started {
  readonly url: string;
  /** The most memory that it held at once, in MB. */
  readonly peak: () => Promise<number>;
  /** Milliseconds of a processor that it took so far. */
  readonly cpu: () => Promise<number>;
  /** Resolves with the next line that it prints. */
  readonly line: () => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

async function start(role: string, from: string, folder: string): Promise<Started> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), role, from, folder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  const lines = createInterface({ input: child.stdout });
  const line = () => once(lines, "line");
  const [url] = (await line()) as [string];
  return {
    url,
    line,
    cpu: async () => {
      // Fields 14 and 15, in hundredths of a second: proc(5).
      const [, fields = ""] = (await readFile(`/proc/${child.pid}/stat`, "utf8").catch(() => "")).split(") ");
      const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number);
      return (user + system) * 10;
    },
    peak: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
      return Number(/VmHWM:\s*(\d+)/.exec(status)?.[1]) / 1024;
    },
    stop: async () => {
      child.stdin.end();
      await closed;
    },
  };
}

/** Milliseconds to the first bytes of a body, and to its end. */
async function timed(url: string): Promise<readonly [first: number, whole: number]> {
  const began = performance.now();
  const { body } = await fetch(url);
  let first = 0;
  for await (const _chunk of body ?? []) first ||= performance.now() - began;
  return [first, performance.now() - began];
}

async function rowOf(role: string, from: string, folder: string): Promise<readonly string[]> {
  const started = await start(role, from, folder);
  const firsts: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    firsts.push((await timed(`${started.url}/events`))[0]);
    // The recording is written meanwhile.
    await setTimeout(100);
  }
  const before = await started.peak();
  const spent = await started.cpu();
  const kept = role === "record" ? started.line() : null;
  const [first, whole] = await timed(`${started.url}/large`);
  // A recording is written once the client has it all.
  await kept;
  const [peak, cpu] = [await started.peak(), (await started.cpu()) - spent];
  await started.stop();
  return [role, median(firsts), first, whole, cpu, before, peak].map((each) =>
    typeof each === "string" ? each : each.toFixed(each < 100 ? 1 : 0),
  );
}

const [role, from = "", folder = ""] = process.argv.slice(2);
if (role !== undefined) {
  process.stdin.resume().once("end", () => role !== "record" && process.exit());
  console.log(await roles[role]?.(from, folder));
} else {
  const out = await mkdtemp(join(tmpdir(), "tapedeck-bench-"));
  const live = await start("live", "", "");
  try {
    const head = [
      "",
      "first event, ms",
      `${megabytes} MB: first byte, ms`,
      "whole, ms",
      "processor, ms",
      "peak before, MB",
      "peak, MB",
    ];
    const rows: (readonly string[])[] = [];
    rows.push(await rowOf("live", "", ""));
    for (const each of ["record", "verify", "replay"]) rows.push(await rowOf(each, live.url, out));
    console.log(table([head, ...rows]));
  } finally {
    await live.stop();
    await rm(out, { recursive: true });
  }
}
