import type { Behaviour } from "@tapedeck/api";
import type { Shape } from "./shape.ts";

// Names of fields that hold one of a few words in nearly every API. Not `state` and `status`: they change during the
// life of a thing, so another value is news about the thing and not about the API.
const enumerations: ReadonlySet<string> = new Set(["type", "kind", "role", "visibility"]);

/**
 * Returns the words that a field of an object has now, and that neither the API's description nor any recording of this kind
 * of answer has. Empty if the field is not an enumeration.
 * @param now The field's shape in the answer.
 * @param known The shape of the object, in all recordings of this kind.
 * @param behaviour Tells words that are known without a recording.
 */
export function newWords(
  name: string,
  now: Shape,
  known: Shape,
  { knownWords }: Pick<Behaviour, "knownWords">,
): readonly string[] {
  if (!enumerations.has(name)) return [];
  const seen = known.fields.get(name)?.words ?? new Set();
  // Only null, or free text, was recorded.
  if (seen.size === 0) return [];
  const documented = knownWords?.(name, known.fields) ?? [];
  return [...now.words].filter((value) => !seen.has(value) && !documented.includes(value));
}
