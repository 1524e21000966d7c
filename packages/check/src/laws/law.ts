import type { Api } from "@tapedeck/api";
import type { Observation } from "../observation.ts";
import type { Probe } from "../probes/probe.ts";
import type { ServiceUnderTest } from "../service-under-test.ts";

/** The result of evaluating a law. */
export type Evaluation =
  | { readonly kind: "held"; readonly times: number }
  | { readonly kind: "broken"; readonly found: string }
  | { readonly kind: "inconclusive"; readonly why: string | null };

/**
 * A property of every service of an API, as far as a few requests can show it: by HTTP itself, or by its description.
 */
export interface Law {
  /** A sentence, which names the law in reports. */
  readonly name: string;
  /** The specification of the law. */
  readonly source: string;
  /** Returns why an API is not bound by it: what its description lacks. Null, or absent, if it is bound. */
  readonly needs?: (api: Api) => string | null;
  /** The probes whose answers show it. If one could not be sent, its reason is why the law was not observed. */
  readonly probes: readonly Probe[];
  /**
   * Evaluates any part of the observations, in order. A violation must be one by itself, however many observations are
   * left out: counterexamples are shortened by leaving observations out.
   */
  readonly evaluate: (observed: readonly Observation[], service: ServiceUnderTest) => Evaluation;
}

/**
 * Evaluates subjects one by one.
 * @param flaw Finds the flaw of a subject; returns null for none.
 * @param why Why there is no subject, if the probes do not say.
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

/** A law that holds of each observation by itself. */
interface LawOfEach extends Omit<Law, "evaluate"> {
  /** Returns whether the law speaks of an observation. */
  readonly of: (observation: Observation, service: ServiceUnderTest) => boolean;
  /** Returns how an observation breaks the law; null if it does not. */
  readonly flaw: (observation: Observation, service: ServiceUnderTest) => string | null;
  /** Why no observation shows it, if the probes do not say. */
  readonly unseen?: string;
}

/** Makes a law that holds of each observation by itself. */
export function ofEach({ of, flaw, unseen = "", ...law }: LawOfEach): Law {
  return {
    ...law,
    evaluate: (observed, service) =>
      evaluateEach(
        observed.filter((each) => of(each, service)),
        (each) => flaw(each, service),
        unseen || null,
      ),
  };
}

/** Returns whether an observation is the answer to a probe. */
export function answers({ name }: Probe): (observation: Observation) => boolean {
  return ({ probe }) => probe === name;
}

/** No observation shows it. */
export function inconclusive(why: string | null): Evaluation {
  return { kind: "inconclusive", why };
}
