import type { IncomingRequest, Outcome } from "@tapedeck/replay";
import { replyOf } from "@tapedeck/replay/internal";
import {
  forwardedRequestFields,
  forwardedResponseFields,
  largestHeld,
  rewriter,
  streamRewriter,
} from "@tapedeck/tape/internal";
import { requestFrom } from "./server/dispatch.ts";

/**
 * Makes a fetch handler that sends each request to a live API and returns its answer: it stores nothing, leaves
 * redirects to the caller, and makes links in headers, JSON and text lead back to where the caller asked.
 * @param from Base URL of the API; may have a path prefix.
 * @throws RangeError for an invalid base URL.
 * @example
 * const mode = passing(player, forwardTo("https://api.service.example"), { paths: ["/search/**"], player });
 */
export function forwardTo(from: string): Forward {
  const url = URL.parse(from);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password)
    throw new RangeError("Cannot pass requests on: the base URL is http or https, without query or credential");
  const base = url.origin + url.pathname.replace(/\/+$/, "");
  const forward = async (request: Request): Promise<Response> => {
    const { origin, pathname, search } = new URL(request.url);
    const response = await send(base, base + pathname.replace(/^\/+/, "/") + search, request);
    const rebase = rewriter([base, url.origin], origin);
    const headers = new Headers(
      forwardedResponseFields(response.headers, request.method).map(([name, value]) => [name, rebase(value)]),
    );
    const { status, statusText, body } = response;
    const init = { status, statusText, headers };
    if (body === null || !isText(headers.get("content-type") ?? "")) {
      const length = response.headers.has("content-encoding") ? null : response.headers.get("content-length");
      if (length !== null) headers.set("content-length", length);
      return new Response(body, init);
    }
    const { chunk, end } = streamRewriter([base, url.origin], origin);
    const transform = (bytes: Uint8Array<ArrayBuffer>, to: Enqueueing): void => to.enqueue(chunk(bytes));
    const rebased = body.pipeThrough(new TransformStream({ transform, flush: (to: Enqueueing) => to.enqueue(end()) }));
    return new Response(rebased, init);
  };
  const answer = async (ask: IncomingRequest): Promise<Outcome> => replyOf(await forward(requestFrom(ask)), ask.method);
  return Object.assign(forward, { answer });
}

/** Asks a live API: by a `Request`, or by a server's request, whose body may come in pieces. */
interface Forward {
  (request: Request): Promise<Response>;
  readonly answer: (ask: IncomingRequest) => Promise<Outcome>;
}

interface Enqueueing {
  enqueue(bytes: Uint8Array): void;
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

function isText(type: string): boolean {
  return /^text\/|^application\/(?:[\w.-]+\+)?(?:json|xml)\b/i.test(type);
}
