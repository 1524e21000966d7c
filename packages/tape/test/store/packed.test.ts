import { Buffer } from "node:buffer";
import { renameSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { chunksIn } from "../../src/body/filed-body.ts";
import { passesOf, toHar } from "../../src/har/har.ts";
import type { Exchange, FiledBody, PackKeys, Tape } from "../../src/index.ts";
import {
  createBodyWriter,
  createPackWriter,
  type OpenPack,
  openPack,
  PackDamagedError,
  packedFiles,
  packFolder,
  unpackFolder,
} from "../../src/store/index.ts";
import { filedBody } from "../../src/store/large-bodies.ts";
import {
  magic,
  otherSections,
  type PackSummary,
  recordHeadBytes,
  type SectionPlace,
  tableNames,
  trailerBytes,
} from "../../src/store/packed/format.ts";
import { packedTape } from "../../src/store/packed/pack-folder.ts";
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
    // The lowest bit of where the summary stands: 64-bit numbers of floating point hide it in a sum.
    { numRuns: 150, examples: [[whole.length - trailerBytes, 1]] },
  );
});

/** Uses every part of a packed file that can be used. */
function useAll(pack: OpenPack): void {
  const attempts: readonly (() => void)[] = [
    () => void pack.find("key", "GET /a/1"),
    () => void pack.facts("fact /a/1"),
    () => void Array.from({ length: Math.min(pack.paths.length, 9) }, (_, at) => pack.paths.at(at)),
    () => {
      for (const tape of pack.tapes()) packedTape(pack, tape);
    },
    () => {
      for (const { content } of packedFiles(pack)) content();
    },
    () => void [...pack.checkIndex()],
    ...Array.from({ length: pack.size }, (_, at) => () => void pack.read(at).exchange.response.body?.text),
  ];
  for (const attempt of attempts) attemptOn(attempt);
}

/** Damage is named, and nothing else is thrown. */
function attemptOn(look: () => void): void {
  try {
    look();
  } catch (error) {
    if (!(error instanceof PackDamagedError)) throw error;
  }
}

/** A packed file of all kinds of parts. */
function packedAll(): string {
  const file = join(folder, "all.tapedeck");
  const writer = createPackWriter(file);
  const exchanges = Array.from({ length: 8 }, (_, at) => got(`/a/${at}`, `a ${at % 3}`));
  writer.tape("a.har", tapeOf(...exchanges), keysOf, true, passesOf(exchanges));
  for (const name of ["b.json", "c.json"]) writer.file(name, Buffer.from(`{"name":"${name}"}`));
  writer.finish({ keyedBy: "test", descriptions: null });
  return file;
}

test("whatever is zeroed, lost, doubled or written to another place, nothing but damage is named", async () => {
  const whole = await readFile(packedAll());
  const [at, length] = [fc.nat(whole.length), fc.oneof(fc.nat(64), fc.nat(whole.length))];
  const damage: readonly fc.Arbitrary<(bytes: Buffer) => Buffer>[] = [
    fc.tuple(at, length).map(
      ([from, long]) =>
        (bytes) =>
          bytes.fill(0, from, Math.min(bytes.length, from + long)),
    ),
    fc.tuple(at, length).map(
      ([from, long]) =>
        (bytes) =>
          Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + long)]),
    ),
    fc.tuple(at, at, length).map(([from, to, long]) => (bytes) => {
      bytes.copy(bytes, to, from, from + long);
      return bytes;
    }),
    fc.tuple(at, fc.uint8Array({ maxLength: 16 })).map(([from, random]) => (bytes) => {
      bytes.set(random.subarray(0, bytes.length - from), from);
      return bytes;
    }),
    // Within the sixteen bytes that no checksum covers.
    fc.tuple(fc.nat(15), fc.uint8Array({ maxLength: 12 })).map(([from, random]) => (bytes) => {
      bytes.set(random.subarray(0, 16 - from), Math.max(0, bytes.length - trailerBytes + from));
      return bytes;
    }),
  ];
  fc.assert(
    fc.property(fc.oneof(...damage), (change) => {
      const path = join(folder, "broken.tapedeck");
      writeFileSync(path, change(Buffer.from(whole)));
      attemptOn(() => withPack(path, useAll));
    }),
    { numRuns: 300 },
  );
});

test("a record of nothing but zeros is damaged, though its checksum is right", async () => {
  const file = packedAll();
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0, magic.length, magic.length + recordHeadBytes));
  withPack(file, (pack) => expect(() => pack.read(0)).toThrow(PackDamagedError));
});

/** The packed file with another summary, whose checksum is right. */
function withSummary(whole: Buffer, change: (summary: PackSummary) => unknown): Buffer {
  const trailer = Buffer.from(whole.subarray(-trailerBytes));
  const [at, length] = [trailer.readDoubleLE(0), trailer.readUInt32LE(8)];
  const bytes = Buffer.from(JSON.stringify(change(JSON.parse(whole.toString("utf8", at, at + length)))));
  trailer.writeUInt32LE(bytes.length, 8);
  trailer.writeUInt32LE(crc32(bytes), 12);
  return Buffer.concat([whole.subarray(0, at), bytes, trailer]);
}

test("parts that are taken for others are damaged, though their checksums are right", async () => {
  const whole = await readFile(packedAll());
  const names = [...tableNames, ...otherSections];
  const moves = fc.array(
    fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names), fc.constantFrom(0, 0, 1, -1, 0.5, 10, 1e9, -1e300)),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(moves, (each) => {
      const broken = withSummary(whole, ({ sections, ...summary }) => {
        const moved: Record<string, SectionPlace> = { ...sections };
        for (const [to, from, more] of each)
          moved[to] = { at: sections[from].at, length: sections[from].length + more };
        return { ...summary, sections: moved };
      });
      const path = join(folder, "broken.tapedeck");
      writeFileSync(path, broken);
      attemptOn(() => withPack(path, useAll));
    }),
    { numRuns: 300 },
  );
});

test.each([
  ["nothing", () => null],
  ["a text", () => "summary"],
  ["a list", () => []],
  ["without sections", ({ sections: _, ...summary }: PackSummary) => summary],
  ["without origins", (summary: PackSummary) => ({ ...summary, origins: null })],
])("a file is refused whose summary is %s", async (_what, change) => {
  const file = packedAll();
  await writeFile(file, withSummary(await readFile(file), change));
  expect(() => openPack(file)).toThrow(PackDamagedError);
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
  const nul = createPackWriter(file);
  nul.file("a\0b.txt", Buffer.from("x"));
  nul.finish({ keyedBy: "", descriptions: null });
  await expect(unpackFolder(file, join(folder, "out"))).rejects.toThrow('the file "a\\u0000b.txt"');
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

test("large bodies are read from where they lie, in pieces, also once another file has its name", async () => {
  const bytes = Buffer.from(
    Array.from({ length: 1.5 * 1024 * 1024 }, (_, at) => (Math.imul(at, 0x9e3779b1) >>> 13) & 255),
  );
  const recordings = join(folder, "recordings");
  const place = join(recordings, "a_example/large");
  await mkdir(place, { recursive: true });
  const filed = (name: string, content: Uint8Array) => {
    const writer = createBodyWriter(place);
    writer.write(content);
    const { path, ...body } = writer.end();
    renameSync(path, join(place, name));
    return { ...body, path: join(place, name) };
  };
  const sent = filed("POST.request.bin", bytes.subarray(1));
  const large = got("/large", "", { method: "POST", body: sent });
  const exchange = { ...large, response: { ...large.response, body: filed("POST.bin", bytes) } };
  await writeFile(join(recordings, "other.bin"), bytes);
  const file = join(folder, "large.tapedeck");
  const writer = createPackWriter(file);
  writer.tape("a_example/large", tapeOf(exchange, { ...exchange, pass: 1 }), keysOf, true, [0, 1]);
  writer.file("other.bin", filedBody(join(recordings, "other.bin")));
  writer.finish({ keyedBy: "", descriptions: null });
  // Each is there once.
  expect((await stat(file)).size).toBeLessThan(2.2 * bytes.length);
  const damaged = join(folder, "damaged.tapedeck");
  const whole = await readFile(file);
  whole.writeUInt8(1, whole.indexOf(bytes.subarray(1)) + 3);
  await writeFile(damaged, whole);
  withPack(file, (pack) => {
    const { exchange: read, body } = pack.read(1);
    expect(body).toBeNull();
    writeFileSync(`${file}.new`, "another");
    renameSync(`${file}.new`, file);
    for (const [found, wanted] of [
      [read.response.body, bytes],
      [read.request.body, bytes.subarray(1)],
      [[...pack.files()][0]?.content(), bytes],
    ] as const) {
      expect(found).toMatchObject({ encoding: "file", bytes: wanted.length });
      expect(Buffer.compare(Buffer.concat([...chunksIn(found as FiledBody)]), wanted)).toBe(0);
    }
  });
  withPack(damaged, (pack) => {
    for (let time = 0; time < 2; time += 1) expect(() => pack.read(1)).toThrow(PackDamagedError);
  });
});
