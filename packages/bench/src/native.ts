// Prints the throughput of `tapedeck replay` on each runtime: through node:http, and through the runtime's own server.
// They are measured in turn, so that a slow moment of the machine affects both; only the ratio counts.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { median, table } from "./table.ts";

const seconds = Number(process.env["BENCH_SECONDS"] ?? 3);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const connections = 16;
const root = new URL("../../../", import.meta.url);
const path = (place: string): string => fileURLToPath(new URL(place, root));
const targets = ["/users/ada", "/orgs/lighthouse/repos?per_page=100", "/bicyclists/malaga"];
const runtimes: Readonly<Record<string, readonly string[]>> = {
  deno: ["run", "--allow-net=127.0.0.1", `--allow-read=${path(".")}`, "--allow-env", "--no-lock"],
  bun: ["run"],
};

interface Server {
  readonly url: string;
  readonly process: ChildProcess;
}

async function started(runtime: string, ...further: readonly string[]): Promise<Server> {
  const replay = [
    "replay",
    path("recordings"),
    "--port",
    "0",
    "--limit",
    "anonymous=1000000000",
    "--quiet",
    ...further,
  ];
  const words = [...(runtimes[runtime] ?? []), path("packages/cli/src/main.ts"), ...replay];
  const child = spawn(path(`node_modules/.bin/${runtime}`), words, { stdio: ["ignore", "pipe", "ignore"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/[\w.:[\]]+/.exec(line)?.[0];
    if (url !== undefined) return { url, process: child };
  }
  throw new Error(`Cannot measure on ${runtime}: the server ended before it listened`);
}

async function stopped({ process: child }: Server): Promise<void> {
  child.kill("SIGTERM");
  await once(child, "exit");
}

async function requestsPerSecond({ url }: Server, target: string): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({ url: url + target, connections, duration: seconds });
  if (non2xx + errors > 0)
    throw new Error(`Cannot measure ${target}: ${non2xx} answers were not 2xx, ${errors} failed`);
  return requests.average;
}

const rows: string[][] = [["answer", "runtime", "node:http", "native", "ratio"]];
for (const runtime of Object.keys(runtimes)) {
  const [http, native] = [await started(runtime), await started(runtime, "--native")];
  for (const target of targets) {
    const figures: Array<{ http: number; native: number }> = [];
    for (let round = 0; round <= rounds; round += 1) {
      const figure = { http: await requestsPerSecond(http, target), native: await requestsPerSecond(native, target) };
      if (round > 0) figures.push(figure); // the first one warms both up
    }
    rows.push([
      `GET ${target}`,
      runtime,
      median(figures.map((figure) => figure.http)).toFixed(0),
      median(figures.map((figure) => figure.native)).toFixed(0),
      median(figures.map((figure) => figure.native / figure.http)).toFixed(2),
    ]);
  }
  await Promise.all([stopped(http), stopped(native)]);
}
console.log(`requests a second, median of ${rounds} rounds of ${seconds} s, ${connections} connections\n`);
console.log(table(rows));
