import { validate } from "@tapedeck/schema";
import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { domainRules, nearMiss } from "../src/arbitraries/index.ts";
import { accountLinks, repositoryLinks, site } from "../src/documents/links.ts";
import { everyOne } from "./property.ts";

// biome-ignore lint/suspicious/noExplicitAny: a document of any kind is asked for what only some have
type Fields = Readonly<Record<string, any>>;

// Said here once more, and not asked of the code that breaks them.
const kept: Readonly<{ [rule: string]: (document: Fields) => boolean }> = {
  [domainRules.name]: ({ full_name, name, owner }) =>
    full_name === undefined || full_name === `${owner["login"]}/${name}`,
  [domainRules.synonyms]: (one) =>
    [
      [one["stargazers_count"], one["watchers_count"], one["watchers"]],
      [one["forks_count"], one["forks"]],
      [one["open_issues_count"], one["open_issues"]],
    ].every((counts) => new Set(counts.filter((count) => count !== undefined)).size < 2),
  [domainRules.links]: (one) => {
    const { full_name, owner = one } = one;
    const fit = (record: Fields, links: object): boolean =>
      Object.entries(links).every(([name, link]) => record[name] === undefined || record[name] === link);
    return (
      (owner["login"] === undefined || fit(owner, accountLinks(site, owner["login"]))) &&
      (full_name === undefined || fit(one, repositoryLinks(site, full_name)))
    );
  },
  [domainRules.moments]: ({ created_at, updated_at }) =>
    created_at === undefined || updated_at === undefined || Date.parse(created_at) <= Date.parse(updated_at),
  [domainRules.organization]: ({ organization, owner }) =>
    !organization || (owner["type"] === "Organization" && JSON.stringify(organization) === JSON.stringify(owner)),
  [domainRules.counters]: (one) => {
    const quotas: readonly Fields[] = Object.values((one["resources"] ?? {}) as object);
    const [limit, used, remaining] = ["limit", "used", "remaining"].map((word) =>
      Number(one[`x-ratelimit-${word}`] ?? 0),
    );
    return (
      quotas.every((each) => each["used"] + each["remaining"] === each["limit"]) &&
      Number(used) + Number(remaining) === limit
    );
  },
  [domainRules.overview]: ({ rate, resources }) => JSON.stringify(rate) === JSON.stringify(resources?.["core"]),
};

const ofDomain = [
  "account",
  "user",
  "own-user",
  "repository-item",
  "repository",
  "rate-limit",
  "rate-limit-headers",
] as const;

test.each([...ofDomain, "response-headers"] as const)(
  "near misses of the domain of %s fit the schema, and break one rule",
  (name) =>
    everyOne(nearMiss(name, "domain"), ({ document, broken }) => {
      expect(validate(name, document)).toEqual([]);
      const broke = Object.entries(kept).filter(([, keeps]) => !keeps(document as Fields));
      expect(broke.map(([rule]) => rule)).toEqual([broken.rule]);
    }),
);

test("every rule of the domain is broken by some near miss", () => {
  const rules = ofDomain
    .flatMap((name) => fc.sample(nearMiss(name, "domain"), law(200)))
    .map(({ broken }) => broken.rule);
  expect([...new Set(rules)].sort()).toEqual(Object.values(domainRules).sort());
});

test.each(["license", "zen"] as const)("%s has no rule beyond its schema, and an error says so", (name) => {
  expect(() => nearMiss(name, "domain")).toThrow(`Cannot break the domain of "${name}"`);
});
