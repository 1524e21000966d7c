import { BodyTooLargeError } from "@tapedeck/tape";
import type { Outcome } from "../deliver/outcome.ts";
import { toResponse } from "../deliver/to-response.ts";
import type { IncomingRequest } from "../http/message.ts";
import { isCoded, readable } from "../http/readable.ts";

/**
 * A way to answer requests: hand it to a client as `fetch`, to `Deno.serve`, to `Bun.serve`, or to a door. A player is
 * one, and what is composed of players and upstreams is one again.
 */
export interface Handler {
  /** Takes what `fetch` takes. What servers pass beside a `Request` is left alone. */
  (input: Request | URL | string, init?: object): Promise<Response>;
  /** The same without `Request` and `Response`, for doors: at once, unless somebody else has to be asked. */
  readonly answer: (ask: IncomingRequest) => Outcome | Promise<Outcome>;
}

/** Answers over plain data. */
export type AnswerFunction = Handler["answer"];

/** The address of a caller in the same process. */
const here = "127.0.0.1";

/** Makes the fetch-shaped surface of a way to answer. */
export function fetchOf(answer: AnswerFunction): (input: Request | URL | string, init?: object) => Promise<Response> {
  return async (input, init) => {
    const request = typeof input === "string" || input instanceof URL ? new Request(input, init) : input;
    const ask = await askOf(request);
    return toResponse(await answerDecoded(answer, ask), request.signal);
  };
}

async function answerDecoded(answer: AnswerFunction, ask: IncomingRequest): Promise<Outcome> {
  if (!isCoded(ask)) return answer(ask);
  try {
    return await answer(await readable(ask));
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) throw error;
    const body = new TextEncoder().encode(`${JSON.stringify({ title: error.message, status: 413 })}\n`);
    const type = ["content-type", "application/problem+json; charset=utf-8"] as const;
    return { status: 413, headers: [type, ["x-tapedeck", "bounds"]], body };
  }
}

/** Makes a handler of a way to answer. */
export function handlerOf(answer: AnswerFunction): Handler {
  return Object.assign(fetchOf(answer), { answer });
}

/** Takes a `Request` apart for the synchronous core. */
export async function askOf(request: Request): Promise<IncomingRequest> {
  const { origin, pathname, search } = new URL(request.url);
  const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
  return {
    method: request.method,
    target: pathname + search,
    headers: Object.fromEntries(request.headers),
    body: body?.length ? body : null,
    base: origin,
    address: here,
  };
}
