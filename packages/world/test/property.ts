import fc from "fast-check";
import { law } from "../../../.ci/property.ts";

/** Asserts something of every value of an arbitrary: a failure prints the seed. */
export function everyOne<Value>(arbitrary: fc.Arbitrary<Value>, expectation: (value: Value) => void, runs = 100): void {
  fc.assert(fc.property(arbitrary, expectation), law(runs));
}

/** The smallest of the values that something holds of: what fast-check shrinks to. */
export function smallest<Value>(arbitrary: fc.Arbitrary<Value>, holds: (value: Value) => boolean): Value | undefined {
  return fc.check(
    fc.property(arbitrary, (value) => !holds(value)),
    law(1000),
  ).counterexample?.[0];
}
