import { bytesOf, type Exchange, forwardedRequestFields, forwardedResponseFields, rewriter } from "@tapedeck/tape";
import { UpstreamError } from "@tapedeck/tape/upstream-error";
import { RecorderError } from "./recorder-error.ts";
import { TooSoonError } from "./send/rate-limiter.ts";
import type { Question } from "./send/record-request.ts";
import { rewritten, type Upstream } from "./send/upstream.ts";

const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/** Asks the service, with an `Authorization` header as it came; the address is the one that the client asked. */
export type Send = (question: Question, authorization: string | null, address: string) => Promise<Exchange>;

/**
 * Makes a fetch handler of a recorder. An upstream that gives no answer becomes a 502 that says so, a rate limit that
 * leaves nothing to spend a 429, and a folder that cannot be written a 500: those are ours, and are not recorded.
 */
export function createPlayer(
  send: Send,
  upstream: Upstream,
  rewriteLinks: boolean,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { origin, pathname, search } = new URL(request.url);
    const question: Question = {
      method: request.method,
      // A base with a slash at its end gives paths that begin with two.
      target: pathname.replace(/^\/+/, "/") + search,
      // The recorder decides these two itself.
      headers: Object.fromEntries(forwardedRequestFields(request.headers, ["accept-encoding", "authorization"])),
      body: new Uint8Array(await request.arrayBuffer()),
    };
    try {
      const exchange = await send(question, request.headers.get("authorization"), origin);
      const { base, origin: written } = upstream;
      const rewrite = rewriter(rewriteLinks ? [base, new URL(base).origin, written] : [], origin);
      return toResponse(rewritten(exchange, rewrite));
    } catch (error) {
      if (error instanceof UpstreamError) return problem(502, "The upstream gave no answer", error, "upstream");
      if (error instanceof RecorderError) return problem(500, "The answer could not be recorded", error, "recorder");
      if (!(error instanceof TooSoonError)) throw error;
      const response = problem(429, "The rate limit is spent down to its reserve", error, "reserve");
      response.headers.set("retry-after", String(error.seconds));
      return response;
    }
  };
}

function problem(status: number, title: string, { message }: Error, kind: string): Response {
  return Response.json(
    { title, status, detail: message },
    { status, headers: { "content-type": "application/problem+json", "x-tapedeck": kind } },
  );
}

function toResponse({ request, response }: Exchange): Response {
  return new Response(withoutBody.has(response.status) || response.body === null ? null : bytesOf(response.body), {
    status: response.status,
    headers: forwardedResponseFields(response.headers, request.method),
  });
}
