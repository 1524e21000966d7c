import { describe, expect, test } from "vitest";
import { type ResourceName, validate } from "../src/index.ts";
import { exampleOf, names, put } from "./documents.ts";

type Row = readonly [shows: string, path: string, value: unknown, found: string];

const offset = "2011-01-26T19:01:12+02:00";

// What "must be rejected" in the decisions: the one damaged place is named, and nothing else is.
describe.each<readonly [ResourceName, readonly Row[]]>([
  [
    "user",
    [
      ["without a login", "/login", undefined, "nothing"],
      ["without an id", "/id", undefined, "nothing"],
      ["without a node id", "/node_id", undefined, "nothing"],
      ["a login that is a number", "/login", 7, "7"],
      ["a login that is null", "/login", null, "null"],
      ["an id in digits", "/id", "1", '"1"'],
      ["a negative id", "/id", -1, "-1"],
      ["a fractional id", "/id", 1.5, "1.5"],
      ["a gravatar id that is null", "/gravatar_id", null, "null"],
      ["a negative count", "/followers", -1, "-1"],
      ["a fractional count", "/public_repos", 0.5, "0.5"],
      ["a count that is null", "/following", null, "null"],
      ["a name that is a list", "/name", ["Ada"], "array of 1"],
      ["hireable in words", "/hireable", "yes", '"yes"'],
      ["a timestamp with an offset", "/created_at", offset, `"${offset}"`],
      ["a date without a time", "/updated_at", "2011-01-26", '"2011-01-26"'],
      ["a month thirteen", "/updated_at", "2011-13-26T19:01:12Z", '"2011-13-26T19:01:12Z"'],
      ["site_admin in digits", "/site_admin", 0, "0"],
    ],
  ],
  [
    "repository",
    [
      ["without an id", "/id", undefined, "nothing"],
      ["without a node id", "/node_id", undefined, "nothing"],
      ["without a full name", "/full_name", undefined, "nothing"],
      ["without network_count, which only list items lack", "/network_count", undefined, "nothing"],
      ["a full name without a slash", "/full_name", "engine", '"engine"'],
      ["a full name with two slashes", "/full_name", "ada/engine/parts", '"ada/engine/parts"'],
      ["a full name with nothing before the slash", "/full_name", "/engine", '"/engine"'],
      ["private in words", "/private", "false", '"false"'],
      ["an owner by name", "/owner", "ada", '"ada"'],
      ["an owner that is null", "/owner", null, "null"],
      ["an owner without a login", "/owner/login", undefined, "nothing"],
      ["an owner with a negative id", "/owner/id", -1, "-1"],
      ["a license by name", "/license", "mit", '"mit"'],
      ["a license without a node id", "/license/node_id", undefined, "nothing"],
      ["a license whose key is a number", "/license/key", 1, "1"],
      ["a negative star count", "/stargazers_count", -1, "-1"],
      ["a fractional size", "/size", 1.5, "1.5"],
      ["a push with an offset", "/pushed_at", offset, `"${offset}"`],
      ["a creation that is null", "/created_at", null, "null"],
      ["a link that is an object", "/forks_url", {}, "empty object"],
      ["a description that is a number", "/description", 1, "1"],
      ["archived that is null", "/archived", null, "null"],
      ["a default branch that is null", "/default_branch", null, "null"],
    ],
  ],
  [
    "license",
    [
      ["without a node id", "/node_id", undefined, "nothing"],
      ["a name that is null", "/name", null, "null"],
    ],
  ],
  [
    "error",
    [
      ["without a message", "/message", undefined, "nothing"],
      ["without a place to read more", "/documentation_url", undefined, "nothing"],
      ["a message that is an object", "/message", {}, "empty object"],
    ],
  ],
  [
    "rate-limit",
    [
      ["without the core bucket", "/resources/core", undefined, "nothing"],
      ["a bucket that ends in the past of time", "/rate/reset", -1, "-1"],
      ["a further bucket of another shape", "/resources/search", 30, "30"],
    ],
  ],
  [
    "rate-limit-headers",
    [
      ["without what was used", "/x-ratelimit-used", undefined, "nothing"],
      ["a number that is no text", "/x-ratelimit-used", 1, "1"],
      ["less than nothing left", "/x-ratelimit-remaining", "-1", '"-1"'],
    ],
  ],
  [
    "response-headers",
    [
      ["without a rate limit", "/x-ratelimit-limit", undefined, "nothing"],
      ["another content type", "/content-type", "text/html", '"text/html"'],
      ["an entity tag without quotes", "/etag", "5d41402a", '"5d41402a"'],
      ["a date in ISO 8601", "/date", "2011-01-26T19:01:12Z", '"2011-01-26T19:01:12Z"'],
      ["another version of the API", "/x-service-media-type", "service.v4; format=json", '"service.v4; format=json"'],
    ],
  ],
  [
    "city-count",
    [
      ["fewer than no cyclists", "", -1, "-1"],
      ["half a cyclist", "", 0.5, "0.5"],
      ["a number in digits", "", "12", '"12"'],
      ["a number in an object", "", { count: 12 }, "object with count"],
    ],
  ],
  [
    "zen",
    [
      ["no line", "", "", '""'],
      ["two lines", "", "Keep it\nlogically awesome.", '"Keep it\\nlogically awesome."'],
      ["JSON", "", '{"message":"Not Found"}', '"{\\"message\\":\\"Not Found\\"}"'],
    ],
  ],
])("%s rejects", (name, rows) => {
  test.each(rows)("%s", (_shows, path, value, found) => {
    expect(validate(name, put(exampleOf(name), path, value))).toEqual([{ path, expected: expect.any(String), found }]);
  });
});

test("repository rejects an organization that is no account, and says what it lacks", () => {
  const organization = put(exampleOf("account"), "/node_id", undefined);
  expect(validate("repository", put(exampleOf("repository"), "/organization", organization))).toEqual([
    { path: "/organization/node_id", expected: "string", found: "nothing" },
  ]);
});

test("repositories rejects the one bad item among good ones, by its index", () => {
  const item = exampleOf("repository-item");
  expect(validate("repositories", [item, put(item, "/size", -1)])).toEqual([
    { path: "/1/size", expected: "at least 0", found: "-1" },
  ]);
});

// One kind of record is not another; the pairs that do fit are those where one shape extends the other.
const alsoFits: Partial<Record<ResourceName, readonly ResourceName[]>> = {
  account: ["user", "own-user"],
  user: ["account", "own-user"],
  "own-user": ["account", "user"],
  repository: ["repository-item"],
  "response-headers": ["rate-limit-headers"],
};

describe.each(names)("%s is not taken for", (name) => {
  const others = names.filter((other) => other !== name && !alsoFits[name]?.includes(other));
  test.each(others)("%s", (other) => {
    expect(validate(other, exampleOf(name))).not.toEqual([]);
  });
});
