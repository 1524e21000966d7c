import { type ResourceName, validate } from "@tapedeck/schema";
import { expect, test } from "vitest";
import { fixtures } from "../src/index.ts";

test.each<[keyof typeof fixtures, ResourceName]>([
  ["user", "user"],
  ["account", "account"],
  ["organization", "account"],
  ["repository", "repository"],
  ["repositoryItem", "repository-item"],
  ["license", "license"],
  ["error", "error"],
  ["rateLimit", "rate-limit"],
])("fixtures.%s() is valid, and always the same", (name, resource) => {
  expect(validate(resource, fixtures[name]())).toEqual([]);
  expect(JSON.stringify(fixtures[name](), null, 2)).toMatchSnapshot();
});

test("fixtures.repository() takes what is wanted, and the rest follows", () => {
  const { name, full_name, url, stargazers_count, watchers, archived } = fixtures.repository({
    name: "loom",
    archived: true,
    watchers: 7,
  });
  expect({ name, full_name, url, stargazers_count, watchers, archived }).toEqual({
    name: "loom",
    full_name: "ada/loom",
    url: "https://api.service.example/repos/ada/loom",
    stargazers_count: 7,
    watchers: 7,
    archived: true,
  });
});

test("fixtures.repository() of an organization names it twice", () => {
  const owner = fixtures.organization();
  const repository = fixtures.repository({ owner });
  expect(repository.organization).toEqual(owner);
  expect(repository.html_url).toBe("https://service.example/lighthouse/engine");
  expect(validate("repository", repository)).toEqual([]);
});

test("fixtures.user() brings its links along", () => {
  expect(fixtures.user({ login: "grace" }).repos_url).toBe("https://api.service.example/users/grace/repos");
});

test("fixtures.repository() keeps a link that is wanted otherwise", () => {
  expect(fixtures.repository({ html_url: "https://elsewhere.example" }).html_url).toBe("https://elsewhere.example");
});
