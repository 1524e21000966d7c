import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../../.ci/property.ts";
import { tempFolder } from "../../../../.ci/test-resources.ts";
import { requestKey } from "../../src/canonical.ts";
import type { Exchange } from "../../src/exchange.ts";
import { createTurns, openHarFolder, readTapes } from "../../src/store/index.ts";
import { mergeRun, type RunEntry } from "../../src/store/order/merge-run.ts";
import { exchange, utf8 } from "../tapes.ts";

const label = { origin: "http://localhost", recordedAt: 1_767_225_600 };

/** A request, what it is answered with, and whether it begins a new run. */
interface Ask {
  readonly page: number;
  readonly accept: string | null;
  readonly version: number;
  readonly revalidates: boolean;
  readonly again: boolean;
}

function exchangeOf({ page, accept, version, revalidates }: Ask): Exchange {
  const headers = [
    ...(accept === null ? [] : [["accept", accept] as const]),
    ...(revalidates ? [["if-none-match", `"${version}"`] as const] : []),
  ];
  const etag = [["etag", `"${version}"`] as const];
  const request = { target: `/list?page=${page}`, headers };
  return revalidates
    ? exchange(request, { status: 304, headers: etag, body: null })
    : exchange(request, { headers: etag, body: utf8(`ü version ${version}`) });
}

/** Names each exchange by its request, and which answer to that it is. */
function names(exchanges: readonly Exchange[]): readonly string[] {
  const counts = new Map<string, number>();
  return exchanges.map(({ request }) => {
    const key = requestKey(request);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return `${key} ${counts.get(key)}`;
  });
}

test("what is read back after many runs is what memory would have held, the last run in its order", async () => {
  const ask = fc.record<Ask>({
    page: fc.nat(12),
    accept: fc.constantFrom(null, "text/plain", "application/json"),
    version: fc.nat(2),
    revalidates: fc.boolean(),
    again: fc.nat(30).map((n) => n === 0),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(ask, { minLength: 20, maxLength: 80, size: "max" }), async (asks) => {
      const root = await mkdtemp(join(tmpdir(), "tapedeck-store-"));
      let held: readonly Exchange[] = [];
      let run: RunEntry[] = [];
      let store = await openHarFolder(root, label);
      let turns = createTurns();
      const close = async (): Promise<void> => {
        await store.close();
        held = mergeRun(held, run);
        const read = (await readTapes(root)).flatMap(({ tape }) => tape.exchanges);
        const texts = (all: readonly Exchange[]) =>
          all.map(({ request, response }) => JSON.stringify([request, response])).sort();
        expect(texts(read)).toEqual(texts(held));
        const ran = new Set(names(run.map(({ exchange }) => exchange)));
        const there = names(read).filter((name) => ran.has(name));
        expect(there).toEqual([...ran].filter((name) => there.includes(name)));
      };
      for (const each of asks) {
        if (each.again) {
          await close();
          [run, store, turns] = [[], await openHarFolder(root, label), createTurns()];
        }
        const given = exchangeOf(each);
        const turn = turns.begin();
        const { next } = await store.find(given.request);
        await store.append(given, turn);
        turn.end();
        run.push({ exchange: given, nth: next });
      }
      await close();
      await rm(root, { recursive: true });
    }),
    law(5),
  );
});

test("an answer is stored behind those whose turns ended before its own began, whichever is appended first", async () => {
  const root = await tempFolder();
  const store = await openHarFolder(root, label);
  const turns = createTurns();
  const inTurn = ["first", "second", "third"].map((text) => {
    const turn = turns.begin();
    turn.end();
    return { turn, answer: exchange({ target: "/list" }, { headers: [], body: utf8(text) }) };
  });
  await Promise.all(inTurn.toReversed().map(({ turn, answer }) => store.append(answer, turn)));
  await store.close();
  const read = (await readTapes(root)).flatMap(({ tape }) => tape.exchanges);
  expect(read.map(({ response }) => response.body?.text)).toEqual(["first", "second", "third"]);
});
