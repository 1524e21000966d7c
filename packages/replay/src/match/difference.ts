import { type Body, type HeaderList, headerOf, type RecordedRequest } from "@tapedeck/tape";
import {
  boundaryOf,
  clip,
  ExactParameters,
  findPlaceholders,
  formPartsOf,
  isForm,
  isPlaceholder,
  pinParts,
  pointerTo,
  readableValue,
  saysWhose,
} from "@tapedeck/tape/internal";
import { memoizeObject } from "../memoize.ts";
import { generatedIn, generatedKind } from "./generated-value.ts";

/** A difference between a request and a recorded one. */
export interface Difference {
  /**
   * The compared part, by its matcher's name; `condition` of a recording; `message 2` over a WebSocket; or `turn`, how
   * often it was requested.
   */
  readonly part: string;
  /** The place in that part: a path segment by number, a parameter or header by name, a JSON pointer. */
  readonly at: string | null;
  /** "" if there is nothing. */
  readonly asked: string;
  readonly recorded: string;
}

/** Maximum number of differences to report for one part, such as a body. */
export const mostPlaces = 8;

/** Bodies with more characters are compared as a whole. */
const longestTaken = 64 * 1024;

const longestPointer = 1000;

/** Maximum length of a shown value, in characters. */
const longestShown = 200;

/**
 * Returns a difference as text.
 * @example
 * differenceText({ part: "path", at: "2", asked: "adda", recorded: "ada" }); // "path segment 2: ada, not adda"
 */
export function differenceText({ part, at, asked, recorded }: Difference): string {
  const within = part.startsWith("message ") ? `${part} at` : "header";
  const named = { path: "path segment", query: "parameter", body: "body at" }[part as "path"] ?? within;
  if (at === "generated" && part === "body")
    return `a value in the body: ${recorded || "none"}, not ${asked || "none"}`;
  const where = at === null ? part : named;
  return `${where}${at === null ? "" : ` ${at}`}: ${recorded || "none"}, not ${asked || "none"}`;
}

/** Returns the kind of values that both look generated for their requests; null if they do not. */
export function generatedDifference({ at, asked, recorded }: Difference): string | null {
  const kind = generatedKind(asked, recorded, at?.replace(/^.*\//, "") ?? "");
  return kind ?? (at === "generated" && !saysWhose(recorded) ? "a key" : null);
}

/** Makes a difference, with long values clipped to where they differ: a body or a prompt may be of any length. */
export function difference(part: string, at: string | null, asked: string, recorded: string): Difference {
  const from = firstShown(asked, recorded);
  const shown = (text: string): string => clip(readableValue(from === 0 ? text : `…${text.slice(from)}`), longestShown);
  return { part, at, asked: shown(asked), recorded: shown(recorded) };
}

/**
 * Returns differences as they may be told: where a recording hides a value, the one that a client sent may be secret, too,
 * even if nothing else says so.
 */
export function tellable(differences: readonly Difference[]): readonly Difference[] {
  return differences.map((each) => {
    const [asked = "", recorded = ""] = [each.asked, each.recorded].map((value) => value.replace(/^"(.*)"$/s, "$1"));
    const { before, value, behind } = valueAtPlaceholder(asked, recorded, findPlaceholders(recorded)[0]);
    const isSecret = each.part !== "principal" && value !== "" && !isPlaceholder(value);
    return isSecret ? { ...each, asked: `${before}another value${behind}` } : each;
  });
}

/** Returns what a value has where a recorded one has a placeholder, and what is around it; "" if nothing else is alike. */
export function valueAtPlaceholder(
  asked: string,
  recorded: string,
  placeholder: string | undefined,
): { readonly before: string; readonly value: string; readonly behind: string } {
  const at = placeholder === undefined ? -1 : recorded.indexOf(placeholder);
  const [before, behind] = [recorded.slice(0, at), recorded.slice(at + (placeholder?.length ?? 0))];
  const isAlike = at >= 0 && asked.length > before.length + behind.length && asked.startsWith(before);
  const value = isAlike && asked.endsWith(behind) ? asked.slice(before.length, asked.length - behind.length) : "";
  return { before, value, behind };
}

/**
 * Returns the differences between the values of two requests, a few at most; none if one of them has no such values.
 * @param valuesOf Returns the values of a request by their place.
 */
export function differing(
  part: string,
  asked: RecordedRequest,
  recorded: RecordedRequest,
  valuesOf: (request: RecordedRequest) => ReadonlyMap<string, string> | null,
): readonly Difference[] {
  const [ours, theirs] = [valuesOf(asked), valuesOf(recorded)];
  const places: Difference[] = [];
  for (const at of ours && theirs ? new Set([...ours.keys(), ...theirs.keys()]) : []) {
    const both = [ours?.get(at) ?? "", theirs?.get(at) ?? ""] as const;
    if (both[0] !== both[1]) places.push(difference(part, at || null, ...both));
    if (places.length === mostPlaces) break;
  }
  return places;
}

/** Returns the difference of a header in two requests; none if they agree. */
export function headerDifference(
  part: string,
  name: string,
  asked: RecordedRequest,
  recorded: RecordedRequest,
): readonly Difference[] {
  return differing(part, asked, recorded, ({ headers }) => new Map([[name, headerOf(headers, name) ?? ""]]));
}

/** Returns the differences between two bodies: by JSON pointer if both are JSON, or by a form's parameters or parts. */
export function bodyDifferences(asked: RecordedRequest, recorded: RecordedRequest): readonly Difference[] {
  const places = differing(
    "body",
    asked,
    recorded,
    ({ headers, body }) => body && (isForm(headers) ? fieldsOf(body) : (partsIn(headers, body) ?? leavesOf(body))),
  );
  if (places.length > 0) return places;
  const [ours, theirs] = [shownBody(pinParts(asked).body), shownBody(pinParts(recorded).body)];
  const isLong = Math.max(ours.length, theirs.length) > longestTaken;
  // In bytes, nothing can be left out of comparison.
  const isText = [asked, recorded].every(({ body }) => body?.encoding === "utf8");
  const generated = (isLong || !isText ? [] : (generatedIn(ours, theirs) ?? [])).map((both) =>
    difference("body", "generated", ...both),
  );
  return generated.length > 0 ? generated.slice(0, mostPlaces) : [difference("body", null, ours, theirs)];
}

/** Returns the values of a form or a query by name, with repeated ones joined. */
export function valuesByName(form: string): ReadonlyMap<string, string> {
  const byName = Map.groupBy(new ExactParameters(form), ([name]) => name);
  return new Map(byName.entries().map(([name, all]) => [name, all.map(([, value]) => value).join(", ")]));
}

function fieldsOf({ text }: Body): ReadonlyMap<string, string> | null {
  if (text === undefined || text.length > longestTaken) return null;
  return new Map(Array.from(valuesByName(text), ([name, value]) => [pointerTo("", name), value]));
}

function partsIn(headers: HeaderList, body: Body): ReadonlyMap<string, string> | null {
  const boundary = boundaryOf(headers);
  if (boundary === undefined || (body.text ?? "").length > longestTaken) return null;
  return new Map(
    formPartsOf(body, boundary).flatMap(({ name, content }) => {
      const at = pointerTo("", name);
      const leaves = leavesOf({ encoding: "utf8", text: content });
      return leaves ? [...leaves].map(([below, value]) => [at + below, value] as const) : [[at, content] as const];
    }),
  );
}

function shownBody(body: Body | null): string {
  return body?.encoding === "file" ? `[${body.bytes} bytes: ${body.digest.slice(0, 16)}]` : (body?.text ?? "");
}

/** Returns where to start showing two texts: shortly before they differ. */
function firstShown(one: string, other: string): number {
  if (Math.max(one.length, other.length) <= longestShown) return 0;
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at < longestShown / 2 ? 0 : at - longestShown / 4;
}

/** A JSON text as a value; one of several lines that are JSON each, as the list of these. Undefined for any other text. */
function jsonOrLines(text: string): unknown {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  for (const parse of [() => JSON.parse(text), () => lines.map((line) => JSON.parse(line))]) {
    try {
      return parse();
    } catch {}
  }
  return undefined;
}

/** The values of a JSON body, or of its lines, by pointer (RFC 6901); null for what is no object and no list. */
const leavesOf = memoizeObject((body: Body): ReadonlyMap<string, string> | null => {
  if (body.text === undefined || body.text.length > longestTaken) return null;
  const leaves = new Map<string, string>();
  const walk = (value: unknown, pointer: string): void => {
    if (pointer.length > longestPointer) throw new RangeError("too deep to be told");
    const members = typeof value === "object" && value !== null ? Object.entries(value) : [];
    if (members.length === 0) leaves.set(pointer, JSON.stringify(value));
    for (const [name, member] of members) walk(member, pointerTo(pointer, name));
  };
  try {
    const value = jsonOrLines(body.text);
    if (typeof value !== "object" || value === null) return null;
    walk(value, "");
    return leaves;
  } catch {
    return null;
  }
});
