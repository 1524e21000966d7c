/**
 * Describes an HTTP API as data, for the recorder, the player and the tools.
 * @module
 */
export type {
  Api,
  Behaviour,
  BodyCheck,
  CredentialForm,
  ErrorCase,
  ErrorTemplate,
  MatchException,
  Operation,
  Paging,
  Parameter,
  Preflight,
  Route,
  RouteTable,
} from "./api.ts";
export { checkExchange, checkResponse, type ExchangeProblem } from "./check-response.ts";
export { type CompileOptions, compileApi } from "./compile.ts";
export { cityCounts, github, service } from "./contract/apis.ts";
export { withVendor } from "./contract/vendor.ts";
export {
  authorizationParts,
  type Credential,
  type CredentialPlaces,
  credentialIn,
  credentialsIn,
  credentialsOf,
  type Presented,
  principalIn,
  type Tokens,
} from "./credential.ts";
export type { ApiDescription, RateLimitDescription, SecondaryLimit } from "./description.ts";
export { errorResponse, jsonResponse, type MadeResponse } from "./error-response.ts";
export { arrangedSteps, type ListOrder } from "./list-order.ts";
export { apiFor, plain } from "./plain.ts";
export { toldPolicy } from "./rate-limit.ts";
export { isList, matchRoute, type RouteMatch } from "./route/match-route.ts";
export { linkOf, type Page, pageIn } from "./route/page.ts";
