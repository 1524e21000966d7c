/**
 * Makes a function that remembers its last result: a recording asks for the same again and again.
 * @example
 * const dayOf = rememberLast((seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10));
 * dayOf(0); // "1970-01-01"
 */
// A bundler may leave out a result that no code uses, and with it what its module imports of Node.
/* @__NO_SIDE_EFFECTS__ */
export function rememberLast<From extends string | number, Result>(
  compute: (from: From) => Result,
): (from: From) => Result {
  let last: { readonly from: From; readonly result: Result } | null = null;
  return (from) => {
    if (last === null || last.from !== from) last = { from, result: compute(from) };
    return last.result;
  };
}
