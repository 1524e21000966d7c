// Generated from schemas/repository-item.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
import { readJson, take } from "../../check.ts";
import { type StandardSchema, standard } from "../../standard.ts";
import type { RepositoryItem } from "../types.ts";
import { findFlaws, fits } from "../validators/repository-item.ts";

export type { RepositoryItem };

/**
 * Tells whether a value is what `RepositoryItem` says.
 * @example
 * if (isRepositoryItem(value)) use(value); // a RepositoryItem in here
 */
export function isRepositoryItem(value: unknown): value is RepositoryItem {
  return fits(value);
}

/**
 * Throws a `SchemaError` that lists every flaw, unless a value is a valid `RepositoryItem`.
 * @example
 * assertRepositoryItem(value); // a RepositoryItem from here on
 */
export function assertRepositoryItem(value: unknown): asserts value is RepositoryItem {
  take("repository-item", findFlaws, value);
}

/**
 * Reads the JSON text of a body; throws a `SchemaError` where it is not what `RepositoryItem` says.
 * @example
 * const value: RepositoryItem = parseRepositoryItem(await response.text());
 */
export function parseRepositoryItem(text: string): RepositoryItem {
  return take("repository-item", findFlaws, readJson("repository-item", text));
}

/** `RepositoryItem` as a Standard Schema, for libraries that take one. */
export const repositoryItemSchema: StandardSchema<RepositoryItem> = /* @__PURE__ */ standard(findFlaws);
