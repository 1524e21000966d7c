import type { OutgoingResponse } from "../deliver/outcome.ts";

/**
 * Makes an answer of the harness, not of the API: a problem document that no client takes for the API's.
 * @param kind What `x-tapedeck` says of it.
 * @see RFC 9457 (problem details)
 * @example
 * ownProblem(502, "upstream", { title: "The upstream gave no answer", detail: "connection refused" }).status; // 502
 */
export function ownProblem(
  status: number,
  kind: string,
  { title, detail }: { readonly title: string; readonly detail?: string },
): OutgoingResponse {
  const body = new TextEncoder().encode(`${JSON.stringify({ title, status, detail })}\n`);
  return {
    status,
    headers: [
      ["access-control-allow-origin", "*"],
      ["content-length", String(body.length)],
      ["content-type", "application/problem+json; charset=utf-8"],
      ["x-tapedeck", kind],
    ],
    body,
  };
}
