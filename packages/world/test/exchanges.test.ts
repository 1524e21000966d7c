import { checkResponse, cityCounts, github } from "@tapedeck/api";
import { type Problem, validate } from "@tapedeck/schema";
import type { Exchange } from "@tapedeck/tape";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { arbitrary, domainRules, type ExchangeName, nearMiss } from "../src/arbitraries/index.ts";
import { schemaPlace, schemaShape } from "../src/arbitraries/schema.ts";
import { everyOne, smallest } from "./property.ts";

const withHeaders = ["user", "own-user", "repository", "repositories", "rate-limit"] as const;
const exchanges: readonly ExchangeName[] = [...withHeaders, "error", "zen", "city-count"];

/** What the schemas have against the two parts of an exchange. */
function problemsIn(name: ExchangeName, { response }: Exchange): readonly (Problem & { readonly part: string })[] {
  const text = response.body?.text ?? "";
  const headers = Object.fromEntries(response.headers);
  const set =
    name === "city-count" ? null : name === "zen" || name === "error" ? "rate-limit-headers" : "response-headers";
  return [
    ...validate(name, name === "zen" ? text : JSON.parse(text)).map((problem) => ({ ...problem, part: "body" })),
    ...(set === null ? [] : validate(set, headers)).map((problem) => ({ ...problem, part: "headers" })),
  ];
}

describe.each(exchanges)("exchanges of %s", (name) => {
  test("fit the contract", () =>
    everyOne(arbitrary({ exchange: name }), (exchange) => {
      const api = name === "city-count" ? cityCounts : github;
      // What a client sends for a repository of the name "." leads elsewhere.
      const isElsewhere = /\/\.{1,2}(?:\/|$)/.test(exchange.request.target);
      if (!isElsewhere) expect(checkResponse(api, exchange.request, exchange.response.status, null)?.schema).toBe(name);
      expect(problemsIn(name, exchange)).toEqual([]);
    }));

  test("come with one thing wrong, and say in which part and where", () =>
    everyOne(nearMiss({ exchange: name }), ({ exchange, broken }) => {
      const [problem, ...others] = problemsIn(name, exchange);
      expect(others).toEqual([]);
      if (!problem?.path.includes("kept back")) expect(problem).toMatchObject({ part: broken.part, path: broken.path });
      expect(problem).toBeDefined();
    }));

  test("shrink to the smallest body and header fields", () => {
    const found = smallest(arbitrary({ exchange: name }), () => true);
    const fields = found?.response.headers.map(([field]) => field) ?? [];
    const set = withHeaders.some((one) => one === name) ? "response-headers" : "rate-limit-headers";
    const due = new Set([...(name === "city-count" ? [] : schemaShape(schemaPlace(set)).required), "content-type"]);
    expect(fields).toEqual([...due].sort());
    const text = found?.response.body?.text ?? "";
    const { required } = schemaShape(schemaPlace(name));
    if (required.length === 0) expect(text.length).toBeLessThanOrEqual(3);
    else expect(Object.keys(JSON.parse(text)).sort()).toEqual([...required].sort());
  });
});

test("both parts of an exchange go wrong", () => {
  const parts = fc.sample(nearMiss({ exchange: "user" }), law(200)).map(({ broken }) => broken.part);
  expect([...new Set(parts)].sort()).toEqual(["body", "headers"]);
});

test("wanted fields are in the body, and the request follows them", () =>
  everyOne(arbitrary({ exchange: "user" }, { login: "ada" }), ({ request, response }) => {
    expect(request.target).toBe("/users/ada");
    expect(JSON.parse(response.body?.text ?? "")).toMatchObject({ login: "ada" });
  }));

test("an exchange whose counters do not add up fits its schemas all the same", () =>
  everyOne(nearMiss({ exchange: "zen" }, "domain"), ({ exchange, broken }) => {
    expect(problemsIn("zen", exchange)).toEqual([]);
    expect(broken).toMatchObject({ part: "headers", rule: domainRules.counters });
    const headers = Object.fromEntries(exchange.response.headers);
    const [limit, used, remaining] = ["limit", "used", "remaining"].map((word) =>
      Number(headers[`x-ratelimit-${word}`]),
    );
    expect(Number(used) + Number(remaining)).not.toBe(limit);
  }));
