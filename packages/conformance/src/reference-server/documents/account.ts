import { accountLinks } from "@tapedeck/world";
import type { Full, UserDocument } from "./documents.ts";
import { referenceSite, webHost } from "./url-placeholder.ts";

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

/**
 * Returns the document of an account in a repository, as `owner` or `organization`.
 * @example
 * owner({ login: "ada", id: 1 }).url; // "https://api.standin.invalid/users/ada"
 */
export function owner(seed: AccountSeed): OwnerDocument {
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

/**
 * Returns the document of an account, as `/users/{username}` does.
 * @example
 * account({ login: "ada", id: 1, profile: { name: "Ada" } }); // { login: "ada", …, name: "Ada", company: null, … }
 */
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
