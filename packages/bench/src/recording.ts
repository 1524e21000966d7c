// Prints how long it takes to record a service, and how much memory, by tapedeck and by others; each in a process of
// its own, from its start to its end, one after the other against the same server.
// usage: node src/recording.ts, with BENCH_EXCHANGES=1000,10000 and BENCH_ROUNDS=3
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import http, { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, table } from "./table.ts";

/** Asks for so many resources of a service, and keeps what comes in a folder. */
type Contender = (from: string, exchanges: number, folder: string) => Promise<void>;

// The others as they come: what each is asked to import belongs to the package that uses it.
const fromPackage = (name: string): NodeJS.Require =>
  createRequire(new URL(`../../${name}/package.json`, import.meta.url));

const inProcess: Readonly<Record<string, Contender>> = {
  "fetch and append": async (from, exchanges, folder) => {
    for (let at = 0; at < exchanges; at += 1) {
      const response = await fetch(`${from}/things/${at}`);
      const exchange = { url: response.url, status: response.status, headers: [...response.headers] };
      appendFileSync(join(folder, "bare.jsonl"), `${JSON.stringify({ ...exchange, body: await response.text() })}\n`);
    }
  },
  "Polly.js alone": async (from, exchanges, folder) => {
    const require = fromPackage("record");
    const { Polly } = require("@pollyjs/core");
    const adapter = require("@pollyjs/adapter-node-http");
    const persister = require("@pollyjs/persister-fs");
    const polly = new Polly("bench", {
      adapters: [adapter],
      persister,
      persisterOptions: { fs: { recordingsDir: folder } },
      mode: "record",
      logLevel: "silent",
    });
    await getAll(from, exchanges);
    await polly.stop();
  },
  "nock's recorder": async (from, exchanges, folder) => {
    const nock = fromPackage("nock")("nock");
    nock.recorder.rec({ dont_print: true, output_objects: true });
    await getAll(from, exchanges);
    await writeFile(join(folder, "nock.json"), JSON.stringify(nock.recorder.play(), null, 2));
    nock.restore();
  },
};

async function getAll(from: string, exchanges: number): Promise<void> {
  const agent = new http.Agent({ keepAlive: true });
  for (let at = 0; at < exchanges; at += 1) {
    await new Promise<void>((resolve, reject) => {
      http
        .get(`${from}/things/${at}`, { agent }, (response) => {
          response.resume();
          response.on("end", resolve);
        })
        .on("error", reject);
    });
  }
  agent.destroy();
}

const commandLine = fileURLToPath(new URL("../../cli/src/main.ts", import.meta.url));

function tapedeck(from: string, exchanges: number, folder: string, concurrency: number): Promise<readonly string[]> {
  const plan = join(folder, "plan.json");
  const requests = [{ path: "/things/{n}", for: { n: Array.from(Array(exchanges).keys()) } }];
  const words = ["record", "--from", from, "--out", join(folder, "out"), "--plan", plan];
  return writeFile(plan, JSON.stringify({ requests })).then(() => [
    commandLine,
    ...words,
    "--concurrency",
    String(concurrency),
  ]);
}

const own = fileURLToPath(import.meta.url);
const words: Readonly<Record<string, (...at: Parameters<Contender>) => Promise<readonly string[]>>> = {
  ...Object.fromEntries(
    Object.keys(inProcess).map((name) => [
      name,
      async (...at: Parameters<Contender>) => [own, name, ...at.map(String)],
    ]),
  ),
  "tapedeck record": (...at) => tapedeck(...at, 1),
  "tapedeck record, 4 at a time": (...at) => tapedeck(...at, 4),
};

interface Measured {
  readonly seconds: number;
  /** Null where the system does not tell. */
  readonly megabytes: number | null;
}

async function measure(command: readonly string[]): Promise<Measured> {
  const start = performance.now();
  const child = spawn(process.execPath, command, { stdio: ["ignore", "ignore", "ignore"] });
  let peak: number | null = null;
  const look = setInterval(() => {
    peak = peakOf(child.pid) ?? peak;
  }, 25);
  const [code] = (await once(child, "exit")) as [number | null];
  clearInterval(look);
  if (code !== 0) throw new Error(`Cannot measure: node ${command.join(" ")} ended with ${code}`);
  return { seconds: (performance.now() - start) / 1000, megabytes: peak };
}

// The system keeps the peak; the last look comes shortly before the end.
function peakOf(pid: number | undefined): number | null {
  try {
    const kilobytes = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

async function compare(exchanges: number, rounds: number): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ target: request.url, text: "x".repeat(1000) }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const from = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const figures = Object.keys(words).map((name) => ({ name, rounds: [] as Measured[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, rounds: measured } of figures) {
      const folder = await mkdtemp(join(tmpdir(), "tapedeck-bench-"));
      measured.push(await measure((await words[name]?.(from, exchanges, folder)) ?? []));
      await rm(folder, { recursive: true });
    }
  }
  server.closeAllConnections();
  server.close();
  const middle = (at: readonly Measured[]): number => median(at.map(({ seconds }) => seconds));
  const bare = middle(figures[0]?.rounds ?? []);
  return table([
    [`${exchanges} exchanges`, "seconds", "to the bare loop", "peak MB"],
    ...figures.map(({ name, rounds: measured }) => [
      name,
      middle(measured).toFixed(2),
      (middle(measured) / bare).toFixed(1),
      String(Math.round(Math.max(...measured.map(({ megabytes }) => megabytes ?? Number.NaN)))),
    ]),
  ]);
}

const [name = "", from = "", exchanges = "", folder = ""] = process.argv.slice(2);
const contender = inProcess[name];
if (contender) {
  await contender(from, Number(exchanges), folder);
} else {
  const rounds = Number(process.env["BENCH_ROUNDS"] ?? 3);
  const sizes = (process.env["BENCH_EXCHANGES"] ?? "1000").split(",").map(Number);
  console.log(`start to end of a process, median of ${rounds}, node ${process.versions.node}`);
  for (const size of sizes) console.log(`\n${await compare(size, rounds)}`);
}
