/** An account, named either way. */
export type Reference = { readonly login: string } | { readonly id: number };

/** What a path asks for. */
export type Route =
  | { readonly kind: "zen" }
  | { readonly kind: "rate limit" }
  | { readonly kind: "account"; readonly of: Reference }
  | { readonly kind: "own account" }
  | { readonly kind: "repository"; readonly of: { readonly fullName: string } | { readonly id: number } }
  | { readonly kind: "own repositories" }
  | { readonly kind: "user repositories"; readonly of: Reference }
  | { readonly kind: "organization repositories"; readonly of: Reference }
  | { readonly kind: "unknown" };

type Reading = readonly [pattern: string, read: (first: string, second: string) => Route];

// `*` stands for any one segment, `#` for digits.
const contract: readonly Reading[] = [
  ["zen", () => ({ kind: "zen" })],
  ["users/*", (login) => ({ kind: "account", of: { login } })],
  ["user", () => ({ kind: "own account" })],
  ["repos/*/*", (owner, name) => ({ kind: "repository", of: { fullName: `${owner}/${name}` } })],
  ["user/repos", () => ({ kind: "own repositories" })],
  ["users/*/repos", (login) => ({ kind: "user repositories", of: { login } })],
  ["orgs/*/repos", (login) => ({ kind: "organization repositories", of: { login } })],
  ["rate_limit", () => ({ kind: "rate limit" })],
];

const further: readonly Reading[] = [
  ["user/#/repos", (id) => ({ kind: "user repositories", of: { id: Number(id) } })],
  ["organizations/#/repos", (id) => ({ kind: "organization repositories", of: { id: Number(id) } })],
  ["repositories/#", (id) => ({ kind: "repository", of: { id: Number(id) } })],
];

function parametersOf(pattern: string, segments: readonly string[]): readonly string[] | null {
  const parts = pattern.split("/");
  if (parts.length !== segments.length) return null;
  const fits = parts.every((part, index) => {
    const segment = segments[index] ?? "";
    return part === "*" || (part === "#" ? /^\d+$/.test(segment) : part === segment);
  });
  return fits ? segments.filter((_, index) => parts[index] === "*" || parts[index] === "#") : null;
}

/**
 * Reads a path. The further ones, and the `/api/v3` prefix, only where the vendor has them.
 * @example
 * routeOf(["users", "ada"], false); // { kind: "account", of: { login: "ada" } }
 */
export function routeOf(segments: readonly string[], furtherRoutes: boolean): Route {
  const prefixed = furtherRoutes && segments[0] === "api" && segments[1] === "v3";
  const path = prefixed ? segments.slice(2) : segments;
  for (const [pattern, read] of furtherRoutes ? [...contract, ...further] : contract) {
    const parameters = parametersOf(pattern, path);
    if (parameters !== null) return read(parameters[0] ?? "", parameters[1] ?? "");
  }
  return { kind: "unknown" };
}
