import { expect, test } from "vitest";
import type { Full, RepositoryDocument } from "../../src/reference-server/documents/documents.ts";
import { smallWorld } from "../../src/reference-server/documents/world.ts";

const world = smallWorld();
const accounts = Object.values(world.accounts);
const repositories = world.repositories as readonly Full<RepositoryDocument>[];
const some = (field: string, value: unknown) => repositories.some((one) => one[field] === value);

// Contract 2.2, field by field; `organization` apart, since a user's repository lacks it.
const fields = `id node_id name full_name private owner html_url description fork url created_at updated_at pushed_at
  git_url ssh_url clone_url svn_url homepage size stargazers_count watchers_count watchers forks_count forks
  open_issues_count open_issues network_count subscribers_count language has_issues has_projects has_downloads has_wiki
  has_pages archived disabled mirror_url temp_clone_token default_branch license
  forks_url keys_url collaborators_url teams_url hooks_url issue_events_url events_url assignees_url branches_url tags_url
  blobs_url git_tags_url git_refs_url trees_url statuses_url languages_url stargazers_url contributors_url subscribers_url
  subscription_url commits_url git_commits_url comments_url issue_comment_url contents_url compare_url merges_url
  archive_url downloads_url issues_url pulls_url milestones_url notifications_url labels_url releases_url deployments_url`;
const ownerFields = `login id node_id avatar_url gravatar_id url html_url followers_url following_url gists_url starred_url
  subscriptions_url organizations_url repos_url events_url received_events_url type site_admin`;
const sorted = (words: Iterable<string>) => [...words].sort();

test("the small world is the same each time", () => {
  expect(smallWorld()).toEqual(world);
});

test("the small world has three users, two organizations and 45 repositories", () => {
  expect(accounts.map(({ type }) => type)).toEqual(["User", "User", "User", "Organization", "Organization"]);
  expect(repositories).toHaveLength(45);
  expect(new Set(repositories.map(({ full_name }) => full_name)).size).toBe(45);
  expect(new Set([...repositories, ...accounts].map(({ id }) => id)).size).toBe(50);
});

test("each repository has every field of the contract, and organization where an organization owns it", () => {
  for (const one of repositories) {
    const owned = world.accounts[one.owner.login]?.type === "Organization";
    expect(sorted(Object.keys(one))).toEqual(sorted([...fields.split(/\s+/), ...(owned ? ["organization"] : [])]));
    expect(sorted(Object.keys(one.owner))).toEqual(sorted(ownerFields.split(/\s+/)));
    if (owned) expect(one["organization"]).toEqual(one.owner);
    expect([one["watchers"], one["watchers_count"]]).toEqual([one["stargazers_count"], one["stargazers_count"]]);
    expect([one["forks"], one["open_issues"]]).toEqual([one["forks_count"], one["open_issues_count"]]);
  }
});

test.each([
  ["a fork", "fork", true],
  ["an archived one", "archived", true],
  ["a private one", "private", true],
  ["one without a license", "license", null],
  ["one without a description", "description", null],
  ["one without a homepage", "homepage", null],
  ["one with an empty homepage", "homepage", ""],
  ["one without a language", "language", null],
  ["one that nobody pushed to", "pushed_at", null],
])("among the repositories is %s", (_shows, field, value) => {
  expect(some(field, value)).toBe(true);
  expect(repositories.every((one) => one[field] === value)).toBe(false);
});

test("what is private is hidden, and nothing else", () => {
  const hidden = repositories.filter((one) => one["private"]).map((one) => one["full_name"]);
  expect(Object.keys(world.visibleTo ?? {})).toEqual(hidden);
  expect(hidden).toEqual(["ada/loom-notes"]);
});

test("accounts count the public repositories they own", () => {
  const counts = Object.fromEntries(
    accounts.map((one) => [one.login, (one as unknown as { public_repos: number }).public_repos]),
  );
  expect(counts).toEqual({ ada: 2, "grace-lin": 2, quietfox: 0, lighthouse: 36, "paper-boats": 4 });
});

test("one user filled in nothing", () => {
  const nulls = Object.entries(world.accounts["quietfox"] ?? {}).filter(([, value]) => value === null);
  expect(nulls.map(([field]) => field)).toEqual([
    "name",
    "company",
    "location",
    "email",
    "hireable",
    "bio",
    "twitter_username",
  ]);
});

test("zen has a dozen lines or more, no two alike", () => {
  expect(new Set(world.zen).size).toBeGreaterThanOrEqual(12);
});
