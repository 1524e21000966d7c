/** Where the links of a document lead. */
export interface Site {
  /** The API: `https://api.service.example`. */
  readonly api: string;
  /** The pages for people: `https://service.example`. */
  readonly web: string;
}

/** The site of everything that is made up here, until a caller asks under another base. */
export const site: Site = { api: "https://api.service.example", web: "https://service.example" };

type AccountLink =
  | "url"
  | "html_url"
  | "followers_url"
  | "following_url"
  | "gists_url"
  | "starred_url"
  | "subscriptions_url"
  | "organizations_url"
  | "repos_url"
  | "events_url"
  | "received_events_url";

/**
 * The link fields of an account: service-api, section 2.3.
 * @example
 * accountLinks(site, "ada").gists_url; // "https://api.service.example/users/ada/gists{/gist_id}"
 */
export function accountLinks({ api, web }: Site, login: string): Readonly<Record<AccountLink, string>> {
  const url = `${api}/users/${login}`;
  return {
    url,
    html_url: `${web}/${login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
  };
}

/** The link fields of a repository that follow from its name: service-api, section 2.2. */
export interface RepositoryLinks {
  readonly html_url: string;
  readonly url: string;
  readonly forks_url: string;
  readonly keys_url: string;
  readonly collaborators_url: string;
  readonly teams_url: string;
  readonly hooks_url: string;
  readonly issue_events_url: string;
  readonly events_url: string;
  readonly assignees_url: string;
  readonly branches_url: string;
  readonly tags_url: string;
  readonly blobs_url: string;
  readonly git_tags_url: string;
  readonly git_refs_url: string;
  readonly trees_url: string;
  readonly statuses_url: string;
  readonly languages_url: string;
  readonly stargazers_url: string;
  readonly contributors_url: string;
  readonly subscribers_url: string;
  readonly subscription_url: string;
  readonly commits_url: string;
  readonly git_commits_url: string;
  readonly comments_url: string;
  readonly issue_comment_url: string;
  readonly contents_url: string;
  readonly compare_url: string;
  readonly merges_url: string;
  readonly archive_url: string;
  readonly downloads_url: string;
  readonly issues_url: string;
  readonly pulls_url: string;
  readonly milestones_url: string;
  readonly notifications_url: string;
  readonly labels_url: string;
  readonly releases_url: string;
  readonly deployments_url: string;
  readonly git_url: string;
  readonly ssh_url: string;
  readonly clone_url: string;
  readonly svn_url: string;
}

/**
 * The link fields of a repository, URLs and URI templates alike.
 * @example
 * repositoryLinks(site, "ada/engine").keys_url; // "https://api.service.example/repos/ada/engine/keys{/key_id}"
 */
export function repositoryLinks({ api, web }: Site, fullName: string): RepositoryLinks {
  const url = `${api}/repos/${fullName}`;
  const host = web.slice(web.indexOf("//") + 2);
  return {
    html_url: `${web}/${fullName}`,
    url,
    forks_url: `${url}/forks`,
    keys_url: `${url}/keys{/key_id}`,
    collaborators_url: `${url}/collaborators{/collaborator}`,
    teams_url: `${url}/teams`,
    hooks_url: `${url}/hooks`,
    issue_events_url: `${url}/issues/events{/number}`,
    events_url: `${url}/events`,
    assignees_url: `${url}/assignees{/user}`,
    branches_url: `${url}/branches{/branch}`,
    tags_url: `${url}/tags`,
    blobs_url: `${url}/git/blobs{/sha}`,
    git_tags_url: `${url}/git/tags{/sha}`,
    git_refs_url: `${url}/git/refs{/sha}`,
    trees_url: `${url}/git/trees{/sha}`,
    statuses_url: `${url}/statuses/{sha}`,
    languages_url: `${url}/languages`,
    stargazers_url: `${url}/stargazers`,
    contributors_url: `${url}/contributors`,
    subscribers_url: `${url}/subscribers`,
    subscription_url: `${url}/subscription`,
    commits_url: `${url}/commits{/sha}`,
    git_commits_url: `${url}/git/commits{/sha}`,
    comments_url: `${url}/comments{/number}`,
    issue_comment_url: `${url}/issues/comments{/number}`,
    contents_url: `${url}/contents/{+path}`,
    compare_url: `${url}/compare/{base}...{head}`,
    merges_url: `${url}/merges`,
    archive_url: `${url}/{archive_format}{/ref}`,
    downloads_url: `${url}/downloads`,
    issues_url: `${url}/issues{/number}`,
    pulls_url: `${url}/pulls{/number}`,
    milestones_url: `${url}/milestones{/number}`,
    notifications_url: `${url}/notifications{?since,all,participating}`,
    labels_url: `${url}/labels{/name}`,
    releases_url: `${url}/releases{/id}`,
    deployments_url: `${url}/deployments`,
    git_url: `git://${host}/${fullName}.git`,
    ssh_url: `git@${host}:${fullName}.git`,
    clone_url: `${web}/${fullName}.git`,
    svn_url: `${web}/${fullName}`,
  };
}
