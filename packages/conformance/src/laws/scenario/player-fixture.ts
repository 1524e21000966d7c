import { credentialsOf } from "@tapedeck/api";
import { createPlayer, type MovableClock, type Player, stoppedClock } from "@tapedeck/replay";
import { headerOf, pinnedMoment, type Tape } from "@tapedeck/tape";
import { createWorld, createWorldPlayer, type World } from "@tapedeck/world";
import fc from "fast-check";
import { type Adapter, keptAt } from "../../adapter.ts";
import { contractFixtures, tokens } from "../../fixtures/fixtures.ts";
import { homeApis } from "../../home-apis.ts";
import { type PlayerSession, withOpenAdapter } from "../../with-adapter.ts";
import type { Held, ModelRules, RecordedResponses } from "./model.ts";
import type { Targets } from "./step.ts";

/** A player for a law: small limits, which are used up within a window of a minute, and the tapes or world to play. */
export interface PlayerFixture {
  readonly anonymous: number;
  readonly token: number;
  readonly kind: "service" | "github";
  readonly played: "tapes" | "world";
}

/** Length of the windows of all fixtures, in seconds. */
const windowSeconds = 60;

/** The account of each alias of the fixtures. */
export const accounts: Readonly<Record<string, string>> = Object.fromEntries(
  credentialsOf(tokens).map(({ alias, account }) => [alias, account]),
);

/** A small world for all laws. */
export const world: World = createWorld({ seed: 6, accounts: 12, repositories: 40 });

const worldUser = world.user(0).login;
const worldRepository = firstPublic();

const things: Readonly<Record<PlayerFixture["played"], Targets>> = {
  tapes: {
    targets: [
      ...["/zen", "/users/ada", "/users/grace", "/users/nobody", "/users/flaky", "/users/stranger", "/user"],
      ...["/user/repos", "/repos/ada/engine", "/users/gone", "/nowhere", "/bicyclists/malaga", "/bicyclists/paris"],
    ],
    copies: ["*", '"stale"', 'W/"ada-1"', '"x", "grace-2", W/"engine-full"'],
    otherTapes: true,
  },
  world: {
    targets: [
      ...["/zen", "/user", "/user/repos", "/nowhere", "/users/nobody-of-this-world", "/bicyclists/malaga"],
      ...[`/users/${worldUser}`, `/users/${worldUser}/repos`, `/repos/${worldRepository}`, "/bicyclists/paris"],
    ],
    copies: ["*", '"stale"'],
    otherTapes: false,
  },
};

/** Makes cases from players of tapes or of a world, and the targets that exist there. */
export function playerFixtures<Case>(
  on: (fixture: fc.Arbitrary<PlayerFixture>, things: Targets) => fc.Arbitrary<Case>,
): fc.Arbitrary<Case> {
  const limit = fc.integer({ min: 0, max: 8 });
  const kind = fc.constantFrom("service" as const, "github" as const);
  const [onTapes, inWorld] = (["tapes", "world"] as const).map((played) =>
    on(fc.record({ anonymous: limit, token: limit, kind, played: fc.constant(played) }), things[played]),
  ) as [fc.Arbitrary<Case>, fc.Arbitrary<Case>];
  return fc.oneof({ weight: 2, arbitrary: onTapes }, { weight: 1, arbitrary: inWorld });
}

/** Opens an adapter with a new player of a fixture. */
export async function withPlayer(
  adapter: Adapter,
  fixture: PlayerFixture,
  use: (session: PlayerSession) => Promise<void>,
): Promise<void> {
  const clock = stoppedClock(pinnedMoment);
  const [player, close] = playerOn(adapter, fixture, clock);
  try {
    await withOpenAdapter(adapter, player, clock, tokens, use);
  } finally {
    close();
  }
}

function playerOn(
  adapter: Adapter,
  { anonymous, token, kind, played }: PlayerFixture,
  clock: MovableClock,
): readonly [player: Player, close: () => void] {
  const limits = { anonymous, token };
  const misses = played === "world" ? ("not-found" as const) : ("explain" as const);
  const api = homeApis({ limits, windowSeconds }, kind);
  if (played === "world")
    return [createWorldPlayer(world, { api: api[0], misses, tokens, clock, narrow: ["narrow"] }), () => {}];
  const [options, close] = keptAt(adapter, { tapes: contractFixtures, api, misses, tokens, clock });
  return [createPlayer(options), close];
}

/** Returns the settings of the model for a fixture. */
export function modelRulesOf({ anonymous, token, kind, played }: PlayerFixture): ModelRules {
  return {
    limits: { anonymous, token },
    windowSeconds,
    freeNotModified: kind === "github",
    missing: played === "world" ? 404 : 501,
    accounts,
  };
}

/**
 * Returns the answers of tapes for the model. Calls for one request return the same list: turns are counted by lists.
 */
export function recordedOn(tapes: readonly Tape[]): RecordedResponses {
  const lists = new Map<string, Held[]>();
  for (const { request, response } of tapes.flatMap((tape) => tape.exchanges)) {
    // Refusals, and answers to conditional requests, are not answers to a plain request.
    if (response.status === 403 || request.headers.length > 0) continue;
    const held = { status: response.status, etag: headerOf(response.headers, "etag") };
    const name = `${request.principal} ${request.target}`;
    lists.set(name, [...(lists.get(name) ?? []), held]);
  }
  return (target, principal) => lists.get(`${principal} ${target}`) ?? [];
}

/** Returns the documents of the world for the model, which does not know their etags. */
export function recordedInWorld(): RecordedResponses {
  const documents = things.world.targets.filter((target) => /^\/(?:users|repos)\/(?!nobody)/.test(target));
  return (target, principal) => {
    if (target === "/zen" || target === "/bicyclists/malaga") return [{ status: 200, etag: null }];
    const own = target === "/user" || target === "/user/repos";
    const there = own ? principal !== "anonymous" : documents.includes(target);
    return there ? [{ status: 200, etag: undefined }] : [];
  };
}

function firstPublic(): string {
  for (let number = 0; ; number += 1) {
    const repository = world.repository(number);
    if (!repository.private) return repository.full_name;
  }
}
