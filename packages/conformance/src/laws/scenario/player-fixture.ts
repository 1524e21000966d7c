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

/** A subject for a law: limits small enough to be used up in a window of a minute, and the tapes or world to play. */
export interface PlayerFixture {
  readonly anonymous: number;
  readonly token: number;
  readonly kind: "service" | "github";
  readonly played: "tapes" | "world";
}

/** Window length of every fixture, in seconds. */
const windowSeconds = 60;

/** Whose each alias of the fixtures is. */
export const accounts: Readonly<Record<string, string>> = Object.fromEntries(
  credentialsOf(tokens).map(({ alias, account }) => [alias, account]),
);

/** A small world, the same for every law. */
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

/** Grounds on which tapes, or a world, are played, with what can be asked there. */
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

/** Opens an adapter to a fresh player on a fixture. */
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

/** The facts about a fixture that the model needs. */
export function modelRulesOf({ anonymous, token, kind, played }: PlayerFixture): ModelRules {
  return {
    limits: { anonymous, token },
    windowSeconds,
    freeNotModified: kind === "github",
    missing: played === "world" ? 404 : 501,
    accounts,
  };
}

/** The tapes' answers, for the model: the same list each time it is asked for, since turns are counted by lists. */
export function recordedOn(tapes: readonly Tape[]): RecordedResponses {
  const lists = new Map<string, Held[]>();
  for (const { request, response } of tapes.flatMap((tape) => tape.exchanges)) {
    // A refusal is no answer to the request, and what was recorded under a condition is none to another.
    if (response.status === 403 || request.headers.length > 0) continue;
    const held = { status: response.status, etag: headerOf(response.headers, "etag") };
    const name = `${request.principal} ${request.target}`;
    lists.set(name, [...(lists.get(name) ?? []), held]);
  }
  return (target, principal) => lists.get(`${principal} ${target}`) ?? [];
}

/** The world's documents, for the model: each has an etag, whose value is the world's affair. */
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
