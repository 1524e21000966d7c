// Generated from schemas/*.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.

/** An account as other records show it: the owner or the organization of a repository (contract 2.3). Required is what 2.1 shows of every account. */
export interface Account {
  /** The account's name (2.1, 2.3). */
  login: string;
  /** Numeric id of the account (2.1, 2.3). */
  id: number;
  /** Opaque global id (2.1, 2.3). */
  node_id: string;
  /** Where the account's picture is (2.1, 2.3). */
  avatar_url: string;
  /** Id of a picture kept elsewhere; often the empty string (2.1, 2.3). */
  gravatar_id: string;
  /** This account in the API (2.1, 2.3). */
  url: string;
  /** This account on the web (2.3). */
  html_url?: string;
  /** Who follows the account (2.3). */
  followers_url?: string;
  /** Whom the account follows (2.3). */
  following_url?: string;
  /** Its gists (2.3). */
  gists_url?: string;
  /** What it starred (2.3). */
  starred_url?: string;
  /** What it watches (2.3). */
  subscriptions_url?: string;
  /** The organizations it belongs to (2.3). */
  organizations_url?: string;
  /** Its repositories (2.3). */
  repos_url?: string;
  /** Its events (2.3). */
  events_url?: string;
  /** The events it received (2.3). */
  received_events_url?: string;
  /** What kind of account: User, Organization and Bot are known so far, and any other is let through (2.3). */
  type?: string;
  /** Whether the account administers the whole site (2.3). */
  site_admin?: boolean;
  [k: string]: unknown;
}

/** How many cyclists there are in a city: a bare number (contract 2.5, endpoint B1; its form is our decision). */
export type CityCount = number;

/** What the service says when it does not answer (contract 7 shows none; the decisions on errors give these two fields). */
export interface ErrorBody {
  /** What went wrong, for a person. */
  message: string;
  /** Where to read more; ends in #rate-limiting where the limit refused. */
  documentation_url: string;
  [k: string]: unknown;
}

/** The license of a repository (contract 2.4). */
export interface License {
  /** Short name in lower case (2.4). */
  key: string;
  /** Full name (2.4). */
  name: string;
  /** Name in the SPDX list; NOASSERTION where it has none (2.4). */
  spdx_id: string;
  /** This license in the API; null where the text is nobody's but the repository's (2.4). */
  url: string | null;
  /** Opaque global id (2.4). */
  node_id: string;
  [k: string]: unknown;
}

/** What to record: a list of requests, asked in order. A file of our own, so an unknown key is a typo and is refused. */
export interface Plan {
  /** Where an editor finds this schema. */
  $schema?: string;
  /** What to call the recording. */
  name?: string;
  /** The steps, asked in this order. */
  requests: PlanStep[];
}

/** One request, or one for each value of its placeholders. */
export interface PlanStep {
  /** What to ask for, from the first slash; {placeholders} take their values from `for`. */
  path: string;
  /** Query parameters by name. */
  query?: {
    [k: string]: string | number | boolean;
  };
  /** Who asks: `anonymous`, or the alias of a credential. By default the alias given on the command line, or nobody. */
  as?: string;
  /** GET by default. */
  method?: "GET" | "HEAD" | "OPTIONS";
  /** Further request header fields by name. */
  headers?: {
    [k: string]: string;
  };
  /** How often to ask: for routes whose answer changes from one time to the next. */
  times?: number;
  /** How many pages to follow along rel=next: a number, or `all`. */
  pages?: "all" | number;
  /** Ask again with If-None-Match, to record the 304 too. */
  revalidate?: boolean;
  /** Ask until the rate limit refuses and keep the refusal alone. Such a step comes last. */
  exhaust?: boolean;
  /** The values of each placeholder; the step is asked once for each of them. */
  for?: {
    [k: string]: (string | number)[];
  };
  /** For the next reader; nothing reads it. */
  note?: string;
}

/** How a replay behaves where the contract is silent. A file of our own, so an unknown key is a typo and is refused. */
export interface ProfileFile {
  /** Where an editor finds this schema. */
  $schema?: string;
  /** What to call the profile. */
  name: string;
  /** The profile to start from; every key here changes one thing about it. */
  extends?: "service" | "github";
  /** The vendor word inside header names. */
  vendor?: string;
  /** Where error bodies point. */
  documentationUrl?: string;
  /** Requests in a window: for `anonymous` (60 by the contract), for any `token` (5000), or for one alias (8). */
  limits?: {
    /** How many there are: whole, never negative (2.2). */
    [k: string]: number;
  };
  /** Length of a window: 3600 by the contract (8). */
  windowSeconds?: number;
  /** How a caller is refused who has nothing left. */
  refusal?: {
    /** The status of the refusal. */
    status?: 403 | 429;
    /** Whether the refusal says how long to wait. */
    retryAfter?: boolean;
  };
  /** What a 304 costs. */
  notModifiedCost?: {
    /** Without a credential. */
    anonymous?: 0 | 1;
    /** With one. */
    token?: 0 | 1;
  };
  /** Whether /rate_limit is served, at no cost. */
  rateLimitRoute?: boolean;
  /** Prefixes that a path may carry. */
  pathPrefixes?: string[];
  /** Whether an answer to a credential says `cache-control: private`. */
  privateCache?: boolean;
  /** What an unrecorded request gets: a 501 that explains itself, or the 404 of the service. */
  misses?: "error" | "not-found";
  /** Whether links in answers lead back to where the caller asked. */
  rewriteOrigin?: boolean;
}

/** The body of /rate_limit: every bucket of the caller (contract 8 has the numbers, the decisions on the rate limit the form). used + remaining = limit holds in each, which no schema can say. */
export interface RateLimitOverview {
  /** The buckets by name; core is the one that the routes of the contract spend from. */
  resources: {
    core: RateLimitBucket;
    [k: string]: RateLimitBucket;
  };
  /** The core bucket once more, under its older name. */
  rate: RateLimitBucket;
  [k: string]: unknown;
}

/** What may be asked in a window, and what is left of it (contract 8). */
export interface RateLimitBucket {
  /** Requests allowed in the window. */
  limit: number;
  /** Requests spent. */
  used: number;
  /** Requests left. */
  remaining: number;
  /** When the window ends, in seconds since the epoch. */
  reset: number;
  [k: string]: unknown;
}

/** The four header fields that tell every caller where the limit stands (contract 8), by their names in lower case. */
export interface RateLimitHeaders {
  /** Requests allowed in the window: 60, or 5000 with a credential. */
  "x-ratelimit-limit": string;
  /** Requests left in the window. */
  "x-ratelimit-remaining": string;
  /** Requests spent in the window. */
  "x-ratelimit-used": string;
  /** When the window ends, in seconds since the epoch. */
  "x-ratelimit-reset": string;
  [k: string]: unknown;
}

/** The answer of a list route: repository items, in the order of the service (contract, endpoints 5 to 7). */
export type Repositories = RepositoryItem[];

/** A single repository (contract 2.2, endpoint 4): the list item, with the counts and fields that only the single answer has. */
export interface Repository extends RepositoryItem {
  /** The same number under its oldest name; some list items lack it. */
  watchers: number;
  /** The same number under its older name; some list items lack it. */
  forks: number;
  /** The same number under its older name; some list items lack it. */
  open_issues: number;
  /** Its license (2.4), null where it has none; some list items lack the field. */
  license: License | null;
  /** How many repositories its network of forks has. */
  network_count: number;
  /** How many watch it. */
  subscribers_count: number;
  /** The organization that owns it (2.3); absent or null where a user does. */
  organization?: Account | null;
  [k: string]: unknown;
}

/** A repository as a list shows it (contract 2.2, endpoints 5 to 7). Required is every field of the table in 2.2 except those that recorded list items lack. */
export interface RepositoryItem {
  /** Numeric id of the repository. */
  id: number;
  /** Opaque global id. */
  node_id: string;
  /** Short name. */
  name: string;
  /** The owner's login, a slash, the short name. */
  full_name: string;
  /** False for a public repository. */
  private: boolean;
  /** Whose it is (2.3). */
  owner: Account;
  /** The repository on the web. */
  html_url: string;
  /** What it is about, in the owner's words. */
  description: string | null;
  /** Whether it was forked from another. */
  fork: boolean;
  /** This repository in the API. */
  url: string;
  /** Its forks. */
  forks_url: string;
  /** Its deploy keys. */
  keys_url: string;
  /** Who works on it. */
  collaborators_url: string;
  /** The teams that may work on it. */
  teams_url: string;
  /** Its web hooks. */
  hooks_url: string;
  /** What happened to its issues. */
  issue_events_url: string;
  /** What happened in it. */
  events_url: string;
  /** Whom issues can be given to. */
  assignees_url: string;
  /** Its branches. */
  branches_url: string;
  /** Its tags. */
  tags_url: string;
  /** Git blobs. */
  blobs_url: string;
  /** Git tag objects. */
  git_tags_url: string;
  /** Git references. */
  git_refs_url: string;
  /** Git trees. */
  trees_url: string;
  /** Commit statuses. */
  statuses_url: string;
  /** Bytes per language. */
  languages_url: string;
  /** Who starred it. */
  stargazers_url: string;
  /** Who contributed. */
  contributors_url: string;
  /** Who watches it. */
  subscribers_url: string;
  /** The caller's own watching. */
  subscription_url: string;
  /** Its commits. */
  commits_url: string;
  /** Git commit objects. */
  git_commits_url: string;
  /** Comments on commits. */
  comments_url: string;
  /** Comments on issues. */
  issue_comment_url: string;
  /** Files. */
  contents_url: string;
  /** Two commits compared. */
  compare_url: string;
  /** Where branches are merged. */
  merges_url: string;
  /** The files as an archive. */
  archive_url: string;
  /** Its downloads. */
  downloads_url: string;
  /** Its issues. */
  issues_url: string;
  /** Its pull requests. */
  pulls_url: string;
  /** Its milestones. */
  milestones_url: string;
  /** The caller's notifications. */
  notifications_url: string;
  /** Its labels. */
  labels_url: string;
  /** Its releases. */
  releases_url: string;
  /** Its deployments. */
  deployments_url: string;
  /** When it was made. */
  created_at: string;
  /** When its record last changed. */
  updated_at: string;
  /** When commits last came in; null before the first. */
  pushed_at: string | null;
  /** Address for the git protocol. */
  git_url: string;
  /** Address for git over SSH; not a URL. */
  ssh_url: string;
  /** Address for git over HTTPS. */
  clone_url: string;
  /** Address for Subversion. */
  svn_url: string;
  /** A web page of its own; null or the empty string where it has none. */
  homepage: string | null;
  /** Size in kilobytes. */
  size: number;
  /** How many starred it. */
  stargazers_count: number;
  /** The same number under its older name. */
  watchers_count: number;
  /** The same number under its oldest name; some list items lack it. */
  watchers?: number;
  /** How many forks it has. */
  forks_count: number;
  /** The same number under its older name; some list items lack it. */
  forks?: number;
  /** How many issues are open. */
  open_issues_count: number;
  /** The same number under its older name; some list items lack it. */
  open_issues?: number;
  /** The main programming language. Never absent by the decisions, yet the vendor's own published example of a repository lacks it, so it is not required. */
  language?: string | null;
  /** Whether issues are switched on. */
  has_issues: boolean;
  /** Whether project boards are switched on. */
  has_projects: boolean;
  /** Whether downloads are switched on. */
  has_downloads: boolean;
  /** Whether the wiki is switched on. */
  has_wiki: boolean;
  /** Whether pages are published from it. */
  has_pages: boolean;
  /** Whether it is read-only for good. */
  archived: boolean;
  /** Whether the service switched it off. */
  disabled: boolean;
  /** Where it is mirrored from. */
  mirror_url: string | null;
  /** A short-lived credential for cloning; null or the empty string for most callers. */
  temp_clone_token?: string | null;
  /** The branch that is shown first. */
  default_branch: string;
  /** Its license (2.4), null where it has none; some list items lack the field. */
  license?: License | null;
  [k: string]: unknown;
}

/** The header fields of a successful JSON answer (contract 4.1), by their names in lower case. The vendor word stands inside two names, so those are known by their ends. */
export interface ResponseHeaders extends RateLimitHeaders {
  /** JSON, in UTF-8. */
  "content-type": string;
  /** What the server calls itself. */
  server?: string;
  /** Who may keep the answer and for how long. */
  "cache-control": string;
  /** The request header fields that the answer depends on. */
  vary?: string;
  /** Names this version of the answer. The contract shows weak ones; the live service sends strong ones too where it does not compress. */
  etag: string;
  /** When the record last changed. */
  "last-modified"?: string;
  /** The header fields that a script in a browser may read. */
  "access-control-expose-headers"?: string;
  /** Which origins may read the answer. */
  "access-control-allow-origin"?: string;
  /** How long to insist on HTTPS. */
  "strict-transport-security"?: string;
  /** Whether the answer may be framed. */
  "x-frame-options"?: string;
  /** Whether the type may be guessed. */
  "x-content-type-options"?: string;
  /** What an old browser's filter should do. */
  "x-xss-protection"?: string;
  /** What a link away may tell. */
  "referrer-policy"?: string;
  /** What the answer may load. */
  "content-security-policy"?: string;
  /** Whether a part can be asked for. */
  "accept-ranges"?: string;
  /** Size of the body in bytes. */
  "content-length"?: string;
  /** When the answer was made. */
  date: string;
  [k: string]: unknown;
}

/** An account asked for by name, or the caller's own (contract 2.1, endpoints 2 and 3): the account of 2.3 and what its profile tells. */
export interface User extends Account {
  /** The name to show. */
  name?: string | null;
  /** Where the person works. */
  company?: string | null;
  /** A web page of their own; may be the empty string. */
  blog?: string | null;
  /** Where the person lives, in their own words. */
  location?: string | null;
  /** The public address. */
  email?: string | null;
  /** Whether the person is open to offers. */
  hireable?: boolean | null;
  /** A few words about the person. */
  bio?: string | null;
  /** Their name on another network. */
  twitter_username?: string | null;
  /** How many public repositories the account owns. */
  public_repos?: number;
  /** How many public gists the account owns. */
  public_gists?: number;
  /** How many follow the account. */
  followers?: number;
  /** How many the account follows. */
  following?: number;
  /** When the account was made (2). */
  created_at?: string;
  /** When the account last changed (2). */
  updated_at?: string;
  [k: string]: unknown;
}

/** One short line of plain text, and not JSON (contract 4, endpoint 1). */
export type Zen = string;
