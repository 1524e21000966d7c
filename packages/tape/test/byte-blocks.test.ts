import { expect, test } from "vitest";
import { blockBytes, createByteBlocks } from "../src/body/byte-blocks.ts";

test.each([
  ["a chunk", [5], 1],
  ["chunks of a byte, in blocks that grow to 16 KiB", Array(300_000).fill(1), 35],
  ["large chunks, each as it came", [5000, 200_000, blockBytes], 3],
  ["small chunks among large ones", [200_000, 1, 200_000, 1, 1], 4],
  ["what fills a block to its end", [10, 4, 6, 3, 30], 4],
  ["empty chunks", [0, 0, 3, 0], 1],
])("createByteBlocks() holds %s", (_shows, lengths, most) => {
  const blocks = createByteBlocks();
  const chunks = lengths.map((length, at) => Buffer.alloc(length, at));
  for (const chunk of chunks) blocks.add(chunk);
  const taken = blocks.take();
  expect(Buffer.concat(taken).equals(Buffer.concat(chunks))).toBe(true);
  expect(taken.length).toBeLessThanOrEqual(most);
  expect(blocks.take()).toEqual([]);
});
