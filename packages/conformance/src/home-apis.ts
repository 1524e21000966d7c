import { type Api, cityCounts, compileApi, github, type RateLimitDescription, service } from "@tapedeck/api";

/** Returns both home APIs, the first with a given rate limit. */
export function homeApis(
  rateLimit: RateLimitDescription = {},
  kind: "service" | "github" = "service",
): readonly [Api, ...Api[]] {
  return [compileApi({ rateLimit }, { base: { service, github }[kind] }), cityCounts];
}
