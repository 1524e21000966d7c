// Kills recordings at random moments and looks what is left. `npm run attack -- crash` prints the table of many rounds.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { listRecordings, readTapes, recordedBelow } from "@tapedeck/tape/files";
import { randomFrom } from "../../../.ci/seeded-random.ts";
import { isWhole } from "./whole.ts";

/** What a kill left, and what the next run made of it. */
export interface Killed {
  /** Exchanges that the recorder had said to be kept. */
  readonly acknowledged: number;
  /** Exchanges found whole on disk. */
  readonly found: number;
  /** Acknowledged and not found. */
  readonly lost: number;
  /** Files that are not whole and canonical, or of which `.recorded` does not know when they were recorded. */
  readonly broken: number;
  /** Exchanges on disk after the next run. */
  readonly completed: number;
  /** How many of these that run did not have to fetch again. */
  readonly unchanged: number;
}

/** How a recording is killed. */
export interface KillOptions {
  readonly exchanges: number;
  /** How many resources they are of; a file each. Of few resources, they wait in the journal. */
  readonly resources: number;
  readonly seed: number;
  /** Called with the folder between the kill and the next run. */
  readonly inspect?: (folder: string) => Promise<void>;
}

const child = fileURLToPath(new URL("recording-process.ts", import.meta.url));

/** Records so many exchanges, kills the recorder after a random one of them, and records again. */
export async function killOnce({ exchanges, resources, seed, inspect }: KillOptions): Promise<Killed> {
  const folder = await mkdtemp(join(tmpdir(), "tapedeck-kill-"));
  const service = await serve();
  try {
    const [plan, out] = [join(folder, "plan.json"), join(folder, "out")];
    const numbers = Array.from({ length: exchanges }, (_, at) => at);
    const requests = numbers.map((at) => ({ path: `/r/${at % resources}`, query: { v: at } }));
    await writeFile(plan, JSON.stringify({ requests }));
    const random = randomFrom(seed);
    const words = [child, service.url, out, plan, String(1 + Math.floor(random() * 8))];
    const acknowledged = await recordUntil(words, 1 + Math.floor(random() * exchanges * 0.98), random() * 3);
    const { targets, broken } = await foundIn(out);
    await inspect?.(out);
    const again = await recordUntil(words, Number.POSITIVE_INFINITY, 0);
    return {
      acknowledged: acknowledged.length,
      found: targets.size,
      lost: acknowledged.filter((line) => !targets.has(line.split(" ")[1] ?? "")).length,
      broken,
      completed: (await foundIn(out)).targets.size,
      unchanged: again.filter((line) => line.startsWith("unchanged")).length,
    };
  } finally {
    service.close();
    await rm(folder, { recursive: true });
  }
}

// Every line that the recorder wrote counts, also those that were read after its end.
async function recordUntil(words: readonly string[], count: number, delay: number): Promise<string[]> {
  const recorder = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  const closed = once(recorder, "close");
  const lines: string[] = [];
  for await (const line of createInterface({ input: recorder.stdout })) {
    lines.push(line);
    if (lines.length === count) setTimeout(() => recorder.kill("SIGKILL"), delay);
  }
  await closed;
  return lines;
}

async function foundIn(folder: string): Promise<{ targets: Set<string>; broken: number }> {
  let broken = 0;
  const recordedIn = recordedBelow(folder);
  for (const file of await listRecordings(folder)) {
    const text = await readFile(join(folder, file), "utf8");
    try {
      if (!isWhole(folder, file, text) || !recordedIn(file)) broken += 1;
    } catch {
      broken += 1;
    }
  }
  const tapes = broken > 0 ? [] : await readTapes(folder);
  const exchanges = tapes.flatMap(({ tape }) => tape.exchanges);
  const whole = exchanges.filter(({ request, response }) => response.body?.text === bodyOf(request.target));
  return { targets: new Set(whole.map(({ request }) => request.target)), broken };
}

// JSON stands in the HAR, a text of lines in a file beside it.
function bodyOf(target: string): string {
  return isText(target) ? `${target}\n${"x".repeat(700)}\n` : JSON.stringify({ target, text: "x".repeat(700) });
}

function isText(target: string): boolean {
  return /[13579]$/.test(target);
}

async function serve(): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const etag = `W/"${request.url}"`;
    const type = isText(request.url ?? "") ? "text/plain" : "application/json";
    response.setHeader("etag", etag).setHeader("content-type", type);
    if (request.headers["if-none-match"] === etag) response.writeHead(304).end();
    else response.end(bodyOf(request.url ?? ""));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
