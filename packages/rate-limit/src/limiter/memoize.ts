// As many texts as are remembered; then all are forgotten, so that no caller can fill the memory.
const most = 4096;
const longest = 256;

/** Remembers what a function gave for its latest texts, short ones alone. */
export function memoize<Value>(compute: (text: string) => Value): (text: string) => Value {
  let known: Map<string, Value> | null = null;
  return (text) => {
    const kept = known?.get(text);
    if (kept !== undefined) return kept;
    const value = compute(text);
    known ??= new Map();
    if (known.size >= most) known.clear();
    if (text.length <= longest) known.set(text, value);
    return value;
  };
}
