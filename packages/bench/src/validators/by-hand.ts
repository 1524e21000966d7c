// A validator by hand, which answers yes or no.
import type { Account, License, Repository } from "@tapedeck/schema";
import { fullName, moment } from "./fields.ts";

/** A value of which only the names of its fields are known, and that may have others. */
type Untyped<Document> = { readonly [Name in keyof Document as string extends Name ? never : Name]: unknown };

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isAccount(given: unknown): boolean {
  const value = given as Untyped<Account>;
  return (
    isObject(value) &&
    typeof value.login === "string" &&
    Number.isInteger(value.id) &&
    (value.id as number) >= 0 &&
    typeof value.node_id === "string" &&
    typeof value.avatar_url === "string" &&
    (value.gravatar_id === undefined || typeof value.gravatar_id === "string") &&
    typeof value.url === "string" &&
    (value.html_url === undefined || typeof value.html_url === "string") &&
    (value.followers_url === undefined || typeof value.followers_url === "string") &&
    (value.following_url === undefined || typeof value.following_url === "string") &&
    (value.gists_url === undefined || typeof value.gists_url === "string") &&
    (value.starred_url === undefined || typeof value.starred_url === "string") &&
    (value.subscriptions_url === undefined || typeof value.subscriptions_url === "string") &&
    (value.organizations_url === undefined || typeof value.organizations_url === "string") &&
    (value.repos_url === undefined || typeof value.repos_url === "string") &&
    (value.events_url === undefined || typeof value.events_url === "string") &&
    (value.received_events_url === undefined || typeof value.received_events_url === "string") &&
    (value.type === undefined || typeof value.type === "string") &&
    (value.site_admin === undefined || typeof value.site_admin === "boolean")
  );
}

function isLicense(given: unknown): boolean {
  const value = given as Untyped<License>;
  return (
    isObject(value) &&
    typeof value.key === "string" &&
    typeof value.name === "string" &&
    typeof value.spdx_id === "string" &&
    (typeof value.url === "string" || value.url === null) &&
    typeof value.node_id === "string"
  );
}

export function isRepository(given: unknown): boolean {
  const value = given as Untyped<Repository>;
  return (
    isObject(value) &&
    Number.isInteger(value.id) &&
    (value.id as number) >= 0 &&
    typeof value.node_id === "string" &&
    typeof value.name === "string" &&
    typeof value.full_name === "string" &&
    fullName.test(value.full_name) &&
    typeof value.private === "boolean" &&
    isAccount(value.owner) &&
    typeof value.html_url === "string" &&
    (typeof value.description === "string" || value.description === null) &&
    typeof value.fork === "boolean" &&
    typeof value.url === "string" &&
    typeof value.forks_url === "string" &&
    typeof value.keys_url === "string" &&
    typeof value.collaborators_url === "string" &&
    typeof value.teams_url === "string" &&
    typeof value.hooks_url === "string" &&
    typeof value.issue_events_url === "string" &&
    typeof value.events_url === "string" &&
    typeof value.assignees_url === "string" &&
    typeof value.branches_url === "string" &&
    typeof value.tags_url === "string" &&
    typeof value.blobs_url === "string" &&
    typeof value.git_tags_url === "string" &&
    typeof value.git_refs_url === "string" &&
    typeof value.trees_url === "string" &&
    typeof value.statuses_url === "string" &&
    typeof value.languages_url === "string" &&
    typeof value.stargazers_url === "string" &&
    typeof value.contributors_url === "string" &&
    typeof value.subscribers_url === "string" &&
    typeof value.subscription_url === "string" &&
    typeof value.commits_url === "string" &&
    typeof value.git_commits_url === "string" &&
    typeof value.comments_url === "string" &&
    typeof value.issue_comment_url === "string" &&
    typeof value.contents_url === "string" &&
    typeof value.compare_url === "string" &&
    typeof value.merges_url === "string" &&
    typeof value.archive_url === "string" &&
    typeof value.downloads_url === "string" &&
    typeof value.issues_url === "string" &&
    typeof value.pulls_url === "string" &&
    typeof value.milestones_url === "string" &&
    typeof value.notifications_url === "string" &&
    typeof value.labels_url === "string" &&
    typeof value.releases_url === "string" &&
    typeof value.deployments_url === "string" &&
    typeof value.created_at === "string" &&
    moment.test(value.created_at) &&
    typeof value.updated_at === "string" &&
    moment.test(value.updated_at) &&
    (value.pushed_at === null || (typeof value.pushed_at === "string" && moment.test(value.pushed_at))) &&
    typeof value.git_url === "string" &&
    typeof value.ssh_url === "string" &&
    typeof value.clone_url === "string" &&
    typeof value.svn_url === "string" &&
    (typeof value.homepage === "string" || value.homepage === null) &&
    Number.isInteger(value.size) &&
    (value.size as number) >= 0 &&
    Number.isInteger(value.stargazers_count) &&
    (value.stargazers_count as number) >= 0 &&
    Number.isInteger(value.watchers_count) &&
    (value.watchers_count as number) >= 0 &&
    Number.isInteger(value.watchers) &&
    (value.watchers as number) >= 0 &&
    Number.isInteger(value.forks_count) &&
    (value.forks_count as number) >= 0 &&
    Number.isInteger(value.forks) &&
    (value.forks as number) >= 0 &&
    Number.isInteger(value.open_issues_count) &&
    (value.open_issues_count as number) >= 0 &&
    Number.isInteger(value.open_issues) &&
    (value.open_issues as number) >= 0 &&
    (value.language === undefined || typeof value.language === "string" || value.language === null) &&
    typeof value.has_issues === "boolean" &&
    typeof value.has_projects === "boolean" &&
    typeof value.has_downloads === "boolean" &&
    typeof value.has_wiki === "boolean" &&
    typeof value.has_pages === "boolean" &&
    typeof value.archived === "boolean" &&
    typeof value.disabled === "boolean" &&
    (typeof value.mirror_url === "string" || value.mirror_url === null) &&
    (value.temp_clone_token === undefined ||
      typeof value.temp_clone_token === "string" ||
      value.temp_clone_token === null) &&
    typeof value.default_branch === "string" &&
    (value.license === null || isLicense(value.license)) &&
    Number.isInteger(value.network_count) &&
    (value.network_count as number) >= 0 &&
    Number.isInteger(value.subscribers_count) &&
    (value.subscribers_count as number) >= 0 &&
    (value.organization === undefined || value.organization === null || isAccount(value.organization))
  );
}
