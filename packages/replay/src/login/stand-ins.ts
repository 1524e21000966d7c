// Where an upstream is asked: which credentials of clients' own stand for a recorded one. No answer issued them, so a
// client may have another one in each run: the first that comes is taken for the recorded one, and another one is
// upstream's to judge. `sent-login.ts` uses it.
import type { RecordedRequest } from "@tapedeck/tape";
import { cookieIn, dropOldest, typedIn } from "@tapedeck/tape/internal";
import { type IncomingRequest, requestHeader } from "../http/message.ts";
import { cookiePlace, type OwnCredential, ownIn } from "./login.ts";

/** Knows which clients' credentials were given the answers of which recorded ones. */
export interface StandIns {
  /** Returns whether a client's credential got what was recorded for one at its place. */
  isOneFor(recorded: OwnCredential, ask: Pick<IncomingRequest, "headers">): boolean;
  /**
   * Returns whether a client's credential gets what was recorded for one at its place.
   * @param own What stands in recordings for the client's own; null where that tells one login from no other.
   */
  mayStandFor(recorded: OwnCredential, ask: Pick<IncomingRequest, "headers">, own: string | null): boolean;
  /** Notes that a client got a recorded answer, or that upstream answered it. */
  note(ask: Pick<IncomingRequest, "headers">, request: RecordedRequest): void;
  clear(): void;
}

/** A user whose password is a token may have many. */
const mostForOne = 256;
const mostHeld = 4096;

/**
 * Makes a memory of them, without any.
 * @param isRecorded Returns whether a recorded request sent a placeholder.
 */
export function createStandIns(isRecorded: (placeholder: string) => boolean): StandIns {
  /** By place and what was recorded there. */
  const sentFor = new Map<string, Set<string>>();
  /** By place and what was sent. */
  const standsFor = new Map<string, string>();
  const isOneFor: StandIns["isOneFor"] = ([place, said], ask) => {
    const sent = credentialAt(ask, place);
    return sent !== null && sentFor.get(`${place} ${said}`)?.has(sent) === true;
  };
  return {
    isOneFor,
    mayStandFor([place, said], ask, own) {
      const sent = credentialAt(ask, place);
      if (sent === null || own === said || isOneFor([place, said], ask)) return true;
      if (sentFor.has(`${place} ${said}`)) return false;
      if (own === null) return true;
      return !standsFor.has(`${place} ${sent}`) && !sentFor.has(`${place} ${own}`) && !isRecorded(own);
    },
    note(ask, request) {
      for (const [place, said] of ownIn(request)) {
        const sent = credentialAt(ask, place);
        if (sent === null) continue;
        const key = `${place} ${said}`;
        const taken = sentFor.get(key) ?? new Set();
        sentFor.set(key, taken.add(sent));
        standsFor.set(`${place} ${sent}`, said);
        dropOldest(taken, mostForOne);
        dropOldest(sentFor, mostHeld);
        dropOldest(standsFor, mostHeld);
      }
    },
    clear() {
      sentFor.clear();
      standsFor.clear();
    },
  };
}

/** Returns a credential that a client sends; of a login that it signs anew each time, its user. Null for none. */
function credentialAt(ask: Pick<IncomingRequest, "headers">, place: string): string | null {
  if (place.startsWith(cookiePlace))
    return cookieIn(requestHeader(ask, "cookie") ?? "", place.slice(cookiePlace.length));
  const sent = requestHeader(ask, place);
  const isSigned = place === "authorization" && !/^\s*basic\s/i.test(sent ?? "");
  return (isSigned ? typedIn("user", sent ?? "") : null) ?? sent ?? null;
}
