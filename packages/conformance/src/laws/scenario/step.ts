import fc from "fast-check";
import type { RequestOptions } from "../../with-adapter.ts";

/** A request. */
export interface RequestStep {
  /** An alias among the fixtures' credentials, `anonymous`, `bad` (an unknown token) or `malformed`. */
  readonly who: string;
  readonly method: string;
  readonly target: string;
  /** The value of `If-None-Match`; "" for none. */
  readonly copy: string;
}

/** A step of a scenario: a request, a move of the clock, or an action of a test. Plain data. */
export type Step =
  | RequestStep
  | { readonly seconds: number }
  | { readonly exhaust: string }
  | { readonly reset: true }
  /** Adds or removes tapes that override the first. */
  | { readonly otherTapes: boolean };

/** The targets of requests: recorded ones, and others. */
export interface Targets {
  readonly targets: readonly string[];
  readonly copies: readonly string[];
  /** Whether there are tapes that override the first. */
  readonly otherTapes: boolean;
}

/** Makes requests, more often of known principals. */
function requestSteps({ targets, copies }: Targets): fc.Arbitrary<RequestStep> {
  return fc.record({
    who: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom("anonymous", "full") },
      { weight: 1, arbitrary: fc.constantFrom("narrow", "other", "bad", "malformed") },
    ),
    method: fc.oneof(
      { weight: 5, arbitrary: fc.constant("GET") },
      { weight: 1, arbitrary: fc.constantFrom("HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE") },
    ),
    target: fc.constantFrom(...targets),
    copy: fc.constantFrom("", "", "", ...copies),
  });
}

/**
 * Makes steps of each kind. The clock moves within a window of a minute, to its end, beyond it, and sometimes back.
 */
export function stepKinds(things: Targets): ReadonlyArray<fc.Arbitrary<Step>> {
  const seconds = fc.oneof(fc.constantFrom(0, 1, 59, 60, 61, -1), fc.integer({ min: -30, max: 30 }), fc.nat(100_000));
  const asking = requestSteps(things);
  return [
    // Most steps are requests, so that limits are used up.
    ...Array<fc.Arbitrary<Step>>(12).fill(asking),
    ...Array<fc.Arbitrary<Step>>(2).fill(fc.record({ seconds })),
    fc.record({ exhaust: fc.constantFrom("address 127.0.0.1", "account ada", "account grace") }),
    fc.record({ reset: fc.constant(true as const) }),
    ...(things.otherTapes ? [fc.record({ otherTapes: fc.boolean() })] : []),
  ];
}

/** Returns the options of a request in a session. */
export function optionsFor({ who, method, copy }: RequestStep): RequestOptions {
  const authorization = { bad: "token unknown-to-everyone", malformed: "Digest abc" }[who];
  return {
    method,
    ...(who === "anonymous" || authorization !== undefined ? {} : { as: who }),
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(copy === "" ? {} : { "if-none-match": copy }),
    },
  };
}
