import fc from "fast-check";

// The place of every member and item of a value, outermost first.
function placesIn(value: unknown): readonly (readonly string[])[] {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, each]) => [[name], ...placesIn(each).map((rest) => [name, ...rest])]);
}

/** HAR files in each of which something else stands in place of one member. */
export function damagedHar(...sources: readonly string[]): fc.Arbitrary<object> {
  const members = sources.flatMap((text) => placesIn(JSON.parse(text)).map((place) => ({ text, place })));
  const instead = fc.oneof(fc.jsonValue(), fc.constantFrom({ toString: 1 }, [null], {}, 5, "\n", "ws://a/", []));
  return fc
    .tuple(fc.constantFrom(...members), instead)
    .map(([{ text, place }, value]) => {
      const har = JSON.parse(text);
      const parent = place.slice(0, -1).reduce((within, name) => within[name], har);
      const before = parent[place.at(-1) ?? ""];
      parent[place.at(-1) ?? ""] = value;
      return { har, isDamaged: JSON.stringify(before) !== JSON.stringify(value) };
    })
    .filter(({ isDamaged }) => isDamaged)
    .map(({ har }) => har);
}
