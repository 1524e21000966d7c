import { type Api, linkOf, type Paging, pageIn, type RouteMatch } from "@tapedeck/api";
import { repositoryUpdated, userUpdated } from "./documents/documents.ts";
import { type Site, site } from "./documents/links.ts";
import type { World } from "./world.ts";

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
 * @example
 * subjectOf(matchRoute(service, "GET", "/users/ada"), world, service, null, false); // { owner: 7, isPrivate: false, … }
 */
export function subjectOf(
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
  if (behaviour.arrangeList === undefined || wanted.size === 0) return null;
  const items = Array.from({ length: held }, (_, at) => world.item(first + at, site));
  // A property that a world does not know is true of none of its documents.
  return behaviour.arrangeList(items, wanted) ?? [];
}
