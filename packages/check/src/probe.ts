import type { Interface } from "./law.ts";
import { type Caller, isWhole, type Method, membersOf, type Observation, type ProbeRequest } from "./observation.ts";
import { header } from "./response.ts";
import type { ServiceUnderTest } from "./service-under-test.ts";

/** One request of a check, made from what is known by then. */
export interface Probe {
  readonly name: string;
  readonly about: Interface;
  /** The request, or why it cannot be made. */
  readonly ask: (context: ProbeContext) => ProbeRequest | string;
}

/** What is context when a probe is taken. */
export interface ProbeContext {
  readonly service: ServiceUnderTest;
  readonly observed: readonly Observation[];
}

/** The vendor's word in header names, guessed from what came; null where no header has one. */
export function vendorOf(observed: readonly Observation[]): string | null {
  for (const { response } of observed) {
    for (const [name] of response.headers) {
      const [, word] = /^x-([a-z0-9-]+)-media-type$/.exec(name) ?? [];
      if (word !== undefined) return word;
    }
  }
  return null;
}

/** What a probe was answered in the end; undefined where it was not request. */
export function answered({ observed }: ProbeContext, { name }: Probe): Observation | undefined {
  return observed.findLast(({ probe }) => probe === name);
}

/** The whole document that a probe was answered with; undefined where it got something else. */
export function wholeOf(context: ProbeContext, probe: Probe): Observation | undefined {
  const observation = answered(context, probe);
  return observation !== undefined && isWhole(observation) ? observation : undefined;
}

/** An account to ask for, as a function of what is context: named by the user, the token's own, or the vendor's example. */
export function accountFor({ service, observed }: ProbeContext): string | null {
  if (service.account !== null) return service.account;
  if (service.repository !== null) return service.repository.split("/")[0] ?? null;
  const own = observed.find((observation) => observation.request.target === "/user" && isWhole(observation));
  const login = own === undefined ? undefined : membersOf(own)["login"];
  if (typeof login === "string") return login;
  return vendorOf(observed) === "github" ? "octocat" : null;
}

/** A request of a probe. */
export function asking(
  target: string,
  { method = "GET", as = "anonymous", headers = {} }: RequestOptions = {},
): ProbeRequest {
  return { method, target, as, headers };
}

/** How to ask, beyond what for. */
export interface RequestOptions {
  readonly method?: Method;
  readonly as?: Caller;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Why a probe that needs a credential cannot be taken without one. */
export const noToken = "no token was given; name its environment variable by --token-env";

/** The header that makes a request conditional on an etag. */
export function ifNoneMatch(tags: string): Readonly<Record<string, string>> {
  return { "if-none-match": tags };
}

/** The etag of a response to a probe; a reason where there is none. */
export function etagFrom(
  context: ProbeContext,
  probe: Probe,
): { readonly etag: string; readonly target: string } | string {
  const whole = wholeOf(context, probe);
  if (whole === undefined) return `${probe.name} was not answered with a document`;
  const etag = header(whole.response, "etag");
  return etag === undefined ? `no etag was seen on ${whole.request.target}` : { etag, target: whole.request.target };
}
