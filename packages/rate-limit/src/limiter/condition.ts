import type { Condition } from "../generated/scheme.ts";
import { memoizeShort } from "./memoize.ts";
import type { LimitedRequest } from "./request.ts";

/** Returns whether a request meets a condition. */
type Test = (request: LimitedRequest) => boolean;

const placeholder = /\{([^/{}]+)\}/g;

/**
 * Makes the function that tests a condition.
 * @example
 * testOf({ paths: ["/search/*"] })({ address: "::1", method: "GET", path: "/search/code" }); // true
 */
export function testOf({ methods, operations, paths, credential }: Condition): Test {
  const upper = methods?.map((method) => method.toUpperCase());
  const templates = paths && new RegExp(paths.map((path) => patternOf(path).source).join("|"));
  const fits = memoizeShort((path: string) => templates?.test(path) ?? true);
  return (request) =>
    (credential === undefined || credential === (request.credential !== undefined || request.account !== undefined)) &&
    (upper === undefined || upper.includes(request.method)) &&
    (operations === undefined || (request.operation !== undefined && operations.includes(request.operation))) &&
    (templates === undefined || (request.path !== undefined && fits(request.path)));
}

/**
 * Makes the function that reads a parameter from a path. It uses the first template that fits and has the parameter,
 * and returns null if there is none.
 * @example
 * parameterOf(["/channels/{channel}/**"], "channel")("/channels/7/messages"); // "7"
 */
export function parameterOf(paths: readonly string[], name: string): (path: string) => string | null {
  const naming = paths
    .map((path) => [patternOf(path), parametersIn([path]).indexOf(name)] as const)
    .filter(([, place]) => place >= 0);
  return (path) => {
    for (const [pattern, place] of naming) {
      const match = pattern.exec(path);
      if (match !== null) return match[place + 1] ?? null;
    }
    return null;
  };
}

/** Returns the names of the parameters in path templates. */
export function parametersIn(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => Array.from(path.matchAll(placeholder), ([, name = ""]) => name));
}

function patternOf(path: string): RegExp {
  const segments = path
    .replace(/\/\*\*$/, "")
    .split("/")
    .map((segment) => {
      if (segment === "*") return "[^/]*";
      return segment
        .split(placeholder)
        .map((part, place) => (place % 2 === 1 ? "([^/]*)" : part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")))
        .join("");
    });
  return new RegExp(`^${segments.join("/")}${path.endsWith("/**") ? "(?:/.*)?" : ""}$`, "s");
}
