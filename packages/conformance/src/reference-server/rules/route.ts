import { github, service } from "@tapedeck/api";

/** An account, named either way. */
export type AccountReference = { readonly login: string } | { readonly id: number };

/** The resource that a path asks for. */
export type ReferenceRoute =
  | { readonly kind: "zen" }
  | { readonly kind: "rate limit" }
  | { readonly kind: "account"; readonly of: AccountReference }
  | { readonly kind: "own account" }
  | { readonly kind: "repository"; readonly of: { readonly fullName: string } | { readonly id: number } }
  | { readonly kind: "own repositories" }
  | { readonly kind: "user repositories"; readonly of: AccountReference }
  | { readonly kind: "organization repositories"; readonly of: AccountReference }
  | { readonly kind: "unknown" };

/**
 * Reads a path, by the operations that the OpenAPI document lists. Those by number, and the `/api/v3` prefix, only where
 * the vendor has them.
 * @example
 * routeOf(["users", "ada"], false); // { kind: "account", of: { login: "ada" } }
 */
export function routeOf(segments: readonly string[], furtherRoutes: boolean): ReferenceRoute {
  const api = furtherRoutes ? github : service;
  const prefixed = furtherRoutes && segments[0] === "api" && segments[1] === "v3";
  const path = (prefixed ? segments.slice(2) : segments).map(encodeURIComponent).join("/");
  const found = api.routes.find(`/${path}`);
  const named = (name: string): string => found?.parameters[name] ?? "";
  const id = Number(named("id"));
  const isNumbered = /^\d+$/.test(named("id"));
  switch (found?.route.operations.get("GET")?.id) {
    case "getZen":
      return { kind: "zen" };
    case "getRateLimit":
      return { kind: "rate limit" };
    case "getUser":
      return { kind: "account", of: { login: named("username") } };
    case "getOwnUser":
      return { kind: "own account" };
    case "getRepository":
      return { kind: "repository", of: { fullName: `${named("owner")}/${named("repo")}` } };
    case "listOwnRepositories":
      return { kind: "own repositories" };
    case "listUserRepositories":
      return { kind: "user repositories", of: { login: named("username") } };
    case "listOrganizationRepositories":
      return { kind: "organization repositories", of: { login: named("org") } };
    case "listUserRepositoriesById":
      return isNumbered ? { kind: "user repositories", of: { id } } : unknown;
    case "listOrganizationRepositoriesById":
      return isNumbered ? { kind: "organization repositories", of: { id } } : unknown;
    case "getRepositoryById":
      return isNumbered ? { kind: "repository", of: { id } } : unknown;
    default:
      return unknown;
  }
}

const unknown: ReferenceRoute = { kind: "unknown" };
