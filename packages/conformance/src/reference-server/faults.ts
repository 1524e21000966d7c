import type { ReferenceFault } from "./fault.ts";
import { type AnswerFault, answerFaults } from "./faults/answers.ts";
import { type CallerFault, callerFaults } from "./faults/callers.ts";
import { type ConditionFault, conditionFaults } from "./faults/conditions.ts";
import { type CountingFault, countingFaults } from "./faults/counting.ts";
import { type ListFault, listFaults } from "./faults/lists.ts";

/** The names of all faults. */
export type FaultName = CountingFault | CallerFault | ConditionFault | AnswerFault | ListFault;

/**
 * Every fault that can be switched on, by name. They are mistakes that mocks and services do make; each breaks a law that
 * `tapedeck check` knows.
 */
export const faults: Readonly<Record<FaultName, ReferenceFault>> = {
  ...countingFaults,
  ...callerFaults,
  ...conditionFaults,
  ...answerFaults,
  ...listFaults,
};

/** Whether a word names a fault. */
export function isFaultName(word: string): word is FaultName {
  return Object.hasOwn(faults, word);
}
