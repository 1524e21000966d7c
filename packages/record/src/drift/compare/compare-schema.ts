import { type Api, checkResponse, matchRoute } from "@tapedeck/api";
import type { Problem } from "@tapedeck/schema";
import { type Exchange, headerOf } from "@tapedeck/tape";
import { pointerSteps, pointerTo } from "@tapedeck/tape/internal";
import { type Drift, drifted } from "../finding.ts";
import { readBody } from "./read-body.ts";

/**
 * Finds where an answer violates the schema of its route and the recorded one does not.
 * @example
 * compareSchema(recorded, live, service); // [{ kind: "schema", part: "body", where: "/size", was: "at least 0", now: "-3", … }]
 */
export function compareSchema(was: Exchange, now: Exchange, api: Api): readonly Drift[] {
  // Schemas describe no other routes, not even their headers.
  if (matchRoute(api, was.request.method, was.request.target).operation === null) return [];
  const old = new Set(bodyProblems(was, api).map(({ path }) => path));
  const body = unique(bodyProblems(now, api).filter(({ path }) => !old.has(path)));
  return [
    ...body.map(({ path, expected, found }) => drifted("schema", "body", path, expected, found)),
    ...headerProblems(was, now, api),
  ];
}

// Items of a list are one place, as in `compareShapes`.
function bodyProblems(exchange: Exchange, api: Api): readonly Problem[] {
  const body = readBody(exchange);
  if (body.kind === "none" || body.kind === "unreadable") return [];
  const checked = checkResponse(
    api,
    exchange.request,
    exchange.response.status,
    body.value,
    headerOf(exchange.response.headers, "content-type") ?? "",
  );
  return (checked?.problems ?? []).map((problem) => ({ ...problem, path: placeIn(body.value, problem.path) }));
}

// A missing name is reported elsewhere, and one that the recording lacked was not promised.
function headerProblems(was: Exchange, now: Exchange, api: Api): readonly Drift[] {
  const problemsOf = ({ request, response }: Exchange): readonly Problem[] => {
    const { operation } = matchRoute(api, request.method, request.target);
    return api.behaviour.checkHeaders?.(operation, response.status, response.headers)?.problems ?? [];
  };
  const old = new Set(problemsOf(was).map(({ path }) => path));
  return problemsOf(now)
    .filter(({ path }) => !old.has(path))
    .map(({ path, expected, found }) => ({ name: path.slice(1), expected, found }))
    .filter(
      ({ name }) => headerOf(was.response.headers, name) !== null && headerOf(now.response.headers, name) !== null,
    )
    .map(({ name, expected, found }) => drifted("schema", "header", name, expected, found));
}

// The same flaw in each item of a list counts once.
function unique(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((problem) => [problem.path, problem])).values()];
}

// A validator numbers the items of a list, but a number may also be the name of a field.
function placeIn(value: unknown, path: string): string {
  let within: unknown = value;
  return pointerSteps(path).reduce((place, name) => {
    const isItem = Array.isArray(within);
    within = (within as Readonly<Record<string, unknown>> | null | undefined)?.[name];
    return isItem ? `${place}/*` : pointerTo(place, name);
  }, "");
}
