import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Policy, RateLimitScheme } from "@tapedeck/rate-limit";
import { expect, test } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { ApiError, readApi } from "../src/files/index.ts";
import { type ApiDescription, compileApi, github, plain, service, toldPolicy } from "../src/index.ts";

function schemeOf(description: ApiDescription, base = plain): RateLimitScheme {
  return compileApi(description, { base }).rateLimit ?? expect.fail("no limit is simulated");
}

test("a description takes a preset, and what differs from it", () => {
  const policies = [{ name: "core", limits: { anonymous: 10, token: 100 } }];
  const scheme = schemeOf({ rateLimits: { preset: "github", policies } }, service);
  expect([scheme.name, toldPolicy(scheme)?.limits]).toEqual(["github", { anonymous: 10, token: 100 }]);
});

test("what is said in few words changes the scheme that is extended", () => {
  const scheme = schemeOf({ rateLimit: { limits: { ada: 7 }, windowSeconds: 60, resetJitterSeconds: 1 } }, github);
  expect(toldPolicy(scheme)).toMatchObject({
    limits: { anonymous: 60, token: 5000, ada: 7 },
    algorithm: { kind: "fixed-window", seconds: 60 },
    cost: { byStatus: { "304": { anonymous: 1, token: 0 }, "5xx": 0 } },
  });
  expect(scheme.tell.map(({ header, jitter }) => [header, jitter])).toEqual([
    ["x-ratelimit-limit", undefined],
    ["x-ratelimit-remaining", undefined],
    ["x-ratelimit-reset", 1],
    ["x-ratelimit-used", undefined],
  ]);
  expect(scheme.overview).toEqual({ path: "/rate_limit", rate: "core" });
});

test("a secondary limit counts beside the window, and is taken away by null", () => {
  const paced = compileApi({ rateLimit: { secondary: { requests: 2, seconds: 10 } } }, { base: github });
  const names = (scheme: RateLimitScheme | null) => scheme?.policies.map(({ name, hidden }) => [name, hidden]);
  expect(names(paced.rateLimit)).toEqual([
    ["core", undefined],
    ["secondary", true],
  ]);
  expect(names(schemeOf({ rateLimit: { secondary: null } }, paced))).toEqual([["core", undefined]]);
  expect(compileApi({ rateLimit: null }, { base: paced }).rateLimit).toBe(null);
});

const window = { kind: "fixed-window", limit: 1, seconds: 60 } as const;
const limitedBy = (policy: Policy): ApiDescription => ({
  rateLimits: { name: "own", policies: [policy], tell: "ietf", refusal: { status: 429 } },
});

test("a parameter of an operation's path splits a policy", () => {
  const own = limitedBy({ name: "p", partition: ["param:id"], algorithm: window });
  expect(schemeOf({ ...own, operations: { read: { path: "/orders/{id}" } } }).policies[0]?.partition).toEqual([
    "param:id",
  ]);
});

test.each<[what: string, description: ApiDescription, message: string]>([
  ["a preset that there is not", { rateLimits: { preset: "opanai" } }, 'rateLimits/preset: No preset "opanai"'],
  ...(
    [
      ["a limit below 0", { ...window, limit: -1 }, "algorithm/limit: must be a whole number from 0, not -1"],
      ["a window of 0", { ...window, seconds: 0 }, "algorithm/seconds: must be a number above 0, not 0"],
      [
        "a rate of 0",
        { kind: "token-bucket", capacity: 1, refillPerSecond: 0 },
        "algorithm/refillPerSecond: must be a number above 0, not 0",
      ],
      [
        "an unknown zone",
        { kind: "fixed-window", limit: 1, opens: "calendar", period: "day", zone: "Mars/Olympus" },
        'algorithm/zone: no time zone "Mars/Olympus"',
      ],
    ] as const
  ).map(([what, algorithm, message]): [string, ApiDescription, string] => [
    what,
    limitedBy({ name: "p", algorithm: algorithm as never }),
    `rateLimits/policies/0/${message}`,
  ]),
  [
    "a partition that names no parameter",
    limitedBy({ name: "p", partition: ["param:"], algorithm: window }),
    "rateLimits/policies/0/partition/0: must be a key of a partition: address, account, credential, app, operation, method, param:NAME",
  ],
  [
    "a partition by a parameter that no path has",
    {
      ...limitedBy({ name: "p", partition: ["account", "param:order"], algorithm: window }),
      operations: { read: { path: "/orders/{id}" } },
    },
    'rateLimits/policies/0/partition/1: no operation\'s path has a parameter "order"',
  ],
  [
    "a window of a limit without one",
    { rateLimits: { preset: "openai" }, rateLimit: { windowSeconds: 5 } },
    'windowSeconds: the limit "requests" is a token-bucket, without a window',
  ],
  [
    "limits of accounts that are not told apart",
    { rateLimits: { preset: "jira" }, rateLimit: { limits: { ada: 5 } } },
    'limits: the limit "quota" does not tell accounts apart',
  ],
])("%s is refused with its place", async (_what, description, message) => {
  const folder = await tempFolder();
  const file = join(folder, "api.json");
  await writeFile(file, JSON.stringify(description));
  const error = await readApi(file).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).message).toContain(message);
});
