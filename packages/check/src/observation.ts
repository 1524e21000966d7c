// A request of a check and what came of it: all that laws evaluate, as plain data. It asks nothing itself (client/) and
// judges nothing (laws/).

import type { Operation } from "@tapedeck/api";
import { parsedJson } from "@tapedeck/tape/internal";
import type { Counters } from "./laws/rate-limit/counters.ts";
import { header, type ObservedResponse, text } from "./response.ts";

/**
 * As whom a request is sent: without a credential, with one in no form that the API takes, or with the token in one of the
 * API's forms, by the form's name (`bearer`, `x-api-key`).
 */
export type ProbeCaller = "anonymous" | "malformed" | (string & {});

/** The methods that a check may use: no other exists for it. */
export type Method = "GET" | "HEAD" | "OPTIONS";

/** A request of a check. It names its caller and never holds the credential. */
export interface ProbeRequest {
  readonly method: Method;
  /** Path and query, to stand behind the base. */
  readonly target: string;
  readonly as: ProbeCaller;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent only where nothing is left, to see the refusal: that costs nothing. */
  readonly toBeRefused?: boolean;
}

/** A request and what came of it. */
export interface Observation {
  /** Its place among all requests of the check, from 1. */
  readonly at: number;
  /** The probe that sent it. */
  readonly probe: string;
  readonly request: ProbeRequest;
  readonly response: ObservedResponse;
  /** Its operation in the description; null where the description lists none. */
  readonly operation: Operation | null;
  /** The rate limit that the response tells; null where it tells none, or no numbers. */
  readonly quota: Counters | null;
  /** Whether the response repeats the credential that came with the request. */
  readonly echoes: boolean;
}

/** Whose quota a caller spends: a malformed credential leaves its sender anonymous. */
export function principalAsked(as: ProbeCaller): "anonymous" | "token" {
  return as === "anonymous" || as === "malformed" ? "anonymous" : "token";
}

/** From whose quota a response was paid: a credential that the service does not know leaves its sender anonymous. */
export function payerOf({ request, response }: Observation): "anonymous" | "token" {
  return response.status === 401 ? "anonymous" : principalAsked(request.as);
}

/** Whether a request was refused because the rate limit was used up. */
export function isRefused({ response, quota }: Pick<Observation, "response" | "quota">): boolean {
  return quota === null ? response.status === 429 : [403, 429].includes(response.status) && quota.remaining === 0;
}

/** Whether it is a replay that speaks here, of what it has no recording for, and not the API. */
export function isMiss({ response }: Observation): boolean {
  return header(response, "x-tapedeck") !== undefined;
}

/** Whether a response says to ask elsewhere. */
export function isRedirect({ response }: Observation): boolean {
  return [301, 302, 307, 308].includes(response.status);
}

/** Whether a request was a GET that got what it asked for. */
export function isWhole({ request, response }: Observation): boolean {
  return request.method === "GET" && response.status === 200;
}

const documents = new WeakMap<ObservedResponse, { readonly value: unknown }>();

/** The body of a response, read as JSON; undefined where it is none. */
export function jsonOf({ response }: Observation): unknown {
  let read = documents.get(response);
  if (read === undefined) {
    read = { value: parsedJson(text(response)) };
    documents.set(response, read);
  }
  return read.value;
}

/** The members of the JSON object in a response; none where it is no object. */
export function bodyMembers(observation: Observation): Readonly<Record<string, unknown>> {
  return asRecord(jsonOf(observation));
}

/** The objects in the list of a response; undefined where it is no list. */
export function itemsOf(observation: Observation): ReadonlyArray<Readonly<Record<string, unknown>>> | undefined {
  const list = jsonOf(observation);
  return Array.isArray(list) ? list.map(asRecord) : undefined;
}

/** The value of a parameter in the query of a request, the last where it is repeated; undefined without one. */
export function queryParameter({ request }: Observation, name: string): string | undefined {
  return new URLSearchParams(request.target.split("?")[1]).getAll(name).at(-1);
}

/** A value as a record; an empty one for what is no object. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** A request in a few words, such as `GET /users/ada`. */
export function probeName({ request: { method, target } }: Observation): string {
  return `${method} ${target}`;
}
