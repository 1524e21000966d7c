import { describe, expect, test } from "vitest";
import { type ResourceName, validate } from "../src/index.ts";

// Plans and descriptions of APIs are files that people write by hand: what is not known is a typo.
const step = (more: object) => ({ requests: [{ path: "/users/ada", ...more }] });

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
    "api",
    [
      ["nothing at all", {}],
      ["a pointer for editors, and a base", { $schema: "../schemas/api.json", extends: "github" }],
      ["limits for kinds of callers and for one", { rateLimit: { limits: { anonymous: 0, token: 100, ada: 7 } } }],
      ["a refusal in part", { rateLimit: { refusal: { retryAfter: true } } }],
      ["no limit", { rateLimit: null }],
      [
        "every form of a credential",
        { credentials: [{ scheme: "bearer" }, { header: "x-key" }, { query: "key" }, { cookie: "sid" }] },
      ],
      [
        "what does not tell requests apart",
        { match: [{ path: "/orders/**", ignore: ["query.t", "body:/meta/requestId"] }] },
      ],
      ["an error taken away", { errors: { notFound: null, rateLimited: { status: 429, body: { error: "{who}" } } } }],
      [
        "every other setting",
        {
          name: "mine",
          origins: ["https://api.acme.example"],
          openapi: "openapi.yaml",
          operations: { listOrders: { sequence: "end", path: "/orders", method: "GET" } },
          base: "/api/v2",
          prefixes: ["/api/v3"],
          slashes: "lenient",
          paging: { page: "page", size: "per_page" },
          headers: { "x-acme": "1", server: null },
          preflight: { headers: "accept" },
          requestId: { header: "x-id", value: "{n}" },
          privateWithCredential: true,
          redact: { fields: ["sid"] },
        },
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
      [
        "a method like no other",
        step({ method: "BREW" }),
        "/requests/0/method",
        expect.stringContaining('"OPTIONS" or "POST"'),
      ],
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
    "api",
    [
      ["a misspelt key", { ratelimit: {} }, "/ratelimit", expect.stringMatching(/\brateLimit\b/)],
      ["an origin with a path", { origins: ["https://a.example/v1"] }, "/origins/0", expect.any(String)],
      ["a limit below nothing", { rateLimit: { limits: { token: -1 } } }, "/rateLimit/limits/token", "at least 0"],
      [
        "a limit for no alias",
        { rateLimit: { limits: { "9 lives": 1 } } },
        "/rateLimit/limits/9 lives",
        'alias, like "anonymous"',
      ],
      ["a window without length", { rateLimit: { windowSeconds: 0 } }, "/rateLimit/windowSeconds", "at least 1"],
      [
        "another status of refusal",
        { rateLimit: { refusal: { status: 503 } } },
        "/rateLimit/refusal/status",
        "403 or 429",
      ],
      ["a cost of two", { rateLimit: { notModifiedCost: { token: 2 } } }, "/rateLimit/notModifiedCost/token", "0 or 1"],
      ["one bare prefix", { prefixes: "/api/v3" }, "/prefixes", "array"],
      ["a prefix without its slash", { prefixes: ["api"] }, "/prefixes/0", expect.any(String)],
      ["an error without a status", { errors: { notFound: {} } }, "/errors/notFound/status", "integer"],
      ["an error that there is not", { errors: { gone: { status: 410 } } }, "/errors/gone", expect.any(String)],
      ["paging without a size", { paging: { page: "page" } }, "/paging/size", "string"],
    ],
  ],
])("%s rejects", (name, rows) => {
  test.each(rows)("%s", (_shows, value, path, expected) => {
    expect(validate(name, value)).toEqual([{ path, expected, found: expect.any(String) }]);
  });
});
