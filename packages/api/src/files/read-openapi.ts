import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import type { Behaviour } from "../api.ts";

/** An OpenAPI document, and what is made of it beforehand. */
export interface OpenApiFile {
  readonly document: unknown;
  readonly behaviour: Behaviour;
}

/**
 * Reads an OpenAPI document, JSON or YAML.
 * @throws RangeError for a file that cannot be read.
 * @example
 * const { document } = await readOpenApi("openapi.yaml");
 */
export async function readOpenApi(file: string): Promise<OpenApiFile> {
  try {
    const text = await readFile(file, "utf8");
    const document: unknown = text.trimStart().startsWith("{")
      ? JSON.parse(text)
      : parse(text, { maxAliasCount: 1000 });
    return { document, behaviour: {} };
  } catch (cause) {
    throw new RangeError(`the OpenAPI document "${file}" cannot be read: ${(cause as Error).message.split("\n")[0]}`, {
      cause,
    });
  }
}
