/**
 * Makes APIs from OpenAPI documents, with their response schemas.
 * @module
 */
export { fromOpenApi } from "./from-openapi.ts";
export { OpenApiError } from "./reference.ts";
