import type { Cost } from "../generated/scheme.ts";

const mostPaths = 256;
const longestKey = 256;

/** The caller: with a credential, or without. */
export type CallerKind = "anonymous" | "token";

/** The remaining quota after each answer, in the order in which they came. */
export interface SpentAnswer {
  readonly kind: CallerKind;
  readonly path: string;
  readonly remaining: number;
  readonly at: number;
  readonly resetsAt: number | null;
  readonly nth: number;
}

/** Returns how many requests a hundred percent are, by the cost of each; null if that was not observed. */
export function requestsIn(answers: readonly SpentAnswer[]): number | null {
  const left = answers.filter(({ kind }) => kind === answers[0]?.kind).map(({ remaining }) => remaining);
  const fallen = left.findIndex((each, nth) => each > (left[nth - 1] ?? each));
  const window = left.slice(0, fallen < 0 ? left.length : fallen);
  const taken = (window[0] ?? 0) - (window.at(-1) ?? 0);
  return taken > 0 ? Math.round((100 * (window.length - 1)) / taken) : null;
}

/** Returns whether two operations spend two limits: one goes on from its own number, whatever the other cost. */
export function isSplit(answers: readonly SpentAnswer[]): boolean {
  let apart = 0;
  const last = new Map<string, SpentAnswer>();
  for (const [nth, answer] of answers.entries()) {
    const before = answers[nth - 1];
    const own = last.get(`${answer.kind} ${answer.path}`);
    last.set(`${answer.kind} ${answer.path}`, answer);
    if (!before || before.kind !== answer.kind || !isOneWindow(before, answer)) continue;
    if (own && own !== before && !isOneWindow(own, answer)) continue;
    if (before.path === answer.path) {
      if (answer.remaining > before.remaining) return false;
    } else if (answer.remaining < before.remaining) {
      if (own === undefined || own.remaining - 1 !== answer.remaining) return false;
    } else if (own === undefined || own.remaining > answer.remaining) apart += 1;
  }
  return apart > 0 && answers.length > 2;
}

function isOneWindow({ resetsAt }: SpentAnswer, { at }: SpentAnswer): boolean {
  return resetsAt !== null && at < resetsAt;
}

/** Returns whether numbers count up in a window: they fall only with a new window. The cost of one answer does not. */
export function rises(answers: readonly SpentAnswer[]): boolean {
  const steps = [...Map.groupBy(answers, ({ kind }) => kind).values()].flatMap(stepsIn);
  return steps.some(({ took }) => took > 0) && steps.every(({ took }) => took >= 0);
}

/** Returns the cost of each answer that follows another of its window. */
function stepsIn(answers: readonly SpentAnswer[]): ReadonlyArray<{ readonly path: string; readonly took: number }> {
  return answers.flatMap((answer, nth) => {
    const before = answers[nth - 1];
    const follows = before?.kind === answer.kind && (before.resetsAt === null || isOneWindow(before, answer));
    return follows ? [{ path: answer.path, took: before.remaining - answer.remaining }] : [];
  });
}

/**
 * Returns the cost of requests: of each, if all answers of a window are known; else of each path with a constant cost.
 * @param times How often a path must have been observed.
 */
export function observedCost(
  answers: readonly SpentAnswer[],
  times: number,
  hide: (path: string) => string,
): Cost | null {
  const [first] = answers;
  const window = answers.filter((each) => first && each.kind === first.kind && isOneWindow(first, each));
  const left = window.map(({ remaining }) => remaining);
  const step = (Math.max(...left) - Math.min(...left)) / (left.length - 1);
  const even = left.every((each) => (Math.max(...left) - each) % step === 0);
  if (left.length >= 4 && Number.isInteger(step) && even && step > 1) return { default: step };
  const steps = stepsIn(answers);
  if (steps.some(({ took }) => took < 0)) return null;
  const byOperation = Object.fromEntries(
    [...Map.groupBy(steps, ({ path }) => path)]
      .filter(([, own]) => own.length >= times && own.every(({ took }) => took === own[0]?.took && took !== 1))
      .filter(([path]) => path.length <= longestKey && hide(path) === path)
      .slice(0, mostPaths)
      .map(([path, [own]]) => [path, own?.took ?? 1]),
  );
  const [price, ...others] = new Set(Object.values(byOperation));
  if (price === undefined) return null;
  const isOfAll = others.length === 0 && steps.every(({ took }) => took === price);
  return isOfAll && Object.keys(byOperation).length > 1 ? { default: price } : { byOperation };
}
