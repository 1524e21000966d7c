import type { Condition, Policy, Refusal } from "../generated/scheme.ts";
import { type Preset, perWindow, read, refusing, saysWhen, tellAs } from "./preset.ts";

const docs = "https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api";
const graphql: Condition = { paths: ["/graphql", "/api/graphql"] };
const overview = ["/rate_limit", "/api/v3/rate_limit"];
const search = ["/search/*", "/api/v3/search/*"];
const codeSearch = ["/search/code", "/api/v3/search/code"];
// A 304 is free with a credential; requests that the service could not answer are free.
const cost = { byStatus: { "304": { anonymous: 1, token: 0 }, "5xx": 0 } };
const message = "API rate limit exceeded for {{who}}.";
const secondary: Refusal = refusing(
  {
    message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
    documentation_url: `${docs}#about-secondary-rate-limits`,
  },
  { status: 403, ...saysWhen },
);
const hidden = { partition: ["account"], hidden: true, refusal: secondary } satisfies Partial<Policy>;
const writes = { POST: 5, PATCH: 5, PUT: 5, DELETE: 5 };
const creates: Condition = { methods: ["POST", "PATCH", "PUT", "DELETE"] };

export const githubPreset: Preset = {
  name: "github",
  policies: [
    {
      name: "core",
      partition: ["account"],
      algorithm: perWindow(5000, 3600),
      limits: { anonymous: 60, token: 5000 },
      cost,
      unless: { paths: [...overview, ...search, ...(graphql.paths ?? [])] },
    },
    {
      name: "search",
      partition: ["account"],
      algorithm: perWindow(30, 60),
      limits: { anonymous: 10, token: 30 },
      cost,
      when: { paths: search },
      unless: { paths: codeSearch },
    },
    { name: "code_search", partition: ["account"], algorithm: perWindow(10, 60), cost, when: { paths: codeSearch } },
    {
      name: "graphql",
      unit: "points",
      partition: ["account"],
      algorithm: perWindow(5000, 3600),
      limits: { anonymous: 0, token: 5000 },
      cost: { response: "/data/rateLimit/cost" },
      when: graphql,
      refusal: refusing({ errors: [{ type: "RATE_LIMITED", message }] }, { status: 200 }),
    },
    {
      ...hidden,
      name: "concurrent",
      unit: "concurrent-requests",
      algorithm: { kind: "concurrency", limit: 100 },
      unless: { paths: overview },
    },
    {
      // Of a single endpoint.
      ...hidden,
      partition: ["account", "operation"],
      name: "points-per-minute",
      unit: "points",
      algorithm: perWindow(900, 60),
      cost: { byMethod: writes },
      unless: { paths: [...overview, ...(graphql.paths ?? [])] },
    },
    { ...hidden, name: "graphql-points-per-minute", unit: "points", algorithm: perWindow(2000, 60), when: graphql },
    { ...hidden, name: "content-per-minute", algorithm: perWindow(80, 60), when: creates, unless: graphql },
    { ...hidden, name: "content-per-hour", algorithm: perWindow(500, 3600), when: creates, unless: graphql },
  ],
  // Its reset is sometimes off by a second.
  tell: tellAs("github").map((told) => (told.value === "reset" ? { ...told, jitter: 1 } : told)),
  refusal: refusing({ message, documentation_url: docs }, { status: 403 }),
  overview: { path: "/rate_limit", rate: "core" },
  source: docs,
  date: read,
};
