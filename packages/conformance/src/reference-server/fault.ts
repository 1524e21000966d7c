import type { Headers } from "./http/headers.ts";
import type { ReferenceRequest, ReferenceResponse } from "./http/message.ts";
import type { ReferenceCaller } from "./rules/caller.ts";

/**
 * A fault that a reference server makes on purpose: it changes requests or answers; false leaves one unchanged.
 */
export interface ReferenceFault {
  /** The fault, in a few words. */
  readonly what: string;
  readonly ask?: (ask: ReferenceRequest) => ReferenceRequest | false;
  readonly caller?: (caller: ReferenceCaller) => ReferenceCaller | false;
  readonly price?: (price: number, status: number, ask: ReferenceRequest) => number;
  readonly reply?: (reply: ReferenceResponse, ask: ReferenceRequest) => ReferenceResponse | false;
}

/** Returns a reply with other headers; null removes one. */
export function withHeaders(
  reply: ReferenceResponse,
  changed: Readonly<Record<string, string | null>>,
): ReferenceResponse {
  const headers: Record<string, string> = { ...reply.headers };
  for (const [name, value] of Object.entries(changed)) {
    if (value === null) delete headers[name];
    else headers[name] = value;
  }
  return { ...reply, headers };
}

/** Returns a reply with another body, and its length. */
export function withBody(reply: ReferenceResponse, text: string): ReferenceResponse {
  const body = Buffer.from(text);
  return { ...withHeaders(reply, { "content-length": String(body.length) }), body };
}

/** Returns a reply with its JSON document changed; unchanged if it has none. */
export function withDocument(
  reply: ReferenceResponse,
  change: (document: Record<string, unknown>) => unknown,
): ReferenceResponse {
  if (reply.body === null || !reply.headers["content-type"]?.startsWith("application/json")) return reply;
  const value: unknown = JSON.parse(reply.body.toString());
  const changed = Array.isArray(value) ? value.map(change) : change(value as Record<string, unknown>);
  return withBody(reply, JSON.stringify(changed));
}

/** Returns a counter of a reply. */
export function counter(headers: Headers, name: "limit" | "used" | "remaining" | "reset"): number {
  return Number(headers[`x-ratelimit-${name}`]);
}

/** Returns a request without one of its headers. */
export function without(ask: ReferenceRequest, name: string): ReferenceRequest {
  const { [name]: _, ...headers } = ask.headers;
  return { ...ask, headers };
}

/** Returns whether a reply is the document of an account. */
export function isAccount(reply: ReferenceResponse, segments: readonly string[]): boolean {
  return reply.status === 200 && segments.length === 2 && segments[0] === "users";
}
