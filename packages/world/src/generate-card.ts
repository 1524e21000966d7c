import { type Generate, jsonHeaders, linkOf, type Profile, pageIn } from "@tapedeck/replay";
import type { HeaderList, Principal } from "@tapedeck/tape";
import { repositoryUpdated, userUpdated } from "./documents.ts";
import { hash, hashText, keyOfSeed } from "./hash.ts";
import { site } from "./links.ts";
import { type Question, questionOf } from "./question.ts";
import type { World } from "./world.ts";

/** Raised whenever the same seed gives other bytes: a breaking change, and a cached copy is no longer good. */
const edition = 1;

const encoder = new TextEncoder();

/** Who sees what. */
export interface Sight {
  readonly profile: Profile;
  /** The account of a principal; null for the anonymous one. */
  readonly ownAccount: (principal: Principal) => number | null;
  /** Whether a principal's credential shows the private repositories of its account. */
  readonly seesPrivate: (principal: Principal) => boolean;
}

/**
 * Makes the function that answers a request from a world; null where the world has nothing for it, or the request is
 * no plain GET. Bodies are written when they are sent, with links to where the caller asked.
 * @example
 * const generate = generator(createWorld({ seed: 42, accounts: 10, repositories: 100 }), sight);
 */
export function generator(world: World, sight: Sight): Generate {
  const { profile, ownAccount, seesPrivate } = sight;
  const { population } = world;
  const key = [population.accounts, population.repositories, edition].reduce(hash, keyOfSeed(population.seed));
  const common = jsonHeaders(profile);

  return (request) => {
    if (request.method !== "GET" || request.body !== null) return null;
    const { principal, target } = request;
    const own = ownAccount(principal);
    const { idRoutes } = profile;
    const question = questionOf(target, { ...population, own, idRoutes });
    if (question === null) return null;
    const owner = ownerIn(world, question);
    const shown = owner === own && seesPrivate(principal);
    if (question.kind === "repository" && !shown && population.ownership(question.repository).isPrivate) return null;

    // One target can be another document for another caller: "/user".
    const view = `${target} ${owner} ${shown ? "all" : "public"} ${profile.vendor}`;
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
      tape: "world",
      place: 1,
      origin: site.api,
      // The body is not kept: it is written for each caller anew.
      exchange: { request: { ...request, headers: [] }, response: { status: 200, headers, body: null } },
      validators: { etag, lastModified: modified },
      metered: true,
      refusal: false,
      render: (base) => render(world, question, profile.rewriteOrigin ? base : site.api, headers, shown),
    };
  };
}

function ownerIn({ population }: World, question: Question): number {
  return question.kind === "repository" ? population.ownership(question.repository).owner : question.account;
}

// A list has no moment of its own: to find the latest of its members, all of them would have to be looked at.
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
): { readonly headers: HeaderList; readonly body: Uint8Array<ArrayBuffer> } {
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
      const length = shown ? count : publicCount;
      const page = pageIn(question.query);
      const from = Math.min((page.number - 1) * page.size, length);
      const shownHere = Math.min(page.size, length - from);
      const items = Array.from({ length: shownHere }, (_, at) => world.item(first + from + at, here));
      const link = linkOf(base + question.path, question.query, page, length);
      return { headers: link === null ? headers : [...headers, ["link", link]], body: written(items) };
    }
  }
}

function hex(number: number): string {
  return number.toString(16).padStart(8, "0");
}
