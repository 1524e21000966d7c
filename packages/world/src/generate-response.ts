import {
  type Api,
  arrangedSteps,
  jsonResponse,
  linkOf,
  matchRoute,
  type Paging,
  pageIn,
  type RouteMatch,
} from "@tapedeck/api";
import type { Generate } from "@tapedeck/replay";
import type { Principal } from "@tapedeck/tape";
import { finish } from "@tapedeck/tape/internal";
import { repositoryUpdated, userUpdated } from "./documents/documents.ts";
import { type Site, site } from "./documents/links.ts";
import { hash, hashText, keyOfSeed } from "./population/hash.ts";
import type { World } from "./world.ts";

/** Raised whenever the same seed gives other bytes: a breaking change, and cached copies are no longer valid. */
const edition = 1;

const encoder = new TextEncoder();

/** The API of a world, and the documents that its callers see. */
interface Visibility {
  readonly api: Api;
  /** Returns the account of a principal; null for the anonymous one. */
  readonly ownAccount: (principal: Principal) => number | null;
  /** Returns whether a principal's credential shows the private repositories of its account. */
  readonly seesPrivate: (principal: Principal) => boolean;
}

/**
 * Makes the function that answers a request from a world; it returns null if the world has nothing for it, or the
 * request is not a plain GET. Bodies are written when they are sent, with links to where the caller asked.
 * @example
 * const generate = generator(createWorld({ seed: 42, accounts: 10, repositories: 100 }), visibility);
 */
export function generator(world: World, { api, ownAccount, seesPrivate }: Visibility): Generate {
  const { population } = world;
  const key = [population.accounts, population.repositories, edition].reduce(hash, keyOfSeed(population.seed));
  const common = jsonResponse(api, 200, {}).headers;
  const vendor = common.find(([name]) => name.endsWith("-media-type"))?.[1] ?? api.name;
  // The vendor's service links its lists through numbers.
  const byId = matchRoute(api, "GET", "/user/1/repos").operation !== null;

  return (request, route) => {
    if (request.method !== "GET" || request.body !== null) return null;
    const { principal, target } = request;
    const own = ownAccount(principal);
    const subject = subjectOf(route, world, api, own, byId);
    if (subject === null) return null;
    const { owner, updated } = subject;
    const shown = owner === own && seesPrivate(principal);
    if (subject.isPrivate && !shown) return null;

    // One target can be another document for another caller: "/user".
    const view = `${target} ${owner} ${shown ? "all" : "public"} ${vendor.split(".")[0]}`;
    const headers: ReadonlyArray<readonly [string, string]> = [
      ...common,
      ["accept-ranges", "bytes"],
      ["cache-control", "public, max-age=60, s-maxage=60"],
      ["etag", `W/"${hex(hashText(key, view))}${hex(hashText(hash(key, 1), view))}"`],
      ...(updated === null ? [] : [["last-modified", new Date(updated * 1000).toUTCString()] as const]),
    ];
    return {
      source: "world",
      status: 200,
      headers,
      // The body is not kept: it is written for each caller.
      render: (base) => {
        const { document, link = null } = subject.write(shown, { ...site, api: base });
        const body = encoder.encode(JSON.stringify(document));
        return { headers: link === null ? headers : [...headers, ["link", link]], body };
      },
    };
  };
}

function hex(number: number): string {
  return number.toString(16).padStart(8, "0");
}

/** The documents of a world that a request asks for. */
interface Subject {
  /** The account that they belong to. */
  readonly owner: number;
  readonly isPrivate: boolean;
  /** Epoch seconds of the last change; null for a list, whose latest item is known only when all of them are read. */
  readonly updated: number | null;
  /**
   * Writes them.
   * @param shown Whether the caller sees what is private.
   * @param here Where links lead.
   */
  readonly write: (shown: boolean, here: Site) => { readonly document: unknown; readonly link?: string | null };
}

const allAtOnce: Paging = { style: "page", page: "page", size: "per_page", default: Infinity, max: Infinity };

/**
 * Finds the subject of a request; returns null if it does not exist.
 * @param route The operation of the request and its parameters.
 * @param own The caller's account; null without a credential.
 * @param byId Whether the API lists paths with a number: then links of its lists use them.
 */
function subjectOf(
  { operation, parameters, target }: RouteMatch,
  world: World,
  api: Api,
  own: number | null,
  byId: boolean,
): Subject | null {
  const { username = "", owner = "", repo = "", org = "", id = "" } = parameters;
  const { population } = world;
  const list = (account: number | null, kind = ""): Subject | null =>
    account === null
      ? null
      : listOf(world, api, account, target, byId && kind ? `/${kind}/${account + 1}/repos` : null);
  const numbered = (find: (number: number) => number | null): number | null =>
    /^\d+$/.test(id) ? find(Number(id)) : null;
  const organization = (account: number | null): number | null =>
    account !== null && population.isOrganization(account) ? account : null;

  switch (operation?.id) {
    case "getOwnUser":
      return userOf(world, own, true);
    case "listOwnRepositories":
      return list(own);
    case "getUser":
      return userOf(world, population.accountNamed(username), false);
    case "listUserRepositories":
      return list(population.accountNamed(username), "user");
    case "listUserRepositoriesById":
      return list(numbered(population.accountWithId), "user");
    case "listOrganizationRepositories":
      return list(organization(population.accountNamed(org)), "organizations");
    case "listOrganizationRepositoriesById":
      return list(organization(numbered(population.accountWithId)), "organizations");
    case "getRepository":
      return repositoryOf(world, population.repositoryNamed(owner, repo));
    case "getRepositoryById":
      return repositoryOf(world, numbered(population.repositoryWithId));
    default:
      return null;
  }
}

function userOf(world: World, account: number | null, isOwn: boolean): Subject | null {
  if (account === null) return null;
  return {
    owner: account,
    isPrivate: false,
    updated: userUpdated(world.population, account),
    write: (shown, here) => {
      const user = world.user(account, here);
      if (!isOwn || !shown) return { document: user };
      const { count, publicCount } = world.population.holding(account);
      const hidden = count - publicCount;
      return { document: { ...user, total_private_repos: hidden, owned_private_repos: hidden } };
    },
  };
}

function repositoryOf(world: World, repository: number | null): Subject | null {
  if (repository === null) return null;
  const { owner, isPrivate } = world.population.ownership(repository);
  return {
    owner,
    isPrivate,
    updated: repositoryUpdated(world.population, repository),
    write: (_shown, here) => ({ document: world.repository(repository, here) }),
  };
}

function listOf(world: World, api: Api, owner: number, target: string, linked: string | null): Subject {
  const [path = "", search = ""] = target.split(/\?(.*)/s);
  return {
    owner,
    isPrivate: false,
    updated: null,
    write: (shown, here) => {
      const query = new URLSearchParams(search);
      const paging = api.paging ?? allAtOnce;
      const { first, count, publicCount } = world.population.holding(owner);
      const held = shown ? count : publicCount;
      const places = arranged(world, query, api, first, held);
      const length = places?.length ?? held;
      const page = pageIn(query, paging);
      const from = Math.min((page.number - 1) * page.size, length);
      const document = Array.from({ length: Math.min(page.size, length - from) }, (_, at) =>
        world.item(first + (places?.[from + at] ?? from + at), here),
      );
      return { document, link: linkOf(here.api + (linked ?? path), query, page, length, paging.page) };
    },
  };
}

/** Returns the positions of the items that a filtered or sorted list shows; null for all in order. */
function arranged(
  world: World,
  query: URLSearchParams,
  { behaviour }: Api,
  first: number,
  held: number,
): readonly number[] | null {
  const wanted = new URLSearchParams([...query].filter(([name]) => ["type", "sort", "direction"].includes(name)));
  if (behaviour.listOrder === undefined || wanted.size === 0) return null;
  const items = Array.from({ length: held }, (_, at) => world.item(first + at, site));
  // A property that a world does not know is true of none of its documents.
  const order = behaviour.listOrder(wanted);
  return order === null ? [] : finish(arrangedSteps(items, order));
}
