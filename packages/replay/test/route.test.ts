import fc from "fast-check";
import { expect, test } from "vitest";
import { cityOf, isMetered, matchRoute, needsCredential } from "../src/route.ts";
import { law } from "./property.ts";

test.each([
  ["/zen", "zen"],
  ["/user", "own-user"],
  ["/user/repos", "own-repositories"],
  ["/user/1/repos", "repositories"],
  ["/users/ada", "user"],
  ["/users/user", "user"],
  ["/users/ada/repos", "repositories"],
  ["/orgs/octo/repos", "repositories"],
  ["/organizations/2/repos", "repositories"],
  ["/organizations/octo/repos", "other"],
  ["/repos/octo/hello", "repository"],
  ["/repositories/3", "repository"],
  ["/repositories/hello", "other"],
  ["/repos/octo", "other"],
  ["/repos/octo/hello/issues", "other"],
  ["/rate_limit", "rate-limit"],
  ["/bicyclists/helsinki", "city-count"],
  ["/users", "other"],
  ["/Users/ada", "other"],
  ["/", "other"],
])("locate() knows %s as %s", (target, route) => {
  expect(matchRoute(target, []).route).toBe(route);
});

test.each([
  ["drops a slash at the end", "/users/ada/", "/users/ada", ""],
  ["drops the second slash of a base with one at its end", "//users/ada", "/users/ada", ""],
  ["keeps the root", "/", "/", ""],
  ["takes a root of slashes", "//", "/", ""],
  ["takes an absolute URL by its path", "http://localhost:8080/users/ada?a=1", "/users/ada?a=1", ""],
  ["takes a URL that is none for the root", "http://[/users", "/", ""],
  ["drops a fragment", "/users/ada#top", "/users/ada", ""],
  ["takes dots as a browser does", "/users/../user", "/user", ""],
  ["takes a prefix off", "/api/v3/users/ada", "/users/ada", "/api/v3"],
  ["takes a prefix off whose base has a slash at its end", "/api/v3//users/ada/", "/users/ada", "/api/v3"],
  ["takes a prefix alone for the root", "/api/v3", "/", "/api/v3"],
  ["leaves what only begins like a prefix", "/api/v30/x", "/api/v30/x", ""],
  ["leaves a prefix within a path", "/x/api/v3/y", "/x/api/v3/y", ""],
  ["puts parameters in order", "/x?b=2&a=1", "/x?a=1&b=2", ""],
  ["counts the last of a repeated parameter", "/users/ada/repos?page=2&a=1&page=3", "/users/ada/repos?a=1&page=3", ""],
  ["spells parameters one way", "/x?a=%2b&b=c%20d", "/x?a=%2B&b=c+d", ""],
  ["keeps marks as they are", "/x?a=[full]&b=%5Bfield%5D", "/x?a=[full]&b=[field]", ""],
  ["drops paging where there are no pages", "/users/ada?page=2&per_page=5", "/users/ada", ""],
  ["drops the first page of a list", "/user/repos?page=1", "/user/repos", ""],
  ["keeps the second page of a list", "/user/repos?page=2", "/user/repos?page=2", ""],
  ["keeps the tenth page of a list", "/user/repos?page=10", "/user/repos?page=10", ""],
  ["drops the usual size of a page", "/orgs/octo/repos?per_page=30&page=1", "/orgs/octo/repos", ""],
  ["keeps another size of a page", "/orgs/octo/repos?per_page=100", "/orgs/octo/repos?per_page=100", ""],
  ["keeps every parameter outside the contract", "/x?page=1&per_page=30", "/x?page=1&per_page=30", ""],
  ["drops an empty query", "/x?", "/x", ""],
])("locate() %s", (_shows, asked, target, prefix) => {
  expect(matchRoute(asked, ["/api/v3"])).toMatchObject({ target, prefix });
});

test("locate() takes any target, and its own form for itself", () => {
  const targets = fc.oneof(
    fc.string(),
    fc.string().map((text) => `/${text}`),
    fc.webUrl({ withQueryParameters: true }),
    fc
      .tuple(fc.constantFrom("/user/repos", "//users/ada", "/api/v3/zen/"), fc.webQueryParameters())
      .map(([path, query]) => `${path}?${query}`),
  );
  fc.assert(
    fc.property(targets, (target) => {
      const place = matchRoute(target, ["/api/v3"]);
      expect(place.target.startsWith("/")).toBe(true);
      expect(matchRoute(place.target, [])).toEqual({ ...place, prefix: "" });
    }),
    law(1000),
  );
});

test.each([
  ["/user", true, true],
  ["/user/repos?page=2", true, true],
  ["/users/ada", false, true],
  ["/bicyclists/spb", false, false],
  ["/x", false, true],
])("operation %s needs a credential: %s, is counted: %s", (target, needs, counts) => {
  const { route } = matchRoute(target, []);
  expect([needsCredential(route), isMetered(route)]).toEqual([needs, counts]);
});

test.each([
  ["/bicyclists/helsinki", "helsinki"],
  ["/bicyclists/helsinki/?a=1", "helsinki"],
  ["/users/helsinki", null],
])("cityOf() reads %s as %s", (target, city) => {
  expect(cityOf(matchRoute(target, []))).toBe(city);
});
