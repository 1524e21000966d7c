import { requestKey, sortKey } from "../canonical.ts";
import type { Exchange } from "../exchange.ts";
import { headerOf } from "../headers.ts";
import { orderOf, type Span } from "./recorded-order.ts";

/** An exchange of a run, and which answer to its request it was, from 0. */
export interface RunEntry {
  readonly exchange: Exchange;
  readonly nth: number;
  readonly span: Span;
  /** Whether it is new in this run: if it is on file, then the run itself brought it there, where it is not bound to stay. */
  readonly fresh: boolean;
}

interface Slot {
  exchange: Exchange;
  span: Span | null;
  /** In recorded order, of what was on file; null for what is new. */
  place: number | null;
}

/**
 * Merges a run into what is on file. The nth answer to a request takes the place of the nth one there, and what the run
 * did not ask for stays. An answer that is replaced by another version takes the revalidations of the old version with
 * it: no client can ask for them.
 * @param onFile In recorded order.
 * @returns All exchanges in recorded order; those of `onFile` that are equal stay the same objects.
 * @example
 * mergeRun([], [{ exchange, nth: 0, fresh: true, span: { began: 0, ended: 1 } }]); // [exchange]
 */
export function mergeRun(onFile: readonly Exchange[], run: readonly RunEntry[]): readonly Exchange[] {
  const answers = new Map<string, Slot[]>();
  for (const [place, exchange] of onFile.entries()) {
    const slot: Slot = { exchange, span: null, place };
    const key = requestKey(exchange.request);
    const there = answers.get(key);
    if (there) there.push(slot);
    else answers.set(key, [slot]);
  }
  const gone: Exchange[] = [];
  for (const { exchange, nth, span, fresh } of run.toSorted((a, b) => a.nth - b.nth)) {
    const key = requestKey(exchange.request);
    const there = answers.get(key) ?? [];
    answers.set(key, there);
    const past = there[nth];
    if (past === undefined) there.push({ exchange, span, place: null });
    else {
      past.span = span;
      if (fresh) past.place = null;
      if (sameResponse(past.exchange, exchange)) continue;
      const version = etagOf(past.exchange);
      if (version !== null && version !== etagOf(exchange)) gone.push(past.exchange);
      past.exchange = exchange;
    }
  }
  const slots = [...answers.values()].flat();
  return inOrder(withoutSuperseded(slots, gone)).map(({ exchange }) => exchange);
}

/** Tells whether two exchanges were answered alike. */
export function sameResponse({ response: a }: Exchange, { response: b }: Exchange): boolean {
  const textOf = ({ status, headers, body }: typeof a) =>
    JSON.stringify([status, headers, body?.encoding, body?.text, body?.verbatim]);
  return textOf(a) === textOf(b);
}

function withoutSuperseded(slots: readonly Slot[], gone: readonly Exchange[]): readonly Slot[] {
  if (gone.length === 0) return slots;
  const versions = new Set(slots.map(({ exchange }) => versionOf(exchange, etagOf(exchange))));
  const superseded = new Set(gone.map((exchange) => versionOf(exchange, etagOf(exchange))));
  return slots.filter(({ exchange }) => {
    if (exchange.response.status !== 304) return true;
    const version = versionOf(exchange, headerOf(exchange.request.headers, "if-none-match"));
    return !superseded.has(version) || versions.has(version);
  });
}

function etagOf({ response }: Exchange): string | null {
  return response.status === 200 ? headerOf(response.headers, "etag") : null;
}

function versionOf({ request: { target, principal } }: Exchange, etag: string | null): string | null {
  return etag === null ? null : JSON.stringify([target, principal, etag]);
}

// What the run did not ask for keeps its place before what follows it on file.
function inOrder(slots: readonly Slot[]): readonly Slot[] {
  const ran = orderOf(
    slots.flatMap((slot) =>
      slot.span === null ? [] : [{ slot, span: slot.span, place: slot.place, key: sortKey(slot.exchange) }],
    ),
  );
  const rest = slots.filter(({ span }) => span === null).sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
  const ordered: Slot[] = [];
  let fresh: Slot[] = [];
  let next = 0;
  for (const { slot, place } of ran) {
    fresh.push(slot);
    if (place === null) continue;
    for (let each = rest[next]; each && (each.place ?? 0) < place; each = rest[next]) {
      ordered.push(each);
      next += 1;
    }
    for (const each of fresh) ordered.push(each);
    fresh = [];
  }
  return [...ordered, ...rest.slice(next), ...fresh];
}
