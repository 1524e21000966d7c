/** The seed that properties run with unless `TAPEDECK_SEED` gives another: a failure then is the same everywhere. */
const pinnedSeed = 20_260_101;

/**
 * The parameters of a property: `TAPEDECK_SEED` and `TAPEDECK_RUNS` come before the pinned seed and the runs it needs.
 * fast-check prints the seed and the path of a failure.
 */
export function law(runs: number): { seed: number; numRuns: number } {
  return {
    seed: Number(process.env["TAPEDECK_SEED"] ?? pinnedSeed),
    numRuns: Number(process.env["TAPEDECK_RUNS"] ?? runs),
  };
}
