import type { Api } from "./api.ts";
import { compileApi } from "./compile.ts";

/**
 * Makes an API of its OpenAPI document.
 * @param document An OpenAPI 3.0 or 3.1 document, parsed.
 * @throws RangeError for a document that cannot be read, with the place in it.
 * @example
 * const api = fromOpenApi({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: { "/pets": { get: {} } } });
 * api.routes.all[0]?.path; // "/pets"
 */
export function fromOpenApi(document: unknown): Api {
  return compileApi({}, { document });
}
