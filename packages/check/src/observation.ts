// A request of a check and its answer: everything that laws evaluate, as plain data. client/ sends requests, laws/
// judges.

import type { Api, BodyCheck, Operation } from "@tapedeck/api";
import { parsedJson } from "@tapedeck/tape/internal";
import type { Counters } from "./laws/rate-limit/counters.ts";
import { header, type ObservedResponse, text } from "./response.ts";

/**
 * The caller of a request: without a credential, with one in a form that the API does not accept, or with the token in
 * one of the API's forms, by the form's name (`bearer`, `x-api-key`).
 */
export type ProbeCaller = "anonymous" | "malformed" | (string & {});

/** The methods that a check may use. */
export type Method = "GET" | "HEAD" | "OPTIONS";

/** A request of a check. It names its caller and never holds the credential. */
export interface ProbeRequest {
  readonly method: Method;
  /** Path and query, to append to the base. */
  readonly target: string;
  readonly as: ProbeCaller;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it is sent only if nothing is left, to see the refusal, which costs nothing. */
  readonly toBeRefused?: boolean;
}

/** A request and its answer. */
export interface Observation {
  /** Its position among all requests of the check, from 1. */
  readonly at: number;
  /** The probe that sent it. */
  readonly probe: string;
  readonly request: ProbeRequest;
  readonly response: ObservedResponse;
  /** Its operation in the description; null if the description lists none. */
  readonly operation: Operation | null;
  /** The rate limit that the response advertises; null if it has none, or no numbers. */
  readonly quota: Counters | null;
  /** Whether the response repeats the credential that came with the request. */
  readonly echoes: boolean;
}

/** Returns whose quota a caller spends: a malformed credential leaves its sender anonymous. */
export function principalAsked(as: ProbeCaller): "anonymous" | "token" {
  return as === "anonymous" || as === "malformed" ? "anonymous" : "token";
}

/**
 * Returns from whose quota a response was paid: a credential that the service does not know leaves its sender
 * anonymous.
 */
export function payerOf({ request, response }: Observation): "anonymous" | "token" {
  return response.status === 401 ? "anonymous" : principalAsked(request.as);
}

/** Returns whether a request was refused because the rate limit was used up. */
export function isRefused({ response, quota }: Pick<Observation, "response" | "quota">): boolean {
  return quota === null ? response.status === 429 : [403, 429].includes(response.status) && quota.remaining === 0;
}

/** Returns whether the answer is a replay's miss, rather than the API's. */
export function isMiss({ response }: Observation): boolean {
  return header(response, "x-tapedeck") !== undefined;
}

/** Returns whether a response is a redirect. */
export function isRedirect({ response }: Observation): boolean {
  return [301, 302, 307, 308].includes(response.status);
}

/** Returns whether a request was a GET that got what it asked for. */
export function isWhole({ request, response }: Observation): boolean {
  return request.method === "GET" && response.status === 200;
}

const documents = new WeakMap<ObservedResponse, { readonly value: unknown }>();

/** Parses the body of a response as JSON; returns undefined if it is not. */
export function jsonOf({ response }: Observation): unknown {
  let read = documents.get(response);
  if (read === undefined) {
    read = { value: parsedJson(text(response)) };
    documents.set(response, read);
  }
  return read.value;
}

/** Returns the members of the JSON object in a response; none if it is not an object. */
export function bodyMembers(observation: Observation): Readonly<Record<string, unknown>> {
  return asRecord(jsonOf(observation));
}

/** Returns the objects in the list of a response; undefined if it is not a list. */
export function itemsOf(observation: Observation): ReadonlyArray<Readonly<Record<string, unknown>>> | undefined {
  const list = jsonOf(observation);
  return Array.isArray(list) ? list.map(asRecord) : undefined;
}

/**
 * Returns the value of a parameter in the query of a request, the last one if it is repeated; undefined if it is
 * absent.
 */
export function queryParameter({ request }: Observation, name: string): string | undefined {
  return new URLSearchParams(request.target.split("?")[1]).getAll(name).at(-1);
}

/** Returns a value as a record; an empty one if it is not an object. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Checks the body of an answer by its schema; returns null if the description has none. */
export function checkObservedBody(observation: Observation, { behaviour }: Api): BodyCheck | null {
  const { operation, response } = observation;
  const value = jsonOf(observation) ?? text(response);
  return behaviour.checkBody?.(operation, response.status, value, header(response, "content-type") ?? "") ?? null;
}

/** Returns whether two requests were sent with the same credential, or both without one. */
export function isOfOneCaller(a: Observation, b: Observation): boolean {
  return principalAsked(a.request.as) === principalAsked(b.request.as);
}

/** Returns whether one caller asked for the same document twice. */
export function isSameView(a: Observation, b: Observation): boolean {
  return a.request.target === b.request.target && isOfOneCaller(a, b);
}

/** Returns that an answer has another status than the one that is wanted; null if it has this one. */
export function otherStatus(observation: Observation, wanted: number | undefined): string | null {
  const { status } = observation.response;
  return status === wanted ? null : `${probeName(observation)} was answered ${status}, and not ${wanted}`;
}

/** Returns a request in a few words, such as `GET /users/ada`. */
export function probeName({ request: { method, target } }: Observation): string {
  return `${method} ${target}`;
}
