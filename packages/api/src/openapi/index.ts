/**
 * APIs out of OpenAPI documents, response schemas included.
 * @module
 */
export { fromOpenApi } from "./from-openapi.ts";
export { OpenApiError } from "./openapi-error.ts";
