import { Buffer } from "node:buffer";
import { closeSync, openSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { law } from "../../../../.ci/property.ts";
import { tempFolder } from "../../../../.ci/test-resources.ts";
import { chunksIn } from "../../src/body/filed-body.ts";
import { toHar } from "../../src/har/har.ts";
import type { Exchange, FiledBody, PackKeys } from "../../src/index.ts";
import {
  createBodyWriter,
  createPackWriter,
  PackDamagedError,
  packFolder,
  unpackFolder,
} from "../../src/store/index.ts";
import { packedTape } from "../../src/store/packed/pack-folder.ts";
import { createLineSorter } from "../../src/store/packed/sort-lines.ts";
import { namingFile } from "../../src/store/packed/unfinished-file.ts";
import { filedBody } from "../../src/store/write/large-bodies.ts";
import { tapes } from "../tapes.ts";
import { got, keysOf, packed, tapeOf, withPack } from "./packing.ts";

let folder: string;
beforeEach(async () => {
  folder = await tempFolder();
});

test("a packed tape is the tape, in any case; each exchange is found by its key, and one that is alone by its target", () => {
  fc.assert(
    fc.property(fc.array(tapes(), { maxLength: 3 }), (given) => {
      withPack(packed(folder, given), (pack) => {
        expect([...pack.tapes()].map((each) => packedTape(pack, each))).toEqual(given);
        const gets = given.flatMap(({ exchanges }) => exchanges).filter(({ request }) => request.method === "GET");
        for (const exchange of given.flatMap(({ exchanges }) => exchanges)) {
          const places = pack.find("key", keysOf(exchange).tables.key?.[0] ?? "");
          expect(places.map((place) => pack.read(place).exchange)).toContainEqual(exchange);
          const { target } = exchange.request;
          const alike = gets.filter((each) => each.request.target === target);
          const only = pack.only(`only ${target}`);
          expect(only?.exchange ?? null).toEqual(alike.length === 1 ? alike[0] : null);
          if (only !== null) expect(only.target).toBe(target);
        }
      });
    }),
    law(30),
  );
});

test("what is found under one key comes in recorded order, and what was not recorded is not found", () => {
  const exchanges = Array.from({ length: 3000 }, (_, at) => got(`/things/${at % 1000}`, `${at}`));
  withPack(packed(folder, [tapeOf(...exchanges)]), (pack) => {
    for (let at = 0; at < 1000; at += 1)
      expect(pack.find("key", `GET /things/${at}`)).toEqual([at, at + 1000, at + 2000]);
    expect([pack.find("key", "GET /nothing"), pack.find("refusal", "x"), pack.facts("nothing")]).toEqual([[], [], []]);
    expect([pack.facts("fact /things/7"), pack.paths.length]).toEqual([["GET"], 1000]);
  });
});

test("headers that come again have numbers, and each response has its own, however many there are", () => {
  const long = "x".repeat(2000);
  const exchanges = Array.from({ length: 900 }, (_, at) => {
    const { request, response } = got(`/things/${at}`, "");
    const headers = [
      ["etag", `"${at}"`],
      ["link", long],
      ["x-colon", "a:b"],
      ["x-third", `${at % 300}`],
    ] as const;
    return { request, response: { ...response, headers } };
  });
  withPack(packed(folder, [tapeOf(...exchanges)]), (pack) => {
    const headersAt = (place: number) => pack.read(place).exchange.response.headers;
    expect(exchanges.map((_, at) => headersAt(at))).toEqual(exchanges.map(({ response }) => response.headers));
    expect([pack.summary.fields.length, headersAt(1)[2] === headersAt(899)[2]]).toEqual([256, true]);
  });
});

test("responses with the same headers have one list, beside those that have others", () => {
  const exchanges = Array.from({ length: 20 }, (_, at) => {
    const { request, response } = got(`/things/${at}`, "");
    return { request, response: at % 5 === 0 ? { ...response, headers: [["etag", `"${at}"`]] as const } : response };
  });
  withPack(packed(folder, [tapeOf(...exchanges)]), (pack) => {
    expect(exchanges.map((_, at) => pack.read(at).exchange)).toEqual(exchanges);
    expect([pack.read(3).headers === pack.read(19).headers, pack.read(5).headers]).toEqual([true, [["etag", '"5"']]]);
  });
});

test("the answers of several tapes to one request come pass after pass", () => {
  const [first, second, third] = [got("/b", "1"), { ...got("/a", "2"), pass: 1 }, { ...got("/b", "3"), pass: 2 }];
  const same = (exchange: Exchange): PackKeys => ({ ...keysOf(exchange), tables: { key: ["same"] } });
  const file = join(folder, "order.tapedeck");
  const writer = createPackWriter(file);
  for (const tape of [tapeOf(second), tapeOf(first, third)]) writer.tape("x.har", tape, same);
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
      folder,
      [tapeOf(...Array.from({ length: count }, (_, at) => got(`/${at}`, text)))],
      `${count}.tapedeck`,
    );
    sizes.push((await stat(file)).size);
  }
  expect((sizes[1] ?? 0) - (sizes[0] ?? 0)).toBeLessThan(50 * 1000);
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

test("a recording that holds a secret is not packed, though it is written as tapedeck writes it", async () => {
  await mkdir(join(folder, "in"));
  const tape = tapeOf(got("/a?api_key=s3cr3tT0ken9xQ2", "a"));
  await writeFile(join(folder, "in/recording.har"), toHar(tape));
  const packing = packFolder(join(folder, "in"), join(folder, "in.tapedeck"), {
    keyer: () => ({ keyedBy: "", keysOf }),
  });
  await expect(packing).rejects.toThrow("it holds what looks like a secret (parameter)");
  expect(await readdir(folder)).toEqual(["in"]);
});

function packFiles(...paths: readonly string[]): string {
  const file = join(folder, "files.tapedeck");
  const writer = createPackWriter(file);
  for (const path of paths) writer.file(path, Buffer.from(path));
  writer.finish({ keyedBy: "", descriptions: null });
  return file;
}

test("a folder in which one file is in the way is left as it was", async () => {
  await writeFile(join(folder, "b"), "mine");
  await expect(unpackFolder(packFiles("a", "b", "c"), folder)).rejects.toThrow("EEXIST");
  expect([await readdir(folder), await readFile(join(folder, "b"), "utf8")]).toEqual([["b", "files.tapedeck"], "mine"]);
});

test("nothing is unpacked through a symbolic link", async () => {
  await Promise.all(["out", "elsewhere"].map((each) => mkdir(join(folder, each))));
  await symlink(join(folder, "elsewhere"), join(folder, "out", "a"));
  await expect(unpackFolder(packFiles("a/b"), join(folder, "out"))).rejects.toThrow('"a": it is a symbolic link');
  expect(await readdir(join(folder, "elsewhere"))).toEqual([]);
});

test("of two that unpack into one folder, one writes it, and the other says that it is there", async () => {
  const file = packFiles("a", "b", "c");
  const both = await Promise.allSettled([unpackFolder(file, folder), unpackFolder(file, folder)]);
  expect(both.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "EEXIST", path: join(folder, "a") },
  });
  expect(both.find(({ status }) => status === "fulfilled")).toMatchObject({ value: 3 });
  expect((await readdir(folder)).sort()).toEqual(["a", "b", "c", "files.tapedeck"]);
});

test("the folder that is written may be a symbolic link itself", async () => {
  await mkdir(join(folder, "out"));
  await symlink(join(folder, "out"), join(folder, "link"));
  expect(await unpackFolder(packFiles("a", "b/c"), join(folder, "link"))).toBe(2);
  expect((await readdir(join(folder, "out"), { recursive: true })).sort()).toEqual(["a", "b", join("b", "c")]);
});

test("an error of a file that is open names the file", async () => {
  const path = join(folder, "read-only");
  await writeFile(path, "");
  const descriptor = openSync(path, "r");
  expect(() => namingFile("recordings.tapedeck", () => writeSync(descriptor, "x"))).toThrow(
    expect.objectContaining({ code: "EBADF", path: "recordings.tapedeck" }),
  );
  closeSync(descriptor);
});

test("folders are packed in the order of their paths, whatever their names are", async () => {
  const folders = ["a", "a/b", "a-b", "a b/c", "a%2Fb", "a%", "b\nc", "b", "é/x", "z"];
  for (const [nth, name] of folders.entries()) {
    await mkdir(join(folder, "in", name), { recursive: true });
    const tape = { ...tapeOf(got("/a", "a")), name, origin: `http://${nth}.example` };
    await writeFile(join(folder, "in", name, "recording.har"), toHar(tape));
  }
  let keyed: readonly string[] = [];
  const keyer = (origins: readonly string[]) => {
    keyed = origins;
    return { keyedBy: "", keysOf };
  };
  const file = join(folder, "in", "in.tapedeck");
  await packFolder(join(folder, "in"), file, { keyer });
  withPack(file, (pack) => {
    expect([...pack.tapes()].map((each) => each.file.replace(/\/recording.har$/, ""))).toEqual(folders.toSorted());
    expect(pack.origins).toEqual(keyed);
    expect([...pack.files()].map(({ path }) => path).filter((path) => path.includes("tapedeck"))).toEqual([]);
  });
});

test("a folder that cannot be packed leaves the packed file as it was", async () => {
  const file = packed(folder, [tapeOf(got("/a", "a"))]);
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
    law(25),
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
  writer.tape("a_example/large", tapeOf(exchange, { ...exchange, pass: 1 }), keysOf);
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
