import type { Api } from "@tapedeck/api";
import type { Observation } from "../observation.ts";
import type { Probe } from "../probes/probe.ts";
import type { ServiceUnderTest } from "../service-under-test.ts";

/** The result of holding observations to a law. */
export type Evaluation =
  | { readonly kind: "held"; readonly times: number }
  | { readonly kind: "broken"; readonly found: string }
  | { readonly kind: "inconclusive"; readonly why: string | null };

/**
 * A property of every service of an API, so far as a few requests can show it: by HTTP itself, or by its description.
 */
export interface Law {
  /** A sentence; reports and users name the law by it. */
  readonly name: string;
  /** Where it is written. */
  readonly source: string;
  /** Why an API is not bound by it: what its description does not say. Null, or left out, where it is. */
  readonly needs?: (api: Api) => string | null;
  /** The probes whose answers show it. Where one could not be sent, its reason is why the law was not observed. */
  readonly probes: readonly Probe[];
  /**
   * Evaluates any part of the observations, in order. A violation must be one by itself, however many observations were
   * left out: counterexamples are shortened by leaving observations out.
   */
  readonly evaluate: (observed: readonly Observation[], service: ServiceUnderTest) => Evaluation;
}

/**
 * Evaluates one by one.
 * @param flaw Finds the flaw of a subject; null for none.
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
