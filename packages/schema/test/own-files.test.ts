import { describe, expect, test } from "vitest";
import { type ResourceName, validate } from "../src/index.ts";

// Plans and profiles are files that people write by hand: what is not known is a typo.
const step = (more: object) => ({ requests: [{ path: "/users/ada", ...more }] });
const profile = (more: object) => ({ name: "tight", ...more });

describe.each<readonly [ResourceName, ReadonlyArray<readonly [shows: string, value: unknown]>]>([
  [
    "plan",
    [
      ["one request and nothing else", step({})],
      ["a pointer for editors, and a name", { $schema: "../schemas/plan.json", name: "cities", ...step({}) }],
      ["placeholders and their values", { requests: [{ path: "/users/{name}", for: { name: ["ada", 1815] } }] }],
      ["parameters of every kind", step({ query: { page: 2, type: "owner", archived: false } })],
      ["nobody as the one who asks", step({ as: "anonymous" })],
      ["an alias as the one who asks", step({ as: "ada-2" })],
      ["a HEAD request", step({ method: "HEAD" })],
      ["a preflight", step({ method: "OPTIONS", headers: { origin: "https://a.example" } })],
      ["the most repetitions", step({ times: 1000 })],
      ["all pages", step({ pages: "all" })],
      ["two pages", step({ pages: 2 })],
      ["a second, conditional request", step({ revalidate: true })],
      ["a refusal", step({ exhaust: true, note: "last, as it uses up the limit" })],
    ],
  ],
  [
    "profile",
    [
      ["a name and nothing else", profile({})],
      ["a pointer for editors, and a base", profile({ $schema: "../schemas/profile.json", extends: "github" })],
      ["limits for kinds of callers and for one", profile({ limits: { anonymous: 0, token: 100, ada: 7 } })],
      ["a refusal in part", profile({ refusal: { retryAfter: true } })],
      ["free revalidation", profile({ notModifiedCost: { anonymous: 1, token: 0 } })],
      [
        "every other setting",
        profile({
          vendor: "acme",
          documentationUrl: "https://docs.acme.example",
          windowSeconds: 1,
          rateLimitRoute: true,
          pathPrefixes: ["/api/v3"],
          privateCache: true,
          misses: "not-found",
          rewriteOrigin: false,
        }),
      ],
    ],
  ],
])("%s accepts", (name, rows) => {
  test.each(rows)("%s", (_shows, value) => expect(validate(name, value)).toEqual([]));
});

describe.each<
  readonly [ResourceName, ReadonlyArray<readonly [shows: string, value: unknown, path: string, expected: string]>]
>([
  [
    "plan",
    [
      ["no requests", { name: "cities" }, "/requests", "array"],
      ["an empty list of requests", { requests: [] }, "/requests", "at least 1 of them"],
      ["a misspelt key", { ...step({}), request: [] }, "/request", "one of the keys $schema, name, requests"],
      ["a step without a path", { requests: [{ note: "?" }] }, "/requests/0/path", "string"],
      ["a path without its slash", step({ path: "zen" }), "/requests/0/path", expect.stringContaining("path from")],
      ["a misspelt key in a step", step({ page: "all" }), "/requests/0/page", expect.stringMatching(/\bpages\b/)],
      ["a parameter without a value", step({ query: { page: null } }), "/requests/0/query/page", expect.any(String)],
      ["a method that writes", step({ method: "POST" }), "/requests/0/method", '"GET" or "HEAD" or "OPTIONS"'],
      ["no repetition", step({ times: 0 }), "/requests/0/times", "at least 1"],
      ["too many repetitions", step({ times: 1001 }), "/requests/0/times", "at most 1000"],
      ["half a repetition", step({ times: 1.5 }), "/requests/0/times", "integer"],
      ["some pages", step({ pages: "some" }), "/requests/0/pages", '"all" or integer'],
      ["no pages", step({ pages: 0 }), "/requests/0/pages", '"all" or at least 1'],
      ["a placeholder without values", step({ for: { name: [] } }), "/requests/0/for/name", "at least 1 of them"],
      ["a placeholder with one bare value", step({ for: { name: "ada" } }), "/requests/0/for/name", "array"],
      ["a credential for an alias", step({ as: `ghp_${"x".repeat(36)}` }), "/requests/0/as", 'alias, like "anonymous"'],
    ],
  ],
  [
    "profile",
    [
      ["no name", {}, "/name", "string"],
      ["a misspelt key", profile({ limit: {} }), "/limit", expect.stringMatching(/\blimits\b/)],
      ["a base that does not ship", profile({ extends: "gitlab" }), "/extends", '"service" or "github"'],
      ["a vendor in capitals", profile({ vendor: "ACME" }), "/vendor", 'vendor word, like "service"'],
      ["a limit below nothing", profile({ limits: { token: -1 } }), "/limits/token", "at least 0"],
      ["a limit for no alias", profile({ limits: { "9 lives": 1 } }), "/limits/9 lives", 'alias, like "anonymous"'],
      ["a window without length", profile({ windowSeconds: 0 }), "/windowSeconds", "at least 1"],
      ["another status of refusal", profile({ refusal: { status: 503 } }), "/refusal/status", "403 or 429"],
      ["a misspelt key of the refusal", profile({ refusal: { code: 429 } }), "/refusal/code", expect.any(String)],
      ["a cost of two", profile({ notModifiedCost: { token: 2 } }), "/notModifiedCost/token", "0 or 1"],
      ["one bare prefix", profile({ pathPrefixes: "/api/v3" }), "/pathPrefixes", "array"],
      [
        "a prefix without its slash",
        profile({ pathPrefixes: ["api"] }),
        "/pathPrefixes/0",
        'path prefix, like "/api/v3"',
      ],
      ["another kind of miss", profile({ misses: "ignore" }), "/misses", '"error" or "not-found"'],
    ],
  ],
])("%s rejects", (name, rows) => {
  test.each(rows)("%s", (_shows, value, path, expected) => {
    expect(validate(name, value)).toEqual([{ path, expected, found: expect.any(String) }]);
  });
});
