import { bodyMark } from "../../body/body-mark.ts";
import { pinParts } from "../../body/multipart.ts";
import { isIdempotencyKey, requestKey, sortKey } from "../../canonical.ts";
import type { Body, Exchange, RecordedMessage, RecordedResponse } from "../../exchange.ts";
import { comparePositions, passed } from "../../har/passes.ts";
import { headerOf } from "../../http/headers.ts";

/** An exchange of a run, and its number among the answers to its request, from 0. */
export interface RunEntry {
  readonly exchange: Exchange;
  readonly nth: number;
}

/**
 * Merges a run into the answers on file. The nth answer to a request replaces the nth one there, and answers to
 * requests that the run did not send stay. When another version replaces an answer, the revalidations of the old
 * version are removed: no client can ask for them.
 * @param onFile The exchanges on file, each with its pass.
 * @returns All exchanges in recorded order, each with its pass; those of `onFile` that are equal stay the same objects.
 * @example
 * mergeRun([], [{ exchange, nth: 0 }]); // [exchange]
 */
export function mergeRun(onFile: readonly Exchange[], run: readonly RunEntry[]): readonly Exchange[] {
  // As most: the only answer of its resource.
  if (onFile.length === 0 && run.length === 1) return run.map(({ exchange }) => exchange);
  const answers = Map.groupBy(onFile, ({ request }) => requestKey(request));
  const gone: Exchange[] = [];
  const ofRun = new Set<Exchange>();
  for (const { exchange, nth } of run.toSorted((a, b) => a.nth - b.nth)) {
    const key = requestKey(exchange.request);
    const there = answers.get(key) ?? [];
    answers.set(key, there);
    const past = there[nth];
    const kept = past && sameResponse(past, exchange) ? passed(past, exchange.pass ?? 0) : exchange;
    if (past) there[nth] = kept;
    else there.push(kept);
    ofRun.add(kept);
    if (past && kept === exchange && etagOf(past) !== etagOf(exchange)) gone.push(past);
  }
  const all = withoutSuperseded([...answers.values()].flat(), gone, ofRun);
  return inOrder(
    Map.groupBy(all, ({ request }) => requestKey(request))
      .values()
      .flatMap(inTurn)
      .toArray(),
  );
}

// The nth answer to a request never comes before the previous one, wherever a run put that.
function inTurn(answers: readonly Exchange[]): readonly Exchange[] {
  let least = 0;
  return answers.map((exchange) => {
    least = Math.max(least, exchange.pass ?? 0);
    return passed(exchange, least);
  });
}

function inOrder(exchanges: readonly Exchange[]): readonly Exchange[] {
  const placed = exchanges.map((exchange) => ({ exchange, pass: exchange.pass ?? 0, key: sortKey(exchange) }));
  return placed.sort(comparePositions).map(({ exchange }) => exchange);
}

/**
 * Returns whether an exchange's answer is the one on file; insignificant differences stay as they are there: the times
 * and boundaries of chunks and messages, how early the server says something that waits for no more of the client, the
 * boundary of a multipart body, the order of the methods in `Allow` (RFC 9110, section 10.2.1), and an idempotency key
 * that its client made up, where the answer repeats it.
 */
export function sameResponse(onFile: Exchange, exchange: Exchange): boolean {
  if (onFile.request.session !== exchange.request.session || comparable(onFile) !== comparable(exchange)) return false;
  const waits = waitsIn(exchange.response);
  return waitsIn(onFile.response).every((count, at) => count <= (waits[at] ?? 0));
}

/** Returns for how many messages of the client each of the server's waits. */
function waitsIn({ messages = [] }: RecordedResponse): readonly number[] {
  let heard = 0;
  return messages.flatMap(({ from }) => {
    heard += Number(from === "client");
    return from === "server" ? [heard] : [];
  });
}

function comparable({ request, response }: Exchange): string {
  const { status, reason, headers, body, chunks, cut, trailers, informational, messages, closed } = pinParts(response);
  const said = JSON.stringify([
    ...[status, reason, headers.map(([name, value]) => [name, name === "allow" ? sortedList(value) : value])],
    ...[bodyMark(body), chunks !== undefined, cut, trailers, informational],
    ...[(["client", "server"] as const).map((side) => saidBy(side, messages)), closed],
  ]);
  const [, key] = request.headers.find(([name, value]) => isIdempotencyKey(name) && madeUp.test(value)) ?? [];
  return key === undefined ? said : said.replaceAll(key, "");
}

function saidBy(side: RecordedMessage["from"], messages: readonly RecordedMessage[] = []): readonly Body[] {
  return messages.filter(({ from }) => from === side).map(({ data }) => data);
}

// A UUID, or as long a number in hexadecimal; one that a program chooses, such as an order's, tells its answers apart.
const madeUp = /[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}/i;

function sortedList(value: string): string {
  return value
    .split(/\s*,\s*/)
    .sort()
    .join();
}

/**
 * Removes the revalidations of answers that are gone: no client can ask for them.
 * @param gone Answers that were replaced.
 * @param sent What stays, since a client has just asked for it. Default: nothing.
 */
export function withoutSuperseded(
  all: readonly Exchange[],
  gone: readonly Exchange[],
  sent: ReadonlySet<Exchange> = new Set(),
): readonly Exchange[] {
  if (gone.length === 0) return all;
  const versions = new Set(all.map((exchange) => versionOf(exchange, etagOf(exchange))));
  const superseded = new Set(gone.map((exchange) => versionOf(exchange, etagOf(exchange))));
  return all.filter((exchange) => {
    if (exchange.response.status !== 304 || sent.has(exchange)) return true;
    const version = versionOf(exchange, headerOf(exchange.request.headers, "if-none-match"));
    return version === null || !superseded.has(version) || versions.has(version);
  });
}

function etagOf({ response }: Exchange): string | null {
  return response.status === 200 ? headerOf(response.headers, "etag") : null;
}

function versionOf({ request: { target, principal } }: Exchange, etag: string | null): string | null {
  return etag === null ? null : JSON.stringify([target, principal, etag]);
}
