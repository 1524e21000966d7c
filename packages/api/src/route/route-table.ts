import type { Operation, Route, RouteTable } from "../api.ts";
import { type Segment, segmentsOf } from "./path-template.ts";

/** Routes by their segments: texts come before patterns. */
interface Branch {
  readonly texts: Map<string, Branch>;
  readonly patterns: Array<{ readonly segment: Segment & { readonly kind: "pattern" }; readonly branch: Branch }>;
  route: Route | null;
}

/**
 * Makes a table of the routes that operations stand at.
 * @throws RangeError for a path template that no path can match.
 * @example
 * const { operation } = matchRoute(service, "GET", "/users/ada");
 * routeTable([operation]).find("/users/ada")?.parameters; // { username: "ada" }
 */
export function routeTable(operations: readonly Operation[]): RouteTable {
  const root = branch();
  const all: Route[] = [];
  for (const [path, its] of Map.groupBy(operations, (operation) => operation.path)) {
    const route: Route = { path, operations: new Map(its.map((operation) => [operation.method, operation])) };
    all.push(route);
    insert(root, segmentsOf(path), route);
  }
  return {
    all,
    find(path) {
      const values: string[] = [];
      const route = descend(root, path.slice(1).split("/"), 0, values);
      return route && { route, parameters: parametersOf(route.path, values) };
    },
  };
}

function branch(): Branch {
  return { texts: new Map(), patterns: [], route: null };
}

function insert(root: Branch, segments: readonly Segment[], route: Route): void {
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
      // The longer a pattern's own text, the less it matches by chance: "{name}.json" comes before "{name}".
      at.patterns.sort((a, b) => b.segment.pattern.source.length - a.segment.pattern.source.length);
    }
    at = next;
  }
  at.route ??= route;
}

function descend(at: Branch, segments: readonly string[], depth: number, values: string[]): Route | null {
  const segment = segments[depth];
  if (segment === undefined) return at.route;
  const text = at.texts.get(segment);
  const found = text && descend(text, segments, depth + 1, values);
  if (found) return found;
  for (const { segment: pattern, branch: next } of at.patterns) {
    const match = pattern.pattern.exec(segment);
    if (!match) continue;
    const before = values.length;
    values.push(...match.slice(1));
    const below = descend(next, segments, depth + 1, values);
    if (below) return below;
    values.length = before;
  }
  return null;
}

function parametersOf(path: string, values: readonly string[]): Readonly<Record<string, string>> {
  const names = Array.from(path.matchAll(/\{([^{}]*)\}/g), ([, name = ""]) => name);
  return Object.fromEntries(names.map((name, at) => [name, decoded(values[at] ?? "")]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
