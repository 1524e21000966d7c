// What an API's description answers by itself.
import { type Api, jsonResponse, type RouteMatch } from "@tapedeck/api";
import { requestHeader } from "../http/message.ts";
import type { ResponseDraft } from "../http/response-draft.ts";
import { scopedPath } from "../index/lookup.ts";
import { pathOf } from "../match/matchers.ts";
import { isReading, type RequestContext, type Settings } from "../request/request-context.ts";
import { chargedAs, draftOf, errorDraft, made, preflightDraft } from "./made-response.ts";
import type { SelectedResponse } from "./selected-response.ts";

/** Returns the API's error for a credential that it does not accept, if it has one. */
export function rejected({ api, ask, caller }: RequestContext): SelectedResponse | null {
  if (caller.kind !== "bad" || ask.method === "OPTIONS") return null;
  const draft = errorDraft(api, "badCredentials");
  return draft && made("bad credentials", draft, chargedAs(api, 1));
}

/** Returns the overview of a caller's limits, if the API has a path for it. */
export function overview(
  context: RequestContext,
  overviewFor: (context: RequestContext) => unknown,
): SelectedResponse | null {
  const { api, ask, route } = context;
  if (!isOverview(api, route) || !isReading(ask)) return null;
  return made("overview", draftOf(jsonResponse(api, 200, overviewFor(context))), 0);
}

/** Returns whether an API answers a path with the overview of its limits. */
export function isOverview({ rateLimit }: Api, { target }: RouteMatch): boolean {
  const path = rateLimit?.overview?.path;
  return path !== undefined && target.startsWith(path) && /^(?:\?|$)/.test(target.slice(path.length));
}

/**
 * Returns the API's own answer to a request that no tape has; null if only a recording could tell.
 * @see packages/api/README.md, "What a description may answer"
 */
export function describedResponse({ index, misses }: Settings, context: RequestContext): SelectedResponse | null {
  const { api, ask, route, caller, scope, request } = context;
  const decide = (rule: string, draft: ResponseDraft | null, cost: 0 | 1): SelectedResponse | null =>
    draft && made(rule, draft, chargedAs(api, cost));
  if (ask.method === "OPTIONS") {
    return decide("preflight", preflightDraft(api, requestHeader(ask, "access-control-request-headers")), 0);
  }
  if (route.route !== null && route.operation === null) {
    // If the API was seen to accept the method, the recording is missing.
    const exchanges = index.atPath(scopedPath(scope, pathOf(request)));
    if (!exchanges.some(({ exchange }) => exchange.request.method === request.method)) {
      return decide("method not allowed", errorDraft(api, "methodNotAllowed", { allow: allowedOf(context) }), 1);
    }
  }
  if (route.operation?.credential === "required" && caller.kind === "anonymous") {
    const needed = decide("credential needed", errorDraft(api, "unauthenticated"), 1);
    if (needed !== null) return needed;
  }
  const unknown = unknownValue(context);
  if (unknown !== null) return decide("unknown value", errorDraft(api, "unknownValue", unknown), 1);
  return misses === "not-found" ? decide("not found", errorDraft(api, "notFound"), 1) : null;
}

function allowedOf({ api, route }: RequestContext): string {
  const methods = [...(route.route?.operations.keys() ?? [])];
  const reading = methods.includes("GET") && !methods.includes("HEAD") ? ["HEAD"] : [];
  const asking = api.preflight === null || methods.includes("OPTIONS") ? [] : ["OPTIONS"];
  return [...methods, ...reading, ...asking].join(", ");
}

/** Returns a path parameter whose value is not one of those that the description lists. */
function unknownValue({ route }: RequestContext): { readonly value: string; readonly values: string } | null {
  for (const { name, in: place, values } of route.operation?.parameters ?? []) {
    const value = route.parameters[name];
    if (place === "path" && values !== null && value !== undefined && !values.includes(value))
      return { value, values: values.join(", ") };
  }
  return null;
}
