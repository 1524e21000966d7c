import { type Api, jsonResponse, matchRoute } from "@tapedeck/api";
import type { Generate } from "@tapedeck/replay";
import type { Principal } from "@tapedeck/tape";
import { site } from "./documents/links.ts";
import { hash, hashText, keyOfSeed } from "./population/hash.ts";
import { subjectOf } from "./subject.ts";
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
