import type {
  Account,
  ErrorBody,
  License,
  RateLimitOverview,
  Repository,
  RepositoryItem,
  User,
} from "@tapedeck/schema";
import { licenseOf } from "../population/vocabulary.ts";
import { settle } from "./domain.ts";
import { accountLinks, repositoryLinks, site } from "./links.ts";

const { web } = site;

const ada: Required<Account> = {
  login: "ada",
  id: 1815,
  node_id: "U_1815",
  avatar_url: `${web}/avatars/1815`,
  gravatar_id: "",
  ...accountLinks(site, "ada"),
  type: "User",
  site_admin: false,
};

const lighthouse: Account = {
  ...ada,
  login: "lighthouse",
  id: 1820,
  node_id: "O_1820",
  avatar_url: `${web}/avatars/1820`,
  ...accountLinks(site, "lighthouse"),
  type: "Organization",
};

const adaProfile: User = {
  ...ada,
  name: "Ada",
  company: null,
  blog: "",
  location: "Málaga",
  email: null,
  hireable: null,
  bio: null,
  twitter_username: null,
  public_repos: 1,
  public_gists: 0,
  followers: 12,
  following: 3,
  created_at: "2019-02-03T08:15:00Z",
  updated_at: "2025-06-01T10:00:00Z",
};

const mit: License = licenseOf(site, ["mit", "MIT License", "MIT"]);

const engine: Repository = {
  id: 1843,
  node_id: "R_1843",
  name: "engine",
  full_name: "ada/engine",
  private: false,
  owner: ada,
  description: "A difference engine",
  fork: false,
  ...repositoryLinks(site, "ada/engine"),
  created_at: "2020-06-15T09:30:00Z",
  updated_at: "2025-03-01T12:00:00Z",
  pushed_at: "2025-03-01T11:59:00Z",
  homepage: null,
  size: 137,
  stargazers_count: 80,
  watchers_count: 80,
  language: "TypeScript",
  has_issues: true,
  has_projects: true,
  has_downloads: true,
  has_wiki: true,
  has_pages: false,
  forks_count: 9,
  mirror_url: null,
  archived: false,
  disabled: false,
  open_issues_count: 2,
  license: mit,
  forks: 9,
  open_issues: 2,
  watchers: 80,
  default_branch: "main",
  temp_clone_token: null,
  network_count: 9,
  subscribers_count: 5,
};
const { temp_clone_token: _token, network_count: _network, subscribers_count: _subscribers, ...engineItem } = engine;

const notFound: ErrorBody = { message: "Not Found", documentation_url: "https://docs.service.example/rest" };

const core = { limit: 60, used: 1, remaining: 59, reset: 1_767_229_200 };

/**
 * Single documents for unit tests: each is always the same, complete, and valid. Given fields replace its own, and
 * dependent fields follow: a name changes its links, a count its synonyms, an owner that is an organization its
 * `organization`.
 * @example
 * fixtures.user().login; // "ada"
 * fixtures.repository({ archived: true }).full_name; // "ada/engine"
 * fixtures.repository({ name: "loom", stargazers_count: 7 }).watchers; // 7
 */
export const fixtures = {
  /** Ada, as in `/users/ada`: a user with one public repository. */
  user: (wanted: Partial<User> = {}): User => settle("user", adaProfile, wanted) as User,
  /** Ada, as the `owner` of a repository. */
  account: (wanted: Partial<Account> = {}): Account => settle("account", ada, wanted) as Account,
  /** The lighthouse, an organization, as the `owner` of a repository. */
  organization: (wanted: Partial<Account> = {}): Account => settle("account", lighthouse, wanted) as Account,
  /** `ada/engine`, as in `/repos/ada/engine`: public, MIT, 80 stars. */
  repository: (wanted: Partial<Repository> = {}): Repository => {
    const isOrganization = (wanted.owner ?? ada).type === "Organization";
    return settle("repository", isOrganization ? { ...engine, organization: null } : engine, wanted) as Repository;
  },
  /** `ada/engine`, as in a list. */
  repositoryItem: (wanted: Partial<RepositoryItem> = {}): RepositoryItem =>
    settle("repository-item", engineItem, wanted) as RepositoryItem,
  /** The MIT license, as in a repository. */
  license: (wanted: Partial<License> = {}): License => ({ ...mit, ...wanted }),
  /** The API's error for a resource that does not exist. */
  error: (wanted: Partial<ErrorBody> = {}): ErrorBody => ({ ...notFound, ...wanted }),
  /** An anonymous caller's limit with one request spent, as in `/rate_limit`. */
  rateLimit: (wanted: Partial<RateLimitOverview> = {}): RateLimitOverview =>
    settle("rate-limit", { resources: { core }, rate: core }, wanted) as RateLimitOverview,
} as const;
