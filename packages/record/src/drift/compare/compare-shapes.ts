import { type Api, type Behaviour, matchRoute } from "@tapedeck/api";
import type { Exchange } from "@tapedeck/tape";
import { pointerTo } from "@tapedeck/tape/internal";
import { type Drift, drifted } from "../finding.ts";
import { readBody } from "./read-body.ts";
import { type JsonType, type Shape, shapeOf } from "./shape.ts";

/**
 * Compares the shape of an answer with the recorded one's. All items of a list count together: a field is gone if every
 * item had it and none has it now; a field that only some items have does not count.
 * @param known The common shape of all recordings of this kind, including this one: it tells which nulls and words are
 *   not new.
 * @example
 * compareShapes(shapeOf([{ id: 1 }]), shapeOf([{ id: "1" }]), shapeOf([{ id: 1 }])); // type at /id, number → string
 */
export function compareShapes(
  was: Shape,
  now: Shape,
  known: Shape,
  behaviour: Pick<Behaviour, "knownWords"> = {},
  pointer = "",
): readonly Drift[] {
  // An empty list says nothing about its items.
  if (was.count === 0 || now.count === 0) return [];
  const [before, after] = [typesBesideNull(was), typesBesideNull(now)];
  const found: Drift[] = [];
  if (now.types.has("null") && !known.types.has("null")) {
    found.push(drifted("null", "body", pointer, typesText(was), typesText(now)));
  }
  // A value that was always null may become anything: its type was never seen.
  if (before.length > 0 && after.some((type) => !before.includes(type))) {
    found.push(drifted("type", "body", pointer, typesText(was), typesText(now)));
    return found;
  }
  return [
    ...found,
    ...compareFields(was, now, known, behaviour, pointer),
    ...(was.items === null || now.items === null
      ? []
      : compareShapes(was.items, now.items, known.items ?? was.items, behaviour, `${pointer}/*`)),
  ];
}

function compareFields(
  was: Shape,
  now: Shape,
  known: Shape,
  behaviour: Pick<Behaviour, "knownWords">,
  pointer: string,
): readonly Drift[] {
  if (was.objects === 0 || now.objects === 0) return [];
  const names = new Set([...was.fields.keys(), ...now.fields.keys()]);
  return [...names].flatMap((name): readonly Drift[] => {
    const [before, after] = [was.fields.get(name), now.fields.get(name)];
    const place = pointerTo(pointer, name);
    if (before === undefined) {
      return after === undefined ? [] : [drifted("added", "body", place, null, typesText(after))];
    }
    if (after === undefined) {
      return before.count < was.objects ? [] : [drifted("removed", "body", place, typesText(before), null)];
    }
    return [
      ...compareShapes(before, after, known.fields.get(name) ?? before, behaviour, place),
      ...newWords(name, after, known, behaviour).map((word) =>
        drifted("enum", "body", place, wordsText(known, name), word),
      ),
    ];
  });
}

function typesBesideNull({ types }: Shape): readonly JsonType[] {
  return [...types].filter((type) => type !== "null");
}

function typesText({ types }: Shape): string {
  return [...types].sort().join(" or ");
}

function wordsText(known: Shape, name: string): string {
  return [...(known.fields.get(name)?.words ?? [])].sort().join(", ");
}

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
function newWords(
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

/** Returns the common shape of all recordings of an answer's kind. */
export type KnownShapes = (exchange: Exchange) => Shape | undefined;

/**
 * Groups recordings by kind: answers of one resource of the schemas, else of one path. A member that one of them has is
 * not new in another.
 * @example
 * knownShapes(recorded, service)(recorded[0]); // Shape
 */
export function knownShapes(recorded: readonly Exchange[], api: Api): KnownShapes {
  const kindOf = (exchange: Exchange): string => kindUnder(api, exchange);
  const read = recorded.flatMap((exchange) => {
    const body = readBody(exchange);
    return body.kind === "json" ? { kind: kindOf(exchange), value: body.value } : [];
  });
  const byKind = Map.groupBy(read, ({ kind }) => kind);
  const shapes = new Map([...byKind].map(([kind, alike]) => [kind, shapeOf(alike.map(({ value }) => value))]));
  return (exchange) => shapes.get(kindOf(exchange));
}

/** An operation is one kind, whatever its parameters; without a description, a path is. */
function kindUnder(api: Api, { request: { method, target }, response: { status } }: Exchange): string {
  const { operation } = matchRoute(api, method, target);
  if (status >= 400 && operation !== null) return "error";
  const schemas = [...(operation?.responses.get(String(status))?.values() ?? [])];
  return schemas.length === 0 ? `${status} ${target.split("?")[0]}` : JSON.stringify(schemas);
}
