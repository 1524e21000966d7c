import type { Shape } from "./shape.ts";

// Names that stand for one of a few words in about every API. Not `state` and `status`: those are what changes in the
// life of a thing, and another one is news about the thing and not about the API.
const enumerations: ReadonlySet<string> = new Set(["type", "kind", "role", "visibility"]);

/** Values that `schemas/` names for fields that it leaves open. A test holds this to the schemas. */
export const documentedValues: Readonly<Record<string, readonly string[]>> = {
  // Of an account, which is what has a login.
  type: ["User", "Organization", "Bot"],
};

/**
 * The words that a field of an object has now, and neither the schemas nor any recording of the same kind of answer have.
 * None where the field is no enumeration.
 * @param now The field's shape in the answer.
 * @param known The shape of the object, in all recordings of this kind.
 */
export function newWords(name: string, now: Shape, known: Shape): readonly string[] {
  if (!enumerations.has(name)) return [];
  const seen = known.fields.get(name)?.words ?? new Set();
  // Nothing but null, or free text, was recorded.
  if (seen.size === 0) return [];
  const documented = known.fields.has("login") ? (documentedValues[name] ?? []) : [];
  return [...now.words].filter((value) => !seen.has(value) && !documented.includes(value));
}
