import type { Plan } from "@tapedeck/schema";
import { anonymous, type Principal, RecordingSyntaxError } from "@tapedeck/tape";
import { type Course, expand } from "./expand.ts";
import { nearest } from "./nearest.ts";
import type { Recorder } from "./recorder.ts";
import { type Ask, exhaust, follow } from "./run-course.ts";
import type { Failed } from "./summary.ts";
import { UpstreamError } from "./upstream-error.ts";

export interface PlanOptions {
  /** How many resources are asked side by side. Default: 1. The files come out the same. */
  readonly concurrency?: number;
  /** The most requests that may be sent. Default: no limit. */
  readonly budget?: number;
  /** Who asks where a step does not say. Default: `anonymous`. */
  readonly as?: Principal;
  /** Called when all of a step's asks for one set of values have ended. */
  readonly onStep?: (event: StepEnded) => void;
}

export interface StepEnded {
  readonly target: string;
  readonly principal: Principal;
  /** How many have ended, this one with them. */
  readonly done: number;
  readonly of: number;
}

/** What was in the plan and was not asked. */
export interface Skipped {
  readonly method: string;
  readonly target: string;
  readonly principal: Principal;
  readonly reason: string;
}

export interface PlanReport {
  /** How many requests were sent. */
  readonly asked: number;
  readonly skipped: readonly Skipped[];
  readonly failed: readonly Failed[];
}

/**
 * Asks everything that a plan names. Requests for one path go one after the other in the plan's order, so that each
 * answer has its place; paths go side by side. Steps that exhaust the rate limit come after all others.
 * @throws RangeError if the plan names an alias that the recorder has no credential for; nothing was asked then.
 * @example
 * const report = await recordPlan(recorder, readPlan(text, "plan.yaml"), { concurrency: 4, budget: 50 });
 */
export async function recordPlan(recorder: Recorder, plan: Plan, options: PlanOptions = {}): Promise<PlanReport> {
  const courses = plan.requests.flatMap((step) => expand(step, options.as ?? anonymous));
  checkAliases(courses, recorder.principals);
  const skipped: Skipped[] = [];
  const failed: Failed[] = [];
  let asked = 0;
  let done = 0;
  let stopped: string | null = null;

  // Says null, and why, instead of asking once the run has to end.
  const ask: Ask = async (question) => {
    const reason = stopped ?? (asked >= (options.budget ?? Number.POSITIVE_INFINITY) ? "the budget is spent" : null);
    if (reason !== null) {
      const { method, target, as } = question;
      skipped.push({ method, target: recorder.scrub(target), principal: as, reason });
      return null;
    }
    asked += 1;
    return recorder.ask(question);
  };

  const run = async (course: Course): Promise<void> => {
    const { method, target, as: principal } = course;
    try {
      await (course.exhaust ? exhaust(course, ask) : follow(course, ask));
    } catch (cause) {
      const error = cause as Error;
      failed.push({ method, target: recorder.scrub(target), principal, reason: recorder.scrub(error.message) });
      if (endsAll(error)) stopped ??= `stopped after: ${recorder.scrub(error.message.split("\n")[0] ?? "")}`;
    }
    done += 1;
    options.onStep?.({ target: recorder.scrub(target), principal, done, of: courses.length });
  };

  const lanes = Map.groupBy(
    courses.filter((course) => !course.exhaust),
    ({ target }) => target.split("?")[0] ?? target,
  ).values();
  const work = async (): Promise<void> => {
    for (const lane of lanes) for (const course of lane) await run(course);
  };
  await Promise.all(Array.from({ length: Math.max(1, options.concurrency ?? 1) }, work));
  for (const course of courses.filter(({ exhaust }) => exhaust)) await run(course);
  return { asked, skipped, failed };
}

// What would befall every other request as well.
function endsAll(error: Error): boolean {
  if (error instanceof UpstreamError)
    return /^ECONNREFUSED$|^ENOTFOUND$|^EAI_AGAIN$|CERT|TLS|SSL|EPROTO/.test(error.code);
  return "code" in error && !(error instanceof RecordingSyntaxError);
}

function checkAliases(courses: readonly Course[], principals: readonly Principal[]): void {
  const unknown = courses.find(({ as }) => !principals.includes(as))?.as;
  if (unknown === undefined) return;
  const meant = nearest(unknown, principals);
  throw new RangeError(
    `Cannot record the plan: it asks as "${unknown}", and no credential has this alias` +
      `${meant === null ? "" : `; did you mean "${meant}"?`}\n  - known: ${principals.join(", ")}`,
  );
}
