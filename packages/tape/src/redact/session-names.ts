// Names the sessions that answers to GETs begin. These have one placeholder for everybody, since nobody has logged in yet:
// whose a session is shows in what its client does. `session.ts` asks it for each exchange.
import { canonical, requestKey } from "../canonical.ts";
import type { Exchange, RecordedRequest } from "../exchange.ts";
import { pinNoise } from "../noise.ts";
import { createTextMemory } from "../text-memory.ts";
import type { IssuedValues } from "./issued-values.ts";
import { findPlaceholders, placeholderParts } from "./placeholder.ts";
import { opaqueTagOf } from "./pseudonym.ts";
import { mayNotIssue, placeholdersIn } from "./recorded-tags.ts";

/** Knows which values belong to one session, and what it was named. */
export interface SessionNames {
  /** Notes that the answer to a GET issued something under a placeholder. */
  issue(placeholder: string): void;
  /**
   * Notes that the message that is read has a value; returns its placeholder.
   * @param cookie The name of the cookie that it is.
   */
  pass(value: string, placeholder: string, cookie?: string): string;
  /** A request is read from now on, and then its answer. */
  begin(): void;
  answer(): void;
  /** @param exchange The exchange, secrets hidden. */
  end(exchange: Exchange): Passed;
  /**
   * Returns an exchange, secrets hidden, with the name of its session.
   * @param tell Told the value of each cookie and what tells it apart: two sessions that do not differ there may get each
   *   other's answers.
   */
  named(
    exchange: Exchange,
    passed: Passed,
    tell: (placeholder: string, value: string, place: string) => void,
  ): Exchange;
}

/** What an exchange has of a session. */
export interface Passed {
  /** The session that its request belongs to; null for none. */
  readonly session: NamedSession | null;
  readonly cookies: readonly (readonly [placeholder: string, value: string, name: string])[];
}

interface NamedSession {
  /** "" before the first request that changes something. */
  name: string;
}

/** Headers in which an answer to a GET begins a session: a page may show a token of anybody's. */
export const beginsSession: RegExp = /^(?:set-cookie|location)$/;

/** A client that logs in again and again in one session gets no longer name. */
const mostActs = 8;

/**
 * Makes names, of no session yet.
 * @param issued What answers issued.
 * @param most Number of values that are remembered.
 * @param mostCharacters Of all of them.
 */
export function createSessionNames(
  issued: Pick<IssuedValues, "get" | "begunAs">,
  most: number,
  mostCharacters: number,
): SessionNames {
  const placeholders = new Set<string>();
  /** Null for a value that several sessions have, such as the name of a server behind a balancer. */
  const sessions = createTextMemory<NamedSession | null>(most, mostCharacters);
  let [sent, came] = [new Set<string>(), new Set<string>()];
  let cookies: Passed["cookies"][number][] = [];
  let isAnswer = false;
  return {
    issue: (placeholder) => void placeholders.add(placeholder),
    pass(value, placeholder, cookie) {
      if (placeholders.has(placeholder) && issued.get(value) === placeholder) (isAnswer ? came : sent).add(value);
      if (cookie !== undefined && !isAnswer) cookies.push([placeholder, issued.begunAs(value), cookie]);
      return placeholder;
    },
    begin() {
      [sent, came, cookies, isAnswer] = [new Set(), new Set(), [], false];
    },
    answer() {
      isAnswer = true;
    },
    end({ request, response }) {
      // A replay sees nothing of what a value holds that is hidden whole, such as a signed cookie.
      const shown = (values: Set<string>, message: typeof request | typeof response): ReadonlySet<string> => {
        const there = values.size > 0 ? placeholdersIn(message) : [];
        return new Set([...values].filter((each) => there.includes(issued.get(each) ?? "")));
      };
      const asked = shown(sent, request);
      const begun = shown(came, {
        ...response,
        headers: response.headers.filter(([name]) => beginsSession.test(name)),
        body: null,
      });
      const own = [...asked].map((value) => sessions.get(value) ?? null).find((each) => each !== null) ?? null;
      const session = own ?? (begun.size > 0 ? { name: "" } : null);
      for (const value of begun) {
        const known = sessions.get(value);
        sessions.set(value, known === undefined || known === session ? session : null);
      }
      // What two answers began at once goes on as one.
      for (const value of asked) if (sessions.get(value)) sessions.set(value, session);
      return { session: own, cookies };
    },
    named(exchange, { session, cookies }, tell) {
      if (session !== null) session.name = nameAfter(session.name, exchange);
      const name = session?.name || undefined;
      for (const [placeholder, value, cookie] of cookies)
        tell(placeholder, value, [placeholder, cookie, name].join(" "));
      return name === undefined ? exchange : { ...exchange, request: { ...exchange.request, session: name } };
    },
  };
}

/**
 * Returns the name of a session after an exchange: the first request that changes something names it, and so does each
 * later one that logs in with a password. Equal requests give equal names, in whatever order they are recorded.
 * @param name Its name before.
 * @param exchange The exchange, secrets hidden.
 */
function nameAfter(name: string, { request, response }: Exchange): string {
  if (mayNotIssue(request.method) || response.status >= 400) return name;
  if (name !== "" && !sendsPassword(request)) return name;
  const acts = [...(name === "" ? [] : name.split(" ").slice(0, mostActs - 1)), opaqueTagOf(actOf(request))];
  return acts.join(" ");
}

function sendsPassword({ target, body }: RecordedRequest): boolean {
  return findPlaceholders(`${target} ${body?.text ?? ""}`).some((each) => placeholderParts(each)?.kind === "password");
}

/** Returns what a request does: its cookies and other headers say who asks, and with which program. */
function actOf(request: RecordedRequest): string {
  const headers = request.headers.filter(([name]) => name === "content-type");
  const response = { status: 204, headers: [], body: null };
  return requestKey(canonical(pinNoise({ request: { ...request, headers }, response }, 0)).request);
}

/**
 * Returns whether two names may be of one session, at two moments: it may have done then what it has not done yet.
 * @example
 * isSameSession("1a2b3c4d5e", "1a2b3c4d5e 6f7a8b9c0d"); // true
 */
export function isSameSession(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `);
}
