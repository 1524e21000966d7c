import { type Exchange, headerOf } from "@tapedeck/tape";
import type { Answer } from "./entry-ref.ts";

/** The answers to each request, by {@link keyOf}, in their order. */
export type Answers = Map<string, Answer[]>;

/** An answer that came, and how often its request was answered in this run before. */
export interface Fresh {
  readonly exchange: Exchange;
  readonly asked: number;
}

/** What came of putting answers in. */
export interface Merged {
  readonly outcomes: readonly ("captured" | "unchanged")[];
  /** The keys of the requests whose answers are not what they were. */
  readonly changed: ReadonlySet<string>;
}

/**
 * Puts new answers among others: the nth answer to a request takes the place of the nth one there. An answer that is
 * replaced by a newer version takes the revalidations of the old version with it: nobody can ask for them.
 * @param read Gives the exchange of an answer that is there.
 * @example
 * merge(answers, [{ exchange, asked: 0 }], read).outcomes; // ["captured"]
 */
export function merge(answers: Answers, fresh: readonly Fresh[], read: (answer: Answer) => Exchange): Merged {
  const before = new Map<string, number>();
  const outcomes: ("captured" | "unchanged")[] = [];
  const changed = new Set<string>();
  const gone: Exchange[] = [];
  for (const { exchange, asked } of fresh) {
    const key = keyOf(exchange);
    const place = asked + (before.get(key) ?? 0);
    before.set(key, (before.get(key) ?? 0) + 1);
    const there = answers.get(key) ?? [];
    const past = there[place];
    const replaced = past && read(past);
    const unchanged = replaced !== undefined && isSame(replaced, exchange);
    outcomes.push(unchanged ? "unchanged" : "captured");
    if (unchanged) continue;
    changed.add(key);
    if (replaced && etagOf(replaced) !== null && etagOf(replaced) !== etagOf(exchange)) gone.push(replaced);
    there[Math.min(place, there.length)] = { held: exchange };
    answers.set(key, there);
  }
  for (const version of gone) for (const key of superseded(answers, version, read)) changed.add(key);
  return { outcomes, changed };
}

// Takes out what revalidates a version that is gone, and says whose answers these were.
function superseded(answers: Answers, past: Exchange, read: (answer: Answer) => Exchange): string[] {
  // To read all that there are could take long.
  const among = [...answers].filter(([key]) => key.includes(resourceIn(past)));
  if (among.some(([, there]) => there.some((answer) => isVersion(read(answer), past)))) return [];
  return among.flatMap(([key, there]) => {
    const left = there.filter((answer) => !revalidates(read(answer), past));
    if (left.length === there.length) return [];
    answers.set(key, left);
    return [key];
  });
}

/** What two requests share if they are the same one, as text. */
export function keyOf({ request }: Pick<Exchange, "request">): string {
  const { method, target, principal, headers, body } = request;
  return JSON.stringify([method, target, principal, headers, body?.encoding, body?.text]);
}

function resourceIn({ request: { target, principal } }: Exchange): string {
  return JSON.stringify([target, principal]).slice(1, -1);
}

function isSame({ response: a }: Exchange, { response: b }: Exchange): boolean {
  const textOf = ({ status, headers, body }: typeof a) => JSON.stringify([status, headers, body?.encoding, body?.text]);
  return textOf(a) === textOf(b);
}

function etagOf({ response }: Exchange): string | null {
  return response.status === 200 ? headerOf(response.headers, "etag") : null;
}

function isVersion(exchange: Exchange, past: Exchange): boolean {
  return sameResource(exchange, past) && etagOf(exchange) === etagOf(past);
}

function revalidates(exchange: Exchange, past: Exchange): boolean {
  const { request, response } = exchange;
  return (
    response.status === 304 &&
    sameResource(exchange, past) &&
    headerOf(request.headers, "if-none-match") === etagOf(past)
  );
}

function sameResource({ request: a }: Exchange, { request: b }: Exchange): boolean {
  return a.target === b.target && a.principal === b.principal;
}
