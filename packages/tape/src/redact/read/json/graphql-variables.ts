import { isDue } from "../../steps.ts";
import type { Marks } from "../marks.ts";
import type { Names, Place } from "../place.ts";
import { valueStepsAt } from "./value-at.ts";

const bound = /(\w+)\s*:\s*\$(\w+)/y;
const longestName = 64;
// As JSON, or as a parameter of a GET.
const variables = /\bvariables"?\s*[:=]\s*(?=\{)/g;

/**
 * Reads the variables of GraphQL that stand for an argument or a field with a secret's name, whatever their own name is.
 * https://spec.graphql.org/October2021/#sec-Language.Variables
 * @example
 * const text = '{"query":"{ login(password: $p) { id } }","variables":{"p":"correct-horse"}}';
 * [...graphqlVariables(text, names, marks)]; // [{ start: 60, end: 73, where: "field", name: "password" }]
 */
export function* graphqlVariables(text: string, { rules }: Names, marks: Marks): Iterable<Place | null> {
  if (!text.includes("$")) return;
  const argumentOf = new Map<string, string>();
  for (const at of marks.name) {
    if (isDue()) yield null;
    const before = text.slice(Math.max(0, at - longestName), at);
    bound.lastIndex = at - (/\w*$/.exec(before)?.[0].length ?? 0);
    const [, name = "", variable = ""] = bound.exec(text) ?? [];
    if (name !== "" && rules(name, "field") !== null) argumentOf.set(variable, name);
  }
  if (argumentOf.size === 0) return;
  let done = 0;
  for (const { index, 0: opening } of text.matchAll(variables)) {
    if (index < done) continue;
    const from = index + opening.length;
    const { end } = yield* valueStepsAt(text, from, { objects: true, numbers: false });
    for (const { index: at, 0: member, 1: variable = "" } of text.slice(from, end).matchAll(/"(\w+)"\s*:\s*/g)) {
      const name = from + at < done ? undefined : argumentOf.get(variable);
      const rule = name === undefined ? null : rules(name, "field");
      if (name === undefined || rule === null) continue;
      const value = yield* valueStepsAt(text, from + at + member.length, rule);
      done = value.end;
      for (const each of value.values) yield { ...each, name };
    }
    done = end;
  }
}
