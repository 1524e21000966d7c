/** Maximum length of a remembered text: clients choose them. */
const longest = 1024;

/**
 * Caches the results of a function for its latest arguments. Clears the cache when it is full, and caches no text of
 * more than 1,024 characters.
 * @example
 * const locateOnce = remember(4096, (target: string) => locate(target, []));
 */
export function memoize<Key, Value>(most: number, compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const value = compute(key);
    if (typeof key === "string" && key.length > longest) return value;
    if (known.size >= most) known.clear();
    known.set(key, value);
    return value;
  };
}

/**
 * Caches the result of a function for an object, as long as the object lives. The object must not change.
 * @example
 * const textOf = memoizeObject((headers: HeaderList) => headers.flat().join("\n"));
 */
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
