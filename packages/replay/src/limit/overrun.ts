import { credentialsOf, type Tokens } from "@tapedeck/api";
import { type Bucket, type Cost, commit } from "@tapedeck/rate-limit";
import { anonymous, bytesOf, RecordingSyntaxError } from "@tapedeck/tape";
import type { Player } from "../handlers/player.ts";
import type { PreparedExchange } from "../index/prepared-exchange.ts";
import { decide, holdingOf, limitedRequest, toldName, withPrefix } from "./limits.ts";

/** The first recorded request that a limit refuses, if all recorded requests are made at one time. */
interface Overrun {
  /** The policy that refuses, and its limit. */
  readonly policy: string;
  readonly limit: number;
  /** The bucket that is then empty. */
  readonly bucket: string;
  /** Its position among the counted requests, from 1. */
  readonly nth: number;
  /** Length of the window, or time to refill, in seconds; 0 if there is none. */
  readonly seconds: number;
}

type Recording = Pick<Player, "clock" | "exchanges" | "recorded" | "resolve" | "tapes">;

/** Number of exchanges to simulate without a pause; each takes tens of microseconds. */
const exchangesATime = 10_000;

/**
 * Finds whether a player refuses requests of its own recording while its clock stands still: a recorder waits for the
 * next window, and a standing clock never reaches it. The player's own buckets are not touched. It simulates the first
 * ten thousand exchanges, or none if no limit is below their number; {@link findOverrunLater} simulates all.
 * @param tokens Which account each alias spends from.
 * @returns null if every simulated request is allowed, or the clock runs.
 * @example
 * findOverrun(createPlayer({ tapes, api }))?.nth; // 101, of a hundred requests a minute
 */
export function findOverrun(player: Recording, tokens: Tokens = {}): Overrun | null {
  return overruns(player, tokens).next().value;
}

/**
 * Does the same as {@link findOverrun} for a recording of any size, part by part.
 * @param pause Waits after each part; resolves to false to end the search.
 */
export async function findOverrunLater(
  player: Recording,
  tokens: Tokens,
  pause: () => Promise<boolean>,
): Promise<Overrun | null> {
  const parts = overruns(player, tokens);
  for (let part = parts.next(); ; part = parts.next()) {
    if (part.done || part.value !== null || !(await pause())) return part.value;
  }
}

/** Yields null after each part of a recording, and at the end the result. */
function* overruns(player: Recording, tokens: Tokens): Generator<null, Overrun | null> {
  if (!("runs" in player.clock) || player.clock.runs === true || player.exchanges <= fewest(player)) return null;
  const held = new Map<string, Bucket>();
  const accounts = new Map(credentialsOf(tokens).map(({ alias, account }) => [alias, account]));
  const now = Math.floor(player.clock());
  let nth = 0;
  const refusedBy = ({ exchange, origin, metered, refusal }: PreparedExchange): Overrun | null => {
    const { request, response } = exchange;
    const { method, target, principal, headers } = request;
    if (!metered || refusal || response.status >= 500 || method === "OPTIONS") return null;
    // Placeholders in its recorded headers are not secrets to hide.
    const ask = { method, target, headers: {}, body: null, base: origin, address: "127.0.0.1" };
    const { limits, route } = player.resolve(ask);
    if (limits === null) return null;
    const caller =
      principal === anonymous
        ? ({ kind: "anonymous" } as const)
        : ({ kind: "known", alias: principal, account: accounts.get(principal) ?? principal } as const);
    const asked = {
      ...ask,
      headers: Object.fromEntries(headers),
      body: request.body?.encoding === "file" ? null : request.body && bytesOf(request.body),
    };
    const draft = { status: response.status, headers: [], body: limits.reads.answer ? bytesOf(response.body) : null };
    const decision = decide(limits, held, limitedRequest(limits, { ask: asked, caller, route }), draft, false, now);
    nth += 1;
    if (decision.refusedBy !== null) {
      const { policy, limit, bucket } = decision.refusedBy;
      return { policy: policy.name, limit, bucket: toldName(limits, bucket), nth, seconds: policy.seconds };
    }
    commit(held, withPrefix(limits.prefix, decision.changes));
    commit(held, holdingOf(limits, decision)?.release(held, now) ?? []);
    return null;
  };
  let looked = 0;
  for (const prepared of player.recorded()) {
    if (looked++ === exchangesATime) {
      looked = 1;
      yield null;
    }
    try {
      const overrun = refusedBy(prepared);
      if (overrun !== null) return overrun;
    } catch (error) {
      // A recording that cannot be read reports so when it is requested.
      if (!(error instanceof RecordingSyntaxError)) throw error;
    }
  }
  return null;
}

/** Returns the number of requests, of any kind, that no limit of the APIs refuses. */
function fewest(player: Pick<Player, "resolve" | "tapes">): number {
  const origins = new Set(player.tapes().map(({ origin }) => origin));
  const allowed = Array.from(origins, (base) => {
    const ask = { method: "GET", target: "/", headers: {}, body: null, base, address: "127.0.0.1" };
    const policies = player.resolve(ask).limits?.limiter.policies ?? [];
    return policies.map(({ meter, releases, source: { cost, limits = {} } }) => {
      const limit = Math.min(meter.limit, ...Object.values(limits));
      // Requests one after the other are never in flight together.
      return releases && limit > 0 ? Number.POSITIVE_INFINITY : Math.floor(limit / dearest(cost));
    });
  });
  return Math.min(...allowed.flat());
}

/** Returns the most that a request can cost, except for measured prices. */
function dearest(cost: Cost = {}): number {
  const { default: usual = 1, byMethod, byOperation, byStatus, perByte, request, response, requires = 0 } = cost;
  if ([perByte, request, response].some((each) => each !== undefined) || typeof requires === "string")
    return Number.POSITIVE_INFINITY;
  const prices = [usual, ...[byMethod, byOperation, byStatus].flatMap((each) => Object.values(each ?? {}))];
  return Math.max(requires, ...prices.flatMap((each) => (typeof each === "number" ? each : Object.values(each))));
}

/**
 * Describes an overrun, with advice.
 * @param advice Further remedies, one line each.
 */
export function overrunText({ policy, limit, bucket, nth }: Overrun, advice: readonly string[]): string {
  const found = `the limit "${policy}" of ${limit} refuses number ${nth} to ${bucket}`;
  return [
    `tapedeck: the recording holds more requests than its limit allows while the clock stands: ${found}`,
    ...advice,
    'simulate none: "rateLimit": null in api.json',
  ].join("\n  - ");
}
