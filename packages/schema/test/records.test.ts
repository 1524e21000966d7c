import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { type ResourceName, validate } from "../src/index.ts";

// Accounts, repositories and licenses stand inside many documents that answer other routes: each of them is a record
// of the live service, and is held to the schema of what it is.
const folderOf = (name: string): string => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
const read = (...path: readonly string[]): unknown => JSON.parse(readFileSync(join(...path), "utf8"));

const scenarios = join(folderOf("@octokit/fixtures"), "scenarios/api.github.com");
const webhooks = folderOf("@octokit/webhooks-examples");
const responses = (edition: string): unknown =>
  readdirSync(scenarios).map((scenario) =>
    (read(scenarios, scenario, `${edition}-fixture.json`) as readonly { response: unknown }[]).map(
      (one) => one.response,
    ),
  );
const examples = (edition: string): unknown =>
  (read(webhooks, edition, "index.json") as readonly { examples: unknown }[]).map((one) => one.examples);
const { components } = read(folderOf("@octokit/openapi"), "generated/api.github.com.json") as {
  components: { examples: unknown };
};

const sources: Readonly<Record<string, unknown>> = {
  "@octokit/openapi": components.examples,
  "@octokit/fixtures, as they came": responses("raw"),
  "@octokit/fixtures, made neutral": responses("normalized"),
  "@octokit/webhooks-examples": examples("api.github.com"),
  "@octokit/webhooks-examples, on premises": readdirSync(webhooks)
    .filter((folder) => folder.startsWith("ghes-"))
    .map(examples),
};

type Plain = Readonly<Record<string, unknown>>;

const kinds: ReadonlyArray<readonly [resource: ResourceName, is: (record: Plain) => boolean]> = [
  ["own-user", (record) => isAccount(record) && "two_factor_authentication" in record && record["type"] === "User"],
  ["user", (record) => isAccount(record) && "public_gists" in record && record["type"] === "User"],
  ["account", isAccount],
  ["repository", (record) => isRepository(record) && "network_count" in record && "watchers" in record],
  ["repository-item", isRepository],
  ["license", (record) => "spdx_id" in record && "key" in record && "node_id" in record],
  ["error", (record) => "message" in record && "documentation_url" in record],
];

function isAccount(record: Plain): boolean {
  return typeof record["login"] === "string" && "node_id" in record && "avatar_url" in record;
}

// Inside other documents a repository may be cut down to its links: without its default branch it is of that form.
function isRepository(record: Plain): boolean {
  return "full_name" in record && "archive_url" in record && "default_branch" in record;
}

interface Found {
  readonly resource: ResourceName;
  readonly record: Plain;
  readonly problems: readonly string[];
}

function recordsIn(value: unknown): readonly Found[] {
  if (typeof value !== "object" || value === null) return [];
  const resource = Array.isArray(value) ? undefined : kinds.find(([, is]) => is(value as Plain))?.[0];
  const within = Object.values(value).flatMap(recordsIn);
  if (resource === undefined) return within;
  const problems = validate(resource, value).map(({ path, found }) =>
    found === "nothing" ? `without ${path.slice(1)}` : path.slice(1),
  );
  return [{ resource, record: value as Plain, problems }, ...within];
}

const found = Object.entries(sources).map(([source, documents]) => [source, recordsIn(documents)] as const);

function exceptions(records: readonly Found[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { resource, problems } of records.filter(({ problems }) => problems.length > 0)) {
    const line = `${resource}: ${problems.join(", ")}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([line, count]) => `${count} × ${line}`);
}

test.each(found)("records in %s: all but few are accepted", (_source, records) => {
  const refused = records.filter(({ problems }) => problems.length > 0).length;
  expect(refused / records.length).toBeLessThan(0.05);
});

const isRepositoryOrItem = /^repository/;

// What the contract shows otherwise, or not at all, and published records have.
const allowances: ReadonlyArray<readonly [shows: string, resource: RegExp, has: (record: Plain) => boolean]> = [
  [
    "an account without `gravatar_id` (the short form of an organization)",
    /^account$/,
    (one) => !("gravatar_id" in one),
  ],
  ["an account whose `type` is User", /^account$/, (one) => one["type"] === "User"],
  ["an account whose `type` is Bot", /^account$/, (one) => one["type"] === "Bot"],
  ["a repository whose `description` is null", isRepositoryOrItem, (one) => one["description"] === null],
  ["a repository whose `homepage` is null", isRepositoryOrItem, (one) => one["homepage"] === null],
  ["a repository whose `language` is null", isRepositoryOrItem, (one) => one["language"] === null],
  ["a repository without `language`", isRepositoryOrItem, (one) => !("language" in one)],
  ["a repository without `disabled`", isRepositoryOrItem, (one) => !("disabled" in one)],
  ["a repository whose `license` is null", isRepositoryOrItem, (one) => one["license"] === null],
  ["a single repository without `organization`", /^repository$/, (one) => !("organization" in one)],
  ["a list item without `license`", /^repository-item$/, (one) => !("license" in one)],
  ["a list item without `watchers`", /^repository-item$/, (one) => !("watchers" in one)],
  ["a list item without `temp_clone_token`", /^repository-item$/, (one) => !("temp_clone_token" in one)],
  ["a license whose `url` is null", /^license$/, (one) => one["url"] === null],
];

function sourcesOf([, resource, has]: (typeof allowances)[number]): readonly string[] {
  return found.flatMap(([source, records]) => {
    const count = records.filter(
      (one) => resource.test(one.resource) && one.problems.length === 0 && has(one.record),
    ).length;
    return count === 0 ? [] : `${count} in ${source}`;
  });
}

test.each(allowances)("the schemas allow %s because there is one", (...allowance) => {
  expect(sourcesOf(allowance)).not.toEqual([]);
});

// `vitest -u` writes the table anew.
test("docs/real-data.md shows what was held to the schemas, and what did not fit", async () => {
  const head = kinds.map(([resource]) => resource);
  const rows = found.map(([source, records]) => {
    const cells = head.map((resource) => {
      const all = records.filter((record) => record.resource === resource);
      const accepted = all.filter(({ problems }) => problems.length === 0).length;
      return all.length === 0 ? "" : accepted === all.length ? `${accepted}` : `${accepted} of ${all.length}`;
    });
    return `| ${source} | ${cells.join(" | ")} |`;
  });
  const refused = found.flatMap(([source, records]) => exceptions(records).map((line) => `- ${source}: ${line}`));
  await expect(
    `${opening}
| published in | ${head.join(" | ")} |
| --- | ${head.map(() => "---:").join(" | ")} |
${rows.join("\n")}

## What the schemas allow, as published records have it

${allowances.map((allowance) => `- ${allowance[0]}: ${sourcesOf(allowance).join("; ")}`).join("\n")}

## What they refuse

None of these answers a route of the contract: payloads of push events, with times in seconds where the decisions demand a
timestamp, and two accounts in short forms of other routes, one whose gravatar_id is no text and one without its url.

${refused.join("\n")}
`,
  ).toMatchFileSnapshot("../docs/real-data.md");
});

const opening = `# Published records, held to the schemas

Written by \`test/records.test.ts\`: every account, repository, license and error body inside the published documents of the
live service, wherever it stands in them. The answers of the contract's own routes, with their headers, are held to the
schemas one by one in \`test/published.test.ts\`.
`;
