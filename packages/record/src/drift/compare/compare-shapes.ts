import type { Behaviour } from "@tapedeck/api";
import { pointerTo } from "@tapedeck/tape/internal";
import { type Drift, drifted } from "../finding.ts";
import { newWords } from "./enumeration.ts";
import type { JsonType, Shape } from "./shape.ts";

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
