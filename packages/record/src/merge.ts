import { type Exchange, headerOf } from "@tapedeck/tape";

/** How often a request was answered in this run before. */
export type Asked = (exchange: Exchange) => number;

/** What a file is to hold, and what came of each exchange that was put in. */
export interface Merged {
  readonly exchanges: readonly Exchange[];
  readonly outcomes: readonly ("captured" | "unchanged")[];
}

/**
 * Puts new answers into what a file holds: the nth answer to a request takes the place of the nth one there. An answer
 * that is replaced by a newer version takes the revalidations of the old version with it: nobody can ask for them.
 * @example
 * merge([old], [fresh], () => 0).exchanges; // [fresh], where both answer the same request
 */
export function merge(old: readonly Exchange[], fresh: readonly Exchange[], asked: Asked): Merged {
  const places = Map.groupBy(old, keyOf);
  const before = new Map<string, number>();
  const outcomes: ("captured" | "unchanged")[] = [];
  const gone: Exchange[] = [];
  for (const exchange of fresh) {
    const key = keyOf(exchange);
    const place = asked(exchange) + (before.get(key) ?? 0);
    before.set(key, (before.get(key) ?? 0) + 1);
    const answers = places.get(key) ?? [];
    const replaced = answers[place];
    outcomes.push(replaced && same(replaced, exchange) ? "unchanged" : "captured");
    if (replaced && etagOf(replaced) !== null && etagOf(replaced) !== etagOf(exchange)) gone.push(replaced);
    answers[Math.min(place, answers.length)] = exchange;
    places.set(key, answers);
  }
  const kept = [...places.values()].flat();
  const superseded = gone.filter((past) => !kept.some((exchange) => isVersion(exchange, past)));
  return { exchanges: kept.filter((exchange) => !superseded.some((past) => revalidates(exchange, past))), outcomes };
}

/** What two requests share if they are the same one, as text. */
export function keyOf({ request }: Pick<Exchange, "request">): string {
  const { method, target, principal, headers, body } = request;
  return JSON.stringify([method, target, principal, headers, body?.encoding, body?.text]);
}

function same({ response: a }: Exchange, { response: b }: Exchange): boolean {
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
