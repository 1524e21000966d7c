import fc from "fast-check";
import type { Adapter } from "./adapter.ts";
import { titleOf } from "./contract/rows.ts";

/** How many cases are tried, and where the search starts. */
export interface Search {
  readonly seed: number;
  readonly runs: number;
  /** Whether a counterexample is shrunk. Default: true. */
  readonly shrink?: boolean;
}

interface SearchResult {
  readonly runs: number;
  readonly seed: number;
  /** The smallest case for which the law does not hold, as plain data, and why; null if none was found. */
  readonly broken: { readonly sample: unknown; readonly path: string; readonly reason: string } | null;
}

/** A property that holds in every case. */
export interface ContractLaw {
  /** The row of the contract that it shows. */
  readonly id: string;
  /** The row's sentence, for what is printed. */
  readonly name: string;
  /** Whether it is tried at every server and adapter, or once on each runtime, without one. */
  readonly level: "server" | "unit";
  /** Searches for a case in which it does not hold. */
  readonly check: (adapter: Adapter, search: Search) => Promise<SearchResult>;
  /** @throws LawBroken with the smallest such case, as a test to paste. */
  readonly assertHolds: (adapter: Adapter, search: Search) => Promise<void>;
  /**
   * Tries one case, as a counterexample prints it.
   * @throws Error if it does not hold.
   */
  readonly assertFor: (adapter: Adapter, sample: unknown) => Promise<void>;
}

/** How a law is written down. */
interface LawText<Case> {
  readonly id: string;
  readonly level?: ContractLaw["level"];
  /**
   * Its share of the requested number of cases: less than 1 for long cases, more for the most telling ones. Default: 1.
   */
  readonly share?: number;
  /** The cases to try: plain data, so that a counterexample can be written down. */
  readonly cases: fc.Arbitrary<Case>;
  /** Converts a case to plain data, if it is not plain data itself. */
  readonly written?: (sample: Case) => unknown;
  /** @throws Error if the law does not hold in this case; also takes a case that was converted to plain data. */
  readonly holds: (sample: Case, adapter: Adapter) => Promise<void> | void;
}

/** A law does not hold. The message ends with a test that shows it. */
export class LawBroken extends Error {
  override readonly name = "LawBroken";
  readonly sought: SearchResult;
  constructor(law: string, adapter: string, sought: SearchResult) {
    super(`Broken at ${adapter}: ${titleOf(law)}\n${explained(law, adapter, sought)}`);
    this.sought = sought;
  }
}

/**
 * Makes a law from its text.
 * @example
 * const commutes = law({
 *   id: "limits-8",
 *   level: "unit",
 *   cases: fc.tuple(fc.nat(), fc.nat()),
 *   holds: ([a, b]) => assert.equal(a + b, b + a),
 * });
 * await commutes.assertHolds(functionAdapter, { seed: 1, runs: 100 });
 */
export function law<Case>(text: LawText<Case>): ContractLaw {
  const { id, level = "server", share = 1, cases, holds } = text;
  const name = `${titleOf(id)} (in every case)`;
  const written = text.written ?? ((sample: Case): unknown => sample);
  const check: ContractLaw["check"] = async (adapter, { seed, runs, shrink = true }) => {
    const property = fc.asyncProperty(cases, async (sample) => {
      await holds(sample, adapter);
    });
    const found = await fc.check(property, { seed, numRuns: Math.ceil(runs * share), endOnFailure: !shrink });
    const [sample] = found.counterexample ?? [];
    const broken = found.failed
      ? {
          sample: written(sample as Case),
          path: found.counterexamplePath ?? "",
          reason: messageOf(found.errorInstance),
        }
      : null;
    return { runs: found.numRuns, seed, broken };
  };
  return {
    id,
    name,
    level,
    check,
    assertHolds: async (adapter, search) => {
      const sought = await check(adapter, search);
      if (sought.broken) throw new LawBroken(id, adapter.name, sought);
    },
    assertFor: async (adapter, sample) => {
      await holds(sample as Case, adapter);
    },
  };
}

/** Returns why a law is broken, how to search again, and a test to paste. */
export function explained(law: string, adapter: string, { seed, broken }: SearchResult): string {
  if (broken === null) return "";
  const quoted = JSON.stringify(law);
  const lines = [
    broken.reason,
    `{ seed: ${seed}, path: "${broken.path}" }`,
    "Counterexample, as a test:",
    "",
    'import { reproduce } from "@tapedeck/conformance";',
    'import { test } from "vitest";',
    "",
    `test(${quoted}, () =>`,
    `  reproduce(${quoted}, ${JSON.stringify(adapter)}, ${JSON.stringify(broken.sample)}));`,
  ];
  return `${lines.join("\n")}\n`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
