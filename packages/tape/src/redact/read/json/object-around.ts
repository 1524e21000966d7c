import type { Span } from "../span.ts";

const reach = 1024;

/**
 * Returns the JSON object that a value stands in, without the objects within it: what it says beside the value.
 * @param value The value, without its quotes. Of an object that is longer than 2 KB what is near to it.
 * @example
 * objectAround('[{"a":{"b":1},"key":"x","c":2},{"d":3}]', { start: 21, end: 22 }); // '"a":,"key":"x","c":2'
 */
export function objectAround(text: string, { start, end }: Span): string {
  const before = membersTo(text, start, -1, Math.max(-1, start - 1 - reach));
  const behind = membersTo(text, end - 1, 1, Math.min(text.length, end + reach));
  return `${before.reverse().join("")}${text.slice(start, end)}${behind.join("")}`;
}

/** Returns the pieces of an object from a position on, to its brace. */
function membersTo(text: string, from: number, step: 1 | -1, stop: number): string[] {
  const [open, close] = step > 0 ? [123, 125] : [125, 123];
  const pieces: string[] = [];
  let [depth, last] = [0, from];
  const add = (at: number): void => void pieces.push(step > 0 ? text.slice(last + 1, at) : text.slice(at + 1, last));
  let at = from + step;
  // The quote of the value itself; in JSON within a string, backslashes are before it.
  const level = step > 0 ? slashesFrom(text, at, 1) : slashesFrom(text, at - 1, -1);
  if (text[at + (step > 0 ? level : 0)] === '"') at += step * (level + 1);
  for (; (stop - at) * step > 0; at += step) {
    const code = text.charCodeAt(at);
    if (code === 34) at = acrossString(text, at, { step, stop, level });
    if (code !== open && code !== close) continue;
    if (depth === 0) add(at);
    if (code === close && depth === 0) return pieces;
    depth += code === open ? 1 : -1;
    last = at;
  }
  if (depth === 0) add(stop);
  return pieces;
}

interface Walk {
  readonly step: 1 | -1;
  readonly stop: number;
  /** How many backslashes are before a quote that begins or ends a string. */
  readonly level: number;
}

/** Returns the other end of a string, or the same position if it is not near. */
function acrossString(text: string, from: number, { step, stop, level }: Walk): number {
  const next = (at: number): number => (step > 0 ? text.indexOf('"', at) : text.lastIndexOf('"', at));
  for (let at = next(from + step); at >= 0 && (stop - at) * step > 0; at = next(at + step))
    // A backslash at the end of the string is written twice, at each level.
    if (slashesFrom(text, at - 1, -1) % (2 * level + 2) === level) return at;
  return from;
}

function slashesFrom(text: string, from: number, step: 1 | -1): number {
  let slashes = 0;
  while (text[from + step * slashes] === "\\") slashes++;
  return slashes;
}
