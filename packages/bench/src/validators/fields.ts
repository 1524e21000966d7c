/** The names of the fields of a record by type; a question mark says that they may be absent. */
export type Fields = Readonly<Record<string, string>>;

/** A time in UTC, in the form of the contract. */
export const moment: RegExp =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?Z$/u;

/** Owner and name with one slash between them. */
export const fullName: RegExp = /^[^/\s]+\/[^/\s]+$/u;

/** Returns an entry for each field. */
export function entriesOf(fields: Fields): ReadonlyArray<readonly [field: string, kind: string, optional: boolean]> {
  return Object.entries(fields).flatMap(([kind, names]) =>
    names.split(" ").map((name) => [name, kind.replace("?", ""), kind.endsWith("?")] as const),
  );
}

/** An account (contract 2.3). */
export const account: Fields = {
  text: "login node_id avatar_url url",
  whole: "id",
  "text?":
    "gravatar_id html_url followers_url following_url gists_url starred_url subscriptions_url organizations_url repos_url events_url received_events_url type",
  "flag?": "site_admin",
};

/** A license (contract 2.4). */
export const license: Fields = {
  text: "key name spdx_id node_id",
  textOrNull: "url",
};

/** A single repository (contract 2.2). */
export const repository: Fields = {
  whole:
    "id size stargazers_count watchers_count watchers forks_count forks open_issues_count open_issues network_count subscribers_count",
  text: "node_id name html_url url forks_url keys_url collaborators_url teams_url hooks_url issue_events_url events_url assignees_url branches_url tags_url blobs_url git_tags_url git_refs_url trees_url statuses_url languages_url stargazers_url contributors_url subscribers_url subscription_url commits_url git_commits_url comments_url issue_comment_url contents_url compare_url merges_url archive_url downloads_url issues_url pulls_url milestones_url notifications_url labels_url releases_url deployments_url git_url ssh_url clone_url svn_url default_branch",
  fullName: "full_name",
  flag: "private fork has_issues has_projects has_downloads has_wiki has_pages archived disabled",
  account: "owner",
  textOrNull: "description homepage mirror_url",
  moment: "created_at updated_at",
  momentOrNull: "pushed_at",
  "textOrNull?": "language temp_clone_token",
  licenseOrNull: "license",
  "accountOrNull?": "organization",
};
