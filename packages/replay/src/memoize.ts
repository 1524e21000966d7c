/**
 * Remembers what a function gave for its latest arguments; forgets all of it once there are too many.
 * @example
 * const locateOnce = remember(4096, (target: string) => locate(target, []));
 */
export function memoize<Key, Value>(most: number, compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    if (known.size >= most) known.clear();
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}

/**
 * Remembers what a function gave for an object, for as long as the object lives. The object must not change.
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
