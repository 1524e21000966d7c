import type { Account, Repository, RepositoryItem, User } from "@tapedeck/schema";
import { below, hash, heavyTailed, pick } from "../population/hash.ts";
import { present, timestamp } from "../population/moment.ts";
import type { Population } from "../population/population.ts";
import { firstNames, languages, licenseOf, licenses, places, purposes, qualities } from "../population/vocabulary.ts";
import { accountLinks, repositoryLinks, type Site } from "./links.ts";

// Each field draws from a number of its own, so that a new field changes none of the others.
const draw = {
  name: 101,
  hasBio: 110,
  blog: 111,
  company: 102,
  place: 103,
  hireable: 104,
  bio: 105,
  gists: 106,
  followers: 107,
  following: 108,
  updated: 109,
  created: 201,
  described: 217,
  empty: 218,
  pushed: 202,
  fork: 203,
  language: 204,
  license: 205,
  quality: 206,
  purpose: 207,
  homepage: 208,
  size: 209,
  stars: 210,
  forks: 211,
  issues: 212,
  switches: 213,
  branch: 214,
  network: 215,
  subscribers: 216,
} as const;

/** Describes an account like a repository's `owner`. */
function accountDocument(population: Population, account: number, site: Site): Required<Account> {
  const login = population.login(account);
  const type = population.isOrganization(account) ? "Organization" : "User";
  return {
    login,
    id: account + 1,
    node_id: `${type.charAt(0)}_${(account + 1).toString(36)}`,
    avatar_url: `${site.web}/avatars/${account + 1}`,
    gravatar_id: "",
    ...accountLinks(site, login),
    type,
    site_admin: false,
  };
}

/** Describes an account like `/users/{username}`. */
export function userDocument(population: Population, account: number, site: Site): User {
  const key = population.accountKey(account);
  const chance = (field: number): number => hash(key, field);
  const short = accountDocument(population, account, site);
  const joined = population.joined(account);
  const title = `${short.login.charAt(0).toUpperCase()}${short.login.slice(1)}`;
  const isPerson = short.type === "User";
  const hireable = below(chance(draw.hireable), 4);
  return {
    ...short,
    name: isPerson ? `${pick(chance(draw.name), firstNames)} ${title}` : title,
    company: isPerson && below(chance(draw.company), 3) === 0 ? `@${population.login(0)}` : null,
    blog: below(chance(draw.blog), 4) === 0 ? `https://${short.login}.example` : "",
    location: pick(chance(draw.place), places),
    email: null,
    hireable: isPerson && hireable === 0 ? true : null,
    bio: below(chance(draw.hasBio), 2) === 0 ? null : `Makes things ${pick(chance(draw.bio), purposes)}`,
    twitter_username: null,
    public_repos: population.holding(account).publicCount,
    public_gists: heavyTailed(chance(draw.gists)),
    followers: isPerson ? heavyTailed(chance(draw.followers)) : 0,
    following: isPerson ? heavyTailed(chance(draw.following)) >> 2 : 0,
    created_at: timestamp(joined),
    updated_at: timestamp(userUpdated(population, account)),
  };
}

/** Describes a repository like a list: without the four fields that only the single answer has. */
export function itemDocument(population: Population, repository: number, site: Site): RepositoryItem {
  const key = population.repositoryKey(repository);
  const chance = (field: number): number => hash(key, field);
  const { owner: account, name, isPrivate } = population.ownership(repository);
  const owner = accountDocument(population, account, site);
  const fullName = `${owner.login}/${name}`;
  const id = population.repositoryId(repository);

  const created = between(population.joined(account), present, chance(draw.created));
  const language = pick(chance(draw.language), languages);
  const terms = pick(chance(draw.license), licenses);
  const stars = heavyTailed(chance(draw.stars));
  const forks = Math.floor(stars / 5) + (heavyTailed(chance(draw.forks)) >> 2);
  const issues = heavyTailed(chance(draw.issues)) >> 1;
  const switches = chance(draw.switches);
  const isEmpty = language === null && below(chance(draw.empty), 4) === 0;
  return {
    id,
    node_id: `R_${id.toString(36)}`,
    name,
    full_name: fullName,
    private: isPrivate,
    owner,
    description:
      below(chance(draw.described), 5) === 0
        ? null
        : `${pick(chance(draw.quality), qualities)} ${name.slice(name.indexOf("-") + 1)} ${pick(chance(draw.purpose), purposes)}`,
    fork: below(chance(draw.fork), 4) === 0,
    ...repositoryLinks(site, fullName),
    created_at: timestamp(created),
    updated_at: timestamp(between(created, present, chance(draw.updated))),
    pushed_at: isEmpty ? null : timestamp(between(created, present, chance(draw.pushed))),
    homepage: below(chance(draw.homepage), 8) === 0 ? `https://${name}.example` : null,
    size: isEmpty ? 0 : heavyTailed(chance(draw.size)) * 13 + 1,
    stargazers_count: stars,
    watchers_count: stars,
    language,
    has_issues: (switches & 15) !== 0,
    has_projects: (switches & 16) !== 0,
    has_downloads: (switches & (7 << 5)) !== 0,
    has_wiki: (switches & (3 << 8)) !== 0,
    has_pages: (switches & (15 << 10)) === 0,
    forks_count: forks,
    mirror_url: null,
    archived: (switches & (31 << 14)) === 0,
    disabled: false,
    open_issues_count: issues,
    license: terms === null ? null : licenseOf(site, terms),
    forks,
    open_issues: issues,
    watchers: stars,
    default_branch: below(chance(draw.branch), 3) === 0 ? "master" : "main",
  };
}

/** Describes a repository like `/repos/{owner}/{repo}`. */
export function repositoryDocument(population: Population, repository: number, site: Site): Repository {
  const key = population.repositoryKey(repository);
  const item = itemDocument(population, repository, site);
  const { owner, forks_count: forks, stargazers_count: stars } = item;
  return {
    ...item,
    watchers: stars,
    forks,
    open_issues: item.open_issues_count,
    license: item.license ?? null,
    temp_clone_token: item.private ? "" : null,
    ...(owner.type === "Organization" ? { organization: owner } : {}),
    network_count: forks + (item.fork ? heavyTailed(hash(key, draw.network)) : 0),
    subscribers_count: (stars >> 4) + (heavyTailed(hash(key, draw.subscribers)) >> 2) + 1,
  };
}

/** Returns when a user's record last changed, in epoch seconds. */
export function userUpdated(population: Population, account: number): number {
  return between(population.joined(account), present, hash(population.accountKey(account), draw.updated));
}

/** Returns when a repository's record last changed, in epoch seconds. */
export function repositoryUpdated(population: Population, repository: number): number {
  const key = population.repositoryKey(repository);
  const { owner } = population.ownership(repository);
  const created = between(population.joined(owner), present, hash(key, draw.created));
  return between(created, present, hash(key, draw.updated));
}

function between(from: number, to: number, chance: number): number {
  return from + below(chance, to - from);
}
