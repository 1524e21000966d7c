import type { Plan, PlanStep } from "@tapedeck/schema";
import type { Principal } from "@tapedeck/tape";
import { type Course, courseCount, expand } from "./expand.ts";

/** A course, with its number in the plan's order, from 1. */
export type NumberedCourse = Course & { readonly number: number };

/** How many courses are held at once. */
export const mostAtOnce = 10_000;

/**
 * Makes the courses of a plan, each when it is asked for.
 * @param isWanted Chooses among the steps.
 */
export function* coursesOf(
  { requests }: Plan,
  { as, only }: { readonly as: Principal; readonly only?: readonly number[] },
  isWanted: (step: PlanStep) => boolean,
): Iterable<NumberedCourse> {
  const chosen = only && new Set(only);
  let before = 0;
  for (const step of requests) {
    const end = before + courseCount(step);
    if (isWanted(step) && (only === undefined || only.some((number) => number > before && number <= end))) {
      let number = before;
      for (const course of expand(step, as)) {
        number += 1;
        if (chosen?.has(number) ?? true) yield { ...course, number };
      }
    }
    before = end;
  }
}

/** Takes courses {@link mostAtOnce} at a time. */
export function* batches(courses: Iterable<NumberedCourse>): Iterable<readonly NumberedCourse[]> {
  let batch: NumberedCourse[] = [];
  for (const course of courses) {
    batch.push(course);
    if (batch.length < mostAtOnce) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/**
 * Counts the courses of a plan.
 * @throws RangeError if it has none of a number that is chosen.
 */
export function checkChosen({ requests }: Plan, only: readonly number[] | undefined): number {
  const count = requests.reduce((sum, step) => sum + courseCount(step), 0);
  const missing = only?.find((number) => !(Number.isInteger(number) && number >= 1 && number <= count));
  if (missing === undefined) return count;
  throw new RangeError(
    `Cannot record request ${missing} of the plan: it has ${count}; choose among 1 to ${count} (--only)`,
  );
}
