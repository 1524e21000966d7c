// The sessions of a replay's clients, where recordings have several that answers to GETs began. Such answers have one
// placeholder for everybody: here each client gets one of its own, and is known by it. `tape/redact/session-names.ts`
// says how recordings name sessions.
import {
  beginsSession,
  dropOldest,
  isSpooled,
  latin1Bytes,
  latin1Text,
  mayNotIssue,
  placeholderFor,
  placeholderParts,
} from "@tapedeck/tape/internal";
import type { Outcome } from "../deliver/outcome.ts";
import type { ClientSession, IncomingRequest } from "../http/message.ts";
import type { ExchangeIndex } from "../index/lookup.ts";
import type { PreparedExchange } from "../index/prepared-exchange.ts";
import { hasSeveralSessions, isIssued } from "./account.ts";

/** Tells clients apart by what recorded answers gave them. */
export interface ClientSessions {
  /** Returns a request as recordings have it, and the session of its client. */
  read(ask: IncomingRequest): IncomingRequest;
  /** Notes the recordings that an answer was made from, and returns it as its client gets it. */
  given(answer: Made): Outcome;
  clear(): void;
}

/** An answer, the recordings that it was made from, and its request. */
interface Made {
  readonly reply: Outcome;
  readonly plays: readonly PreparedExchange[];
  readonly chosen: { readonly context: { readonly ask: IncomingRequest } };
}

interface Known {
  readonly index: ExchangeIndex;
  readonly hasUpstream: boolean;
}

const [mostHeld, largestBody] = [4096, 65_536];
const bare = /__redacted-[\p{L}\p{M}\p{N}:@_-]{1,64}?(?:\.0)?__/gu;
const marked = /(__redacted-[\p{L}\p{M}\p{N}:@_-]{1,64}?)-client-(\d{1,15})((?:\.0)?__)/gu;

/**
 * Makes a memory of clients, without any.
 * @param known Returns the recordings, and whether an upstream issues what clients send.
 */
export function createClientSessions(known: () => Known): ClientSessions {
  const sessions = new Map<number, ClientSession>();
  let latest = 0;
  const isOn = (): boolean => !known().hasUpstream && hasSeveralSessions(known().index);
  const open = (number: number): ClientSession => {
    const known = sessions.get(number) ?? { number, name: "" };
    sessions.set(number, known);
    dropOldest(sessions, mostHeld);
    return known;
  };
  return {
    read(ask) {
      if (ask.session !== undefined || !isOn()) return ask;
      let number: number | null = null;
      const unmarked = (text: string): string =>
        text.replace(marked, (_whole, kind: string, nth: string, end: string) => {
          number ??= Number(nth);
          return kind + end;
        });
      // By its cookies, whatever else it has from elsewhere.
      const { cookie } = ask.headers;
      const fields = Object.entries({ ...(cookie !== undefined && { cookie }), ...ask.headers });
      const headers = Object.fromEntries(
        fields.map(([name, value]) => [name, Array.isArray(value) ? value.map(unmarked) : value && unmarked(value)]),
      );
      const target = unmarked(ask.target);
      const body = (bytes: Uint8Array): Uint8Array =>
        bytes.length > largestBody ? bytes : latin1Bytes(unmarked(latin1Text(bytes)));
      const sent = ask.body === null || isSpooled(ask.body) ? ask.body : body(ask.body);
      const readable = ask.readable && { readable: body(ask.readable) };
      return number === null ? ask : { ...ask, target, headers, body: sent, ...readable, session: open(number) };
    },
    given({ reply, chosen, plays }) {
      if (!isOn()) return reply;
      let { session } = chosen.context.ask;
      const mark = (text: string): string =>
        text.replace(bare, (each) => {
          const { kind, tag } = placeholderParts(each) ?? {};
          if (kind === undefined || isIssued(known().index, each)) return each;
          session ??= open(++latest);
          return placeholderFor(`${kind}-client-${session.number}`, tag);
        });
      const headers = reply.headers.map(
        ([name, value]) => [name, beginsSession.test(name) ? mark(value) : value] as const,
      );
      for (const { exchange } of session ? plays : []) {
        const { method, session: name } = exchange.request;
        if (session && name !== undefined && !mayNotIssue(method)) session.name = name;
      }
      if (headers.every(([, value], at) => value === reply.headers[at]?.[1])) return reply;
      if (reply.kind !== undefined) return { ...reply, headers };
      const { fixed: _shared, ...own } = reply;
      return { ...own, headers };
    },
    clear() {
      sessions.clear();
      latest = 0;
    },
  };
}
