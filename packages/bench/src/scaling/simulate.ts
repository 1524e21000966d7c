// Simulates replicas behind a balancer that share one limit, by the limiter that players use. Time, clocks, routing and
// the store's outages are data; nothing here waits. `scaling.ts` prints a table of it, which
// `packages/serve/SCALING.md` uses.
import { type Bucket, checkScheme, commit, createLimiter, type Limiter } from "@tapedeck/rate-limit";

/** Replicas, their requests, and failures. */
export interface Fleet {
  readonly replicas: number;
  /** Requests per window that all of them together should allow. */
  readonly limit: number;
  readonly windowSeconds: number;
  /** Requests per second of all clients together. */
  readonly perSecond: number;
  readonly seconds: number;
  /** Whether a client's requests go to any replica, or all to one. */
  readonly routing: "round robin" | "random" | "by client";
  /**
   * Where requests are counted: in one store, or by each replica for itself, up to the limit or up to its share of it.
   */
  readonly counting: "store" | "own" | "share";
  /** Seconds by which each replica's clock is ahead; clocks that are not listed are right. */
  readonly ahead?: readonly number[];
  /** When the store cannot be reached, in seconds from the start, and what a replica does then. */
  readonly outage?: { readonly from: number; readonly to: number; readonly meanwhile: "refuse" | "own" | "share" };
  /** When the store restarts without the changes of the last seconds. */
  readonly forgets?: { readonly at: number; readonly seconds: number };
}

/** The result of a simulation. */
interface Outcome {
  readonly allowed: number;
  readonly refused: number;
  /** Requests that could not be counted, and were not answered. */
  readonly failed: number;
  /** Maximum number of allowed requests in any period as long as a window. */
  readonly mostInWindow: number;
}

/** Simulates a fleet. The same fleet gives the same outcome. */
export function simulate(fleet: Fleet): Outcome {
  const { replicas, limit, windowSeconds, perSecond, seconds, counting, ahead = [], outage, forgets } = fleet;
  const whole = limiterOf(limit, windowSeconds);
  const share = limiterOf(Math.floor(limit / replicas), windowSeconds);
  const own = Array.from({ length: replicas }, () => new Map<string, Bucket>());
  let store = new Map<string, Bucket>();
  let saved = new Map<string, Bucket>();
  const random = generator(7);
  const allowedAt: number[] = [];
  let refused = 0;
  let failed = 0;

  for (let nth = 0; nth < perSecond * seconds; nth += 1) {
    const time = nth / perSecond;
    if (forgets && time <= forgets.at - forgets.seconds) saved = new Map(store);
    if (forgets && nth === Math.ceil(forgets.at * perSecond)) store = new Map(saved);
    const replica = routed(fleet, nth, random);
    const isOut = counting === "store" && outage !== undefined && time >= outage.from && time < outage.to;
    const way = isOut ? outage.meanwhile : counting;
    if (way === "refuse") {
      failed += 1;
      continue;
    }
    const held = way === "store" ? store : (own[replica] as Map<string, Bucket>);
    const limiter = way === "share" ? share : whole;
    const request = { address: "client", method: "GET", path: "/" };
    const now = 1_767_225_600 + Math.floor(time + (ahead[replica] ?? 0));
    const decision = limiter.take(held, request, now, { status: 200 });
    commit(held, decision.changes);
    if (decision.refusedBy === null) allowedAt.push(time);
    else refused += 1;
  }
  return { allowed: allowedAt.length, refused, failed, mostInWindow: mostWithin(allowedAt, windowSeconds) };
}

function limiterOf(limit: number, seconds: number): Limiter {
  const policy = { name: "core", partition: ["address"], algorithm: { kind: "fixed-window", limit, seconds } };
  return createLimiter(
    checkScheme({ name: "fleet", policies: [policy], tell: "x-ratelimit", refusal: { status: 429 } }, "fleet"),
  );
}

function routed({ routing, replicas }: Fleet, nth: number, random: () => number): number {
  if (routing === "by client") return 0;
  return routing === "round robin" ? nth % replicas : Math.floor(random() * replicas);
}

function mostWithin(times: readonly number[], seconds: number): number {
  let first = 0;
  return times.reduce((most, time, at) => {
    while ((times[first] ?? 0) <= time - seconds) first += 1;
    return Math.max(most, at - first + 1);
  }, 0);
}

/** Generates pseudo-random numbers from 0 to 1 (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
