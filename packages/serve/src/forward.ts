import type { Handler, IncomingRequest, Outcome } from "@tapedeck/replay";
import { handlerOf, relinked, replyOf } from "@tapedeck/replay/internal";
import { baseUrl, forwardedRequestFields, largestHeld } from "@tapedeck/tape/internal";
import { requestFrom } from "./server/dispatch.ts";

/**
 * Makes a fetch handler that sends each request to a live API and returns its answer: it stores nothing, leaves
 * redirects to the caller, and makes links in headers, JSON and text lead back to where the caller asked.
 * @param from Base URL of the API; may have a path prefix.
 * @throws RangeError for an invalid base URL.
 * @example
 * const mode = passing(player, forwardTo("https://api.service.example"), { paths: ["/search/**"], player });
 */
export function forwardTo(from: string): Handler & { readonly answer: (ask: IncomingRequest) => Promise<Outcome> } {
  const { base, origin } = baseUrl("pass requests on to", from);
  const answer = async (ask: IncomingRequest): Promise<Outcome> => {
    const response = await send(base, base + ask.target.replace(/^\/+/, "/"), requestFrom(ask));
    return relinked(await replyOf(response, ask.method), [base, origin], ask.base);
  };
  return Object.assign(handlerOf(answer), { answer });
}

async function send(base: string, target: string, request: Request): Promise<Response> {
  // fetch() itself says which codings it understands.
  const headers = forwardedRequestFields(request.headers, ["accept-encoding"]);
  const length = request.headers.get("content-length");
  const flows = Number(length) > largestHeld;
  const body = request.body === null ? null : flows ? request.body : await request.arrayBuffer();
  // With the length, `fetch` does not send it in chunks, which not every service accepts.
  if (flows && length !== null) headers.push(["content-length", length]);
  try {
    return await fetch(target, {
      method: request.method,
      headers,
      body,
      redirect: "manual",
      duplex: "half",
    } as RequestInit);
  } catch (error) {
    const { cause } = error as { readonly cause?: { readonly code?: string } };
    // The error's own text may hold what a client sent.
    throw new Error(`Cannot reach ${base}: ${cause?.code ?? "no answer"}\n  - is the service running there?`);
  }
}
