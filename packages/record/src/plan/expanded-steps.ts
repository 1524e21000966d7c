import type { Plan, PlanStep } from "@tapedeck/schema";
import type { Principal } from "@tapedeck/tape";
import { type ExpandedStep, expand, stepCount } from "./expand.ts";

/** An expanded step, with its number in the plan's order, from 1. */
export type NumberedStep = ExpandedStep & { readonly number: number };

/** Maximum number of expanded steps in memory. */
export const mostAtOnce = 10_000;

/**
 * Expands a plan lazily.
 * @param isWanted Selects steps.
 */
export function* expandedSteps(
  { requests }: Plan,
  { as, only }: { readonly as: Principal; readonly only?: readonly number[] },
  isWanted: (step: PlanStep) => boolean,
): Iterable<NumberedStep> {
  const chosen = only && new Set(only);
  let before = 0;
  for (const step of requests) {
    const end = before + stepCount(step);
    if (isWanted(step) && (only === undefined || only.some((number) => number > before && number <= end))) {
      let number = before;
      for (const expanded of expand(step, as)) {
        number += 1;
        if (chosen?.has(number) ?? true) yield { ...expanded, number };
      }
    }
    before = end;
  }
}

/** Takes expanded steps, {@link mostAtOnce} at a time. */
export function* batches(steps: Iterable<NumberedStep>): Iterable<readonly NumberedStep[]> {
  let batch: NumberedStep[] = [];
  for (const step of steps) {
    batch.push(step);
    if (batch.length < mostAtOnce) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/**
 * Counts the expanded steps of a plan.
 * @throws RangeError if a selected number has no step.
 */
export function checkChosen({ requests }: Plan, only: readonly number[] | undefined): number {
  const count = requests.reduce((sum, step) => sum + stepCount(step), 0);
  const missing = only?.find((number) => !(Number.isInteger(number) && number >= 1 && number <= count));
  if (missing === undefined) return count;
  throw new RangeError(
    `Cannot record request ${missing} of the plan: it has ${count}; choose among 1 to ${count} (--only)`,
  );
}
