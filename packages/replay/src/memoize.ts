/** Maximum length of a remembered text: clients choose them. */
const longest = 1024;

/**
 * Caches the results of a function for arguments that come a second time: where more come in turn than the cache holds,
 * keeping each result would cost more than it saves. Clears the cache when it is full, and caches no text of more than
 * 1,024 characters.
 */
export function memoize<Key, Value>(
  most: number,
  compute: (key: Key, isCached: boolean) => Value,
): (key: Key) => Value {
  const known = new Map<Key, Value>();
  const isRepeated = createRepeated<Key>(most);
  return (key) => {
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const isCached = (typeof key !== "string" || key.length <= longest) && isRepeated(key);
    const value = compute(key, isCached);
    if (isCached && known.size >= most) known.clear();
    if (isCached) known.set(key, value);
    return value;
  };
}

/** Caches the result of a function for an object, as long as the object lives. The object must not change. */
export function memoizeObject<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}

/** Makes the test of whether a key comes the second time; forgets all keys when it remembers too many. */
function createRepeated<Key>(most: number): (key: Key) => boolean {
  const once = new Set<Key>();
  return (key) => {
    if (once.delete(key)) return true;
    if (once.size >= most) once.clear();
    once.add(key);
    return false;
  };
}
