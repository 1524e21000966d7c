/** Bytes that come in chunks, held in little more than they take. */
export interface ByteBlocks {
  add(chunk: Uint8Array<ArrayBuffer>): void;
  /** Returns all of them in order, and holds nothing from then on. */
  take(): readonly Uint8Array<ArrayBuffer>[];
}

/** Length of a block that small chunks share, and above which a chunk is not small, in bytes. */
export const blockBytes: number = 16 * 1024;
const smallChunk = 4 * 1024;

/**
 * Makes an empty holder. Small chunks are copied into blocks, each at most as large as all before it: a client may send
 * byte by byte, and a chunk takes hundreds of bytes beside its own.
 * @example
 * const blocks = createByteBlocks();
 * for await (const chunk of body) blocks.add(chunk);
 * Buffer.concat(blocks.take());
 */
export function createByteBlocks(): ByteBlocks {
  let blocks: Uint8Array<ArrayBuffer>[] = [];
  /** Bytes of all of them. */
  let length = 0;
  /** Bytes of the last block that are not used yet. */
  let room = 0;
  return {
    add(chunk) {
      const last = blocks.at(-1);
      const rest = chunk.subarray(room);
      if (last !== undefined && room > 0) last.set(chunk.subarray(0, room), last.length - room);
      room = Math.max(0, room - chunk.length);
      const shared = rest.length < smallChunk ? Math.min(length, blockBytes) : 0;
      if (shared > rest.length && rest.length > 0) {
        const block = new Uint8Array(shared);
        block.set(rest);
        blocks.push(block);
        room = shared - rest.length;
      } else if (rest.length > 0) blocks.push(rest);
      length += chunk.length;
    },
    take() {
      const all = blocks.map((block, at) => (at + 1 < blocks.length ? block : block.subarray(0, block.length - room)));
      blocks = [];
      [length, room] = [0, 0];
      return all;
    },
  };
}
