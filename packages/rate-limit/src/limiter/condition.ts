import type { Condition } from "../scheme/scheme.ts";
import type { LimitedRequest } from "./request.ts";

/** Whether a request meets a condition. */
export type Test = (request: LimitedRequest) => boolean;

const placeholder = /^\{(.+)\}$/;

/**
 * Makes the test of a condition.
 * @example
 * testOf({ paths: ["/search/*"] })({ address: "::1", method: "GET", path: "/search/code" }); // true
 */
export function testOf({ methods, operations, paths, credential }: Condition): Test {
  const upper = methods?.map((method) => method.toUpperCase());
  const templates = paths?.map(templateOf);
  return (request) =>
    (credential === undefined || credential === (request.credential !== undefined || request.account !== undefined)) &&
    (upper === undefined || upper.includes(request.method)) &&
    (operations === undefined || (request.operation !== undefined && operations.includes(request.operation))) &&
    (templates === undefined ||
      (request.path !== undefined && templates.some((template) => matches(template, request.path ?? ""))));
}

/**
 * Reads a parameter of a path by the first template that fits and names it; null where none does.
 * @example
 * pathParameter(["/channels/{channel}/**"], "channel", "/channels/7/messages"); // "7"
 */
export function pathParameter(paths: readonly string[], name: string, path: string): string | null {
  for (const path_ of paths) {
    const template = templateOf(path_);
    const place = template.findIndex((segment) => placeholder.exec(segment)?.[1] === name);
    if (place >= 0 && matches(template, path)) return segmentsOf(path, template.length)[place] ?? null;
  }
  return null;
}

/** The names of the parameters in path templates. */
export function parametersIn(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => templateOf(path).flatMap((segment) => placeholder.exec(segment)?.[1] ?? []));
}

function templateOf(path: string): readonly string[] {
  return path.split("/").slice(1);
}

// No template looks further than its own length, however long the path.
function segmentsOf(path: string, length: number): readonly string[] {
  return path.split("/", length + 2).slice(1);
}

function matches(template: readonly string[], path: string): boolean {
  const segments = segmentsOf(path, template.length);
  const open = template.at(-1) === "**";
  if (open ? segments.length < template.length - 1 : segments.length !== template.length) return false;
  return template.every(
    (segment, place) =>
      segment === "*" || segment === "**" || segment.startsWith("{") || segment === (segments[place] ?? ""),
  );
}
