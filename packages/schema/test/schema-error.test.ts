import { expect, expectTypeOf, test } from "vitest";
import * as schema from "../src/index.ts";
import { assertCityCount, assertRepository, assertUser, isUser, SchemaError, type User } from "../src/index.ts";
import { exampleOf, names, put } from "./documents.ts";

function messageOf(act: () => void): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  return "nothing thrown";
}

test("every schema has a guard and an assertion, and they agree with it", () => {
  const table = schema as unknown as Record<string, (value: unknown) => unknown>;
  for (const name of names) {
    const type = typeNames[name];
    expect(table[`is${type}`]?.(exampleOf(name))).toBe(true);
    expect(table[`is${type}`]?.(Symbol("nothing of the kind"))).toBe(false);
    expect(() => table[`assert${type}`]?.(exampleOf(name))).not.toThrow();
    expect(() => table[`assert${type}`]?.(Symbol("nothing of the kind"))).toThrow(SchemaError);
  }
});

const typeNames: Readonly<Record<schema.ResourceName, string>> = {
  account: "Account",
  "city-count": "CityCount",
  error: "ErrorBody",
  license: "License",
  "own-user": "OwnUser",
  plan: "Plan",
  api: "ApiFile",
  "rate-limit": "RateLimitOverview",
  "rate-limit-headers": "RateLimitHeaders",
  repositories: "Repositories",
  repository: "Repository",
  "repository-item": "RepositoryItem",
  "response-headers": "ResponseHeaders",
  user: "User",
  zen: "Zen",
};

test("a guard and an assertion narrow the type", () => {
  const value: unknown = exampleOf("user");
  if (isUser(value)) expectTypeOf(value).toEqualTypeOf<User>();
  assertUser(value);
  expectTypeOf(value).toEqualTypeOf<User>();
});

test("SchemaError says of each problem where it is, what was expected and what came", () => {
  const value = put(put(exampleOf("user"), "/id", "1"), "/created_at", "yesterday");
  expect(messageOf(() => assertUser(value))).toBe(
    [
      'Cannot take a value as "user": 2 problems',
      '  /id: expected integer, found "1"',
      '  /created_at: expected UTC timestamp, like "2011-01-26T19:01:12Z", found "yesterday"',
    ].join("\n"),
  );
});

test("SchemaError speaks of the value itself where all of it is wrong", () => {
  expect(messageOf(() => assertCityCount("12"))).toBe(
    'Cannot take a value as "city-count": 1 problem\n  the value: expected integer, found "12"',
  );
});

test("SchemaError shows ten problems, counts the others and carries all of them", () => {
  const error = new SchemaError("repository", schema.validate("repository", {}));
  expect(error).toBeInstanceOf(TypeError);
  expect(error.name).toBe("SchemaError");
  expect(error.resource).toBe("repository");
  expect(error.problems.length).toBeGreaterThan(60);
  expect(error.message.split("\n")).toHaveLength(12);
  expect(error.message).toMatch(new RegExp(`\\n  … and ${error.problems.length - 10} more$`));
});

const token = `ghp_${"aB3".repeat(12)}`;

test.each<readonly [shows: string, path: string, value: unknown, secret: string]>([
  ["a token where a number belongs", "/id", token, token],
  ["a token of no known form", "/size", "0123456789abcdef0123456789abcdef", "0123456789"],
  ["a header value", "/private", "Bearer abc", "abc"],
  ["a password in a URL", "/owner", "https://ada:lovelace@service.example", "lovelace"],
  ["whatever stands in a field for secrets", "/temp_clone_token", ["hunter2"], "hunter2"],
  ["a long text past its sixtieth character", "/archived", `${"word ".repeat(20)}end`, "end"],
  ["a secret among the keys", "/full_name", { [token]: 1 }, token],
])("SchemaError never prints %s", (_shows, path, value, secret) => {
  const message = messageOf(() => assertRepository(put(exampleOf("repository"), path, value)));
  expect(message).toContain(`  ${path}: expected `);
  expect(message).not.toContain(secret);
});

test("SchemaError keeps back a secret that stands as a key, also in the path", () => {
  const message = messageOf(() => schema.assertApiFile({ name: "tight", [token]: 1, limits: { [token]: 1 } }));
  expect(message).toContain("(string of 40 characters, kept back)");
  expect(message).not.toContain(token);
});
