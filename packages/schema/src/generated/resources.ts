// Generated from schemas/*.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
export * from "./resources/account.ts";
export * from "./resources/api.ts";
export * from "./resources/city-count.ts";
export * from "./resources/error.ts";
export * from "./resources/license.ts";
export * from "./resources/own-user.ts";
export * from "./resources/plan.ts";
export * from "./resources/rate-limit.ts";
export * from "./resources/rate-limit-headers.ts";
export * from "./resources/repositories.ts";
export * from "./resources/repository.ts";
export * from "./resources/repository-item.ts";
export * from "./resources/response-headers.ts";
export * from "./resources/user.ts";
export * from "./resources/zen.ts";
