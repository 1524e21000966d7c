import { type Assert, assertion, guard, type Is } from "./check.ts";

// A guard and an assertion for everything that has a schema:
//   if (isUser(body)) body.login;
//   assertUser(body); // throws a SchemaError that lists what does not fit

export const isAccount: Is<"account"> = guard("account");
export const isCityCount: Is<"city-count"> = guard("city-count");
export const isErrorBody: Is<"error"> = guard("error");
export const isLicense: Is<"license"> = guard("license");
export const isPlan: Is<"plan"> = guard("plan");
export const isProfileFile: Is<"profile"> = guard("profile");
export const isRateLimitOverview: Is<"rate-limit"> = guard("rate-limit");
export const isRateLimitHeaders: Is<"rate-limit-headers"> = guard("rate-limit-headers");
export const isRepositories: Is<"repositories"> = guard("repositories");
export const isRepository: Is<"repository"> = guard("repository");
export const isRepositoryItem: Is<"repository-item"> = guard("repository-item");
export const isResponseHeaders: Is<"response-headers"> = guard("response-headers");
export const isUser: Is<"user"> = guard("user");
export const isZen: Is<"zen"> = guard("zen");

export const assertAccount: Assert<"account"> = assertion("account");
export const assertCityCount: Assert<"city-count"> = assertion("city-count");
export const assertErrorBody: Assert<"error"> = assertion("error");
export const assertLicense: Assert<"license"> = assertion("license");
export const assertPlan: Assert<"plan"> = assertion("plan");
export const assertProfileFile: Assert<"profile"> = assertion("profile");
export const assertRateLimitOverview: Assert<"rate-limit"> = assertion("rate-limit");
export const assertRateLimitHeaders: Assert<"rate-limit-headers"> = assertion("rate-limit-headers");
export const assertRepositories: Assert<"repositories"> = assertion("repositories");
export const assertRepository: Assert<"repository"> = assertion("repository");
export const assertRepositoryItem: Assert<"repository-item"> = assertion("repository-item");
export const assertResponseHeaders: Assert<"response-headers"> = assertion("response-headers");
export const assertUser: Assert<"user"> = assertion("user");
export const assertZen: Assert<"zen"> = assertion("zen");
