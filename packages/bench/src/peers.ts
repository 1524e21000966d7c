// Prints how fast a client is answered in its own process, by tapedeck and by its peers, by number of recordings. Each
// runs in a process of its own, and answers for as many resources as there are recordings, one after another. Usage:
// node src/peers.ts, with BENCH_RECORDINGS=10,100,1000,10000, BENCH_SECONDS=2, BENCH_WARM_UP=0.3 (seconds, too),
// BENCH_ROUNDS=3, BENCH_PLOT=file.svg
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { printedBy } from "./measuring/child-processes.ts";
import { inTurn } from "./measuring/in-turn.ts";
import { table } from "./measuring/table.ts";
import { peers } from "./peers/peers.ts";
import { type Point, plot } from "./peers/plot.ts";

const own = fileURLToPath(import.meta.url);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 2);
const warmUp = Number(process.env["BENCH_WARM_UP"] ?? seconds * 0.15);

/**
 * Sends requests until the time is over, for the resources in scattered order, and checks that each answer is the right
 * one.
 */
async function requestsPerSecond(name: string, recordings: number): Promise<number> {
  const ask = await peers[name]?.(recordings);
  if (!ask) throw new RangeError(`Cannot measure "${name}": there are ${Object.keys(peers).join(", ")}`);
  const until = async (milliseconds: number): Promise<number> => {
    const start = performance.now();
    let asked = 0;
    for (; performance.now() - start < milliseconds; asked += 1) {
      // A step that is coprime to every power of ten reaches every resource.
      const at = (asked * 7919) % recordings;
      const body = await ask(at);
      if (!body.includes(`"/things/${at}"`)) throw new Error(`${name} answered /things/${at} with ${body}`);
    }
    return (asked / (performance.now() - start)) * 1000;
  };
  await until(warmUp * 1000);
  return until(seconds * 1000);
}

async function compare(): Promise<void> {
  const rounds = Number(process.env["BENCH_ROUNDS"] ?? 3);
  const sizes = (process.env["BENCH_RECORDINGS"] ?? "10,100,1000,10000").split(",").map(Number);
  const points: Point[] = [];
  for (const recordings of sizes) {
    const measure = async (name: string): Promise<[number]> => [await printedBy<number>(own, name, String(recordings))];
    for (const { name, medians } of await inTurn(Object.keys(peers), rounds, measure, 0))
      points.push({ name, recordings, perSecond: medians[0] ?? Number.NaN });
  }
  const [reference = ""] = Object.keys(peers);
  const at = (name: string, recordings: number): number =>
    points.find((point) => point.name === name && point.recordings === recordings)?.perSecond ?? Number.NaN;
  console.log(`requests a second (and in hundredths of "${reference}"), median of ${rounds} rounds of ${seconds} s\n`);
  console.log(
    table([
      ["recordings", ...sizes.map(String)],
      ...Object.keys(peers).map((name) => [
        name,
        ...sizes.map((size) => {
          const share = (at(name, size) / at(reference, size)) * 100;
          return `${at(name, size).toFixed(0)} (${share < 1 ? share.toFixed(2) : share.toFixed(0)})`;
        }),
      ]),
    ]),
  );
  const file = process.env["BENCH_PLOT"];
  if (file) await writeFile(file, await plot(points));
}

const [name, recordings] = process.argv.slice(2);
if (name === undefined) await compare();
else {
  console.log(await requestsPerSecond(name, Number(recordings)));
  process.exit(); // some leave timers behind
}
