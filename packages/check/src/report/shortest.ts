/** Up to this size parts are tried one by one, if they are not too many. */
const triedSize = 3;
const triedParts = 20_000;

/**
 * Returns the shortest part of a list, in order, that still breaks a law; of several, the first one. Up to three
 * members it is the shortest one; beyond, one from which nothing can be left out.
 * @param breaks Returns whether a part breaks it; the whole list must.
 * @see Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing Input (2002)
 * @example
 * shortest([1, 7, 3, 9], (part) => part.includes(7)); // [7]
 */
export function shortest<Member>(
  list: readonly Member[],
  breaks: (part: readonly Member[]) => boolean,
): readonly Member[] {
  const minimal = withoutNeedless(list, breaks);
  for (let size = 1; size < Math.min(minimal.length, triedSize + 1); size += 1) {
    if (countOf(list.length, size) > triedParts) break;
    for (const part of partsOf(list, size)) if (breaks(part)) return part;
  }
  return minimal;
}

function withoutNeedless<Member>(
  list: readonly Member[],
  breaks: (part: readonly Member[]) => boolean,
): readonly Member[] {
  let part = list;
  for (let at = part.length - 1; at >= 0; at -= 1) {
    const without = part.toSpliced(at, 1);
    if (!breaks(without)) continue;
    part = without;
    // Later observations may be unnecessary now.
    at = part.length;
  }
  return part;
}

function* partsOf<Member>(list: readonly Member[], size: number, from = 0): Generator<readonly Member[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let at = from; at <= list.length - size; at += 1) {
    const member = list[at] as Member;
    for (const rest of partsOf(list, size - 1, at + 1)) yield [member, ...rest];
  }
}

function countOf(length: number, size: number): number {
  let count = 1;
  for (let nth = 0; nth < size; nth += 1) count = (count * (length - nth)) / (nth + 1);
  return count;
}
