// Prints the throughput of `tapedeck replay` on each runtime: through node:http, and through the runtime's own server.
// They are measured in turn, so that a slow moment of the machine affects both; only the ratio counts.
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { startServer } from "./measuring/child-processes.ts";
import { inTurn } from "./measuring/in-turn.ts";
import { cell, table } from "./measuring/table.ts";

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

const replay = ["replay", path("recordings"), "--port", "0", "--limit", "anonymous=1000000000", "--quiet"];
const rows: string[][] = [["answer", "runtime", "node:http", "native", "ratio"]];
for (const [runtime, permissions] of Object.entries(runtimes)) {
  const start = (...further: readonly string[]): ReturnType<typeof startServer> =>
    startServer(
      [...permissions, path("packages/cli/src/main.ts"), ...replay, ...further],
      path(`node_modules/.bin/${runtime}`),
    );
  const servers = { http: await start(), native: await start("--native") };
  for (const target of targets) {
    const [http, native] = await inTurn(["http", "native"] as const, rounds, async (name) => {
      const url = servers[name].url + target;
      const { requests, non2xx, errors } = await autocannon({ url, connections, duration: seconds });
      if (non2xx + errors > 0)
        throw new Error(`Cannot measure ${target}: ${non2xx} answers were not 2xx, ${errors} failed`);
      return [requests.average];
    });
    rows.push([`GET ${target}`, runtime, cell(http?.medians[0]), cell(native?.medians[0]), cell(native?.ratios[0], 2)]);
  }
  await Promise.all([servers.http.stop(), servers.native.stop()]);
}
console.log(`requests a second, median of ${rounds} rounds of ${seconds} s, ${connections} connections\n`);
console.log(table(rows));
