import { describe, expect, test } from "vitest";
import { type ResourceName, validate } from "../src/index.ts";
import { exampleOf, examplesOf, names, put } from "./documents.ts";

test.each(names)("%s accepts the examples of its own schema", (name) => {
  expect(examplesOf(name)).not.toEqual([]);
  for (const example of examplesOf(name)) expect(validate(name, example)).toEqual([]);
});

const timestamp = "2011-01-26T19:01:12.345Z";

// "Fields, enums, nulls" in the decisions, sentence by sentence.
describe.each<readonly [ResourceName, ReadonlyArray<readonly [shows: string, path: string, value: unknown]>]>([
  [
    "repository",
    [
      ["a further field", "/topics", ["engines"]],
      ["a further field in its owner", "/owner/user_view_type", "public"],
      ["no description", "/description", null],
      ["no homepage", "/homepage", null],
      ["an empty homepage", "/homepage", ""],
      ["no language", "/language", null],
      ["no license", "/license", null],
      ["a license that is nobody else's", "/license/url", null],
      ["no mirror", "/mirror_url", null],
      ["a mirror", "/mirror_url", "git:git.service.example/ada/engine"],
      ["no clone token", "/temp_clone_token", null],
      ["an empty clone token", "/temp_clone_token", ""],
      ["a clone token", "/temp_clone_token", "ABTLWHOULUVAXGTRYU7OC2876QJ2O"],
      ["nothing ever pushed", "/pushed_at", null],
      ["a push, to the millisecond", "/pushed_at", timestamp],
      ["no organization, for a user's repository", "/organization", undefined],
      ["organization null, for a user's repository", "/organization", null],
      ["an organization", "/organization", exampleOf("account")],
      ["language absent, as in the vendor's own example", "/language", undefined],
      ["disabled absent, as in records of older services on premises", "/disabled", undefined],
      ["an SSH address, which is no URL", "/ssh_url", "git@service.example:ada/engine.git"],
      [
        "a link that is a URI template",
        "/contents_url",
        "https://api.service.example/repos/ada/engine/contents/{+path}",
      ],
      ["an owner with an empty gravatar id", "/owner/gravatar_id", ""],
      ["an owner that is a bot", "/owner/type", "Bot"],
      ["an owner of a kind yet unknown", "/owner/type", "Enterprise"],
      ["counts of zero", "/stargazers_count", 0],
    ],
  ],
  [
    "repository-item",
    [
      "license",
      "watchers",
      "forks",
      "open_issues",
      "network_count",
      "subscribers_count",
      "organization",
      "temp_clone_token",
    ].map((field) => [`${field} absent`, `/${field}`, undefined] as const),
  ],
  [
    "user",
    [
      ...["name", "company", "location", "email", "hireable", "bio", "twitter_username"].map(
        (field) => [`${field} null`, `/${field}`, null] as const,
      ),
      ["nothing beyond the table of 2.1", "/type", undefined],
      ["a further field", "/plan", { name: "pro" }],
    ],
  ],
  ["error", [["a further field", "/errors", [{ resource: "Label", field: "color", code: "invalid" }]]]],
  [
    "rate-limit",
    [["a further bucket", "/resources/search", { limit: 30, used: 12, remaining: 18, reset: 1691591091 }]],
  ],
  [
    "response-headers",
    [
      ["another vendor word", "/x-github-media-type", "github.v3; format=json"],
      ["a cache of one's own", "/cache-control", "private, max-age=60, s-maxage=60"],
      ["a strong entity tag", "/etag", '"b6bf76818c02"'],
      ["a further field", "/x-ratelimit-resource", "core"],
    ],
  ],
])("%s accepts", (name, rows) => {
  test.each(rows)("%s", (_shows, path, value) => {
    expect(validate(name, put(exampleOf(name), path, value))).toEqual([]);
  });
});

test("account accepts the short form of a classroom's organization, which has no address of its own", () => {
  const account = exampleOf("account");
  expect(validate("account", put(put(account, "/url", undefined), "/gravatar_id", undefined))).toEqual([]);
});

test("user accepts the six fields that 2.1 shows and no more", () => {
  const [login, id, node_id, avatar_url, gravatar_id, url] = [
    "ada",
    1,
    "U_1",
    "https://a.example/1",
    "",
    "https://b.example",
  ];
  expect(validate("user", { login, id, node_id, avatar_url, gravatar_id, url })).toEqual([]);
});

test("repositories accepts no repository at all, and many", () => {
  const item = exampleOf("repository-item");
  expect(validate("repositories", [])).toEqual([]);
  expect(validate("repositories", [item, exampleOf("repository"), item])).toEqual([]);
});
