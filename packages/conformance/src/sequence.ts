import fc from "fast-check";
import type { Manner } from "./visit.ts";

/** A request of a random sequence. */
export interface Asking {
  /** An alias among the specimen's credentials, `anonymous`, `bad` (an unknown token) or `malformed`. */
  readonly who: string;
  readonly method: string;
  readonly target: string;
  /** What the client holds: nothing, a stale copy, or any copy that there is. */
  readonly copy: "none" | "stale" | "any";
}

/** A move of the clock. */
export interface Move {
  readonly seconds: number;
}

const targets = [
  "/zen",
  "/users/ada",
  "/users/grace",
  "/users/nobody",
  "/users/flaky",
  "/users/stranger",
  "/user",
  "/user/repos",
  "/repos/ada/engine",
  "/nowhere",
  "/bicyclists/malaga",
  "/bicyclists/paris",
];

/** A request by anybody for anything, more often by somebody we know for something there is. */
export function askings(): fc.Arbitrary<Asking> {
  return fc.record({
    who: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom("anonymous", "full") },
      { weight: 1, arbitrary: fc.constantFrom("narrow", "other", "bad", "malformed") },
    ),
    method: fc.oneof(
      { weight: 4, arbitrary: fc.constant("GET") },
      { weight: 1, arbitrary: fc.constantFrom("HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE") },
    ),
    target: fc.constantFrom(...targets),
    copy: fc.constantFrom("none", "none", "stale", "any"),
  });
}

/** A move of the clock: within a window of a minute, beyond it, or a little back. */
export function moves(): fc.Arbitrary<Move> {
  return fc.record({
    seconds: fc.oneof(fc.constantFrom(0, 1, 59, 60, 61, -1), fc.integer({ min: -30, max: 30 }), fc.nat(100_000)),
  });
}

/** Requests and moves, one after the other. */
export function sequences(): fc.Arbitrary<Array<Asking | Move>> {
  return fc.array(
    fc.oneof<[fc.WeightedArbitrary<Asking>, fc.WeightedArbitrary<Move>]>(
      { weight: 6, arbitrary: askings() },
      { weight: 1, arbitrary: moves() },
    ),
    { maxLength: 40, size: "max" },
  );
}

/** How such a request is put to a visit. */
export function mannerOf({ who, method, copy }: Asking): Manner {
  const authorization = { bad: "token unknown-to-everyone", malformed: "Digest abc" }[who];
  const condition = { none: undefined, stale: '"stale"', any: "*" }[copy];
  return {
    method,
    ...(who === "anonymous" || authorization !== undefined ? {} : { as: who }),
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(condition === undefined ? {} : { "if-none-match": condition }),
    },
  };
}
