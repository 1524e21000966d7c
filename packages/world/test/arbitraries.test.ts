import { readFileSync } from "node:fs";
import { type Account, type Repository, type ResourceName, validate } from "@tapedeck/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { arbitrary, nearMiss } from "../src/arbitraries/index.ts";
import { schemaPlace, schemaShape } from "../src/arbitraries/schema.ts";
import { accountLinks, repositoryLinks, site } from "../src/documents/links.ts";
import { generatedFile, writeSchemas } from "../src/generate/schemas.ts";
import { schemas } from "../src/generated/schemas.ts";
import { everyOne, smallest } from "./property.ts";

const names = Object.keys(schemas)
  .map((file) => file.replace(/\.json$/, ""))
  .filter((name) => name !== "parts") as ResourceName[];

test("the schemas are those of schemas/", () => {
  expect(readFileSync(generatedFile, "utf8"), "run: npm run generate -w @tapedeck/world").toBe(writeSchemas());
});

describe.each(names)("%s", (name) => {
  test("every generated document validates", () =>
    everyOne(arbitrary(name), (document) => {
      expect(validate(name, document)).toEqual([]);
      expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    }));

  test("every near miss is rejected, for the one thing that it names", () =>
    everyOne(
      nearMiss(name),
      ({ document, broken }) => {
        const [problem, ...others] = validate(name, document);
        expect(others).toEqual([]);
        // Of a key that looks secret, a problem tells only the length.
        if (!problem?.path.includes("kept back")) expect(problem?.path).toBe(broken.path);
        expect(problem).toBeDefined();
      },
      200,
    ));

  test("shrinks to a document with nothing in it that is not required", () => {
    const found = smallest(arbitrary(name), () => true);
    expect(validate(name, found)).toEqual([]);
    const { required } = schemaShape(schemaPlace(name));
    if (required.length === 0) expect(JSON.stringify(found).length).toBeLessThanOrEqual(3);
    else expect(Object.keys(found ?? {}).sort()).toEqual([...required].sort());
  });
});

test("near misses break rules of every kind", () => {
  const rules = new Set(
    (["plan", "api"] as const).flatMap((name) => fc.sample(nearMiss(name), law(750)).map(({ broken }) => broken.rule)),
  );
  const kinds = ["additionalProperties", "anyOf", "enum", "maximum", "minItems", "minimum", "pattern", "propertyNames"];
  expect([...rules].sort()).toEqual(expect.arrayContaining([...kinds, "required", "type"]));
});

function expectLinks(account: Account): void {
  const links = accountLinks(site, account.login);
  for (const [name, link] of Object.entries(links)) expect([undefined, link]).toContain(account[name]);
}

function expectDomain(repository: Repository): void {
  const { owner, organization, full_name, name, created_at } = repository;
  expect(full_name).toBe(`${owner.login}/${name}`);
  expect(repository).toMatchObject(repositoryLinks(site, full_name));
  expectLinks(owner);
  const { stargazers_count, watchers_count, watchers, forks_count, forks } = repository;
  expect([watchers_count, watchers]).toEqual([stargazers_count, stargazers_count]);
  expect(forks).toBe(forks_count);
  expect(repository.open_issues).toBe(repository.open_issues_count);
  for (const moment of [repository.updated_at, repository.pushed_at])
    if (moment !== null) expect(Date.parse(moment)).toBeGreaterThanOrEqual(Date.parse(created_at));
  if (organization) expect(organization).toEqual(owner);
  if (owner.type !== "Organization") expect(organization ?? null).toBeNull();
}

test("the rules of the domain hold in every generated repository", () =>
  everyOne(arbitrary("repository"), expectDomain));

test("wanted fields are there, and the others follow them", () =>
  everyOne(arbitrary("repository", { archived: true, watchers: 7, name: "loom" }), (repository) => {
    expect(repository).toMatchObject({ archived: true, stargazers_count: 7, name: "loom" });
    expectDomain(repository);
  }));

test("counters of generated headers add up", () =>
  everyOne(arbitrary("response-headers"), (headers) => {
    const [limit, used, remaining] = ["limit", "used", "remaining"].map((word) => headers[`x-ratelimit-${word}`]);
    expect(Number(used) + Number(remaining)).toBe(Number(limit));
  }));

test("shrinks to the smallest document that something holds of", () => {
  const found = smallest(arbitrary("repository"), ({ stargazers_count }) => stargazers_count >= 80);
  expect(found).toMatchObject({ stargazers_count: 80, watchers: 80, full_name: expect.stringMatching(/^[^/]\/[^/]$/) });
  expect(smallest(arbitrary("repository"), ({ license }) => license !== null)?.license).toEqual({
    key: "",
    name: "",
    spdx_id: "",
    url: null,
    node_id: "",
  });
});
