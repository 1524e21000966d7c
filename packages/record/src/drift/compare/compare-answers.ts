import { type Api, plain } from "@tapedeck/api";
import { type Exchange, headerOf } from "@tapedeck/tape";
import { linksIn } from "@tapedeck/tape/internal";
import { type Drift, drifted } from "../finding.ts";
import { compareHeaders } from "./compare-headers.ts";
import { compareSchema } from "./compare-schema.ts";
import { compareShapes } from "./compare-shapes.ts";
import { compareValues } from "./compare-values.ts";
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
