import type { Observation } from "./observation.ts";
import type { Probe } from "./probe.ts";
import type { ServiceUnderTest } from "./service-under-test.ts";

/** Which of the two interfaces of the contract something is about. */
export type Interface = "service" | "cities";

/** What a list of observed says of a law. */
export type Evaluation =
  | { readonly kind: "held"; readonly times: number }
  | { readonly kind: "broken"; readonly found: string }
  | { readonly kind: "inconclusive"; readonly why: string | null };

/** What every service that keeps the contract does, so far as a few requests can show it. */
export interface Law {
  /** A sentence; reports and users name the law by it. */
  readonly name: string;
  /** Where it is written. */
  readonly source: string;
  readonly about: Interface;
  /** The probes whose answers show it. Where one could not be request, its reason is why the law was not observed. */
  readonly probes: readonly Probe[];
  /**
   * Judges any part of what was observed, in order. What breaks a part must be wrong in itself, however much was left out:
   * counterexamples are made shorter by leaving out.
   */
  readonly evaluate: (observed: readonly Observation[], service: ServiceUnderTest) => Evaluation;
}

/**
 * Judges one by one.
 * @param flaw What is wrong with a subject; null where nothing is.
 * @param why Why there is no subject, where probes do not say.
 * @example
 * evaluateEach(observed.filter(isWhole), (observation) => (jsonOf(observation) === undefined ? "no JSON" : null));
 */
export function evaluateEach<Subject>(
  subjects: readonly Subject[],
  flaw: (subject: Subject) => string | null,
  why: string | null = null,
): Evaluation {
  if (subjects.length === 0) return inconclusive(why);
  for (const subject of subjects) {
    const found = flaw(subject);
    if (found !== null) return { kind: "broken", found };
  }
  return { kind: "held", times: subjects.length };
}

/** Nothing that was observed shows it. */
export function inconclusive(why: string | null): Evaluation {
  return { kind: "inconclusive", why };
}
