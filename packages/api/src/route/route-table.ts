import { uriDecoded } from "@tapedeck/tape/internal";
import type { Operation, Route, RouteTable } from "../api.ts";
import { type Segment, segmentsOf } from "./path-template.ts";

/** Routes by their segments: text comes before patterns. */
interface Branch {
  readonly texts: Map<string, Branch>;
  readonly patterns: Array<{ readonly segment: Segment & { readonly kind: "pattern" }; readonly branch: Branch }>;
  /** Routes whose templates differ only in the names of parameters; they have the same operations. */
  readonly routes: NamedRoute[];
}

interface NamedRoute extends Route {
  /** The names of its parameters, in order. */
  readonly names: readonly string[];
}

/**
 * Makes a table of the routes of operations.
 * @throws RangeError for a path template that no path can match.
 * @example
 * const { operation } = matchRoute(service, "GET", "/users/ada");
 * routeTable([operation]).find("/users/ada")?.parameters; // { username: "ada" }
 */
export function routeTable(operations: readonly Operation[]): RouteTable {
  const root = branch();
  const all: NamedRoute[] = [];
  for (const [path, its] of Map.groupBy(operations, (operation) => operation.path)) {
    all.push(insert(root, segmentsOf(path), path, its));
  }
  return {
    all,
    find(path, method) {
      const find = (accepts: (route: Route) => boolean): ReturnType<RouteTable["find"]> => {
        const values: string[] = [];
        const route = descend(root, path, 1, values, accepts);
        return route && { route, parameters: parametersOf(route, values) };
      };
      const has = (route: Route): boolean => operationOf(route, method ?? "")?.path === route.path;
      return (method === undefined ? null : find(has)) ?? find(() => true);
    },
  };
}

/** Returns the operation of a method; for HEAD, that of GET. Null if there is none. */
export function operationOf({ operations }: Route, method: string): Operation | null {
  return operations.get(method) ?? (method === "HEAD" ? operations.get("GET") : undefined) ?? null;
}

function branch(): Branch {
  return { texts: new Map(), patterns: [], routes: [] };
}

function insert(root: Branch, segments: readonly Segment[], path: string, added: readonly Operation[]): NamedRoute {
  let at = root;
  for (const segment of segments) {
    if (segment.kind === "text") {
      const next = at.texts.get(segment.text) ?? branch();
      at.texts.set(segment.text, next);
      at = next;
      continue;
    }
    const same = at.patterns.find((each) => each.segment.pattern.source === segment.pattern.source);
    const next = same?.branch ?? branch();
    if (!same) {
      at.patterns.push({ segment, branch: next });
      // The more fixed text a pattern has, the less it matches by chance: "{name}.json" comes before "{name}".
      at.patterns.sort((a, b) => b.segment.pattern.source.length - a.segment.pattern.source.length);
    }
    at = next;
  }
  const operations = (at.routes[0]?.operations ?? new Map()) as Map<string, Operation>;
  for (const each of added) operations.set(each.method, operations.get(each.method) ?? each);
  const names = segments.flatMap((segment) => (segment.kind === "text" ? [] : segment.names));
  const route = { path, operations, names };
  at.routes.push(route);
  return route;
}

function descend(
  at: Branch,
  path: string,
  from: number,
  values: string[],
  accepts: (route: Route) => boolean,
): NamedRoute | null {
  if (from > path.length) return at.routes.find(accepts) ?? null;
  const slash = path.indexOf("/", from);
  const end = slash < 0 ? path.length : slash;
  const segment = path.slice(from, end);
  const text = at.texts.get(segment);
  const found = text && descend(text, path, end + 1, values, accepts);
  if (found) return found;
  for (const { segment: pattern, branch: next } of at.patterns) {
    const before = values.length;
    // Most parameters are whole segments: to look at one takes no pattern.
    if (pattern.isWhole && segment !== "") values.push(segment);
    else {
      const match = pattern.pattern.exec(segment);
      if (!match) continue;
      values.push(...match.slice(1));
    }
    const below = descend(next, path, end + 1, values, accepts);
    if (below) return below;
    values.length = before;
  }
  return null;
}

function parametersOf({ names }: NamedRoute, values: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name, at) => [name, uriDecoded(values[at] ?? "")]));
}
