import { headerOf, type RecordedRequest } from "@tapedeck/tape";
import type { PreparedExchange } from "../index/prepared-exchange.ts";
import { type MatcherName, matchers, type Rule } from "./matchers.ts";

/** A place in which a request and a recorded one differ. */
export interface Difference {
  /** What a matcher compares; the condition of a recording; or how often it was asked. */
  readonly part: MatcherName | "condition" | "turn";
  /** Where in it: a segment of the path by its number, a parameter or a header by name, a JSON pointer. */
  readonly at: string | null;
  /** "" where there is nothing. */
  readonly asked: string;
  readonly recorded: string;
}

/** As many places of one part, such as a body, as are told. */
const mostPlaces = 8;

/** As much of a value as is shown. */
const longestShown = 200;

const conditions = ["if-none-match", "if-modified-since", "range"];

/** Finds where a request and a recorded one differ, by what the rule compares; at least one place. */
export function differencesOf(rule: Rule, request: RecordedRequest, card: PreparedExchange): readonly Difference[] {
  const recorded = card.exchange.request;
  const differences = rule.flatMap((part) =>
    matchers[part](request) === matchers[part](recorded) ? [] : finders[part](request, recorded).slice(0, mostPlaces),
  );
  if (differences.length > 0) return differences;
  if (card.refusal) return [{ part: "condition", at: null, asked: "", recorded: "the limit used up" }];
  return headersIn("condition", conditions)(request, recorded);
}

/**
 * A difference as text.
 * @example
 * differenceText({ part: "path", at: "2", asked: "adda", recorded: "ada" }); // "path segment 2: ada, not adda"
 */
export function differenceText({ part, at, asked, recorded }: Difference): string {
  const where = at === null ? part : { path: "path segment", query: "parameter", body: "body at" }[part as "path"];
  return `${where ?? "header"}${at === null ? "" : ` ${at}`}: ${recorded || "none"}, not ${asked || "none"}`;
}

type Finder = (asked: RecordedRequest, recorded: RecordedRequest) => readonly Difference[];

const finders: Readonly<Record<MatcherName, Finder>> = {
  method: whole("method"),
  principal: whole("principal"),
  path: segments,
  query: parameters,
  body: pointers,
  accept: headersIn("accept", ["accept"]),
};

function whole(part: MatcherName): Finder {
  return (asked, recorded) => [difference(part, null, matchers[part](asked), matchers[part](recorded))];
}

function segments(asked: RecordedRequest, recorded: RecordedRequest): readonly Difference[] {
  const [ours, theirs] = [asked, recorded].map((request) => matchers.path(request).split("/").slice(1));
  return differing(entriesOf(ours ?? []), entriesOf(theirs ?? [])).map(([at, ...both]) =>
    difference("path", String(Number(at) + 1), ...both),
  );
}

function parameters(asked: RecordedRequest, recorded: RecordedRequest): readonly Difference[] {
  const [ours, theirs] = [asked, recorded].map((request) => new URLSearchParams(matchers.query(request)));
  return differing(new Map(ours), new Map(theirs)).map(([at, ...both]) => difference("query", at, ...both));
}

function headersIn(part: "accept" | "condition", names: readonly string[]): Finder {
  return (asked, recorded) =>
    names.flatMap((name) => {
      const [ours, theirs] = [asked, recorded].map(({ headers }) => headerOf(headers, name) ?? "");
      return ours === theirs ? [] : [difference(part, name, ours ?? "", theirs ?? "")];
    });
}

function pointers(asked: RecordedRequest, recorded: RecordedRequest): readonly Difference[] {
  const [ours, theirs] = [asked, recorded].map(({ body }) => leavesOf(body?.text ?? ""));
  if (!ours || !theirs) return whole("body")(asked, recorded);
  return differing(ours, theirs).map(([at, ...both]) => difference("body", at, ...both));
}

/** The values of a JSON text by pointer (RFC 6901); null for what is no object and no list. */
function leavesOf(text: string): ReadonlyMap<string, string> | null {
  const leaves = new Map<string, string>();
  const walk = (value: unknown, pointer: string): void => {
    const members = typeof value === "object" && value !== null ? Object.entries(value) : [];
    if (members.length === 0) leaves.set(pointer, JSON.stringify(value));
    for (const [name, member] of members)
      walk(member, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return null;
    walk(value, "");
    return leaves;
  } catch {
    return null;
  }
}

function differing(
  ours: ReadonlyMap<string, string>,
  theirs: ReadonlyMap<string, string>,
): ReadonlyArray<readonly [at: string, asked: string, recorded: string]> {
  return [...new Set([...ours.keys(), ...theirs.keys()])]
    .map((at) => [at, ours.get(at) ?? "", theirs.get(at) ?? ""] as const)
    .filter(([, asked, recorded]) => asked !== recorded);
}

function entriesOf(values: readonly string[]): ReadonlyMap<string, string> {
  return new Map(values.map((value, at) => [String(at), value]));
}

function difference(part: Difference["part"], at: string | null, asked: string, recorded: string): Difference {
  return { part, at, asked: clipped(asked), recorded: clipped(recorded) };
}

// A body may be of any length.
function clipped(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
