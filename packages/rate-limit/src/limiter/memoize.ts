// As many as are remembered; then all are forgotten, so that no caller can fill the memory.
const most = 4096;
const longest = 256;

/** Remembers what a function gave for its latest numbers, or texts, short ones alone. */
export function memoizeShort<Key extends string | number, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  let known: Map<Key, Value> | null = null;
  return (key) => {
    const kept = known?.get(key);
    if (kept !== undefined) return kept;
    const value = compute(key);
    known ??= new Map();
    if (known.size >= most) known.clear();
    if (typeof key === "number" || key.length <= longest) known.set(key, value);
    return value;
  };
}
