import { checkArgument } from "@tapedeck/tape/internal";
import type { Api } from "../api.ts";
import { compileApi } from "../compile.ts";
import type { ApiDescription } from "../description.ts";
import { bundleAlone } from "./bundle.ts";
import { bodyCheckOf } from "./check-body.ts";
import { parseDocument } from "./parse-document.ts";

/**
 * Makes an API from its OpenAPI document: operations, parameters and their defaults, credentials, origins, and the
 * check of response bodies.
 * @param document An OpenAPI 3.0 or 3.1 document, parsed, or as JSON or YAML text. It is not changed.
 * @param description What the document cannot express, as in `api.json`.
 * @throws RangeError for no document, and OpenApiError for a document that cannot be read, with the place in it.
 * @example
 * const api = fromOpenApi({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: { "/pets": { get: {} } } });
 * api.routes.all[0]?.path; // "/pets"
 */
export function fromOpenApi(document: unknown, description: Omit<ApiDescription, "openapi"> = {}): Api {
  if (typeof document !== "string") checkArgument("read an OpenAPI document", "the document", document, "object");
  const whole = bundleAlone(typeof document === "string" ? parseDocument(document) : document);
  return compileApi(description, { document: whole, behaviour: { checkBody: bodyCheckOf(whole) } });
}
