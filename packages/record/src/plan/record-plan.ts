import type { Plan, PlanStep } from "@tapedeck/schema";
import { anonymous, type Exchange, type Principal, RecordingSyntaxError } from "@tapedeck/tape";
import { checkArgument, didYouMean } from "@tapedeck/tape/internal";
import { UpstreamError } from "@tapedeck/tape/upstream-error";
import type { Recorder } from "../recorder.ts";
import { isSafe } from "../safe-method.ts";
import type { Unanswered } from "../summary.ts";
import { type Ask, exhaust, followPages, stepsFrom } from "./execute-step.ts";
import { batches, checkChosen, expandedSteps, mostAtOnce, type NumberedStep, stepCount } from "./expand.ts";

export interface PlanOptions {
  /** Number of resources requested in parallel. Default: 1. The files come out the same. */
  readonly concurrency?: number;
  /** Maximum number of requests. Default: no limit. */
  readonly budget?: number;
  /** How often to retry a request after a server error or a request to wait. Default: 4. */
  readonly retries?: number;
  /** Whether to fetch everything in full. Default: what is on file is fetched only if it changed (`If-None-Match`). */
  readonly fresh?: boolean;
  /** The requests to send, by their numbers in the plan's order, from 1. Default: all. */
  readonly only?: readonly number[];
  /** Once aborted, nothing more is sent; what was sent is kept. */
  readonly signal?: AbortSignal;
  /** The principal of a step that names none. Default: `anonymous`. */
  readonly as?: Principal;
  /** Called when a request has ended, with its answer on disk, and when fewer requests lie ahead. */
  readonly onProgress?: (progress: { readonly done: number; readonly of: number }) => void;
}

export interface PlanReport {
  /** Number of requests sent. */
  readonly asked: number;
  /** Requests that were not sent. */
  readonly skipped: readonly Unanswered[];
  readonly failed: readonly Unanswered[];
  /** The numbers to pass as `only` for what failed or was skipped; absent if nothing did. */
  readonly again?: readonly number[];
}

// Sends requests one after the other.
type Lane = ReturnType<Recorder["lane"]>;

// How many steps may wait for the disk while the next one is sent, for each that may be sent in parallel.
const mostKeeping = 4;

/**
 * Sends every request of a plan. Requests for one path are sent one after the other in the plan's order, so that each
 * answer has its place; different paths in parallel. Requests for each item of a list come after the lists, and steps
 * that exhaust the rate limit come last.
 * @throws RangeError if the plan names an alias without a credential, or a selected number has no request; nothing was
 *   sent then.
 * @example
 * const report = await recordPlan(recorder, readPlan(text, "plan.yaml"), { concurrency: 4, budget: 50 });
 */
export async function recordPlan(recorder: Recorder, plan: Plan, options: PlanOptions = {}): Promise<PlanReport> {
  checkArgument("record a plan", "the recorder", recorder, "object");
  checkArgument("record a plan", "the plan", plan, "object");
  const { retries = 4, fresh = false, budget = Number.POSITIVE_INFINITY, signal } = options;
  const { as = anonymous } = options;
  checkPrincipals(plan, as, recorder.principals);
  const count = checkChosen(plan, options.only);
  const skipped: Unanswered[] = [];
  const failed: Unanswered[] = [];
  const again = new Set<number>();
  let asked = 0;
  const progress = { done: 0, of: leastOf(plan, options.only) };
  const tell = (): void => options.onProgress?.({ ...progress });
  let stopped: string | null = null;
  const whyNot = (): string | null =>
    signal?.aborted ? "the recording was stopped" : (stopped ?? (asked >= budget ? "the budget is spent" : null));

  // Returns null instead of asking once the run has to end, and notes why.
  const asking = ({ number }: NumberedStep, lane: Lane, onDisk: Promise<unknown>[], begin: () => void): Ask => {
    return async (question) => {
      const reason = whyNot();
      if (reason === null) {
        asked += 1;
        const more = (attempt: number): boolean => {
          if (attempt > retries || whyNot() !== null) return false;
          asked += 1;
          return true;
        };
        const answered = Promise.withResolvers<Exchange>();
        const onAnswer = (exchange: Exchange): void => {
          onDisk.push(kept);
          answered.resolve(exchange);
        };
        const kept = recorder.ask({ ...question, again: more, ifChanged: !fresh, signal, onAnswer, lane });
        begin();
        const ended = (): void => {
          progress.done += 1;
          tell();
        };
        kept.then(ended, ended);
        const answer = await stoppable(Promise.race([kept, answered.promise]), signal);
        if (answer !== null) return answer;
        asked -= 1;
      }
      const { method, target, as } = question;
      again.add(number);
      skipped.push({ method, target: recorder.scrub(target), principal: as, reason: reason ?? whyNot() ?? "" });
      return null;
    };
  };

  const fail = ({ method, target, as: principal, number }: NumberedStep, error: Error): void => {
    again.add(number);
    failed.push({ method, target: recorder.scrub(target), principal, reason: recorder.scrub(error.message) });
    if (endsAll(error)) stopped ??= `stopped after: ${recorder.scrub(error.message.split("\n")[0] ?? "")}`;
  };

  // A list that several steps need is requested once. Answers that no step expands are not held.
  const lists = new Map<string, Promise<readonly Exchange[]> | null>();
  const pagesOf = (step: NumberedStep, ask: Ask): Promise<readonly Exchange[]> => {
    const asked = lists.size > 0 ? requestKeyOf(step) : "";
    const known = lists.get(asked);
    if (known) return known;
    const answers: Exchange[] = [];
    const isList = known === null;
    const pages = followPages(step, ask, (answer) => isList && answers.push(answer)).then(() => answers);
    if (isList) lists.set(asked, pages);
    return pages;
  };

  // Ends when everything was answered; `kept` resolves when all of it is on disk.
  const run = async (
    step: NumberedStep,
    lane: Lane,
  ): Promise<{ readonly kept: Promise<void>; readonly more: readonly NumberedStep[] }> => {
    const onDisk: Promise<unknown>[] = [];
    let more: readonly NumberedStep[] = [];
    // Number of foreseen requests that are still to be sent.
    let left = leastRequests(step);
    const begin = (): void => {
      if (left > 0) left -= 1;
      else progress.of += 1;
    };
    try {
      const ask = asking(step, lane, onDisk, begin);
      const { number, each, flaw } = step;
      if (flaw !== null) throw flaw;
      if (step.exhaust) await exhaust(step, ask);
      else {
        const answers = await pagesOf(step, ask);
        if (each !== null) more = stepsFrom(answers, each).map((one) => ({ ...one, number }));
      }
    } catch (cause) {
      fail(step, cause as Error);
    }
    const end = async (): Promise<void> => {
      const first = (await Promise.allSettled(onDisk)).find(({ status }) => status === "rejected");
      if (first?.status === "rejected") fail(step, first.reason);
    };
    progress.of += more.reduce((sum, each) => sum + leastRequests(each), 0) - left;
    if (left > 0) tell();
    return { kept: end(), more };
  };

  // Resolves to what the lists among them expand to.
  const runAll = async (those: readonly NumberedStep[]): Promise<NumberedStep[]> => {
    for (const step of those) {
      const asked = step.each === null ? null : requestKeyOf(step);
      if (asked !== null && !lists.has(asked)) lists.set(asked, null);
    }
    const expected = new Set<string>();
    for (const step of those) {
      const asked = lists.size > 0 ? requestKeyOf(step) : "";
      if (!expected.has(asked)) recorder.expect(step.as, leastRequests(step));
      if (lists.has(asked)) expected.add(asked);
    }
    const next: NumberedStep[] = [];
    const work = async (lanes: Iterable<readonly [readonly NumberedStep[], Lane]>): Promise<void> => {
      const keeping: Promise<void>[] = [];
      for (const [steps, lane] of lanes) {
        for (const step of steps) {
          const { kept, more } = await run(step, lane);
          for (const each of more) next.push(each);
          keeping.push(kept);
          if (keeping.length > mostKeeping) await keeping.shift();
        }
      }
      await Promise.all(keeping);
    };
    for (const phase of phasesOf(those)) {
      const lanes = phase.map((steps) => [steps, recorder.lane()] as const).values();
      await Promise.all(Array.from({ length: Math.max(1, options.concurrency ?? 1) }, () => work(lanes)));
    }
    return next;
  };

  // Takes some at a time: a short plan may expand to more than fits in memory.
  const runInTurn = async (
    steps: Iterable<NumberedStep>,
    runSome: (those: readonly NumberedStep[]) => Promise<readonly NumberedStep[]>,
  ): Promise<readonly NumberedStep[]> => {
    const next: NumberedStep[] = [];
    for (const some of batches(steps)) {
      const reason = whyNot();
      const [first] = some;
      if (reason !== null && first !== undefined && first.number > mostAtOnce) {
        const { number, method, target, as: principal } = first;
        const rest = `${reason}; so are all from request ${number} on: go on with --only ${number}-${count}`;
        skipped.push({ method, target: recorder.scrub(target), principal, reason: rest });
        break;
      }
      for (const step of await runSome(some)) next.push(step);
    }
    return next;
  };

  const all = (exhaust: boolean) =>
    expandedSteps(plan, { ...options, as }, (step) => (step.exhaust ?? false) === exhaust);
  let round = await runInTurn(all(false), runAll);
  while (round.length > 0) round = await runAll(round);
  await runInTurn(all(true), async (those) => {
    const lane = recorder.lane();
    for (const step of those) await (await run(step, lane)).kept;
    return [];
  });
  return { asked, skipped, failed, ...(again.size > 0 && { again: [...again].sort((a, b) => a - b) }) };
}

// A resource that a write changes is read before it or after it, as the plan says; reads between two writes are grouped
// by path.
function phasesOf(steps: readonly NumberedStep[]): readonly (readonly NumberedStep[])[][] {
  const runs: NumberedStep[][] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    if (run?.[0] !== undefined && isSafe(run[0].method) === isSafe(step.method)) run.push(step);
    else runs.push([step]);
  }
  return runs.map((run) =>
    run[0] !== undefined && !isSafe(run[0].method)
      ? [run]
      : [...Map.groupBy(run, ({ target }) => target.split("?")[0] ?? target).values()],
  );
}

// Returns the key that two steps share if they send the same request.
function requestKeyOf({ method, target, as, headers, body, times, pages, revalidate }: NumberedStep): string {
  return JSON.stringify([
    method,
    target,
    as,
    headers,
    new TextDecoder().decode(body),
    times,
    pages === Number.POSITIVE_INFINITY ? "all" : pages,
    revalidate,
  ]);
}

// Further pages are known only when they are reached.
function leastRequests({ times = 1, revalidate = false }: Pick<PlanStep, "times" | "revalidate">): number {
  return times + (revalidate ? 1 : 0);
}

/** Returns the number of requests of a plan, without further pages and what lists expand to. */
function leastOf(plan: Plan, only: readonly number[] | undefined): number {
  const ofStep = (step: PlanStep): number => (step.each === undefined ? leastRequests(step) : 1);
  if (only === undefined) return plan.requests.reduce((sum, step) => sum + stepCount(step) * ofStep(step), 0);
  let sum = 0;
  for (const step of expandedSteps(plan, { as: anonymous, only }, () => true)) sum += leastRequests(step);
  return sum;
}

// Null if it was given up for the stop: its turn did not come, or its answer not in time.
async function stoppable<T>(asking: Promise<T>, signal: AbortSignal | undefined): Promise<T | null> {
  try {
    return await asking;
  } catch (error) {
    if (signal?.aborted && (error === signal.reason || (error instanceof UpstreamError && error.code === "ETIMEDOUT")))
      return null;
    throw error;
  }
}

// An error that every other request would meet as well.
function endsAll(error: Error): boolean {
  if (error instanceof UpstreamError)
    return /^ECONNREFUSED$|^EPROXYAUTH$|^ERR_PROXY_TUNNEL$|^ENOTFOUND$|^EAI_AGAIN$|CERT|TLS|SSL|EPROTO/.test(
      error.code,
    );
  return "code" in error && !(error instanceof RecordingSyntaxError);
}

function checkPrincipals({ requests }: Plan, as: Principal, principals: readonly Principal[]): void {
  const unknown = requests.map((step) => step.as ?? as).find((alias) => !principals.includes(alias));
  if (unknown === undefined) return;
  throw new RangeError(
    `Cannot record the plan: it asks as "${unknown}", and no credential has this alias` +
      `${didYouMean(unknown, principals)}\n  - known: ${principals.join(", ")}; a further one: --token ${unknown}=ENV_NAME`,
  );
}
