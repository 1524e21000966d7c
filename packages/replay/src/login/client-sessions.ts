// The sessions of a replay's clients, where recordings have one that began before a login, or an upstream begins others.
// Such answers have one placeholder for all clients: here each client gets one of its own, and is known by it.
// `tape/redact/memory/session-names.ts` says how recordings name sessions.
import type { Exchange } from "@tapedeck/tape";
import {
  beginsSession,
  dropOldest,
  isSpooled,
  latin1Bytes,
  latin1Text,
  namedFrom,
  namesIn,
  placeholderFor,
  placeholderParts,
} from "@tapedeck/tape/internal";
import type { Outcome } from "../deliver/outcome.ts";
import type { ClientSession, IncomingRequest } from "../http/message.ts";
import type { ExchangeIndex } from "../index/lookup.ts";
import type { PreparedExchange } from "../index/prepared-exchange.ts";
import { hasSessions, isIssued, isVisitors } from "./account.ts";

/** Tells clients apart by what recorded answers gave them. */
export interface ClientSessions {
  /** Returns a request as recordings have it, and the session of its client. */
  read(ask: IncomingRequest): IncomingRequest;
  /** Notes the recordings that an answer was made from, and returns it as its client gets it, with its session. */
  given(answer: Made): Given;
  clear(): void;
}

/** An answer, the recordings that it was made from, and its request. */
interface Made {
  readonly reply: Outcome;
  readonly plays: readonly PreparedExchange[];
  readonly chosen: { readonly context: { readonly ask: IncomingRequest } };
}

interface Given {
  readonly reply: Outcome;
  readonly session?: ClientSession | undefined;
}

interface Known {
  readonly index: ExchangeIndex;
  readonly hasUpstream: boolean;
}

const [mostHeld, largestBody] = [4096, 65_536];
// A count, or that of another client or target; not the tag of a value.
const bare = /__redacted-[\p{L}\p{M}\p{N}:@_-]{1,64}?(?:\.(?:\d{1,9}|[\da-f]{6}))?__/gu;
/** No replay gives so many: a number beyond it is made up, and the next ones would be too long for {@link withMark}. */
const mostGiven = 1e12;
const withMark = /(__redacted-[\p{L}\p{M}\p{N}:@_-]{1,64}?)-client-(\d{1,15})((?:\.(?:\d{1,9}|[\da-f]{6}))?__)/gu;

/**
 * Makes a memory of clients, without any.
 * @param known Returns the recordings, and whether an upstream issues what clients send.
 */
export function createClientSessions(known: () => Known): ClientSessions {
  const sessions = new Map<number, ClientSession>();
  let latest = 0;
  const isOn = (): boolean => {
    const { hasUpstream, index } = known();
    return hasUpstream || hasSessions(index);
  };
  const open = (number: number): ClientSession => {
    const known = sessions.get(number) ?? { number, name: "" };
    // The latest is dropped last.
    sessions.delete(number);
    sessions.set(number, known);
    dropOldest(sessions, mostHeld);
    return known;
  };
  const nameOfTicket = ({ target, body }: IncomingRequest): string | undefined => {
    const isHeld = body !== null && !isSpooled(body) && body.length <= largestBody;
    const [ticket] = [target, isHeld ? latin1Text(body) : ""].flatMap((each) => [...each.matchAll(withMark)]);
    return sessions.get(Number(ticket?.[2]))?.name;
  };
  return {
    read(ask) {
      if (ask.session !== undefined || !isOn()) return ask;
      let number: number | null = null;
      const unmarked = (text: string): string =>
        text.replace(withMark, (_whole, kind: string, nth: string, end: string) => {
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
      if (number === null) return ask;
      // Of another run, or of before a reset: what its client did is not known.
      const isOwn = sessions.has(number) || known().hasUpstream;
      if (number <= mostGiven) latest = Math.max(latest, number);
      const session = open(number);
      // A visitor goes on as whom the ticket of a link, or of a form, was given to, as in recordings.
      const name = session.name === "" ? nameOfTicket(ask) : undefined;
      const joined = name ? { ...session, name } : session;
      return { ...ask, target, headers, body: sent, ...readable, ...(isOwn && { session: joined }) };
    },
    given({ reply, chosen, plays }) {
      let { session } = chosen.context.ask;
      if (!isOn()) return { reply, session };
      const { index } = known();
      // A page leads to the path of its cookies, and bodies stay as they are: a cookie's value has the mark there alone.
      const mark = (header: string, text: string): string => {
        if (header !== "set-cookie") return marked(text, (each, kind) => kind !== "cookie" && !isIssued(index, each));
        const end = text.search(/;|$/);
        return marked(text.slice(0, end), (each) => isVisitors(index, each)) + text.slice(end);
      };
      const marked = (text: string, isOwn: (placeholder: string, kind: string) => boolean): string =>
        text.replace(bare, (each) => {
          const { kind, tag } = placeholderParts(each) ?? {};
          if (kind === undefined || !isOwn(each, kind)) return each;
          session ??= open(++latest);
          return placeholderFor(`${kind}-client-${session.number}`, tag);
        });
      const headers = reply.headers.map(
        ([name, value]) => [name, beginsSession.test(name) ? mark(name, value) : value] as const,
      );
      if (session && plays.length > 0) sessions.set(session.number, session);
      for (const { exchange } of session ? plays : []) if (session) session.name = nameAfter(session.name, exchange);
      if (headers.every(([, value], at) => value === reply.headers[at]?.[1])) return { reply, session };
      if (reply.kind !== undefined) return { reply: { ...reply, headers }, session };
      const { fixed: _shared, ...own } = reply;
      return { reply: { ...own, headers }, session };
    },
    clear() {
      sessions.clear();
      latest = 0;
    },
  };
}

/** Returns the name of a session after an answer; its client may have done more than the recorded one. */
function nameAfter(name: string, exchange: Exchange): string {
  const { before, after } = namesIn(exchange.request.session);
  return before === name ? after : namesIn(namedFrom(name, exchange).request.session).after;
}
