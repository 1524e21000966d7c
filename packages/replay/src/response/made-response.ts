import { type Api, type ErrorCase, errorResponse, type MadeResponse } from "@tapedeck/api";
import type { ResponseDraft } from "../http/response-draft.ts";
import type { SelectedResponse } from "./selected-response.ts";

const encoder = new TextEncoder();

/**
 * Returns the API's own response for a case, as a draft; null if its description has none.
 * @param words Values for each `{word}` in the description's template.
 */
export function errorDraft(
  api: Api,
  errorCase: ErrorCase,
  words: Readonly<Record<string, string>> = {},
): ResponseDraft | null {
  const made = errorResponse(api, errorCase, words);
  return made && draftOf(made);
}

/** Converts a response of a description to a draft. */
export function draftOf({ status, headers, body }: MadeResponse): ResponseDraft {
  return { status, headers, body: body === null ? null : encoder.encode(body) };
}

/**
 * Returns the answer to a browser's preflight request.
 * @param wanted The headers that its script wants to send; all are allowed.
 * @returns null if the description does not answer preflights.
 * @see Fetch standard, "CORS-preflight request"
 */
export function preflightDraft({ preflight, headers }: Api, wanted: string | undefined): ResponseDraft | null {
  if (preflight === null) return null;
  const methods = preflight.methods.join(", ");
  return {
    status: 204,
    headers: [
      ["access-control-allow-headers", wanted ?? preflight.headers],
      ["access-control-allow-methods", methods],
      ["access-control-max-age", String(preflight.maxAgeSeconds)],
      ["allow", methods],
      ...headers,
    ],
    body: null,
  };
}

/**
 * Returns an answer of the API's description.
 * @param rule The decision in a few words, for the journal.
 * @param cost 0 if it is free, null if no limit counts it.
 */
export function made(rule: string, draft: ResponseDraft, cost: SelectedResponse["cost"]): SelectedResponse {
  return {
    draft,
    source: { kind: "decided", rule },
    sequence: null,
    cost,
    validators: null,
    identified: true,
    plays: [],
    isLasting: false,
  };
}

/** Returns what an answer costs: null where no limit counts. */
export function chargedAs({ rateLimit }: Api, cost: 0 | 1): SelectedResponse["cost"] {
  return rateLimit === null ? null : cost;
}
