export { OpenApiError } from "../openapi/reference.ts";
export { type DescribedLimit, type DescribeOptions, describedText, describeRecorded } from "./describe-recorded.ts";
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
