import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Exchange } from "@tapedeck/tape";
import { fromHar, toHar } from "@tapedeck/tape/har";
import { expect, test } from "vitest";
import { createRecorder, recordPlan } from "../src/index.ts";
import { keyOf, merge } from "../src/merge.ts";
import { besideFile, shelve, stepFor, wholeFile, wholeStep } from "../src/shelf.ts";
import { exchangesIn, record, tempFolder, textsIn } from "./recording.ts";
import { serveUpstream } from "./upstream-server.ts";

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
      const { changed } = merge(shelf.answers, [answer(page)], () => 0);
      const step = stepFor(shelf, changed);
      written += step.exchanges.length;
      step.done();
    }
    written += wholeStep(shelf).exchanges.length;
    expect(written / count).toBeLessThan(40);
  },
);

test("at each moment the files together say what was kept last, the newest first", () => {
  const shelf = shelve([]);
  const files = new Map<string, readonly Exchange[]>();
  const sizes = [wholeFile, ...[3, 2, 1, 0].map(besideFile)];
  const said: Exchange[] = [];
  for (let at = 0; at < 700; at += 1) {
    // Now and then an answer that was there before has changed.
    const page = at % 7 === 6 ? (at * 31) % 300 : at;
    said[page] = answer(page, `version ${at}`);
    const { changed } = merge(shelf.answers, [said[page] as Exchange], () => 0);
    const { file, exchanges, needless, done } = stepFor(shelf, changed);
    files.set(file, exchanges);
    for (const each of needless) files.delete(each);
    done();
    const found = shelve(sizes.map((name) => files.get(name) ?? [])).answers;
    const expected = said.filter((exchange) => exchange !== undefined);
    expect(found.size).toBe(expected.length);
    if (at % 50 === 0) for (const exchange of expected) expect(found.get(keyOf(exchange))).toEqual([exchange]);
  }
  expect(files.size).toBeGreaterThan(2);
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
    join(folder, besideFile(1)),
    toHar({ ...tape, exchanges: [older as Exchange, ...tape.exchanges.slice(20, 30)] }),
  );
  await writeFile(join(folder, besideFile(0)), toHar({ ...tape, exchanges: [newer as Exchange] }));
  await record({ from, out }, async () => {});
  expect(await readdir(folder)).toEqual([wholeFile]);
  const after = fromHar(await readFile(join(folder, wholeFile), "utf8"), wholeFile);
  expect(after.exchanges).toEqual(tape.exchanges.map((each, at) => (at === 7 ? newer : each)));
  await rm(out, { recursive: true });
});
