import { deflateRawSync, deflateSync, gzipSync, type InputType, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { brotli } from "../../../.ci/brotli.ts";
import { BodyTooLargeError, decodeContent, decodeContentSync, UnknownCodingError } from "../src/body/content-coding.ts";

const text = Buffer.from("the same text, over and over; ".repeat(40));
const encoders: Readonly<Record<string, (bytes: InputType) => Uint8Array>> = {
  br: brotli,
  deflate: deflateSync,
  gzip: gzipSync,
  "x-gzip": gzipSync,
  zstd: zstdCompressSync,
};

const ways = [
  ["decodeContent()", decodeContent],
  ["decodeContentSync()", async (...given: Parameters<typeof decodeContentSync>) => decodeContentSync(...given)],
] as const;

test.each([
  ...Object.entries(encoders).map(([name, encode]) => [name, encode(text)] as const),
  ["deflate", deflateRawSync(text)],
  ["GZIP", gzipSync(text)],
  ["identity", text],
  ["none", text],
  ["UTF-8", text],
  ["aws-chunked", text],
  ["", text],
  ["gzip, br", brotli(gzipSync(text))],
  ["gzip,,identity , zstd", zstdCompressSync(gzipSync(text))],
] as ReadonlyArray<readonly [string, Uint8Array]>)("undoes %j", async (coding, bytes) => {
  for (const [name, decode] of ways) expect(Buffer.from(await decode(bytes, coding)), name).toEqual(text);
});

test.each(ways)("%s leaves a body of no bytes as it is, whatever its header says", async (_name, decode) => {
  expect(await decode(new Uint8Array(), "gzip")).toHaveLength(0);
});

test.each([
  ["gzip, rot13", 'its content-encoding "rot13" is not known'],
  ["gzip, <script>", 'its content-encoding "script" is not known'],
  [Array(6).fill("gzip").join(","), 'its content-encoding "of more than five stages" is not known'],
])("refuses the coding %s", async (coding, message) => {
  for (const [, decode] of ways) {
    const refusal = await decode(text, coding).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UnknownCodingError);
    expect(refusal).toMatchObject({ message });
  }
});

test.each(Object.keys(encoders))("says that a body is not in %s", async (coding) => {
  for (const [, decode] of ways) await expect(decode(text, coding)).rejects.toThrow(/./);
});

const mebibyte = 1024 * 1024;
const zeros = Buffer.alloc(8 * mebibyte);

test.each([
  ...Object.entries(encoders).map(([name, encode]) => [name, encode(zeros)] as const),
  ["gzip, gzip", gzipSync(gzipSync(zeros))],
  ["br, gzip", gzipSync(brotli(zeros))],
] as ReadonlyArray<readonly [string, Uint8Array]>)("a bomb in %s passes neither bound", async (coding, bytes) => {
  for (const [, decode] of ways) {
    const bySize = await decode(bytes, coding, { maxBytes: 2 * mebibyte, maxRatio: 1e9 }).catch(
      (error: unknown) => error,
    );
    expect(bySize).toBeInstanceOf(BodyTooLargeError);
    expect(bySize).toMatchObject({ limit: 2 * mebibyte, code: "EBODYTOOLARGE" });
    const byRatio = await decode(bytes, coding, { maxRatio: 4 }).catch((error: unknown) => error);
    expect(byRatio).toMatchObject({ limit: mebibyte, code: "EBODYRATIO" });
  }
});

test("the ratio is that to what was sent, whatever the stages between, and a mebibyte is always allowed", async () => {
  const little = Buffer.alloc(mebibyte);
  expect(await decodeContent(brotli(little), "br")).toHaveLength(mebibyte);
  await expect(decodeContent(brotli(zeros), "br")).rejects.toMatchObject({ limit: mebibyte });
  // gzip cannot reach the ratio by itself.
  expect(await decodeContent(gzipSync(zeros), "gzip")).toHaveLength(zeros.length);
});

test("many bodies at once are decoded a few at a time, and none waits for ever", async () => {
  const [whole, bomb, broken] = [gzipSync(text), gzipSync(zeros), Buffer.from("no gzip at all")];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, (_, at) =>
      decodeContent([whole, bomb, broken][at % 3] ?? whole, "gzip", { maxRatio: 4 }),
    ),
  );
  expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual(outcomes.map((_, at) => at % 3 === 0));
});

test("two bodies are decoded at a time: a third one waits, however small it is", async () => {
  const large = gzipSync(Buffer.alloc(8 * 1024 * 1024));
  const ended: number[] = [];
  const decodes = [large, large, gzipSync("[]")].map(async (bytes, nth) => {
    await decodeContent(bytes, "gzip");
    ended.push(nth);
  });
  await Promise.all(decodes);
  expect(ended.indexOf(2)).toBeGreaterThan(0);
});
