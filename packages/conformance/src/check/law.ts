import type { Sighting } from "./sighting.ts";
import type { Site } from "./site.ts";
import type { Step } from "./step.ts";

/** Which of the two interfaces of the contract something is about. */
export type Interface = "service" | "cities";

/** What a list of sightings says of a law. */
export type Judgement =
  | { readonly kind: "held"; readonly times: number }
  | { readonly kind: "broken"; readonly found: string }
  | { readonly kind: "unseen"; readonly why: string | null };

/** What every service that keeps the contract does, so far as a few requests can show it. */
export interface CheckLaw {
  /** A sentence; reports and users name the law by it. */
  readonly name: string;
  /** Where it is written. */
  readonly source: string;
  readonly about: Interface;
  /** The steps whose answers show it. Where one could not be asked, its reason is why the law was not seen. */
  readonly asks: readonly Step[];
  /**
   * Judges any part of what was seen, in order. What breaks a part must be wrong in itself, however much was left out:
   * counterexamples are made shorter by leaving out.
   */
  readonly judge: (seen: readonly Sighting[], site: Site) => Judgement;
}

/**
 * Judges one by one.
 * @param flaw What is wrong with a subject; null where nothing is.
 * @param why Why there is no subject, where steps do not say.
 * @example
 * judgeEach(seen.filter(isWhole), (sighting) => (jsonOf(sighting) === undefined ? "no JSON" : null));
 */
export function judgeEach<Subject>(
  subjects: readonly Subject[],
  flaw: (subject: Subject) => string | null,
  why: string | null = null,
): Judgement {
  if (subjects.length === 0) return unseen(why);
  for (const subject of subjects) {
    const found = flaw(subject);
    if (found !== null) return { kind: "broken", found };
  }
  return { kind: "held", times: subjects.length };
}

/** Nothing that was seen shows it. */
export function unseen(why: string | null): Judgement {
  return { kind: "unseen", why };
}
