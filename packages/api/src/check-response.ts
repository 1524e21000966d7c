import { checkArgument } from "@tapedeck/tape/internal";
import type { Api, BodyCheck } from "./api.ts";
import { matchRoute } from "./route/match-route.ts";

/**
 * Validates a response's body against the schema that its API has for it; returns null if there is none.
 * @param value The body: parsed JSON, or text that is not JSON.
 * @param type Its media type. Default: JSON.
 * @example
 * checkResponse(service, { method: "GET", target: "/users/ada" }, 200, {})?.schema; // "user"
 */
export function checkResponse(
  api: Api,
  request: { readonly method: string; readonly target: string },
  status: number,
  value: unknown,
  type?: string,
): BodyCheck | null {
  checkArgument("check a response", "the API", api, "object");
  checkArgument("check a response", "its request", request, "object");
  const { operation } = matchRoute(api, request.method, request.target);
  return api.behaviour.checkBody?.(operation, status, value, type) ?? null;
}
