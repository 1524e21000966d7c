/** What the contract says of one field or header: its paragraph, and the JSON types that it may have. */
export interface Stated {
  readonly paragraph: string;
  readonly schema: string;
  readonly types: string;
  readonly fields: string;
}

/** Every field and header of the contract, table by table. */
export const contract: readonly Stated[] = [
  { paragraph: "2.1", schema: "user", types: "string", fields: "login node_id avatar_url gravatar_id url" },
  { paragraph: "2.1", schema: "user", types: "integer", fields: "id" },
  { paragraph: "2.2", schema: "repository", types: "integer", fields: "id size" },
  { paragraph: "2.2", schema: "repository", types: "string", fields: "node_id name full_name html_url url" },
  { paragraph: "2.2", schema: "repository", types: "boolean", fields: "private fork" },
  { paragraph: "2.2", schema: "repository", types: "object", fields: "owner" },
  { paragraph: "2.2", schema: "repository", types: "object null", fields: "organization license" },
  { paragraph: "2.2", schema: "repository", types: "string null", fields: "description homepage language pushed_at" },
  { paragraph: "2.2", schema: "repository", types: "string", fields: "created_at updated_at" },
  {
    paragraph: "2.2",
    schema: "repository",
    types: "string",
    fields: "git_url ssh_url clone_url svn_url default_branch",
  },
  { paragraph: "2.2", schema: "repository", types: "integer", fields: "stargazers_count watchers_count watchers" },
  {
    paragraph: "2.2",
    schema: "repository",
    types: "integer",
    fields: "forks_count forks open_issues_count open_issues",
  },
  { paragraph: "2.2", schema: "repository", types: "integer", fields: "network_count subscribers_count" },
  {
    paragraph: "2.2",
    schema: "repository",
    types: "boolean",
    fields: "has_issues has_projects has_downloads has_wiki has_pages",
  },
  { paragraph: "2.2", schema: "repository", types: "boolean", fields: "archived disabled" },
  { paragraph: "2.2", schema: "repository", types: "string null", fields: "mirror_url temp_clone_token" },
  {
    paragraph: "2.2, links",
    schema: "repository",
    types: "string",
    fields:
      "forks_url keys_url collaborators_url teams_url hooks_url issue_events_url events_url assignees_url branches_url tags_url blobs_url git_tags_url git_refs_url trees_url statuses_url languages_url stargazers_url contributors_url subscribers_url subscription_url commits_url git_commits_url comments_url issue_comment_url contents_url compare_url merges_url archive_url downloads_url issues_url pulls_url milestones_url notifications_url labels_url releases_url deployments_url",
  },
  {
    paragraph: "2.3",
    schema: "account",
    types: "string",
    fields: "login node_id avatar_url gravatar_id url html_url type",
  },
  { paragraph: "2.3", schema: "account", types: "integer", fields: "id" },
  {
    paragraph: "2.3",
    schema: "account",
    types: "string",
    fields:
      "followers_url following_url gists_url starred_url subscriptions_url organizations_url repos_url events_url received_events_url",
  },
  { paragraph: "2.3", schema: "account", types: "boolean", fields: "site_admin" },
  { paragraph: "2.4", schema: "license", types: "string", fields: "key name spdx_id node_id" },
  { paragraph: "2.4", schema: "license", types: "string null", fields: "url" },
  {
    paragraph: "4.1",
    schema: "response-headers",
    types: "string",
    fields:
      "content-type server cache-control vary etag last-modified x-service-media-type access-control-expose-headers access-control-allow-origin strict-transport-security x-frame-options x-content-type-options x-xss-protection referrer-policy content-security-policy accept-ranges content-length x-service-request-id date",
  },
  {
    paragraph: "4.1, 8",
    schema: "rate-limit-headers",
    types: "string",
    fields: "x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset x-ratelimit-used",
  },
];

/** Everything else that the contract names, and where it is stated. */
export const elsewhere: ReadonlyArray<readonly [paragraph: string, what: string, file: string, pointer: string]> = [
  ["2.5", "count of a city", "city-count.json", ""],
  ["4, endpoint 1", "a line of text", "zen.json", ""],
  ["4, endpoints 5 to 7", "array of repositories", "repositories.json", "/items"],
  ["4", "/zen", "openapi/service.json", "/paths/~1zen/get"],
  ["4", "/users/{username}", "openapi/service.json", "/paths/~1users~1{username}/get"],
  ["4", "/user", "openapi/service.json", "/paths/~1user/get"],
  ["4", "/repos/{owner}/{repo}", "openapi/service.json", "/paths/~1repos~1{owner}~1{repo}/get"],
  ["4", "/user/repos", "openapi/service.json", "/paths/~1user~1repos/get"],
  ["4", "/users/{username}/repos", "openapi/service.json", "/paths/~1users~1{username}~1repos/get"],
  ["4", "/orgs/{org}/repos", "openapi/service.json", "/paths/~1orgs~1{org}~1repos/get"],
  ["4", "/bicyclists/{city}", "openapi/city-count.json", "/paths/~1bicyclists~1{city}/get"],
  ["4", "username", "openapi/service.json", "/components/parameters/username"],
  ["4", "owner", "openapi/service.json", "/components/parameters/owner"],
  ["4", "repo", "openapi/service.json", "/components/parameters/repo"],
  ["4", "org", "openapi/service.json", "/components/parameters/org"],
  ["4", "city", "openapi/city-count.json", "/paths/~1bicyclists~1{city}/get/parameters/0"],
  ["5", "Basic authentication", "openapi/service.json", "/components/securitySchemes/basic"],
  ["5", "Authorization: token", "openapi/service.json", "/components/securitySchemes/token"],
  ["7", "error body", "error.json", ""],
];
