import fc from "fast-check";
import { expect, test } from "vitest";
import { anyQuery, anyUrl } from "../../../.ci/any-text.ts";
import { law } from "../../../.ci/property.ts";
import { cityCounts, github, matchRoute, plain } from "../src/index.ts";

test.each([
  ["/zen", "getZen"],
  ["/user", "getOwnUser"],
  ["/user/repos", "listOwnRepositories"],
  ["/user/1/repos", "listUserRepositoriesById"],
  ["/users/ada", "getUser"],
  ["/users/user", "getUser"],
  ["/users/ada/repos", "listUserRepositories"],
  ["/orgs/octo/repos", "listOrganizationRepositories"],
  ["/organizations/2/repos", "listOrganizationRepositoriesById"],
  ["/repos/octo/hello", "getRepository"],
  ["/repositories/3", "getRepositoryById"],
  ["/repos/octo", undefined],
  ["/repos/octo/hello/issues", undefined],
  ["/rate_limit", "getRateLimit"],
  ["/users", undefined],
  ["/Users/ada", undefined],
  ["/", undefined],
])("matchRoute() knows %s as %s", (target, operation) => {
  expect(matchRoute(github, "GET", target).operation?.id).toBe(operation);
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
  [
    "counts the last of a repeated paging parameter",
    "/users/ada/repos?page=2&a=1&page=3",
    "/users/ada/repos?a=1&page=3",
    "",
  ],
  ["spells parameters one way", "/x?a=%2b&b=c%20d", "/x?a=%2B&b=c+d", ""],
  [
    "keeps marks as they are",
    "/x?a=__redacted-full__&b=__redacted-field__",
    "/x?a=__redacted-full__&b=__redacted-field__",
    "",
  ],
  ["drops paging where there are no pages", "/users/ada?page=2&per_page=5", "/users/ada", ""],
  ["drops the first page of a list", "/user/repos?page=1", "/user/repos", ""],
  ["keeps the second page of a list", "/user/repos?page=2", "/user/repos?page=2", ""],
  ["keeps the tenth page of a list", "/user/repos?page=10", "/user/repos?page=10", ""],
  ["drops the usual size of a page", "/orgs/octo/repos?per_page=30&page=1", "/orgs/octo/repos", ""],
  ["keeps another size of a page", "/orgs/octo/repos?per_page=100", "/orgs/octo/repos?per_page=100", ""],
  ["keeps every parameter outside the contract", "/x?page=1&per_page=30", "/x?page=1&per_page=30", ""],
  ["drops an empty query", "/x?", "/x", ""],
  ["undoes needless percent-encoding", "/users/%61da%2fx", "/users/ada%2Fx", ""],
  ["keeps a repeated parameter as it is", "/x?b=2&a=2&a=1&a=2", "/x?a=2&a=1&a=2&b=2", ""],
  [
    "drops parameters at their defaults",
    "/users/ada/repos?type=all&sort=full_name&per_page=30",
    "/users/ada/repos",
    "",
  ],
  ["keeps parameters at other values", "/users/ada/repos?type=owner", "/users/ada/repos?type=owner", ""],
])("matchRoute() %s", (_shows, asked, target, prefix) => {
  expect(matchRoute(github, "GET", asked)).toMatchObject({ target, prefix });
});

test("matchRoute() takes any target, and its own form for itself", () => {
  const targets = fc.oneof(
    fc.string(),
    fc.string().map((text) => `/${text}`),
    anyUrl({ hasQueries: true }),
    fc
      .tuple(fc.constantFrom("/user/repos", "//users/ada", "/api/v3/zen/"), anyQuery())
      .map(([path, query]) => `${path}?${query}`),
  );
  fc.assert(
    fc.property(targets, (target) => {
      for (const api of [github, plain]) {
        const match = matchRoute(api, "GET", target);
        expect(match.target.startsWith("/")).toBe(true);
        const again = matchRoute({ ...api, prefixes: [] }, "GET", match.target);
        expect(again).toEqual({ ...match, prefix: "" });
      }
    }),
    law(400),
  );
});

test.each([
  ["keeps a slash at the end", "/users/ada/", "/users/ada/"],
  ["keeps the second slash", "//users/ada", "//users/ada"],
  ["keeps paging", "/users/ada/repos?page=1", "/users/ada/repos?page=1"],
  ["keeps every repeated parameter, in its order", "/v1/search?tag=z&tag=b", "/v1/search?tag=z&tag=b"],
  ["puts names in order", "/x?b=1&a=2", "/x?a=2&b=1"],
])("under plain, matchRoute() %s", (_shows, asked, target) => {
  expect(matchRoute(plain, "GET", asked)).toMatchObject({ target, prefix: "", route: null, operation: null });
});

test.each([
  ["/user", "required"],
  ["/user/repos?page=2", "required"],
  ["/users/ada", "optional"],
])("%s says of a credential that it is %s", (target, credential) => {
  expect(matchRoute(github, "GET", target).operation?.credential).toBe(credential);
});

test.each([
  ["/bicyclists/helsinki", "helsinki"],
  ["/bicyclists/helsinki/?a=1", "helsinki"],
])("the city of %s is %s", (target, city) => {
  expect(matchRoute(cityCounts, "GET", target).parameters).toEqual({ city });
});
