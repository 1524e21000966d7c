import { type Api, jsonResponse, linkOf, matchRoute, type Paging, pageIn } from "@tapedeck/api";
import type { Generate, Rendered } from "@tapedeck/replay";
import type { HeaderList, Principal } from "@tapedeck/tape";
import { repositoryUpdated, userUpdated } from "./documents/documents.ts";
import { site } from "./documents/links.ts";
import { hash, hashText, keyOfSeed } from "./population/hash.ts";
import { type Question, questionOf } from "./question.ts";
import type { World } from "./world.ts";

/** Raised whenever the same seed gives other bytes: a breaking change, and cached copies are no longer valid. */
const edition = 1;

const encoder = new TextEncoder();

const allAtOnce: Paging = { style: "page", page: "page", size: "per_page", default: Infinity, max: Infinity };

/** Who sees what. */
interface Sight {
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
 * const generate = generator(createWorld({ seed: 42, accounts: 10, repositories: 100 }), sight);
 */
export function generator(world: World, sight: Sight): Generate {
  const { api, ownAccount, seesPrivate } = sight;
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
    const question = questionOf(route, population, own, byId);
    if (question === null) return null;
    const owner = ownerIn(world, question);
    const shown = owner === own && seesPrivate(principal);
    if (question.kind === "repository" && !shown && population.ownership(question.repository).isPrivate) return null;

    // One target can be another document for another caller: "/user".
    const view = `${target} ${owner} ${shown ? "all" : "public"} ${vendor.split(".")[0]}`;
    const etag = `W/"${hex(hashText(key, view))}${hex(hashText(hash(key, 1), view))}"`;
    const modified = modifiedAt(world, question);
    const headers: Array<readonly [string, string]> = [
      ...common,
      ["accept-ranges", "bytes"],
      ["cache-control", "public, max-age=60, s-maxage=60"],
      ["etag", etag],
      ...(modified === null ? [] : [["last-modified", modified] as const]),
    ];
    return {
      source: "world",
      status: 200,
      headers,
      // The body is not kept: it is written for each caller.
      render: (base) => render(world, question, base, headers, shown, api),
    };
  };
}

function ownerIn({ population }: World, question: Question): number {
  return question.kind === "repository" ? population.ownership(question.repository).owner : question.account;
}

// A list has no time of its own: finding the latest of its members means reading all of them.
function modifiedAt({ population }: World, question: Question): string | null {
  if (question.kind === "repositories") return null;
  const updated =
    question.kind === "user"
      ? userUpdated(population, question.account)
      : repositoryUpdated(population, question.repository);
  return new Date(updated * 1000).toUTCString();
}

function render(
  world: World,
  question: Question,
  base: string,
  headers: HeaderList,
  shown: boolean,
  api: Api,
): Rendered {
  const paging = api.paging ?? allAtOnce;
  const here = { ...site, api: base };
  const written = (document: unknown): Uint8Array<ArrayBuffer> => encoder.encode(JSON.stringify(document));
  switch (question.kind) {
    case "user": {
      const user = world.user(question.account, here);
      if (!question.own || !shown) return { headers, body: written(user) };
      const { count, publicCount } = world.population.holding(question.account);
      const hidden = count - publicCount;
      return { headers, body: written({ ...user, total_private_repos: hidden, owned_private_repos: hidden }) };
    }
    case "repository":
      return { headers, body: written(world.repository(question.repository, here)) };
    case "repositories": {
      const { first, count, publicCount } = world.population.holding(question.account);
      const held = shown ? count : publicCount;
      const places = arranged(world, question.query, api, first, held);
      const length = places?.length ?? held;
      const page = pageIn(question.query, paging);
      const from = Math.min((page.number - 1) * page.size, length);
      const shownHere = Math.min(page.size, length - from);
      const items = Array.from({ length: shownHere }, (_, at) =>
        world.item(first + (places?.[from + at] ?? from + at), here),
      );
      const link = linkOf(base + question.path, question.query, page, length, paging.page);
      return { headers: link === null ? headers : [...headers, ["link", link]], body: written(items) };
    }
  }
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

function hex(number: number): string {
  return number.toString(16).padStart(8, "0");
}
