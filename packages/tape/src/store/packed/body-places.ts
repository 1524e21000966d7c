import { Buffer } from "node:buffer";

/** Where the bodies of a packed file stand, by the SHA-256 of their bytes. */
interface BodyPlaces {
  /** Returns the position of a body; null for one that is not there. Positions begin at 1. */
  find(digest: Uint8Array): number | null;
  /** Notes a body that is not there yet. */
  add(digest: Uint8Array, at: number): void;
}

/** Of a SHA-256: a million million bodies may come, and hardly two of them share it. */
const keyBytes = 12;
const slotBytes = keyBytes + 6;

/** Remembers bodies in one piece of memory: a `Map` takes three times as much, and the collector goes through it. */
export function createBodyPlaces(): BodyPlaces {
  let slots = Buffer.alloc(1024 * slotBytes);
  let count = 0;
  /** Returns where the slot of a body begins; a free one has no position. */
  const slotOf = (digest: Uint8Array): number => {
    const size = slots.length / slotBytes;
    const key = Buffer.from(digest.buffer, digest.byteOffset, keyBytes);
    for (let nth = key.readUInt32LE(0) % size; ; nth = (nth + 1) % size) {
      const start = nth * slotBytes;
      if (positionIn(start) === 0 || key.compare(slots, start, start + keyBytes) === 0) return start;
    }
  };
  const positionIn = (start: number): number => slots.readUIntLE(start + keyBytes, 6);
  const grow = (): void => {
    const before = slots;
    slots = Buffer.alloc(Math.ceil((before.length * 1.5) / slotBytes) * slotBytes);
    for (let start = 0; start < before.length; start += slotBytes) {
      const slot = before.subarray(start, start + slotBytes);
      if (slot.readUIntLE(keyBytes, 6) > 0) slots.set(slot, slotOf(slot));
    }
  };
  return {
    find: (digest) => positionIn(slotOf(digest)) || null,
    add(digest, at) {
      count += 1;
      if (count * slotBytes > slots.length * 0.75) grow();
      const start = slotOf(digest);
      slots.set(digest.subarray(0, keyBytes), start);
      slots.writeUIntLE(at, start + keyBytes, 6);
    },
  };
}
