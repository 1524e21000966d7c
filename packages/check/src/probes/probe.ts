import { isWhole, type Observation, type ProbeRequest } from "../observation.ts";
import { header } from "../response.ts";
import type { ServiceUnderTest } from "../service-under-test.ts";

/** One request of a check, made from what is known by then. */
export interface Probe {
  readonly name: string;
  /** Returns the request, or why it cannot be made. */
  readonly ask: (context: ProbeContext) => ProbeRequest | string;
}

/** What is known when a probe is made. */
export interface ProbeContext {
  readonly service: ServiceUnderTest;
  readonly observed: readonly Observation[];
}

/** Returns the final answer to a probe; undefined if it was not sent. */
export function answered({ observed }: ProbeContext, { name }: Probe): Observation | undefined {
  return observed.findLast(({ probe }) => probe === name);
}

/** Returns the whole document in the answer to a probe; undefined if it got something else. */
export function wholeResponseOf(context: ProbeContext, probe: Probe): Observation | undefined {
  const observation = answered(context, probe);
  return observation !== undefined && isWhole(observation) ? observation : undefined;
}

/** Makes the request of a probe: a GET without a credential by default. */
export function asking(target: string, options: ProbeOptions = {}): ProbeRequest {
  return { method: "GET", as: "anonymous", headers: {}, ...options, target };
}

/** How to ask. */
export type ProbeOptions = Partial<Pick<ProbeRequest, "method" | "as" | "headers">>;

/** Why a probe that needs a credential cannot be made. */
export const noToken = "no token was given; name its environment variable by --token-env";

/** Returns the header that makes a request conditional on an etag. */
export function ifNoneMatch(tags: string): Readonly<Record<string, string>> {
  return { "if-none-match": tags };
}

/** Returns the etag of the response to a probe, or the reason why there is none. */
export function etagFrom(
  context: ProbeContext,
  probe: Probe,
): { readonly etag: string; readonly target: string } | string {
  const whole = wholeResponseOf(context, probe);
  if (whole === undefined) return `${probe.name} was not answered with a document`;
  const etag = header(whole.response, "etag");
  return etag === undefined ? `no etag was seen on ${whole.request.target}` : { etag, target: whole.request.target };
}
