// Prints how long the first event of a stream, a large download and a large upload take, and their peak memory: from
// the service itself, through a bare copy into a file, while recording, verifying, and replaying. Service, tapedeck and
// client have a process each; they are measured in turn. With BENCH_BARE=0, not from the service itself or through the copy.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createServer, get } from "node:http";
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
import { busySeconds, megabytes as megabytesOf } from "../measuring/proc.ts";
import { listening, temporaryFolder } from "../measuring/surroundings.ts";
import { median, table } from "../measuring/table.ts";

const megabytes = Number(process.env["BENCH_MEGABYTES"] ?? 30);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 15);
const isBare = process.env["BENCH_BARE"] !== "0";

/** A part of a large body: pseudo-random bytes, the same in each process. */
const part = Uint8Array.from({ length: 65_536 }, (_, at) => (Math.imul(at, 0x9e3779b1) >>> 13) & 255);
const parts = (megabytes << 20) / part.length;

/** Serves two events, the second 20 ms after the first, and a large body. */
async function serveLive(): Promise<string> {
  const server = createServer(async (request, response) => {
    const { url } = request;
    if (url === "/upload") {
      let bytes = 0;
      for await (const chunk of request) bytes += (chunk as Buffer).length;
      response.end(String(bytes));
      return;
    }
    if (url === "/events") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("data: 1\n\n", () => setTimeout(20).then(() => response.end("data: 2\n\n")));
      return;
    }
    response.writeHead(200, { "content-type": "application/octet-stream", "content-length": megabytes << 20 });
    for (let sent = 0; sent < parts; sent += 1) if (!response.write(part)) await once(response, "drain");
    response.end();
  });
  return listening(server);
}

/** The servers by role, each in a process of its own, which ends with its standard input. */
const roles: Readonly<Record<string, (from: string, folder: string) => Promise<string>>> = {
  live: serveLive,
  copy: async (from, out) => {
    await mkdir(out, { recursive: true });
    const server = createServer(({ url = "" }, response) => {
      get(from + url, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(createWriteStream(join(out, "copy")));
        answer.pipe(response);
      });
    });
    return listening(server);
  },
  record: async (from, out) => {
    const onExchange = ({ target }: { readonly target: string }): void => {
      if (target !== "/events") console.log("kept");
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
    });
    return listening(server);
  },
  replay: async (_from, folder) => {
    const server = await listen(createPlayer({ tapes: (await readTapes(folder)).map(({ tape }) => tape) }));
    return server.url;
  },
};

interface Started {
  readonly url: string;
  /** Returns the peak memory in MB: by the system, and of its heap. */
  readonly peak: () => number;
  readonly heap: () => Promise<number>;
  /** Returns the processor time so far, in milliseconds. */
  readonly cpu: () => number;
  /** Resolves with the next line that it prints. */
  readonly line: () => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

async function start(role: string, from: string, folder: string): Promise<Started> {
  const child = spawn(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), role, from, folder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  const lines = createInterface({ input: child.stdout });
  const line = () => once(lines, "line");
  const [url] = (await line()) as [string];
  return {
    url,
    line,
    cpu: () => busySeconds(child.pid) * 1000,
    peak: () => megabytesOf(child.pid, "VmHWM"),
    heap: async () => {
      const asked = line();
      child.stdin.write("heap\n");
      return Number(await asked) / 2 ** 20;
    },
    stop: async () => {
      child.stdin.end();
      await closed;
    },
  };
}

/** Returns the milliseconds to the first bytes of a body, and to its end. */
async function timed(url: string, upload?: ReadableStream): Promise<readonly [first: number, whole: number]> {
  const began = performance.now();
  const { body, status } = await fetch(url, {
    ...(upload && { method: "POST", body: upload, duplex: "half" }),
  } as RequestInit);
  if (status !== 200) throw new Error(`${url} is answered ${status}`);
  let first = 0;
  for await (const _chunk of body ?? []) first ||= performance.now() - began;
  return [first, performance.now() - began];
}

/** Returns a large body, which makes each part on demand. */
function upload(): ReadableStream {
  let left = parts;
  return new ReadableStream(
    { pull: (controller) => void (left-- > 0 ? controller.enqueue(part) : controller.close()) },
    { highWaterMark: 0 },
  );
}

async function rowOf(role: string, way: "down" | "up", from: string, folder: string): Promise<readonly string[]> {
  const started = await start(role, from, folder);
  const firsts: number[] = [];
  for (let round = 0; round < rounds && way === "down"; round += 1) {
    firsts.push((await timed(`${started.url}/events`))[0]);
    // The recording is written meanwhile.
    await setTimeout(100);
  }
  const before = started.peak();
  const heapBefore = await started.heap();
  const spent = started.cpu();
  const kept = role === "record" ? started.line() : null;
  const [first, whole] = await (way === "up"
    ? timed(`${started.url}/upload`, upload())
    : timed(`${started.url}/large`));
  // A recording is written once the client has all of it.
  await kept;
  const [peak, heap, cpu] = [started.peak(), await started.heap(), started.cpu() - spent];
  await started.stop();
  const numbers = [...(way === "down" ? [median(firsts)] : ["–"]), first, whole, cpu, before, peak, heapBefore, heap];
  return [
    `${role}, ${way}`,
    ...numbers.map((each) => (typeof each === "string" ? each : each.toFixed(each < 100 ? 1 : 0))),
  ];
}

const [role, from = "", folder = ""] = process.argv.slice(2);
if (role !== undefined) {
  process.stdin.resume().once("end", () => role !== "record" && process.exit());
  let most = 0;
  const look = (): void => {
    most = Math.max(most, process.memoryUsage().heapUsed);
  };
  setInterval(look, 5).unref();
  console.log(await roles[role]?.(from, folder));
  createInterface({ input: process.stdin }).on("line", () => {
    look();
    console.log(most);
  });
} else {
  const out = temporaryFolder();
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
      "heap before, MB",
      "heap, MB",
    ];
    const rows: (readonly string[])[] = [];
    for (const way of ["down", "up"] as const) {
      if (isBare) rows.push(await rowOf("live", way, "", ""));
      const bare = isBare && way === "down" ? ["copy"] : [];
      for (const each of [...bare, "record", ...(way === "down" ? ["verify"] : []), "replay"])
        rows.push(await rowOf(each, way, live.url, join(out, each === "copy" ? each : way)));
    }
    console.log(table([head, ...rows]));
  } finally {
    await live.stop();
  }
}
