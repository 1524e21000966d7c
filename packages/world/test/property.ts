import fc from "fast-check";

/** The seed that properties run with unless `TAPEDECK_SEED` gives another: a failure then is the same everywhere. */
const pinnedSeed = 20_260_101;

/** The parameters of a property: `TAPEDECK_SEED` and `TAPEDECK_RUNS` come before the pinned seed and the runs it needs. */
export function law(runs: number): { seed: number; numRuns: number } {
  return {
    seed: Number(process.env["TAPEDECK_SEED"] ?? pinnedSeed),
    numRuns: Number(process.env["TAPEDECK_RUNS"] ?? runs),
  };
}

/** Asserts something of every value of an arbitrary: a failure prints the seed. */
export function everyOne<Value>(arbitrary: fc.Arbitrary<Value>, expectation: (value: Value) => void, runs = 200): void {
  fc.assert(fc.property(arbitrary, expectation), law(runs));
}

/** The smallest of the values that something holds of: what fast-check shrinks to. */
export function smallest<Value>(arbitrary: fc.Arbitrary<Value>, holds: (value: Value) => boolean): Value | undefined {
  return fc.check(
    fc.property(arbitrary, (value) => !holds(value)),
    law(1000),
  ).counterexample?.[0];
}
