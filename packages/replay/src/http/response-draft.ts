import type { HeaderList } from "@tapedeck/tape";
import { memoize, memoizeObject } from "../memoize.ts";
import type { OutgoingResponse } from "./message.ts";

/** An answer before what is live is added to it. */
export interface ResponseDraft {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Uint8Array<ArrayBuffer> | null;
}

/** What is true of an answer only when it is sent. */
export interface Live {
  /** Epoch seconds. */
  readonly now: number;
  /** What tells the caller how it stands; none where no limit is counted. */
  readonly counters: HeaderList;
  /** The header that identifies the request, and its value; null where the API sends none. */
  readonly requestId: readonly [name: string, value: string] | null;
}

/**
 * Finishes an answer: date, length, counters and request id are those of this moment.
 * @see RFC 9110, sections 6.6.1 (date) and 8.6 (no length on 204 and 304)
 */
export function finalize(draft: ResponseDraft, { now, counters, requestId }: Live): OutgoingResponse {
  const { status, headers: fixed, body } = draft;
  const headers = fixed.slice();
  if (body !== null) headers.push(["content-length", String(body.length)]);
  headers.push(dateAt(now));
  for (const counter of counters) headers.push(counter);
  if (requestId !== null) headers.push(requestId);
  return { status, headers, body, fixed };
}

const dateAt = memoize(16, (now: number) => ["date", new Date(now * 1000).toUTCString()] as const);

/**
 * The answer to HEAD: that to GET without its body, its length told.
 * @see RFC 9110, section 9.3.2
 */
export function withoutBody(reply: OutgoingResponse): OutgoingResponse {
  return { ...reply, body: null };
}

/** The 304 of a full answer: no body, and none of the headers that describe one. */
export function notModified(draft: ResponseDraft): ResponseDraft {
  return { status: 304, headers: undescribed(draft.headers), body: null };
}

const undescribed = memoizeObject((headers: HeaderList) =>
  headers.filter(([name]) => !/^(?:content-(?:type|length|encoding|language|range|disposition))$/.test(name)),
);

/** An answer that no cache may keep for another caller. */
export function privateToCaller(draft: ResponseDraft): ResponseDraft {
  return { ...draft, headers: uncached(draft.headers) };
}

const uncached = memoizeObject((headers: HeaderList) =>
  headers.map(([name, value]) =>
    name === "cache-control" ? ([name, value.replace(/^public\b/, "private")] as const) : ([name, value] as const),
  ),
);

/** A part of a full answer. */
export function partial(draft: ResponseDraft, first: number, last: number): ResponseDraft {
  const length = draft.body?.length ?? 0;
  return {
    status: 206,
    headers: [...draft.headers, ["content-range", `bytes ${first}-${last}/${length}`]],
    body: draft.body?.slice(first, last + 1) ?? null,
  };
}
