import type { Names, Place } from "./place.ts";

// In `.npmrc` behind the address of a registry.
const before = /(?<=(?:[?&#\r\n]|\/:|^|(;))([\w$.~-]{1,64})(?:\[\])?|(?<=[\w\]])\[([\w$.~-]{1,64})\])/y;
const value = /[^&#\s"'`<>\\]+/y;
const valueBeforeSemicolon = /[^;&#\s"'`<>\\]+/y;

/**
 * Reads query and form parameters: behind `?`, `&`, `#`, `;` or at the beginning of a line, and in brackets
 * (`user[password]=`).
 * @example
 * parameters("/x?token=abc#top", names); // [{ start: 9, end: 12, where: "parameter", name: "token" }]
 */
export function parameters(text: string, { rules, mayCarry }: Names): readonly Place[] {
  const places: Place[] = [];
  // From the sign behind a name, for texts have few of these and many places where a name could begin.
  for (let equals = text.indexOf("="); equals >= 0; ) {
    before.lastIndex = equals;
    const [, semicolon, plain, bracketed] = before.exec(text) ?? [];
    const start = equals + 1;
    equals = text.indexOf("=", start);
    const name = plain ?? bracketed;
    if (name === undefined || (bracketed !== undefined && text[start] === "=")) continue;
    if (rules(name, "parameter") === null && !mayCarry(name, "parameter")) continue;
    const pattern = semicolon === undefined ? value : valueBeforeSemicolon;
    pattern.lastIndex = start;
    const length = pattern.exec(text)?.[0].length ?? 0;
    if (length === 0) continue;
    places.push({ start, end: start + length, where: "parameter", name });
    if (equals >= 0 && equals < start + length) equals = text.indexOf("=", start + length);
  }
  return places;
}
