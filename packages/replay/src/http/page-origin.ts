import { isLoopback } from "@tapedeck/tape/internal";
import type { ResponseDraft } from "./response-draft.ts";

const field = "access-control-allow-origin";

/**
 * Lets a page of this machine read an answer that a page of this machine could read when it was recorded: development
 * and test servers take another port each time, and services echo the origin that asks.
 * @param page The request's `Origin`; null where it has none.
 * @see Fetch, section 3.3.3
 * @example
 * const headers = [["access-control-allow-origin", "http://localhost:3000"]] as const;
 * readableBy({ status: 200, headers, body: null }, "http://localhost:5173").headers; // [["access-control-allow-origin", "http://localhost:5173"]]
 */
export function readableBy(draft: ResponseDraft, page: string | null): ResponseDraft {
  if (page === null || !isOfThisMachine(page)) return draft;
  const isOther = ([name, value]: ResponseDraft["headers"][number]): boolean =>
    name === field && value !== page && isOfThisMachine(value);
  if (!draft.headers.some(isOther)) return draft;
  return { ...draft, headers: draft.headers.map((each) => (isOther(each) ? [field, page] : each)) };
}

/** Returns whether a page of an origin is of this machine. */
export function isOfThisMachine(origin: string): boolean {
  return isLoopback(/^https?:\/\/([^/]+)$/.exec(origin)?.[1] ?? "");
}
