// Measures one player in a process of its own, and prints the figures as JSON. Usage: node src/scale/measure.ts
// PACKED|FOLDER COUNT
import { statSync } from "node:fs";
import process from "node:process";
import { createPlayer, type IncomingRequest, type TapeSource } from "@tapedeck/replay";
import { openPack, readTapes } from "@tapedeck/tape/files";
import { megabytes, processorMicroseconds } from "../measuring/proc.ts";
import { median } from "../measuring/table.ts";
import { exchangeOf, origin, targetOf } from "./generate.ts";

/** The figures of one player: milliseconds of processor time (except `answer`), and megabytes. */
export interface Figures {
  /** From the call to the first correct answer. */
  readonly start: number;
  /** Microseconds of processor time for an answer, each a different one, in scattered order. */
  readonly answer: number;
  readonly override: number;
  readonly stored: number;
  readonly miss: number;
  /** Resident memory above that of the process before, without the files that the system caches for everyone. */
  readonly memory: number;
}

const answers = 20_000;

function ask(target: string): IncomingRequest {
  return { method: "GET", target, headers: {}, body: null, base: "http://localhost:8787", address: "127.0.0.1" };
}

/** Returns the median time of several calls, in milliseconds of processor time. */
function usual(work: (nth: number) => void): number {
  return median(Array.from({ length: 9 }, (_, nth) => processorMicroseconds(() => work(nth)))) / 1000;
}

async function figuresOf(path: string, count: number): Promise<Figures> {
  const before = megabytes("self", "RssAnon");
  const start = process.cpuUsage();
  const tapes: TapeSource = statSync(path).isFile()
    ? openPack(path)
    : (await readTapes(path, { late: true, index: { file: `${path}.index`, now: Date.now() } })).map(
        ({ tape }) => tape,
      );
  const player = createPlayer({ tapes });
  const expectRight = (at: number): void => {
    const reply = player.answer(ask(targetOf(at)));
    if (reply.kind !== undefined || reply.status !== 200 || reply.body === null)
      throw new Error(`wrong: ${targetOf(at)}`);
    // A wrong body would begin with another number.
    if (!Buffer.from(reply.body.subarray(0, 20)).toString().startsWith(`{"id":${at},`)) throw new Error(targetOf(at));
  };
  expectRight(count >> 1);
  const began = process.cpuUsage(start);
  const busy = processorMicroseconds(() => {
    for (let nth = 0; nth < answers; nth += 1) expectRight((nth * 7919) % count);
  });
  const over = [{ name: "over", origin, recordedAt: 0, exchanges: [exchangeOf(1)] }];
  return {
    start: (began.user + began.system) / 1000,
    answer: busy / answers,
    memory: megabytes("self", "RssAnon") - before,
    override: usual((nth) => player.addOverride(`override ${nth}`, over)),
    stored: usual((nth) => player.store(ask(`/new/${nth}`), exchangeOf(nth).response, origin)),
    miss: usual((nth) => void player.answer(ask(`/acounts/${nth}/things/x`))),
  };
}

if (import.meta.main) {
  const [path = "", count = ""] = process.argv.slice(2);
  console.log(JSON.stringify(await figuresOf(path, Number(count))));
}
