import { Buffer } from "node:buffer";
import { writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { law } from "../../../../.ci/property.ts";
import { tempFolder } from "../../../../.ci/test-resources.ts";
import { createPackWriter, type OpenPack, openPack, PackDamagedError, packedFiles } from "../../src/store/index.ts";
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
import { got, keysOf, packed, tapeOf, withPack } from "./packing.ts";

let folder: string;
beforeEach(async () => {
  folder = await tempFolder();
});

test("whatever byte is damaged, an answer is as it was recorded, or none and named", async () => {
  const exchanges = Array.from({ length: 20 }, (_, at) => got(`/things/${at}`, `thing ${at}`));
  const file = packed(folder, [tapeOf(...exchanges)]);
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
              expect(pack.only(`only /things/${nth}`)?.exchange).toEqual(exchange);
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
    { ...law(75), examples: [[whole.length - trailerBytes, 1]] },
  );
});

/** Uses every part of a packed file that can be used. */
function useAll(pack: OpenPack): void {
  const attempts: readonly (() => void)[] = [
    () => void pack.find("key", "GET /a/1"),
    ...Array.from({ length: 8 }, (_, at) => () => {
      const only = pack.only(`only /a/${at}`);
      if (only !== null) expect([only.target, only.body?.toString()]).toEqual([`/a/${at}`, `a ${at % 3}`]);
    }),
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
  writer.tape("a.har", tapeOf(...exchanges), keysOf);
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
    law(150),
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
    law(150),
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
  const file = packed(folder, [tapeOf(got("/a", "a"))]);
  await writeFile(file, change(await readFile(file)));
  expect(() => openPack(file)).toThrow(/it does not end as a packed file/);
});
