import { accountLinks, repositoryLinks, type Site } from "@tapedeck/world";

/** The origin in the documents of the world until they are rendered; RFC 2606 reserves it, so that it leads nowhere. */
const placeholder = "https://api.standin.invalid";

/** The host of web pages and of git. */
const webHost = "service.example";

/** The site of the documents of the world until they are rendered. */
const referenceSite: Site = { api: placeholder, web: `https://${webHost}` };

/** Writes a document as compact JSON, with links to the public origin. */
export function render(document: unknown, publicUrl: string): string {
  return JSON.stringify(document).replaceAll(placeholder, publicUrl);
}

/** The members of an account that the server reads; it serves the others unchanged. */
export interface UserDocument {
  readonly login: string;
  readonly id: number;
  readonly type: string;
  readonly updated_at?: string;
}

/**
 * The members of a repository that the server reads. It is always the full document; list items lack some members.
 */
export interface RepositoryDocument {
  readonly id: number;
  readonly full_name: string;
  readonly owner: { readonly login: string };
  readonly updated_at: string;
}

/** The data of a server. A list has the order of the repositories here. */
export interface ReferenceWorld {
  /** By login. */
  readonly accounts: Readonly<Record<string, UserDocument>>;
  readonly repositories: readonly RepositoryDocument[];
  /** The scope that a token needs to see a repository, by full name; for other callers it does not exist. */
  readonly visibleTo?: Readonly<Record<string, string>>;
  readonly zen: readonly string[];
}

/** A document with all its other fields. */
export type Full<Document> = Document & Readonly<Record<string, unknown>>;

/** A license: contract 2.4. `url` is null for an unknown text. */
interface LicenseDocument {
  readonly key: string;
  readonly name: string;
  readonly spdx_id: string;
  readonly url: string | null;
  readonly node_id: string;
}

function known(key: string, name: string, spdxId: string): LicenseDocument {
  return {
    key,
    name,
    spdx_id: spdxId,
    url: `${placeholder}/licenses/${key}`,
    node_id: Buffer.from(`License:${key}`).toString("base64"),
  };
}

/** The licenses of the world, by key. */
export const referenceLicenses: Readonly<Record<"mit" | "apache" | "other", LicenseDocument>> = {
  mit: known("mit", "MIT License", "MIT"),
  apache: known("apache-2.0", "Apache License 2.0", "Apache-2.0"),
  other: { ...known("other", "Other", "NOASSERTION"), url: null },
};

/** The members that differ between accounts; the others follow from them. */
export interface AccountSeed {
  readonly login: string;
  readonly id: number;
  readonly type?: "User" | "Organization";
  readonly siteAdmin?: boolean;
  readonly publicRepos?: number;
  readonly updatedAt?: string;
  /** Fields of the profile that are filled in; the others are null. */
  readonly profile?: Readonly<Record<string, string | boolean>>;
}

/** The fields of contract 2.3, as in a repository. */
type OwnerDocument = Full<{ readonly login: string; readonly id: number; readonly type: string }>;

/** Returns the document of an account in a repository, as `owner` or `organization`. */
function owner(seed: AccountSeed): OwnerDocument {
  const { login, id, type = "User", siteAdmin = false } = seed;
  return {
    login,
    id,
    node_id: Buffer.from(`${type}:${id}`).toString("base64"),
    avatar_url: `https://avatars.${webHost}/u/${id}?v=4`,
    gravatar_id: "",
    ...accountLinks(referenceSite, login),
    type,
    site_admin: siteAdmin,
  };
}

/** Returns the document of an account, as `/users/{username}` does. */
export function account(seed: AccountSeed): Full<UserDocument> {
  return {
    ...owner(seed),
    name: null,
    company: null,
    blog: "",
    location: null,
    email: null,
    hireable: null,
    bio: null,
    twitter_username: null,
    ...seed.profile,
    public_repos: seed.publicRepos ?? 0,
    public_gists: 0,
    followers: (seed.id * 7) % 40,
    following: (seed.id * 3) % 11,
    created_at: "2019-02-03T08:15:00Z",
    updated_at: seed.updatedAt ?? "2024-01-20T16:45:30Z",
  };
}

/** The members that differ between repositories; the others follow from them. */
export interface RepositorySeed {
  readonly id: number;
  readonly name: string;
  readonly owner: AccountSeed;
  readonly private?: boolean;
  readonly fork?: boolean;
  readonly archived?: boolean;
  readonly description?: string | null;
  readonly homepage?: string | null;
  readonly language?: string | null;
  readonly license?: LicenseDocument | null;
  readonly stars?: number;
  readonly pushedAt?: string | null;
  readonly updatedAt?: string;
}

/** Returns the document of a repository, as `/repos/{owner}/{repo}` does: every field of contract 2.2. */
export function repository(seed: RepositorySeed): Full<RepositoryDocument> {
  const { id, name, stars = 0, updatedAt = "2024-03-01T12:00:00Z" } = seed;
  const fullName = `${seed.owner.login}/${name}`;
  const { html_url, url, git_url, ssh_url, clone_url, svn_url, ...links } = repositoryLinks(referenceSite, fullName);
  const [forks, issues] = [Math.floor(stars / 5), id % 9];
  return {
    id,
    node_id: Buffer.from(`Repository:${id}`).toString("base64"),
    name,
    full_name: fullName,
    private: seed.private ?? false,
    owner: owner(seed.owner),
    html_url,
    description: seed.description ?? null,
    fork: seed.fork ?? false,
    url,
    ...links,
    created_at: "2020-06-15T09:30:00Z",
    updated_at: updatedAt,
    pushed_at: seed.pushedAt === undefined ? updatedAt : seed.pushedAt,
    git_url,
    ssh_url,
    clone_url,
    svn_url,
    homepage: seed.homepage ?? null,
    size: (id * 37) % 4096,
    stargazers_count: stars,
    watchers_count: stars,
    language: seed.language ?? null,
    has_issues: true,
    has_projects: id % 2 === 0,
    has_downloads: true,
    has_wiki: id % 3 !== 0,
    has_pages: id % 5 === 0,
    forks_count: forks,
    mirror_url: null,
    archived: seed.archived ?? false,
    disabled: false,
    open_issues_count: issues,
    license: seed.license ?? null,
    forks,
    open_issues: issues,
    watchers: stars,
    default_branch: id % 4 === 0 ? "trunk" : "main",
    temp_clone_token: seed.private ? "" : null,
    ...(seed.owner.type === "Organization" ? { organization: owner(seed.owner) } : {}),
    network_count: forks,
    subscribers_count: (id % 6) + 1,
  };
}

/** Returns the list item of a full document: it lacks four fields. */
export function listItem(document: RepositoryDocument): Readonly<Record<string, unknown>> {
  const { network_count, subscribers_count, organization, temp_clone_token, ...item } = {
    ...document,
  } as Full<RepositoryDocument>;
  return item;
}
