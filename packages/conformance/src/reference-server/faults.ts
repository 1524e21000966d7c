import type { ReferenceFault } from "./fault.ts";
import { answerFaults } from "./faults/answers.ts";
import { callerFaults } from "./faults/callers.ts";
import { conditionFaults } from "./faults/conditions.ts";
import { countingFaults } from "./faults/counting.ts";
import { listFaults } from "./faults/lists.ts";

/**
 * All faults, by name. They are common mistakes of mocks and services; each breaks a law of `tapedeck check`.
 */
export const faults: Readonly<Record<string, ReferenceFault>> = {
  ...countingFaults,
  ...callerFaults,
  ...conditionFaults,
  ...answerFaults,
  ...listFaults,
};

/**
 * Returns a fault by its name; without a name one that does nothing wrong.
 * @throws RangeError for an unknown name.
 */
export function faultNamed(name: string | undefined): ReferenceFault {
  const fault = name === undefined ? { what: "nothing" } : faults[name];
  if (fault === undefined) throw new RangeError(`Cannot do "${name}" wrong: there is no such fault`);
  return fault;
}
