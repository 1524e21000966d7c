import { expect, test } from "vitest";
import { type ResourceName, resourceOf } from "../src/index.ts";

test.each<readonly [shows: string, path: string, status: number, resource: ResourceName | null]>([
  ["endpoint 1", "/zen", 200, "zen"],
  ["endpoint 2", "/users/ada", 200, "user"],
  ["endpoint 2 as a template", "/users/{username}", 200, "user"],
  ["endpoint 3", "/user", 200, "own-user"],
  ["endpoint 4", "/repos/ada/engine", 200, "repository"],
  ["endpoint 5", "/user/repos", 200, "repositories"],
  ["endpoint 6", "/users/ada/repos", 200, "repositories"],
  ["endpoint 7", "/orgs/acme/repos", 200, "repositories"],
  ["endpoint B1", "/bicyclists/malaga", 200, "city-count"],
  ["the overview of limits", "/rate_limit", 200, "rate-limit"],
  ["a user's list by number", "/user/1815/repos", 200, "repositories"],
  ["an organization's list by number", "/organizations/1815/repos", 200, "repositories"],
  ["a renamed repository by number", "/repositories/1815", 200, "repository"],
  ["past a query", "/users/ada/repos?per_page=2&page=2", 200, "repositories"],
  ["past the on-premises prefix", "/api/v3/repos/ada/engine", 200, "repository"],
  ["past an origin", "http://localhost:8080/api/v3/user?x=/zen", 200, "own-user"],
  ["past a trailing slash", "/users/ada/", 200, "user"],
  ["an error on a known path", "/users/ada", 404, "error"],
  ["an error on a text path", "/zen", 403, "error"],
  ["an error on an unknown path", "/gists", 500, "error"],
  ["no body after a match", "/users/ada", 304, null],
  ["no body after a preflight", "/users/ada", 204, null],
  ["a part of a body", "/users/ada", 206, null],
  ["a redirect", "/repos/ada/old", 301, null],
  ["an unknown path", "/gists", 200, null],
  ["a deeper path", "/repos/ada/engine/issues", 200, null],
  ["a user named like a prefix", "/users/api/v3", 200, null],
  ["the root", "/", 200, null],
])("resourceOf() knows %s", (_shows, path, status, resource) => {
  expect(resourceOf(path, status)).toBe(resource);
});
