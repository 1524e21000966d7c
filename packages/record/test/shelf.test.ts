import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { arrange, type Exchange, pinnedMoment } from "@tapedeck/tape";
import { fromHar, toHar } from "@tapedeck/tape/har";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createRecorder, recordPlan } from "../src/index.ts";
import { readAnswer } from "../src/store/entry-ref.ts";
import { type FolderLock, lockFolder } from "../src/store/folder-lock.ts";
import { type Answers, keyOf, merge } from "../src/store/merge.ts";
import { openFolder, type RecordingFolder } from "../src/store/recording-folder.ts";
import { besideFile, besideFiles, shelve, stepFor, wholeFile, wholeStep } from "../src/store/segments.ts";
import { law } from "./property.ts";
import { exchangesIn, record, tempFolder, textsIn } from "./recording.ts";
import { serveUpstream } from "./upstream-server.ts";

const read = (answer: Parameters<typeof readAnswer>[0]): Exchange =>
  readAnswer(answer, { name: "things", origin: "http://localhost", recordedAt: 0 });

const textsOf = (exchanges: readonly Exchange[]): string[] =>
  exchanges.map(({ response }) => response.body?.text ?? "");

function answer(page: number, text = "some"): Exchange {
  return {
    request: { method: "GET", target: `/things?page=${page}`, principal: "anonymous", headers: [], body: null },
    response: { status: 200, headers: [], body: { encoding: "utf8", text } },
  };
}

test.each([100, 1000, 4000])(
  "of %i answers of one resource each is written a few times, however many come after it",
  (count) => {
    const shelf = shelve([]);
    let written = 0;
    for (let page = 0; page < count; page += 1) {
      const { changed } = merge(shelf.answers, [{ exchange: answer(page), asked: 0 }], read);
      const step = stepFor(shelf, changed);
      written += step.answers.length;
      step.done();
    }
    written += wholeStep(shelf).answers.length;
    expect(written / count).toBeLessThan(8);
  },
);

test("at each moment the files together say what was kept last, also between the removals of what is needless", () => {
  const shelf = shelve([]);
  const files = new Map<string, readonly Exchange[]>();
  const said: string[] = [];
  const found = (): string[] => {
    const { answers } = shelve([wholeFile, ...besideFiles].map((name) => files.get(name) ?? []));
    return Array.from(answers.values(), (there) => textsOf(there.map(read))).flat();
  };
  let removals = 0;
  for (let at = 0; at < 700; at += 1) {
    // Now and then an answer that was there before has changed, some of them again soon.
    const page = at % 7 === 6 ? (at * 31) % 300 : at % 3 === 2 ? at - 1 : at;
    const past = said[page];
    const exchange = answer(page, `version ${at} of ${page}`);
    said[page] = textsOf([exchange])[0] as string;
    const { changed } = merge(shelf.answers, [{ exchange, asked: 0 }], read);
    const { file, answers, needless, done } = stepFor(shelf, changed);
    files.set(file, answers.map(read));
    for (const each of needless) {
      // What comes last was not yet acknowledged.
      const known = found().filter((text) => text !== said[page] && text !== past);
      expect(new Set(known)).toEqual(new Set(said.filter((text, other) => text !== undefined && other !== page)));
      files.delete(each);
      removals += 1;
    }
    done();
    expect(new Set(found())).toEqual(new Set(said.filter((text) => text !== undefined)));
  }
  expect(files.size).toBeGreaterThan(2);
  expect(removals).toBeGreaterThan(300);
});

test("while it is recorded, a resource of many queries has whole files beside its own; in the end there is one", async () => {
  const from = await serveUpstream((request, response) => response.end(request.url));
  const [out, other] = [await tempFolder(), await tempFolder()];
  const targets = Array.from({ length: 150 }, (_, at) => `/list?page=${at}`);
  const recorder = await createRecorder({ from, out });
  for (const target of targets) await recorder.ask({ target });
  const during = await textsIn(out);
  expect(Object.keys(during).length).toBeGreaterThan(1);
  for (const [file, text] of Object.entries(during)) expect(toHar(fromHar(text, file))).toBe(text);
  expect(new Set((await exchangesIn(out)).map(({ request }) => request.target)).size).toBe(150);
  await recorder.close();
  expect(await readdir(join(out, "localhost/list"))).toEqual([wholeFile]);
  await record({ from, out: other }, ({ ask }) => Promise.all(targets.toReversed().map((target) => ask({ target }))));
  expect(await textsIn(other)).toEqual(await textsIn(out));
});

test("what a killed recorder left beside a file is brought into it by the next, whatever that records", async () => {
  const from = await serveUpstream((request, response) => response.end(request.url));
  const out = await tempFolder();
  const plan = { requests: Array.from({ length: 100 }, (_, at) => ({ path: "/list", query: { page: at } })) };
  await record({ from, out }, (recorder) => recordPlan(recorder, plan));
  const folder = join(out, "localhost/list");
  const before = await readFile(join(folder, wholeFile), "utf8");
  const tape = fromHar(before, wholeFile);
  const [older, newer] = ["older", "newer"].map((text) => {
    const { request, response } = tape.exchanges[7] as Exchange;
    return { request, response: { ...response, body: { encoding: "utf8" as const, text } } };
  });
  await writeFile(
    join(folder, besideFile(1, 3)),
    toHar({ ...tape, exchanges: [older as Exchange, ...tape.exchanges.slice(20, 30)] }),
  );
  await writeFile(join(folder, besideFile(0, 5)), toHar({ ...tape, exchanges: [newer as Exchange] }));
  await record({ from, out }, async () => {});
  expect(await readdir(folder)).toEqual([wholeFile]);
  const after = fromHar(await readFile(join(folder, wholeFile), "utf8"), wholeFile);
  expect(after.exchanges).toEqual(tape.exchanges.map((each, at) => (at === 7 ? newer : each)));
  await rm(out, { recursive: true });
});

/** A request and what it is answered with. */
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
  const request = { method: "GET", target: `/list?page=${page}`, principal: "anonymous", headers, body: null };
  const etag = ["etag", `"${version}"`] as const;
  return revalidates
    ? { request, response: { status: 304, headers: [etag], body: null } }
    : { request, response: { status: 200, headers: [etag], body: { encoding: "utf8", text: `ü version ${version}` } } };
}

test("what is read back from many files is what memory would have held, whatever is asked again or changed", async () => {
  const ask = fc.record<Ask>({
    page: fc.nat(40),
    accept: fc.constantFrom(null, "text/plain", "application/json"),
    version: fc.nat(2),
    revalidates: fc.boolean(),
    // A new run, in which each request is asked for the first time.
    again: fc.nat(60).map((n) => n === 0),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(ask, { minLength: 20, maxLength: 150, size: "max" }), async (asks) => {
      const out = await mkdtemp(join(tmpdir(), "tapedeck-shelf-"));
      const label = { name: "localhost/list", origin: "http://localhost", recordedAt: pinnedMoment };
      const open = async (): Promise<{ folder: RecordingFolder; lock: FolderLock }> => {
        const lock = await lockFolder(out);
        return { lock, folder: await openFolder(out, label.origin, label.recordedAt, lock) };
      };
      const answers: Answers = new Map();
      let asked = new Map<string, number>();
      let { lock, folder } = await open();
      const close = async (): Promise<void> => {
        await folder.close();
        await lock.release();
      };
      for (const each of asks) {
        if (each.again) {
          await close();
          asked = new Map();
          ({ lock, folder } = await open());
        }
        const exchange = exchangeOf(each);
        const time = asked.get(keyOf(exchange)) ?? 0;
        expect(await folder.onFile(exchange.request)).toEqual(answers.get(keyOf(exchange))?.map(read)[time] ?? null);
        const { outcomes } = merge(answers, [{ exchange, asked: time }], read);
        expect((await folder.keep(exchange)).outcome).toBe(outcomes[0]);
        asked.set(keyOf(exchange), time + 1);
      }
      await close();
      expect(await readdir(join(out, "localhost/list"))).toEqual([wholeFile]);
      const exchanges = arrange([...answers.values()].flat().map(read));
      expect(await readFile(join(out, "localhost/list", wholeFile), "utf8")).toBe(toHar({ ...label, exchanges }));
      await rm(out, { recursive: true });
    }),
    law(5),
  );
});
