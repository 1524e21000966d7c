import type { Policy } from "../scheme/scheme.ts";

/** An answered request, and the names of the policies in its answer. */
export interface AnsweredRequest {
  readonly method: string;
  readonly path: string;
  readonly told: ReadonlySet<string>;
}

type Scope = Pick<Policy, "when" | "unless">;

/** More patterns than these say nothing about the layout of a service. */
const mostPatterns = 32;

/**
 * Finds which requests a policy counts: undefined if every answer told of it. A limiter is usually mounted at a path,
 * so that everything beneath belongs together; it takes the fewest patterns that separate both sides.
 * @param names The policy, by every name that an answer uses for it.
 * @param hide Hides secrets in paths.
 * @example
 * const answered = (path: string, ...told: readonly string[]) => ({ method: "GET", path, told: new Set(told) });
 * scopeOf(["core"], [answered("/api/users/1", "core"), answered("/api/users/2", "core"), answered("/health")]);
 * // { when: { paths: ["/api/**"] } }
 */
export function scopeOf(
  names: readonly string[],
  answers: readonly AnsweredRequest[],
  hide: (path: string) => string = (path) => path,
): Scope {
  const tells = ({ told }: AnsweredRequest): boolean => names.some((name) => told.has(name));
  const told = answers.filter(tells);
  const methods = new Set(told.map(({ method }) => method));
  const paths = new Set(told.map(({ path }) => path));
  const hidden = (all: Iterable<string>): ReadonlySet<string> => new Set(Array.from(all, hide));
  const untold = answers.filter((each) => !tells(each) && !(methods.has(each.method) && paths.has(each.path)));
  if (untold.length === 0) return {};
  if (untold.every(({ method }) => !methods.has(method))) return { when: { methods: [...methods] } };
  const others = hidden(untold.map(({ path }) => path).filter((path) => !paths.has(path)));
  const [own, rest] = [patternsOf(hidden(paths), others), patternsOf(others, hidden(paths))];
  if (rest.length === 0 || Math.min(own.length, rest.length) > mostPatterns) return {};
  return own.length <= rest.length ? { when: { paths: own } } : { unless: { paths: rest } };
}

/** Returns the shortest beginnings of paths that none of the others share. */
function patternsOf(paths: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] {
  const patterns = new Set<string>();
  for (const path of paths) {
    const beginnings = Array.from(path.matchAll(/(?<=[^/])(?=\/|$)/g), ({ index }) => path.slice(0, index));
    const free = beginnings.find((beginning) => ![...others].some((other) => `${other}/`.startsWith(`${beginning}/`)));
    patterns.add(free === undefined ? path : `${free}/**`);
    if (patterns.size > mostPatterns) break;
  }
  return [...patterns];
}
