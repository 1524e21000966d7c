/** Where the links of a document lead. */
export interface Site {
  /** The API: `https://api.service.example`. */
  readonly api: string;
  /** The pages for people: `https://service.example`. */
  readonly web: string;
}

/** The site of generated documents, until a caller asks under another base. */
export const site: Site = { api: "https://api.service.example", web: "https://service.example" };

/** Below the account's own path. */
const accountPaths = {
  followers_url: "/followers",
  following_url: "/following{/other_user}",
  gists_url: "/gists{/gist_id}",
  starred_url: "/starred{/owner}{/repo}",
  subscriptions_url: "/subscriptions",
  organizations_url: "/orgs",
  repos_url: "/repos",
  events_url: "/events{/privacy}",
  received_events_url: "/received_events",
} as const;

/** Below the repository's own path. */
const repositoryPaths = {
  forks_url: "/forks",
  keys_url: "/keys{/key_id}",
  collaborators_url: "/collaborators{/collaborator}",
  teams_url: "/teams",
  hooks_url: "/hooks",
  issue_events_url: "/issues/events{/number}",
  events_url: "/events",
  assignees_url: "/assignees{/user}",
  branches_url: "/branches{/branch}",
  tags_url: "/tags",
  blobs_url: "/git/blobs{/sha}",
  git_tags_url: "/git/tags{/sha}",
  git_refs_url: "/git/refs{/sha}",
  trees_url: "/git/trees{/sha}",
  statuses_url: "/statuses/{sha}",
  languages_url: "/languages",
  stargazers_url: "/stargazers",
  contributors_url: "/contributors",
  subscribers_url: "/subscribers",
  subscription_url: "/subscription",
  commits_url: "/commits{/sha}",
  git_commits_url: "/git/commits{/sha}",
  comments_url: "/comments{/number}",
  issue_comment_url: "/issues/comments{/number}",
  contents_url: "/contents/{+path}",
  compare_url: "/compare/{base}...{head}",
  merges_url: "/merges",
  archive_url: "/{archive_format}{/ref}",
  downloads_url: "/downloads",
  issues_url: "/issues{/number}",
  pulls_url: "/pulls{/number}",
  milestones_url: "/milestones{/number}",
  notifications_url: "/notifications{?since,all,participating}",
  labels_url: "/labels{/name}",
  releases_url: "/releases{/id}",
  deployments_url: "/deployments",
} as const;

type Links<Name extends string> = Readonly<Record<Name, string>>;

/**
 * Returns the link fields of an account: service-api, section 2.3.
 * @example
 * accountLinks(site, "ada").gists_url; // "https://api.service.example/users/ada/gists{/gist_id}"
 */
export function accountLinks({ api, web }: Site, login: string): Links<keyof typeof accountPaths | "url" | "html_url"> {
  const url = `${api}/users/${login}`;
  return { url, html_url: `${web}/${login}`, ...below(url, accountPaths) };
}

/**
 * Returns the link fields of a repository, URLs and URI templates alike: service-api, section 2.2.
 * @example
 * repositoryLinks(site, "ada/engine").keys_url; // "https://api.service.example/repos/ada/engine/keys{/key_id}"
 */
export function repositoryLinks(
  { api, web }: Site,
  fullName: string,
): Links<keyof typeof repositoryPaths | "url" | "html_url" | "git_url" | "ssh_url" | "clone_url" | "svn_url"> {
  const url = `${api}/repos/${fullName}`;
  const host = web.slice(web.indexOf("//") + 2);
  return {
    html_url: `${web}/${fullName}`,
    url,
    ...below(url, repositoryPaths),
    git_url: `git://${host}/${fullName}.git`,
    ssh_url: `git@${host}:${fullName}.git`,
    clone_url: `${web}/${fullName}.git`,
    svn_url: `${web}/${fullName}`,
  };
}

function below<Name extends string>(url: string, paths: Links<Name>): Links<Name> {
  return Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, url + path])) as Links<Name>;
}
