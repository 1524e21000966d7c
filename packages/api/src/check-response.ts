import type { Api, BodyCheck } from "./api.ts";
import { matchRoute } from "./route/match-route.ts";

/**
 * Holds a response's body to the schema that its API gives it; null where no schema speaks of it.
 * @param value The body: JSON, parsed; a text that is no JSON, as it is.
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
  const { operation } = matchRoute(api, request.method, request.target);
  return api.behaviour.checkBody?.(operation, status, value, type) ?? null;
}
