import { repositoryLinks } from "@tapedeck/world";
import { type AccountSeed, owner } from "./account.ts";
import type { Full, RepositoryDocument } from "./documents.ts";
import type { LicenseDocument } from "./license.ts";
import { referenceSite } from "./url-placeholder.ts";

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

/**
 * Returns the document of a repository, as `/repos/{owner}/{repo}` does: every field of contract 2.2.
 * @example
 * repository({ id: 7, name: "engine", owner: { login: "ada", id: 1 } }).full_name; // "ada/engine"
 */
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

/**
 * Returns the list item of a full document: it lacks four fields.
 * @example
 * "network_count" in listItem(repository(seed)); // false
 */
export function listItem(document: RepositoryDocument): Readonly<Record<string, unknown>> {
  const { network_count, subscribers_count, organization, temp_clone_token, ...item } = {
    ...document,
  } as Full<RepositoryDocument>;
  return item;
}
