import fc from "fast-check";
import type { Adapter } from "./adapter.ts";
import { titleOf } from "./contract/rows.ts";

/** The number of cases to try, and the seed of the search. */
export interface Search {
  readonly seed: number;
  readonly runs: number;
  /** Whether a counterexample is shrunk. Default: true. */
  readonly shrink?: boolean;
}

interface SearchResult {
  readonly runs: number;
  readonly seed: number;
  /** The smallest case that breaks the law, as plain data, and the reason; null if none was found. */
  readonly broken: { readonly sample: unknown; readonly path: string; readonly reason: string } | null;
}

/** A law of the contract: a property that holds in every case. */
export interface ContractLaw {
  /** The id of the row. */
  readonly id: string;
  /** The row's sentence, for output. */
  readonly name: string;
  /** Whether it is checked at every server and adapter, or once on each runtime. */
  readonly level: "server" | "unit";
  /** Searches for a case that breaks it. */
  readonly check: (adapter: Adapter, search: Search) => Promise<SearchResult>;
  /** @throws LawBroken with the smallest case that breaks it, as a test to paste. */
  readonly assertHolds: (adapter: Adapter, search: Search) => Promise<void>;
  /**
   * Checks one case of a printed counterexample.
   * @throws Error if the case breaks the law.
   */
  readonly assertFor: (adapter: Adapter, sample: unknown) => Promise<void>;
}

/** The definition of a law. */
interface LawText<Case> {
  readonly id: string;
  readonly level?: ContractLaw["level"];
  /**
   * Its share of the requested number of cases: less than 1 for slow cases, more for the most useful laws. Default: 1.
   */
  readonly share?: number;
  /** The cases to try: plain data, so that a counterexample can be written down. */
  readonly cases: fc.Arbitrary<Case>;
  /** Converts a case to plain data, if it is not plain data itself. */
  readonly written?: (sample: Case) => unknown;
  /** @throws Error if this case breaks the law; also takes a case that was converted to plain data. */
  readonly holds: (sample: Case, adapter: Adapter) => Promise<void> | void;
}

/** A broken law. The message ends with a test that shows it. */
export class LawBroken extends Error {
  override readonly name = "LawBroken";
  readonly sought: SearchResult;
  constructor(law: string, adapter: string, sought: SearchResult) {
    super(`Broken at ${adapter}: ${titleOf(law)}\n${explained(law, adapter, sought)}`);
    this.sought = sought;
  }
}

/** Makes a law from its definition. */
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
    const { errorInstance: error } = found;
    const broken = found.failed
      ? {
          sample: written(sample as Case),
          path: found.counterexamplePath ?? "",
          reason: error instanceof Error ? error.message : String(error),
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

/** Returns why a law is broken, how to repeat the search, and a test to paste. */
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
