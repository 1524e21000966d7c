// Prints the throughput of `tapedeck replay` beside a bare node:http server that sends the same bytes. The two are
// asked in turn, so that a machine that slows down slows both; what counts is the ratio.
import { get } from "node:http";
import autocannon from "autocannon";
import { type ServerProcess, startServer } from "./server-process.ts";
import { median, table } from "./table.ts";

const seconds = Number(process.env["BENCH_SECONDS"] ?? 3);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const connections = 16;
const root = new URL("../../../", import.meta.url);
const targets = [
  "/users/ada",
  "/repos/ada/difference-engine",
  "/orgs/lighthouse/repos?per_page=100",
  "/bicyclists/malaga",
];

interface Answer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
}

function answerOf(url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const headers = response.rawHeaders.filter(
          (_, at, all) => !/^(?:connection|keep-alive)$/i.test(all[at - (at % 2)] ?? ""),
        );
        resolve({ status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks).toString() });
      });
    }).on("error", reject);
  });
}

async function requestsPerSecond(server: ServerProcess, target: string): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({ url: server.url + target, connections, duration: seconds });
  if (non2xx + errors > 0)
    throw new Error(`Cannot measure ${target}: ${non2xx} answers were not 2xx, ${errors} failed`);
  return requests.average;
}

const replayWords = [
  "replay",
  new URL("recordings", root).pathname,
  "--port",
  "0",
  "--limit",
  "anonymous=1000000000",
  "--quiet",
];
const replay = await startServer([new URL("packages/cli/src/main.ts", root).pathname, ...replayWords]);
const rows: string[][] = [["answer", "bytes", "bare node:http", "tapedeck replay", "ratio"]];
for (const target of targets) {
  const answer = await answerOf(replay.url + target);
  const bare = await startServer([new URL("bare-server.ts", import.meta.url).pathname], JSON.stringify(answer));
  const figures: Array<{ bare: number; replay: number }> = [];
  for (let round = 0; round <= rounds; round += 1) {
    const figure = { bare: await requestsPerSecond(bare, target), replay: await requestsPerSecond(replay, target) };
    if (round > 0) figures.push(figure); // the first one warms both up
  }
  await bare.stop();
  rows.push([
    `GET ${target}`,
    String(answer.body.length),
    median(figures.map((figure) => figure.bare)).toFixed(0),
    median(figures.map((figure) => figure.replay)).toFixed(0),
    median(figures.map((figure) => figure.replay / figure.bare)).toFixed(2),
  ]);
}
await replay.stop();
console.log(
  `requests a second, median of ${rounds} rounds of ${seconds} s, ${connections} connections, node ${process.versions.node}\n`,
);
console.log(table(rows));
