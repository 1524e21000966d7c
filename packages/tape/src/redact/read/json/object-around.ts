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
  // The quote of the value itself.
  let at = from + (text[from + step] === '"' ? 2 * step : step);
  for (; (stop - at) * step > 0; at += step) {
    const code = text.charCodeAt(at);
    if (code === 34) at = acrossString(text, at, step, stop);
    if (code !== open && code !== close) continue;
    if (depth === 0) add(at);
    if (code === close && depth === 0) return pieces;
    depth += code === open ? 1 : -1;
    last = at;
  }
  if (depth === 0) add(stop);
  return pieces;
}

/** Returns the other end of a string, or the same position if it is not near. */
function acrossString(text: string, from: number, step: 1 | -1, stop: number): number {
  const next = (at: number): number => (step > 0 ? text.indexOf('"', at) : text.lastIndexOf('"', at));
  for (let at = next(from + step); at >= 0 && (stop - at) * step > 0; at = next(at + step))
    if (!isEscaped(text, at)) return at;
  return from;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
}
