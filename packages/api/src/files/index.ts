export { OpenApiError } from "../openapi/openapi-error.ts";
export {
  ApiError,
  apiFile,
  apisIn,
  type DescriptionFile,
  namedApis,
  readApi,
  readApis,
  readDescriptions,
} from "./read-api.ts";
export { type OpenApiFile, readOpenApi } from "./read-openapi.ts";
export { writeApi } from "./write-api.ts";
