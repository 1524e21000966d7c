import { Buffer } from "node:buffer";
import { writeFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { passesOf, toHar } from "../../src/har/har.ts";
import type { Exchange, PackKeys, Tape } from "../../src/index.ts";
import {
  createPackWriter,
  type OpenPack,
  openPack,
  PackDamagedError,
  packedTape,
  packFolder,
  unpackFolder,
} from "../../src/store/index.ts";
import { createLineSorter } from "../../src/store/packed/sort-lines.ts";
import { tapes } from "../tapes.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tapedeck-pack-"));
});
afterEach(() => rm(folder, { recursive: true }));

function keysOf({ request }: Exchange): PackKeys {
  const [path = ""] = request.target.split("?");
  return {
    request,
    tables: { key: [`${request.method} ${request.target}`], path: [path] },
    path: path.replaceAll("/", "\0"),
    facts: [[`fact ${path}`, request.method]],
  };
}

/** The packed file of tapes. */
function packed(given: readonly Tape[], name = "tapes.tapedeck"): string {
  const file = join(folder, name);
  const writer = createPackWriter(file);
  for (const [at, tape] of given.entries()) writer.tape(`${at}.har`, tape, keysOf, true, passesOf(tape.exchanges));
  writer.finish({ keyedBy: "test", descriptions: null });
  return file;
}

function withPack<Result>(file: string, use: (pack: OpenPack) => Result): Result {
  const pack = openPack(file);
  try {
    return use(pack);
  } finally {
    pack.close();
  }
}

function got(target: string, text: string, parts: Partial<Exchange["request"]> = {}): Exchange {
  return {
    request: { method: "GET", target, principal: "anonymous", headers: [], body: null, ...parts },
    response: { status: 200, headers: [["content-type", "text/plain"]], body: { encoding: "utf8", text } },
  };
}

function tapeOf(...exchanges: readonly Exchange[]): Tape {
  return { name: "a", origin: "https://a.example", recordedAt: 1_767_225_600, exchanges };
}

test("a packed tape is the tape, in any case, and each exchange is found by its key", () => {
  fc.assert(
    fc.property(fc.array(tapes(), { maxLength: 3 }), (given) => {
      withPack(packed(given), (pack) => {
        expect([...pack.tapes()].map((each) => packedTape(pack, each))).toEqual(given);
        for (const exchange of given.flatMap(({ exchanges }) => exchanges)) {
          const places = pack.find("key", keysOf(exchange).tables.key?.[0] ?? "");
          expect(places.map((place) => pack.read(place).exchange)).toContainEqual(exchange);
        }
      });
    }),
    { numRuns: 60 },
  );
});

test("what is found under one key comes in recorded order, and what nobody recorded is not found", () => {
  const exchanges = Array.from({ length: 3000 }, (_, at) => got(`/things/${at % 1000}`, `${at}`));
  withPack(packed([tapeOf(...exchanges)]), (pack) => {
    for (let at = 0; at < 1000; at += 1)
      expect(pack.find("key", `GET /things/${at}`)).toEqual([at, at + 1000, at + 2000]);
    expect([pack.find("key", "GET /nothing"), pack.find("refusal", "x"), pack.facts("nothing")]).toEqual([[], [], []]);
    expect([pack.facts("fact /things/7"), pack.paths.length]).toEqual([["GET"], 1000]);
  });
});

test("the answers of several tapes to one request come pass after pass", () => {
  const [first, second, third] = [got("/b", "1"), { ...got("/a", "2"), pass: 1 }, { ...got("/b", "3"), pass: 2 }];
  const same = (exchange: Exchange): PackKeys => ({ ...keysOf(exchange), tables: { key: ["same"] } });
  const file = join(folder, "order.tapedeck");
  const writer = createPackWriter(file);
  for (const tape of [tapeOf(second), tapeOf(first, third)])
    writer.tape("x.har", tape, same, true, passesOf(tape.exchanges));
  writer.finish({ keyedBy: "", descriptions: null });
  withPack(file, (pack) => {
    const texts = pack.find("key", "same").map((place) => pack.read(place).exchange.response.body?.text);
    expect(texts).toEqual(["1", "2", "3"]);
  });
});

test("identical bodies are written once", async () => {
  const text = "x".repeat(10_000);
  const sizes = [];
  for (const count of [1, 50]) {
    const file = packed(
      [tapeOf(...Array.from({ length: count }, (_, at) => got(`/${at}`, text)))],
      `${count}.tapedeck`,
    );
    sizes.push((await stat(file)).size);
  }
  expect((sizes[1] ?? 0) - (sizes[0] ?? 0)).toBeLessThan(50 * 1000);
});

test("whatever byte is damaged, an answer is as it was recorded, or none and named", async () => {
  const exchanges = Array.from({ length: 20 }, (_, at) => got(`/things/${at}`, `thing ${at}`));
  const file = packed([tapeOf(...exchanges)]);
  const whole = await readFile(file);
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const broken = Buffer.from(whole);
      broken[at] = (broken[at] ?? 0) ^ change;
      const path = join(folder, "broken.tapedeck");
      writeFileSync(path, broken);
      let named = 0;
      const attempt = (look: () => void): void => {
        try {
          look();
        } catch (error) {
          expect(error).toBeInstanceOf(PackDamagedError);
          expect((error as Error).message).toMatch(
            /^Cannot use .+ of ".+": .+; restore the file, or pack its folder again$/,
          );
          named += 1;
        }
      };
      attempt(() =>
        withPack(path, (pack) => {
          for (const [nth, exchange] of exchanges.entries()) {
            attempt(() => {
              for (const place of pack.find("key", `GET /things/${nth}`))
                expect(pack.read(place).exchange).toEqual(exchange);
              expect(pack.find("key", `GET /things/${nth}`).length).toBe(1);
            });
          }
          attempt(() => void pack.paths.at(0));
          expect([...pack.tapes()].length).toBe(1);
          named += [...pack.checkIndex()].length;
        }),
      );
      // The magic at the beginning is for people.
      if (at >= 16) expect(named).toBeGreaterThan(0);
    }),
    { numRuns: 150 },
  );
});

test.each([
  ["cut off", (bytes: Buffer) => bytes.subarray(0, bytes.length - 100)],
  ["empty", () => Buffer.alloc(0)],
  ["something else", () => Buffer.from("{}".repeat(100))],
])("a file that is %s is refused", async (_what, change) => {
  const file = packed([tapeOf(got("/a", "a"))]);
  await writeFile(file, change(await readFile(file)));
  expect(() => openPack(file)).toThrow(/it does not end as a packed file/);
});

test("a folder is packed and given back byte for byte, with what else is in it", async () => {
  const tape = { ...tapeOf(got("/a", "a"), got("/a", "b")), name: "a.example/a" };
  const files: Record<string, string | Buffer> = {
    "api.json": '{ "name": "a" }',
    "a.example/a/recording.har": toHar(tape),
    // Not as it would be written.
    "a.example/b/recording.har": `${toHar({ ...tape, name: "a.example/b" })}\n\n`,
    "a.example/bytes.bin": Buffer.from([0, 255, 13, 10]),
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, "in", path)), { recursive: true });
    await writeFile(join(folder, "in", path), content);
  }
  const file = join(folder, "in.tapedeck");
  const told: number[] = [];
  const keyer = () => ({ keyedBy: "", keysOf });
  await packFolder(join(folder, "in"), file, { keyer, onProgress: (tapes) => told.push(tapes) });
  expect(told).toEqual([1, 2]);
  expect(await unpackFolder(file, join(folder, "out"))).toBe(4);
  for (const [path, content] of Object.entries(files))
    expect([path, await readFile(join(folder, "out", path))]).toEqual([path, Buffer.from(content)]);
  await expect(unpackFolder(file, join(folder, "out"))).rejects.toThrow("EEXIST");
  expect((await readdir(folder)).sort()).toEqual(["in", "in.tapedeck", "out"]);
});

test("a folder that cannot be packed leaves the packed file as it was", async () => {
  const file = packed([tapeOf(got("/a", "a"))]);
  const before = await readFile(file);
  await mkdir(join(folder, "in"));
  await writeFile(join(folder, "in/broken.har"), "{");
  const keyer = () => ({ keyedBy: "", keysOf });
  await expect(packFolder(join(folder, "in"), file, { keyer })).rejects.toThrow("broken.har");
  expect([await readFile(file), (await readdir(folder)).length]).toEqual([before, 2]);
});

test("nothing is written outside the folder that is named", async () => {
  const file = join(folder, "hostile.tapedeck");
  const writer = createPackWriter(file);
  writer.file("../escaped.txt", Buffer.from("x"));
  writer.finish({ keyedBy: "", descriptions: null });
  await expect(unpackFolder(file, join(folder, "out"))).rejects.toThrow("it would be written outside the folder");
  expect(await readdir(folder)).toEqual(["hostile.tapedeck"]);
});

test("lines are sorted in files where they are more than memory should hold", () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[^\n]*$/), { maxLength: 200 }),
      fc.integer({ min: 1, max: 400 }),
      (lines, most) => {
        const clean = lines.map((line) => line.toWellFormed());
        const sorter = createLineSorter(join(folder, "lines"), most);
        for (const line of clean) sorter.add(line);
        expect([...sorter.sorted()]).toEqual(clean.toSorted());
      },
    ),
    { numRuns: 50 },
  );
});
