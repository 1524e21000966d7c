/** Where bodies were written, so that the same one is written once. */
interface BodyIndex {
  /** Where the bytes of a digest (SHA-256, hexadecimal) stand; null where they are new. */
  placeOf(digest: string): number | null;
  /** Notes where the bytes stand that were asked for last. */
  note(place: number): void;
}

/** Makes an index of bodies: forty bytes of memory a body, at most. */
export function createBodyIndex(): BodyIndex {
  let slots = 1024;
  let count = 0;
  let last: readonly [bigint, bigint] = [0n, 0n];
  let digests = new BigUint64Array(slots * 2);
  let places = new Float64Array(slots);
  const slotOf = (a: bigint, b: bigint): number => {
    let slot = Number(a & BigInt(slots - 1));
    while (places[slot] !== 0 && (digests[slot * 2] !== a || digests[slot * 2 + 1] !== b)) slot = (slot + 1) % slots;
    return slot;
  };
  const put = (slot: number, a: bigint, b: bigint, place: number): void => {
    digests[slot * 2] = a;
    digests[slot * 2 + 1] = b;
    places[slot] = place;
  };
  const grow = (): void => {
    const [oldDigests, oldPlaces] = [digests, places];
    slots *= 2;
    digests = new BigUint64Array(slots * 2);
    places = new Float64Array(slots);
    for (const [slot, place] of oldPlaces.entries()) {
      const [a = 0n, b = 0n] = oldDigests.subarray(slot * 2, slot * 2 + 2);
      if (place !== 0) put(slotOf(a, b), a, b, place);
    }
  };
  return {
    placeOf(digest) {
      last = [BigInt(`0x${digest.slice(0, 16)}`), BigInt(`0x${digest.slice(16, 32)}`)];
      const known = places[slotOf(...last)] ?? 0;
      return known === 0 ? null : known;
    },
    note(place) {
      put(slotOf(...last), ...last, place);
      count += 1;
      if (count * 4 > slots * 3) grow();
    },
  };
}
