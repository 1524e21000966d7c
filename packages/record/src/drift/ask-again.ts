import type { PlanStep } from "@tapedeck/schema";
import type { Exchange } from "@tapedeck/tape";
import { headersToSend } from "@tapedeck/tape/internal";
import { type PlanOptions, type PlanReport, recordPlan } from "../plan/record-plan.ts";
import type { Recorder } from "../recorder.ts";
import type { Asked, Unanswered } from "../summary.ts";
import { type Askable, askedOf } from "./choose.ts";

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
 * Returns why a request has no answer to compare: it failed, or was not sent.
 * @param answer The last answer, if there was one.
 * @param isAway Whether its alias has lost access.
 */
export function whyUnanswered(
  { recorded }: Askable,
  answer: Exchange | undefined,
  report: PlanReport,
  isAway: boolean,
): Unanswered & { readonly kind: "failed" | "skipped" } {
  const asked = askedOf(recorded);
  const failure = (reason: string) => ({ ...asked, kind: "failed", reason }) as const;
  if (isAway) {
    return failure(
      `the service does not accept the token of alias "${asked.principal}" (401): has it expired, or does it lack the scope?`,
    );
  }
  if (answer !== undefined) return failure(`it kept answering ${answer.response.status}`);
  const isIt = (other: Asked): boolean =>
    other.method === asked.method && other.target === asked.target && other.principal === asked.principal;
  const failed = report.failed.find(isIt);
  if (failed !== undefined) return failure(causeOf(failed.reason));
  const reason = report.skipped.find(isIt)?.reason ?? "nothing was kept of what came";
  return { ...asked, kind: "skipped", reason: causeOf(reason) };
}

// The recorder reports what it cannot record, but nothing is recorded here; the request is named instead.
function causeOf(reason: string): string {
  return reason.replace(/Cannot record \S+ \S+: /, "");
}
