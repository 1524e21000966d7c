import type { PlanStep } from "@tapedeck/schema";
import type { Exchange } from "@tapedeck/tape";
import { headersToSend } from "@tapedeck/tape/internal";
import { type PlanOptions, type PlanReport, recordPlan } from "../plan/record-plan.ts";
import type { Recorder } from "../recorder.ts";
import { type Askable, askedOf, type NotAsked } from "./choose.ts";

/**
 * Asks recorded requests again in order, each `times` times.
 * @example
 * await askAgain(recorder, askable, () => 1, { budget: 50 });
 */
export async function askAgain(
  recorder: Recorder,
  askable: readonly Askable[],
  times: (askable: Askable) => number,
  options: PlanOptions,
): Promise<PlanReport> {
  const requests = askable.map((each): PlanStep => {
    const { method, target, principal } = each.recorded.request;
    return {
      path: target,
      method: method as NonNullable<PlanStep["method"]>,
      as: principal,
      headers: headersToSend(each.recorded),
      times: times(each),
    };
  });
  return recordPlan(recorder, { requests: requests as [PlanStep, ...PlanStep[]] }, { ...options, fresh: true });
}

/**
 * Returns why a request has no answer to compare.
 * @param answer The last answer, if there was one.
 */
export function whyUnanswered({ recorded }: Askable, answer: Exchange | undefined, report: PlanReport): Unanswered {
  const asked = askedOf(recorded);
  if (answer !== undefined) return { ...asked, kind: "failed", reason: `it kept answering ${answer.response.status}` };
  const isIt = (other: Omit<NotAsked, "reason">): boolean =>
    other.method === asked.method && other.target === asked.target && other.principal === asked.principal;
  const failed = report.failed.find(isIt);
  if (failed !== undefined) return { ...asked, kind: "failed", reason: causeOf(failed.reason) };
  const reason = report.skipped.find(isIt)?.reason ?? "nothing was kept of what came";
  return { ...asked, kind: "skipped", reason: causeOf(reason) };
}

/** Returns the same for a request whose alias has lost access. */
export function whyTurnedAway({ recorded }: Askable): Unanswered {
  const asked = askedOf(recorded);
  const reason = `the service does not accept the token of alias "${asked.principal}" (401): has it expired, or does it lack the scope?`;
  return { ...asked, kind: "failed", reason };
}

/** A request without an answer: it failed, or was not sent. */
interface Unanswered extends NotAsked {
  readonly kind: "failed" | "skipped";
}

// The recorder reports what it cannot record, but nothing is recorded here; the request is named instead.
function causeOf(reason: string): string {
  return reason.replace(/Cannot record \S+ \S+: /, "");
}
