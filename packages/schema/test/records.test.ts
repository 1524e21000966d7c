import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { type Found, forms, found, otherForms, sources } from "./published-records.ts";
import type { Described, Fields } from "./publisher.ts";
import { headers } from "./recorded-answers.ts";

function fits({ paths }: Found): boolean {
  return paths.length === 0;
}

const all = found.flatMap(([, records]) => records);

// In OpenAPI 3.0 `nullable` stands beside a type; where the publisher forgot the type, any is let in.
function publisherLetsIn({ description, record }: Described): boolean {
  const readable = JSON.parse(JSON.stringify(description), (_, part) =>
    part?.nullable === true && part.type === undefined ? {} : part,
  );
  return new Ajv({ strict: false, validateFormats: false, logger: false }).validate(readable, record);
}

test.each(found)("records in %s are accepted, all that the publisher's own description lets in", (_source, records) => {
  expect(records.length).toBeGreaterThan(0);
  expect(records.filter((one) => one.paths.length > 0 && publisherLetsIn(one))).toEqual([]);
});

test("misprints are few, or the publisher's descriptions would be an excuse", () => {
  expect(all.length).toBeGreaterThan(4000);
  expect(all.filter((one) => !fits(one)).length / all.length).toBeLessThan(0.005);
});

describe.each(Object.entries(otherForms))("%s", (_form, { is, keeps }) => {
  const records = Object.values(sources).flat().filter(is);

  test("is there, and is in no other way unlike the records of the contract", () => {
    expect(records).not.toEqual([]);
    for (const one of records) keeps(one);
  });
});

const isRepository = /^repository/;
const isHeaders = /^response-headers$/;
const isNull = (name: string) => (record: Fields) => record[name] === null;
const isEmpty = (name: string) => (record: Fields) => record[name] === "";
const lacks = (name: string) => (record: Fields) => !Object.hasOwn(record, name);
const repositoryNulls = [
  "description",
  "homepage",
  "language",
  "license",
  "mirror_url",
  "temp_clone_token",
  "pushed_at",
];
const userNulls = ["name", "company", "location", "email", "hireable", "bio", "twitter_username"];

// What the contract shows otherwise, or not at all, and the schemas let in.
const allowances: ReadonlyArray<readonly [shows: string, resource: RegExp, has: (record: Fields) => boolean]> = [
  ["an account without `gravatar_id` (the short form of an organization)", /^account$/, lacks("gravatar_id")],
  ["an account without `url` (the organization of a classroom)", /^account$/, lacks("url")],
  ["an account whose `gravatar_id` is the empty string", /^account$/, isEmpty("gravatar_id")],
  ["an account whose `type` is User", /^account$/, (one) => one["type"] === "User"],
  ["an account whose `type` is Bot", /^account$/, (one) => one["type"] === "Bot"],
  ...userNulls.map((name) => [`a user whose \`${name}\` is null`, /user$/, isNull(name)] as const),
  ...repositoryNulls.map((name) => [`a repository whose \`${name}\` is null`, isRepository, isNull(name)] as const),
  ["a repository whose `homepage` is the empty string", isRepository, isEmpty("homepage")],
  ["a repository whose `temp_clone_token` is the empty string", isRepository, isEmpty("temp_clone_token")],
  ["a repository without `language`", isRepository, lacks("language")],
  ["a repository without `disabled`", isRepository, lacks("disabled")],
  ["a single repository without `organization`", /^repository$/, lacks("organization")],
  ["a single repository whose `organization` is null", /^repository$/, isNull("organization")],
  ["a list item without `license`", /^repository-item$/, lacks("license")],
  ["a list item without `watchers`", /^repository-item$/, lacks("watchers")],
  ["a list item without `forks`", /^repository-item$/, lacks("forks")],
  ["a list item without `open_issues`", /^repository-item$/, lacks("open_issues")],
  ["a list item without `temp_clone_token`", /^repository-item$/, lacks("temp_clone_token")],
  ["a license whose `url` is null", /^license$/, isNull("url")],
  ["an answer whose `etag` is strong", isHeaders, (one) => /^"/.test(String(one["etag"]))],
  ["an answer that is private to its caller", isHeaders, (one) => /^private/.test(String(one["cache-control"]))],
  ...["server", "vary", "last-modified", "accept-ranges"].map(
    (name) => [`an answer without \`${name}\``, isHeaders, lacks(name)] as const,
  ),
];

// What the decisions name, from recordings of the live service, and none of these packages has.
const decided: readonly string[] = [
  ...userNulls.map((name) => `a user whose \`${name}\` is null`),
  "a repository whose `temp_clone_token` is null",
  "a repository whose `pushed_at` is null",
  "a single repository without `organization`",
  "a single repository whose `organization` is null",
];

interface Accepted {
  readonly resource: string;
  readonly record: Fields;
}

const accepted: ReadonlyArray<readonly [source: string, records: readonly Accepted[]]> = [
  ...found.map(([source, records]) => [source, records.filter(fits)] as const),
  ...(["raw", "normalized"] as const).map((edition) => {
    const records = headers(edition).map(({ resource, document }) => ({ resource, record: document as Fields }));
    return [`@octokit/fixtures, ${edition === "raw" ? "as they came" : "made neutral"}`, records] as const;
  }),
];

function sourcesOf([, resource, has]: (typeof allowances)[number]): readonly string[] {
  return accepted.flatMap(([source, records]) => {
    const count = records.filter((one) => resource.test(one.resource) && has(one.record)).length;
    return count === 0 ? [] : `${count} in ${source}`;
  });
}

test.each(allowances)("the schemas allow %s because there is one", (...allowance) => {
  const [shows] = allowance;
  if (decided.includes(shows)) expect(sourcesOf(allowance)).toEqual([]);
  else expect(sourcesOf(allowance)).not.toEqual([]);
});

// `vitest -u` writes the table anew.
test("docs/real-data.md shows what was held to the schemas, and what did not fit", async () => {
  const head = Object.keys(forms);
  const rows = found.map(([source, records]) => {
    const counts = head.map((resource) => count(records.filter((one) => one.resource === resource && fits(one))));
    return `| ${source} | ${counts.join(" | ")} | ${count(records.filter((one) => !fits(one)))} |`;
  });
  const called = Object.entries(forms).map(([resource, names = []]) => `- ${resource}: ${names.join(", ")}`);
  const others = Object.entries(otherForms).map(([form, { is }]) => {
    const counts = Object.entries(sources).flatMap(([source, described]) => {
      const some = described.filter(is).length;
      return some === 0 ? [] : `${some} in ${source}`;
    });
    return `| ${form} | ${counts.join("; ")} |`;
  });
  const misprints = found.flatMap(([source, records]) =>
    records
      .filter((one) => !fits(one))
      .map(({ form, source: from, pointer, paths }) => `- ${source}, ${from}${pointer} (${form}): ${paths.join(", ")}`),
  );
  await expect(
    `${opening}
${called.join("\n")}

| published in | ${head.join(" | ")} | misprints |
| --- | ${head.map(() => "---:").join(" | ")} | ---: |
${rows.join("\n")}

## What the schemas allow, as published records have it

${allowances.map((allowance) => `- ${allowance[0]}: ${sourcesOf(allowance).join("; ") || "the decisions alone"}`).join("\n")}

## Misprints

Examples that the publisher's own description of the place refuses as well, which a test asks it about; ${all.filter(fits).length} others it
lets in, and so do we.

${[...new Set(misprints)].join("\n")}

## Other forms

Known by their place and the publisher's description of it, not by what is wrong with them. In the first everything fits
once its numbers are written as timestamps; the second lacks fields, none of those that name the repository, and has no
wrong one; the third is a team, which the publisher calls a user.

| form | how many |
| --- | --- |
${others.join("\n")}
`,
  ).toMatchFileSnapshot("../docs/real-data.md");
});

const count = (records: readonly unknown[]): string => (records.length === 0 ? "" : String(records.length));

const opening = `# Published records, held to the schemas

Written by \`test/records.test.ts\`: every account, repository, license and error body inside the published documents of the
live service, wherever it stands in them. None of them is refused, but for misprints. The answers of the contract's own
routes, with their headers, are held to the schemas one by one in \`test/published.test.ts\`.

What an object is, the publisher's own OpenAPI description of its place says, by its title there:
`;
