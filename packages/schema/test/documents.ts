import { readdirSync, readFileSync } from "node:fs";
import type { ResourceName } from "../src/index.ts";

const folder = new URL("../../../schemas/", import.meta.url);

/** A JSON Schema as a test reads it. */
export interface Schema {
  readonly $id: string;
  readonly title: string;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, { readonly $ref?: string }>>;
  readonly examples?: readonly unknown[];
}

/** The names of all schema files but `parts`, which is the shape of nothing. */
export const names: readonly ResourceName[] = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.replace(/\.json$/, "") as ResourceName | "parts")
  .filter((name) => name !== "parts")
  .sort();

/** Reads a schema from its file. */
export function schemaOf(name: ResourceName): Schema {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
}

/** The documents that a schema itself gives as examples. */
export function examplesOf(name: ResourceName): readonly unknown[] {
  return schemaOf(name).examples ?? [];
}

/** The first example of a schema. */
export function exampleOf(name: ResourceName): unknown {
  return examplesOf(name)[0];
}

/**
 * A copy of a document with another value in one place; `undefined` takes the place away.
 * @example
 * put({ owner: { login: "ada" } }, "/owner/login", 7); // { owner: { login: 7 } }
 */
export function put(document: unknown, path: string, value: unknown): unknown {
  const keys = path.split("/").slice(1);
  const last = keys.pop();
  if (last === undefined) return value;
  const copy = structuredClone(document);
  const parent = keys.reduce((within, key) => (within as Record<string, unknown>)[key], copy) as Record<
    string,
    unknown
  >;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}
