import { type Counters, countersOf } from "../counters.ts";
import { type Answer, header, text } from "../question.ts";

/** As whom a request is sent: without a credential, with one that is none, or with the token in one of its three forms. */
export type Caller = "anonymous" | "malformed" | "token" | "bearer" | "basic";

/** What a check may send: nothing else exists for it. */
export type Method = "GET" | "HEAD" | "OPTIONS";

/** A request of a check. It names its caller and never holds the credential. */
export interface Asked {
  readonly method: Method;
  /** Path and query, to stand behind the base. */
  readonly target: string;
  readonly as: Caller;
  readonly headers: Readonly<Record<string, string>>;
  /** Asked only where nothing is left, to see the refusal: that costs nothing. */
  readonly toBeRefused?: boolean;
}

/** A request and what came of it; all that laws judge. */
export interface Sighting {
  /** Its place among all requests of the check, from 1. */
  readonly at: number;
  /** The step that asked it. */
  readonly step: string;
  readonly asked: Asked;
  readonly answer: Answer;
  /** Whether the answer repeats the credential that came with the request. */
  readonly echoes: boolean;
}

/** Whose quota a caller spends: what is no credential makes nobody known. */
export function principalOf(as: Caller): "anonymous" | "token" {
  return as === "anonymous" || as === "malformed" ? "anonymous" : "token";
}

/** From whose quota an answer was paid: a credential that the service does not know leaves its sender anonymous. */
export function payerOf({ asked, answer }: Sighting): "anonymous" | "token" {
  return answer.status === 401 ? "anonymous" : principalOf(asked.as);
}

/** The counters of an answer; null where they are missing or are no counters. */
export function quotaOf({ answer }: Sighting): Counters | null {
  try {
    return countersOf(answer);
  } catch {
    return null;
  }
}

/** Whether a request was turned away because nothing was left. */
export function isRefusal({ answer }: Sighting): boolean {
  return (answer.status === 403 || answer.status === 429) && header(answer, "x-ratelimit-remaining") === "0";
}

/** Whether it is a replay that speaks here, of what it has no recording for, and not the API. */
export function isMiss({ answer }: Sighting): boolean {
  return header(answer, "x-tapedeck") !== undefined;
}

/** Whether an answer says to ask elsewhere. */
export function isRedirect({ answer }: Sighting): boolean {
  return [301, 302, 307, 308].includes(answer.status);
}

/** Whether a request was a GET that got what it asked for. */
export function isWhole({ asked, answer }: Sighting): boolean {
  return asked.method === "GET" && answer.status === 200;
}

const documents = new WeakMap<Answer, { readonly value: unknown }>();

/** The body of an answer, read as JSON; undefined where it is none. */
export function jsonOf({ answer }: Sighting): unknown {
  let read = documents.get(answer);
  if (read === undefined) {
    read = { value: parsed(text(answer)) };
    documents.set(answer, read);
  }
  return read.value;
}

/** The members of the JSON object in an answer; none where it is no object. */
export function membersOf(sighting: Sighting): Readonly<Record<string, unknown>> {
  return asRecord(jsonOf(sighting));
}

/** The objects in the list of an answer; undefined where it is no list. */
export function itemsOf(sighting: Sighting): ReadonlyArray<Readonly<Record<string, unknown>>> | undefined {
  const list = jsonOf(sighting);
  return Array.isArray(list) ? list.map(asRecord) : undefined;
}

/** A value as a record; an empty one for what is no object. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** A request in a few words, such as `GET /users/ada`. */
export function nameOf({ asked: { method, target } }: Sighting): string {
  return `${method} ${target}`;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
