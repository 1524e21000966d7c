// Records clients that take turns, and replays them: in the recorded order, in another one, and with strangers.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createRecorder } from "@tapedeck/record";
import { createPlayer, recordMisses } from "@tapedeck/replay";
import { readTapes } from "@tapedeck/tape/files";
import { type ClientPlan, type Seen, type Send, startClient } from "./clients.ts";

/** What each client saw. */
export type Views = readonly (readonly Seen[])[];

/** Has clients ask in turns, by an order that says whose turn it is among those that have not ended. */
async function takeTurns(plans: readonly ClientPlan[], order: readonly number[], send: Send): Promise<Views> {
  const clients = plans.map((plan) => ({ steps: startClient(plan, send), seen: [] as Seen[] }));
  const left = [...clients];
  for (let turn = 0; left.length > 0; turn += 1) {
    const at = (order[turn % order.length] ?? 0) % left.length;
    const client = left[at];
    const step = await client?.steps.next();
    if (step?.done === false) client?.seen.push(step.value);
    else left.splice(at, 1);
  }
  return clients.map(({ seen }) => seen);
}

/** Records clients into a folder. */
export async function record(
  from: string,
  out: string,
  plans: readonly ClientPlan[],
  order: readonly number[],
): Promise<Views> {
  const recorder = await createRecorder({ from, out, origin: "http://localhost" });
  const seen = await takeTurns(plans, order, async (request) => recorder.player(request));
  await recorder.close();
  return seen;
}

/** Replays a folder to clients. @param ignore Parts of requests that are not compared. Default: none. */
export async function replay(
  out: string,
  plans: readonly ClientPlan[],
  order: readonly number[],
  ignore: readonly string[] = [],
): Promise<Views> {
  const match = ignore.length > 0 ? [{ path: "/**", ignore }] : [];
  const player = createPlayer({ tapes: (await readTapes(out)).map(({ tape }) => tape), match });
  return takeTurns(plans, order, async (request) => player(request));
}

/** Replays a folder to clients, and records into it what it does not have. */
export async function replayRecordingMisses(
  from: string,
  out: string,
  plans: readonly ClientPlan[],
  order: readonly number[],
): Promise<Views> {
  const player = createPlayer({ tapes: (await readTapes(out)).map(({ tape }) => tape) });
  const recorder = await createRecorder({ from, out, origin: "http://localhost", fillsGaps: "changes" });
  const handler = recordMisses(player, recorder.player, { from });
  const seen = await takeTurns(plans, order, async (request) => handler(request));
  await recorder.close();
  return seen;
}

/** Returns all files of a folder as one text. */
export async function textOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.sort().map(async (file) => `${file}\n${await readFile(file, "utf8")}`))).join("\n");
}
