import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { headerRecord } from "../src/header-record.ts";
import { type Problem, validate } from "../src/index.ts";
import { bodies, folderOf, headers, type Published } from "./recorded-answers.ts";
import { resourceOf } from "./resource-of.ts";

interface Example {
  readonly $ref?: string;
  readonly value?: unknown;
}

interface Operation {
  readonly responses: Readonly<
    Record<
      string,
      { readonly content: Readonly<Record<string, { readonly examples: Readonly<Record<string, Example>> }>> }
    >
  >;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: { readonly examples: Readonly<Record<string, Example>> };
}

const { paths, components }: OpenApi = JSON.parse(
  readFileSync(join(folderOf("@octokit/openapi"), "generated/api.github.com.json"), "utf8"),
);

const routes = [
  "/users/{username}",
  "/user",
  "/repos/{owner}/{repo}",
  "/user/repos",
  "/users/{username}/repos",
  "/orgs/{org}/repos",
  "/rate_limit",
  "/zen",
];

function examples(): readonly Published[] {
  return routes.flatMap((route) =>
    Object.values(paths[route]?.get.responses["200"]?.content ?? {}).flatMap((content) =>
      Object.entries(content.examples).map(([name, example]) => ({
        from: `${route}, ${name}`,
        resource: resourceOf(route, 200) ?? "error",
        document: settle(example),
      })),
    ),
  );
}

function settle({ $ref, value }: Example): unknown {
  return $ref === undefined ? value : components.examples[$ref.replace("#/components/examples/", "")]?.value;
}

// Header fields come in several forms, and whoever has a record of them asks the guard that takes them all.
function problemsOf({ resource, document }: Published): readonly Problem[] {
  return validate(resource, resource === "response-headers" ? headerRecord(document) : document);
}

describe.each<readonly [source: string, count: number, published: readonly Published[]]>([
  ["recorded bodies, as they came", 7, bodies("raw")],
  ["recorded bodies, made neutral", 7, bodies("normalized")],
  ["recorded headers, as they came", 4, headers("raw")],
  ["recorded headers, made neutral", 4, headers("normalized")],
  ["documented examples", 10, examples()],
])("of the live service, %s", (_source, count, published) => {
  test(`there are ${count}`, () => expect(published).toHaveLength(count));

  test.each(published.map((one) => [`${one.from}: ${one.resource}`, one] as const))("%s", (_name, one) => {
    expect(problemsOf(one)).toEqual([]);
  });
});

// The decisions name no repository without a language, and the vendor's own example is one: so the field is not required.
test("the documented repository lacks its language", () => {
  const [repository] = examples().filter(({ resource }) => resource === "repository");
  expect(repository?.document).not.toHaveProperty("language");
});
