import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Attack } from "./attack.ts";
import { integersFrom } from "./fuzz/mutate.ts";

const script = fileURLToPath(new URL("soak-process.ts", import.meta.url));
const recordings = fileURLToPath(new URL("../../../../recordings", import.meta.url));
const clients = 8;
const looks = 20;
/** Bytes of heap that a request may leave behind, by the slope over the second half. */
const leftAllowed = 20;

const shortestMeasured = 120;

interface Look {
  readonly heapUsed: number;
  readonly rss: number;
  readonly counted: number;
  readonly descriptors: number;
}

/** Requests for a time: hits, misses, refusals, bodies, clients that go away; then what is left of them. */
export const soak: Attack = {
  about: "eight clients for --seconds (600): slope of the heap, descriptors, and counters that are exact",
  run: async ({ seconds = 600, seed, say }) => {
    const child = spawn(process.execPath, ["--expose-gc", script, recordings], { stdio: ["pipe", "pipe", "inherit"] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const { url } = JSON.parse((await lines.next()).value as string) as { readonly url: string };
    const look = async (): Promise<Look> => {
      child.stdin.write("\n");
      return JSON.parse((await lines.next()).value as string) as Look;
    };
    const end = performance.now() + seconds * 1000;
    const random = integersFrom(seed);
    let [answered, wrong, slowest] = [0, 0, 0];
    const wrongly = new Set<string>();
    const agent = new Agent({ keepAlive: true, maxSockets: clients });
    const client = async (): Promise<void> => {
      while (performance.now() < end) {
        const [path, method, expected] = requests[random(requests.length)] ?? ["/", "GET", 404];
        const start = performance.now();
        const status = await ask(agent, url + path.replace("N", String(random(1000))), method);
        slowest = Math.max(slowest, performance.now() - start);
        answered += 1;
        if (status === expected || status === 403) continue;
        wrong += 1;
        wrongly.add(`${method} ${path}: ${status}`);
      }
    };
    const working = Promise.all(Array.from({ length: clients }, client));
    const seen: Look[] = [];
    for (let at = 0; at < looks; at += 1) {
      await Promise.race([working, new Promise((resolve) => setTimeout(resolve, (seconds * 1000) / looks))]);
      seen.push(await look());
      say(`${answered} answered, heap ${Math.round((seen.at(-1)?.heapUsed ?? 0) / 1024)} KiB`);
    }
    await working;
    agent.destroy();
    const last = await look();
    child.stdin.end();
    await once(child, "close");
    const half = seen.slice(looks / 2);
    const slope = slopeOf(half.map(({ counted, heapUsed }) => [counted, heapUsed]));
    const descriptors = Math.max(...seen.map((each) => each.descriptors));
    const failures = [
      ...(last.counted === answered ? [] : [`it counted ${last.counted} of ${answered} requests`]),
      ...(wrong === 0 ? [] : [`${wrong} answers were not those expected: ${[...wrongly].join("; ")}`]),
      // Journal and caches fill up first.
      ...(slope > leftAllowed && seconds >= shortestMeasured ? [`a request leaves ${slope.toFixed(1)} bytes`] : []),
      ...(descriptors > 40 ? [`it held ${descriptors} descriptors`] : []),
    ];
    return [
      {
        attack: `soak of ${seconds} s (heap ${slope.toFixed(2)} bytes a request, ${descriptors} descriptors)`,
        tried: answered,
        lost: Math.abs(answered - last.counted) + wrong,
        memoryBytes: Math.max(...seen.map(({ rss }) => rss)),
        slowestMilliseconds: slowest,
        failures,
      },
    ];
  },
};

/** What is asked; N is a number. A 403 is the limit's, and as good. */
const requests: ReadonlyArray<readonly [path: string, method: string, status: number]> = [
  ["/users/ada", "GET", 200],
  ["/zen", "GET", 200],
  ["/users/ada", "HEAD", 200],
  ["/nowhere/N", "GET", 501],
  ["/users/ada?colour=N", "GET", 501],
];

function ask(agent: Agent, url: string, method: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    });
    sent.once("error", reject).end();
  });
}

/** Of a line through points, by least squares. */
function slopeOf(points: ReadonlyArray<readonly [x: number, y: number]>): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [x, y] = [mean(points.map(([each]) => each)), mean(points.map(([, each]) => each))];
  const spread = points.reduce((sum, [each]) => sum + (each - x) ** 2, 0);
  return spread === 0 ? 0 : points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0) / spread;
}
