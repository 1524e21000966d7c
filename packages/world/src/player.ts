import { type Api, cityCounts, credentialsOf, service, type Tokens } from "@tapedeck/api";
import { type Clock, createPlayer, type Player, type PlayerOptions } from "@tapedeck/replay";
import { anonymous, type Exchange, type HeaderList, type Principal, type Tape } from "@tapedeck/tape";
import { checkArgument } from "@tapedeck/tape/internal";
import { site } from "./documents/links.ts";
import { generator } from "./generate-response.ts";
import { below, hash, hashText, keyOfSeed } from "./population/hash.ts";
import { present } from "./population/moment.ts";
import { cities, zenLines } from "./population/vocabulary.ts";
import type { World } from "./world.ts";

/** Options of a player of a world. */
export interface WorldPlayerOptions
  extends Pick<PlayerOptions, "comparedBytes" | "journal" | "maxBuckets" | "maxSecrets" | "onRequest" | "overrides"> {
  /** Description of the API besides its documents. Default: `service`. */
  readonly api?: Api;
  /** Default: the API's own 404, since a world is complete. */
  readonly misses?: PlayerOptions["misses"];
  /** Default: always 2026-01-01, the present of a world. */
  readonly clock?: Clock;
  /**
   * Default: none, and every well-formed credential is the principal `token`. A token belongs to the account whose
   * login is its account (or alias), or else to a user that depends on its name.
   */
  readonly tokens?: Tokens;
  /** Aliases of tokens with a narrow scope: they show only public repositories. */
  readonly narrow?: readonly Principal[];
}

/**
 * Makes a player of a world. It answers every endpoint, with credentials, limits, etags and pages, as it does from
 * tapes.
 * @example
 * const player = createWorldPlayer(createWorld({ seed: 42, accounts: 1000, repositories: 10_000 }));
 * const response = await player("http://localhost/user/repos", { headers: { authorization: "token any" } });
 */
export function createWorldPlayer(world: World, options: WorldPlayerOptions = {}): Player {
  checkArgument("play a world", "the world", world, "object");
  const { api = service, misses = "not-found", tokens = {}, narrow = [], ...playing } = options;
  const owners = new Map(credentialsOf(tokens).map(({ alias, account }) => [alias, accountFor(world, account)]));
  return createPlayer({
    ...playing,
    tapes: smallTapes(world.population.seed),
    api: [api, cityCounts],
    misses,
    tokens,
    generate: generator(world, {
      api,
      ownAccount: (principal) =>
        principal === anonymous ? null : (owners.get(principal) ?? accountFor(world, principal)),
      seesPrivate: (principal) => principal !== anonymous && !narrow.includes(principal),
    }),
  });
}

/**
 * Returns the account of a principal in a world: the one with this login, or else a user that depends on the name.
 * @example
 * world.user(accountFor(world, "token")).login; // the account of /user for any credential
 */
export function accountFor({ population }: World, name: string): number {
  const named = population.accountNamed(name);
  if (named !== null) return named;
  const some = below(hashText(0, name), population.accounts);
  // Seven in eight are users, and the very first one is.
  for (let account = some; account > 0; account -= 1) if (!population.isOrganization(account)) return account;
  return 0;
}

/** Makes the tapes of a world: the lines of `/zen`, and the city counts of the other API. */
function smallTapes(seed: number): readonly Tape[] {
  const key = hash(keyOfSeed(seed), 9);
  const lines = zenLines.map((line) => exchange("/zen", "text/plain; charset=utf-8", line, commonHeaders));
  const counts = cities.map((city, number) =>
    exchange(`/bicyclists/${city}`, "application/json; charset=utf-8", String(below(hash(key, number), 20_000))),
  );
  return [
    { name: "world", origin: site.api, recordedAt: present, exchanges: lines },
    { name: "city counts", origin: "https://cyclists.example", recordedAt: present, exchanges: counts },
  ];
}

/** The headers of the answer to `/zen`: service-api, section 4.1. */
const commonHeaders: HeaderList = [
  ...service.headers,
  ["accept-ranges", "bytes"],
  ["cache-control", "public, max-age=60, s-maxage=60"],
];

function exchange(target: string, type: string, text: string, further: HeaderList = []): Exchange {
  return {
    request: { method: "GET", target, principal: anonymous, headers: [], body: null },
    response: { status: 200, headers: [["content-type", type], ...further], body: { encoding: "utf8", text } },
  };
}
