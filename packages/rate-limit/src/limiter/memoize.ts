// Maximum number of values; then all are removed, so that no caller can fill the memory.
const most = 4096;
const longest = 256;

/** Memoizes a function of a number or a text; long texts are computed each time. */
export function memoizeShort<Key extends string | number, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  let known: Map<Key, Value> | null = null;
  // The same key mostly comes several times in a row.
  let latest: Key | undefined;
  let found: Value | undefined;
  return (key) => {
    if (key === latest && found !== undefined) return found;
    const kept = known?.get(key);
    const value = kept === undefined ? compute(key) : kept;
    if (typeof key === "number" || key.length <= longest) {
      latest = key;
      found = value;
      if (kept !== undefined) return value;
      known ??= new Map();
      if (known.size >= most) known.clear();
      known.set(key, value);
    }
    return value;
  };
}
