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
  const old = new Set(bodyProblems(was).map(({ path }) => path));
  const body = unique(bodyProblems(now).filter(({ path }) => !old.has(path)));
  return [
    ...body.map(({ path, expected, found }) => drifted("schema", "body", path, expected, found)),
    ...headerProblems(was.response.headers, now.response.headers),
  ];
}

// Where items of a list are one place, as in `compareShapes`.
function bodyProblems(exchange: Exchange): readonly Problem[] {
  const resource = resourceOf(exchange.request.target, exchange.response.status);
  const body = readBody(exchange);
  if (resource === null || body.kind === "none" || body.kind === "unreadable") return [];
  return validate(resource, body.value).map((problem) => ({ ...problem, path: placeIn(body.value, problem.path) }));
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
  return [...new Map(problems.map((problem) => [problem.path, problem])).values()];
}

// A validator counts the items of a list, and a field may be named by a number as well.
function placeIn(value: unknown, path: string): string {
  let within: unknown = value;
  const steps = path.split("/").slice(1);
  return steps
    .map((step) => {
      const isItem = Array.isArray(within);
      const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
      within = (within as Readonly<Record<string, unknown>> | null | undefined)?.[name];
      return isItem ? "/*" : `/${step}`;
    })
    .join("");
}
