import fc from "fast-check";
import { expect, test } from "vitest";
import { joined } from "../src/body/body.ts";
import { followChunks, mappedChunks } from "../src/body/chunks.ts";
import type { RecordedChunk } from "../src/exchange.ts";

const encoder = new TextEncoder();
const lines = fc.array(
  fc.constantFrom("data: one\n", "key=Kx82hdG63\n", "\n", "data: {é}\n", "key=Kx82 key=Kx82hdG63 x\n"),
);
const hide = (text: string): string => text.replaceAll(/key=\w+/g, "key=__redacted-field__");

/** Cuts bytes where the lengths say, and again from the first. */
function cut(bytes: Uint8Array<ArrayBuffer>, lengths: readonly number[]): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < bytes.length; at += parts.at(-1)?.length ?? 0)
    parts.push(bytes.slice(at, at + (lengths[parts.length % lengths.length] ?? 1)));
  return parts;
}

test("chunks of a body that is changed as it comes are cut as those of one that is held", () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(lines, lengths, lengths, fc.nat(100), (parts, came, became, behind) => {
      const [before, after] = [parts.join(""), hide(parts.join(""))];
      const follower = followChunks();
      const chunks: RecordedChunk[] = [];
      const made = cut(encoder.encode(after), became);
      let [read, given] = [0, 0];
      for (const [nth, bytes] of cut(encoder.encode(before), came).entries()) {
        chunks.push([bytes.length, nth]);
        follower.came(bytes, nth);
        read += bytes.length;
        // What is made of it is never ahead.
        while (given < made.length && joined(made.slice(0, given + 1)).length + behind < read)
          follower.became(made[given++] as Uint8Array<ArrayBuffer>);
      }
      for (const bytes of made.slice(given)) follower.became(bytes);
      expect(follower.end()).toEqual(mappedChunks(before, after, chunks));
    }),
  );
});

test.each([
  ["a long line", "x".repeat(300_000)],
  ["many lines", "a\n".repeat(100_000)],
])("chunks of a byte each, of %s with a change in it, are followed as fast as they come", (_shows, text) => {
  const [before, after] = [`data: key=Kx82hdG63 ${text}`, hide(`data: key=Kx82hdG63 ${text}`)];
  const chunks = Array.from(before, (): RecordedChunk => [1, 0]);
  const mapped = mappedChunks(before, after, chunks);
  expect(mapped).toHaveLength(chunks.length);
  expect(mapped.reduce((sum, [length]) => sum + length, 0)).toBe(after.length);
  const follower = followChunks();
  for (const byte of encoder.encode(before)) follower.came(Uint8Array.of(byte), 0);
  for (const byte of encoder.encode(after)) follower.became(Uint8Array.of(byte));
  expect(follower.end()).toEqual(mapped);
});

test.each([
  ["a line that is longer than what is looked for", "x".repeat(3_000_000)],
  ["bytes without a line", "\0\x01".repeat(1_000_000)],
])("chunks of %s add up to what it became", (_shows, text) => {
  const follower = followChunks();
  const [before, after] = [encoder.encode(`key=Kx82hdG63 ${text}`), encoder.encode(hide(`key=Kx82hdG63 ${text}`))];
  for (let at = 0; at < before.length; at += 100_000) follower.came(before.slice(at, at + 100_000), 1);
  for (let at = 0; at < after.length; at += 100_000) follower.became(after.slice(at, at + 100_000));
  const chunks = follower.end();
  expect(chunks).toHaveLength(Math.ceil(before.length / 100_000));
  expect(chunks.reduce((sum, [length]) => sum + length, 0)).toBe(after.length);
});
