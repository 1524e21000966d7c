import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bytesOf } from "../../src/body/body.ts";
import type { FiledBody } from "../../src/exchange.ts";
import { createBodyWriter, createTurns, openHarFolder, readTapes, type Store } from "../../src/store/index.ts";
import { request } from "../tapes.ts";

const origin = "https://api.service.example";
const options = { origin, recordedAt: 0 };

function filled(folder: string, letter: string): FiledBody {
  const writer = createBodyWriter(folder);
  for (let at = 0; at < 20; at++) writer.write(Buffer.alloc(65_536, letter));
  return writer.end();
}

async function append(store: Store, body: FiledBody): Promise<void> {
  const turn = createTurns().begin();
  const stored = store.append({ request: request(), response: { status: 200, headers: [], body } }, turn);
  turn.end();
  await stored;
}

/** The letters of the bodies that are recorded, and how many are loose. */
async function lettersIn(folder: string): Promise<readonly [letters: readonly string[], loose: number]> {
  const exchanges = (await readTapes(folder)).flatMap(({ tape }) => tape.exchanges);
  const letters = exchanges.map(({ response }) => Buffer.from(bytesOf(response.body)).toString("latin1", 0, 1));
  return [letters, readdirSync(folder).filter((name) => name.startsWith(".tapedeck.body")).length];
}

test("a large body takes the place of another when its run closes, or after a run that was killed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tapedeck-large-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const first = await openHarFolder(folder, options);
  await append(first, filled(folder, "a"));
  expect(await lettersIn(folder)).toEqual([["a"], 0]);
  await first.close();

  const killed = await openHarFolder(folder, options);
  await append(killed, filled(folder, "b"));
  // What it keeps in its journal is read already.
  expect(await lettersIn(folder)).toEqual([["b"], 1]);
  const next = await openHarFolder(folder, options);
  expect(await lettersIn(folder)).toEqual([["b"], 0]);
  await append(next, filled(folder, "b"));
  expect(await lettersIn(folder)).toEqual([["b"], 0]);
  await append(next, filled(folder, "c"));
  await next.close();
  expect(await lettersIn(folder)).toEqual([["b", "c"], 0]);
});
