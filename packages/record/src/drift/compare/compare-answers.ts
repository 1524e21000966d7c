import { type Api, plain } from "@tapedeck/api";
import { type Exchange, type HeaderList, headerOf } from "@tapedeck/tape";
import { clip, isObject, linksIn, pointerTo } from "@tapedeck/tape/internal";
import { type Drift, drifted } from "../finding.ts";
import { compareSchema } from "./compare-schema.ts";
import { compareShapes } from "./compare-shapes.ts";
import { readBody } from "./read-body.ts";
import { type Shape, shapeOf } from "./shape.ts";

export interface ComparisonOptions {
  /** The common shape of all recordings of this kind of answer; see `knownShapes`. Default: the recorded one's. */
  readonly known?: Shape | undefined;
  /** Whether to report changed plain values too. Default: false. */
  readonly values?: boolean;
  /** Description of the API. Default: none. */
  readonly api?: Api | undefined;
}

/**
 * Compares an answer of the live API with the recorded one: status, header fields, and the shape of the body. Both must
 * be scrubbed and in canonical form, like recordings.
 * @returns Each difference once; where a schema is violated, it is an error.
 * @example
 * compareAnswers(recorded, live); // [{ severity: "error", kind: "removed", part: "body", where: "/site_admin", … }]
 */
export function compareAnswers(was: Exchange, now: Exchange, options: ComparisonOptions): readonly Drift[] {
  const [before, after] = [was.response, now.response];
  if (before.status !== after.status) {
    return [drifted("status", "status", "", String(before.status), statusText(now))];
  }
  const headers = [
    ...compareLocation(was, now),
    ...compareHeaders(before.headers, after.headers, isLaterPage(was, now)),
  ];
  // Another media type says everything about the body.
  if (headers.some(({ kind, where }) => kind === "type" && where === "content-type")) return headers;
  return withSchema([...headers, ...compareBodies(was, now, options)], compareSchema(was, now, options.api ?? plain));
}

function compareBodies(
  was: Exchange,
  now: Exchange,
  { known, values = false, api = plain }: ComparisonOptions,
): readonly Drift[] {
  const [before, after] = [readBody(was), readBody(now)];
  if (before.kind === "none") return after.kind === "none" ? [] : [drifted("added", "body", "", null, "a body")];
  if (after.kind === "none") return [drifted("removed", "body", "", "a body", null)];
  if (before.kind !== "json") return [];
  if (after.kind !== "json") return [drifted("schema", "body", "", "JSON", "other text")];
  const shape = shapeOf([before.value]);
  return [
    ...compareShapes(shape, shapeOf([after.value]), known ?? shape, api.behaviour),
    ...(values ? compareValues(before.value, after.value) : []),
  ];
}

// A schema violation where a difference was found already makes that one worse, and is not reported twice.
function withSchema(found: readonly Drift[], broken: readonly Drift[]): readonly Drift[] {
  const at = ({ part, where }: Drift): string => `${part} ${where}`;
  const places = new Set(broken.map(at));
  const told = new Set(found.map(at));
  return [
    ...found.map((each): Drift => (places.has(at(each)) ? { ...each, severity: "error" } : each)),
    ...broken.filter((each) => !told.has(at(each))),
  ];
}

function compareLocation(was: Exchange, now: Exchange): readonly Drift[] {
  if (was.response.status < 300 || was.response.status > 399) return [];
  const [before = null, after = null] = [was, now].map(({ response }) => headerOf(response.headers, "location"));
  return before === after ? [] : [drifted("moved", "header", "location", before, after)];
}

function statusText({ response: { status, headers } }: Exchange): string {
  const location = headerOf(headers, "location");
  return location === null ? String(status) : `${status}, to ${location}`;
}

// Returns whether a list has a previous page and is not empty.
function isLaterPage({ response }: Exchange, now: Exchange): boolean {
  const body = readBody(now);
  const isLater = linksIn(headerOf(response.headers, "link")).some(({ rel }) => rel === "prev");
  return isLater && body.kind === "json" && Array.isArray(body.value) && body.value.length > 0;
}

// Headers that depend on the request, the moment, or the connection: their appearing or disappearing is not drift.
const fleeting: ReadonlySet<string> = new Set([
  "content-encoding",
  "content-length",
  // Compared where it is the answer: see compareAnswers().
  "location",
  "retry-after",
  "set-cookie",
  "transfer-encoding",
]);

/**
 * Compares header fields: gone, new, or another media type of the body.
 * @param isLaterPage Whether the answer is a page after the first, so that `link` is required: a list that now fits on
 *   one page has none.
 */
function compareHeaders(was: HeaderList, now: HeaderList, isLaterPage: boolean): readonly Drift[] {
  const [before, after] = [namesOf(was), namesOf(now)];
  const gone = [...before].filter((name) => !after.has(name) && (name !== "link" || isLaterPage));
  // A list that has grown to a second page has a link, which is not drift.
  const came = [...after].filter((name) => !before.has(name) && name !== "link");
  const [typeBefore, typeAfter] = [mediaTypeOf(was), mediaTypeOf(now)];
  return [
    ...gone.map((name) => drifted("removed", "header", name, headerOf(was, name), null)),
    ...(typeBefore !== null && typeAfter !== null && typeBefore !== typeAfter
      ? [drifted("type", "header", "content-type", typeBefore, typeAfter)]
      : []),
    ...came.map((name) => drifted("added", "header", name, null, headerOf(now, name))),
  ];
}

function namesOf(headers: HeaderList): ReadonlySet<string> {
  return new Set(headers.map(([name]) => name).filter((name) => !fleeting.has(name)));
}

// Without parameters: another spelling of the charset is not drift.
function mediaTypeOf(headers: HeaderList): string | null {
  return headerOf(headers, "content-type")?.split(";")[0]?.trim().toLowerCase() ?? null;
}

// Counters are numbers, and so is nearly everything that is not an id.
const volatileName = /(?:^|_)(?:at|date|time|etag|sha|cursor|nonce|token|request_id|ttl|expires|expires_in)$/i;
const moment = /^\d{4}-\d\d-\d\d(?:[T ]|$)|^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d /;
const longest = 59;

/**
 * Compares plain values, without those that always change: dates, counts, etags, request ids. Items of a list are
 * matched by their `id`; lists without ids are skipped.
 */
function compareValues(was: unknown, now: unknown, pointer = ""): readonly Drift[] {
  if (Array.isArray(was) && Array.isArray(now)) return unique(compareItems(was, now, pointer));
  if (isObject(was) && isObject(now)) {
    return Object.keys(was).flatMap((name) =>
      Object.hasOwn(now, name) && !isVolatile(name, was[name], now[name])
        ? compareValues(was[name], now[name], pointerTo(pointer, name))
        : [],
    );
  }
  if (was === now || typeof was !== typeof now || typeof was === "object") {
    return [];
  }
  // A bare number is a count.
  return pointer === ""
    ? []
    : [drifted("value", "body", pointer, clip(JSON.stringify(was), longest), clip(JSON.stringify(now), longest))];
}

function compareItems(was: readonly unknown[], now: readonly unknown[], pointer: string): readonly Drift[] {
  const after = new Map(now.filter(isObject).map((item) => [item["id"], item]));
  return was.filter(isObject).flatMap((item) => {
    const same = item["id"] === undefined ? undefined : after.get(item["id"]);
    return same === undefined ? [] : compareValues(item, same, `${pointer}/*`);
  });
}

function isVolatile(name: string, was: unknown, now: unknown): boolean {
  if (volatileName.test(name)) return true;
  if (typeof was === "number" && typeof now === "number") return name !== "id";
  return [was, now].every((value) => typeof value === "string" && moment.test(value));
}

function unique(found: readonly Drift[]): readonly Drift[] {
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}
