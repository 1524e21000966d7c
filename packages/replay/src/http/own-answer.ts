import type { HeaderList } from "@tapedeck/tape";
import type { OutgoingResponse } from "../deliver/outcome.ts";

/**
 * Makes an answer of the harness's own from a text.
 * @param further Its fields before length and type.
 * @example
 * textAnswer(404, "text/plain; charset=utf-8", "not here").headers[0]; // ["content-length", "8"]
 */
export function textAnswer(status: number, type: string, text: string, further: HeaderList = []): OutgoingResponse {
  const body = new TextEncoder().encode(text);
  return { status, headers: [...further, ["content-length", String(body.length)], ["content-type", type]], body };
}

/**
 * Makes a problem document, which any page may read, and no client takes for an answer of the API.
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
  const type = "application/problem+json; charset=utf-8";
  const fields = [["access-control-allow-origin", "*"] as const, ["x-tapedeck", kind] as const];
  return textAnswer(status, type, `${JSON.stringify({ title, status, detail })}\n`, fields);
}
