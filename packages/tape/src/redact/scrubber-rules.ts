import type { Judgement } from "./judge/judge.ts";
import { bareName, mayCarryCredential, nameRules, remembered, wordsIn } from "./judge/name-rules.ts";
import type { RedactOptions } from "./options.ts";
import type { Topic } from "./read/http/topic.ts";
import { createMarker, type Marker } from "./read/marks.ts";
import type { Names } from "./read/place.ts";

/** The compiled options of a scrubber: names, formats and looks. */
export interface Rules {
  readonly judgement: Judgement;
  readonly isKept: (name: string) => boolean;
  readonly mark: Marker;
  readonly keptKinds: ReadonlySet<string>;
  /** Added formats. */
  readonly shapes: readonly (readonly [kind: string, pattern: RegExp])[];
  readonly named: Names;
  /** The same, with a request's parameters that may be credentials by their looks. */
  readonly carrying: Names;
  /** The same for a body, by what the target of its message says of it. */
  readonly about: (names: Names, topic: Topic | undefined) => Names;
}

// The latest rules, by the options: a recorder makes a scrubber for each exchange.
let latest: { readonly added: string; readonly rules: Rules } | null = null;

/** Compiles the options of a scrubber. */
export function rulesOf({
  names = [],
  headers = [],
  cookies = [],
  parameters = [],
  fields = [],
  shapes = {},
  keep = [],
}: RedactOptions): Rules {
  const added = JSON.stringify([names, headers, cookies, parameters, fields, shapes, keep]);
  if (latest?.added === added) return latest.rules;
  const kept = new Set(keep.map(bareName));
  const isKept = kept.size === 0 ? () => false : (name: string) => kept.has(bareName(name));
  const judgement = { rules: nameRules({ names, headers, cookies, parameters, fields, keep }), isKept };
  const named: Names = {
    rules: judgement.rules,
    mayCarry: remembered((name, where) => mayCarryCredential(name, where === "field" ? where : "issued")),
    isSent: false,
  };
  const abouts = new Map<Names, Partial<Record<Topic, Names>>>();
  const rules: Rules = {
    judgement,
    isKept,
    mark: createMarker([...names, ...fields].flatMap((name) => wordsIn(name).slice(0, 1))),
    keptKinds: new Set(keep),
    shapes: Object.entries(shapes).map(([kind, pattern]) => [kind, new RegExp(pattern, "gu")] as const),
    named,
    carrying: {
      ...named,
      mayCarry: remembered((name, where) => mayCarryCredential(name, where === "field" ? "sent field" : "sent")),
      isSent: true,
    },
    // Always the same, for what was read with them is known by them.
    about(names, topic) {
      if (topic === undefined) return names;
      const known = abouts.get(names) ?? {};
      const about = known[topic] ?? { ...names, topic };
      abouts.set(names, { ...known, [topic]: about });
      return about;
    },
  };
  latest = { added, rules };
  return rules;
}
