import type { SecretMemory } from "@tapedeck/tape/internal";
import { type IncomingRequest, requestHeader } from "../http/message.ts";

/** Hides the secrets in a request's headers from now on. */
export interface Notice {
  (headers: IncomingRequest["headers"]): void;
  /** Returns whether that was done for the same object, which will not change. */
  hasSeen(headers: IncomingRequest["headers"]): boolean;
}

/** Makes the function that notices the secrets of a client's headers. A client repeats most headers, which a quick comparison shows. */
export function createNotice(scrubber: SecretMemory): Notice {
  const latest = new Map<string, string>();
  const seen = new WeakSet<IncomingRequest["headers"]>();
  const notice = (headers: IncomingRequest["headers"]): void => {
    if (seen.has(headers)) return;
    const fresh: Array<readonly [string, string]> = [];
    for (const name of Object.keys(headers)) {
      const value = requestHeader({ headers }, name) ?? "";
      if (latest.get(name) !== value) fresh.push([name, value]);
    }
    if (fresh.length > 0) scrubber.notice(fresh);
    if (latest.size + fresh.length > 256) latest.clear();
    for (const [name, value] of fresh) latest.set(name, value);
    // A server passes the same object for the same bytes, and freezes it to say that it will not change.
    if (Object.isFrozen(headers)) seen.add(headers);
  };
  return Object.assign(notice, { hasSeen: (headers: IncomingRequest["headers"]) => seen.has(headers) });
}
