import { type Problem, resourceOf, validate } from "@tapedeck/schema";
import { type Exchange, type HeaderList, headerOf } from "@tapedeck/tape";
import { type Drift, drifted } from "./finding.ts";
import { readBody } from "./read-body.ts";

/**
 * Where an answer breaks the schema of what its route gives, and the recorded one does not.
 * @example
 * compareSchema(recorded, live); // [{ kind: "schema", part: "body", where: "/size", was: "at least 0", now: "-3", … }]
 */
export function compareSchema(was: Exchange, now: Exchange): readonly Drift[] {
  // Of other routes the schemas know nothing, not even which headers they have.
  if (resourceOf(was.request.target, was.response.status) === null) return [];
  const old = new Set(bodyProblems(was).map(placeOf));
  const body = unique(bodyProblems(now).filter((problem) => !old.has(placeOf(problem))));
  return [
    ...body.map((problem) => drifted("schema", "body", placeOf(problem), problem.expected, problem.found)),
    ...headerProblems(was.response.headers, now.response.headers),
  ];
}

function bodyProblems(exchange: Exchange): readonly Problem[] {
  const resource = resourceOf(exchange.request.target, exchange.response.status);
  const body = readBody(exchange);
  return resource === null || body.kind === "none" || body.kind === "unreadable" ? [] : validate(resource, body.value);
}

// A name that vanished is told as such, and one that the recording lacked was not promised.
function headerProblems(was: HeaderList, now: HeaderList): readonly Drift[] {
  const old = new Set(validate("response-headers", recordOf(was)).map(({ path }) => path));
  return validate("response-headers", recordOf(now))
    .filter(({ path }) => !old.has(path))
    .map(({ path, expected, found }) => ({ name: path.slice(1), expected, found }))
    .filter(({ name }) => headerOf(was, name) !== null && headerOf(now, name) !== null)
    .map(({ name, expected, found }) => drifted("schema", "header", name, expected, found));
}

function recordOf(headers: HeaderList): Readonly<Record<string, string | null>> {
  return Object.fromEntries(headers.map(([name]) => [name, headerOf(headers, name)]));
}

// The same fault in each item of a list is one.
function unique(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((problem) => [placeOf(problem), problem])).values()];
}

// A validator counts items; here they count together. No resource has fields that are named by numbers.
function placeOf({ path }: Problem): string {
  return path.replace(/\/\d+(?=\/|$)/g, "/*");
}
