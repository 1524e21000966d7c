import process from "node:process";
import fc from "fast-check";

/**
 * The seed that every property of the suite runs with, so that a failure is the same everywhere; `TAPEDECK_SEED` gives
 * another, and searches elsewhere. fast-check prints the seed and the path of a failure.
 */
fc.configureGlobal({ seed: Number(process.env["TAPEDECK_SEED"] ?? 20_260_101) });

/** The parameters of a property that needs so many runs: `TAPEDECK_RUNS` comes before them. */
export function law(runs: number): { numRuns: number } {
  return { numRuns: Number(process.env["TAPEDECK_RUNS"] ?? runs) };
}
