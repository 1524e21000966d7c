import { bodyOf, type Principal, type RecordedRequest, type Scrubber } from "@tapedeck/tape";
import { headerOf, type IncomingRequest } from "./http/message.ts";
import type { ExchangeIndex } from "./index/lookup.ts";
import type { Recording } from "./match/record-command.ts";
import { type Caller, principalOf } from "./principal.ts";
import type { Profile } from "./profile.ts";
import type { RouteMatch } from "./route.ts";

/** What does not change from one request to the next. */
export interface Settings {
  readonly deck: ExchangeIndex;
  readonly profile: Profile;
  readonly scrubber: Scrubber;
  readonly identify: (authorization: string | undefined) => Caller;
  /** Finds where a target leads; secrets in it are hidden. */
  readonly matchRoute: (target: string) => RouteMatch;
  /** Where what is missing would be recorded. */
  readonly recording: Recording;
}

/** A request, understood: where it leads, who asks, and the form in which it is looked up. */
export interface RequestContext {
  readonly ask: IncomingRequest;
  readonly place: RouteMatch;
  readonly caller: Caller;
  readonly request: RecordedRequest;
  /** What takes the recorded origin's place in the answer. */
  readonly base: string;
  /** Why nobody else could answer either; null where nobody was asked. */
  readonly failure: string | null;
}

/** The request headers that a look-up may depend on. */
const compared: readonly string[] = ["accept", "if-modified-since", "if-none-match", "range"];

/**
 * Understands a request.
 * @param failure Why nobody else could answer it; null where nobody was asked.
 */
export function resolve(settings: Settings, ask: IncomingRequest, failure: string | null = null): RequestContext {
  const place = settings.matchRoute(ask.target);
  const caller = settings.identify(headerOf(ask, "authorization"));
  return {
    ask,
    place,
    caller,
    request: requestOf(settings, ask, place, principalOf(caller)),
    base: settings.profile.rewriteOrigin ? ask.base + place.prefix : ask.base,
    failure: failure && settings.scrubber.text(failure),
  };
}

/** Whether a request only looks: GET, or HEAD, which is GET without the body. */
export function isReading({ method }: IncomingRequest): boolean {
  return method === "GET" || method === "HEAD";
}

function requestOf(
  { scrubber }: Settings,
  ask: IncomingRequest,
  place: RouteMatch,
  principal: Principal,
): RecordedRequest {
  const headers = compared.flatMap((name) => {
    const value = headerOf(ask, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const request = { method: ask.method, target: place.target, principal, headers, body: null };
  const body = ask.readable ?? ask.body;
  return body === null ? request : scrubber.request({ ...request, body: bodyOf(body) });
}
