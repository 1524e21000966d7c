import { BodyTooLargeError } from "@tapedeck/tape";
import type { Outcome } from "../deliver/outcome.ts";
import { toResponse } from "../deliver/to-response.ts";
import type { IncomingRequest } from "../http/message.ts";
import { isCoded, readable } from "../http/readable.ts";
import { memoize } from "../memoize.ts";

/**
 * Anything that answers requests: a player, a recorder, a live API. Servers serve one; a handler asks one as its
 * upstream.
 */
export interface FetchHandler {
  (request: Request): Promise<Response>;
  /**
   * The same without `Request` and `Response`; it takes what no `Request` holds: a WebSocket to open, the body of a GET,
   * one in pieces. Default: none can be asked for, and every request is made a `Request`.
   */
  readonly answer?: (ask: IncomingRequest) => Outcome | Promise<Outcome>;
  /** Asked before `answer`: see {@link Handler.prepare}. Default: nothing is prepared. */
  readonly prepare?: ((ask: IncomingRequest) => Promise<void> | null) | undefined;
}

/**
 * A way to answer requests: hand it to a client as `fetch`, to `Deno.serve`, to `Bun.serve`, or to a server. A player is
 * one, and what is composed of players and upstreams is one again.
 */
export interface Handler {
  /** Takes the arguments of `fetch`. Further arguments that servers pass beside a `Request` are ignored. */
  (input: Request | URL | string, init?: object): Promise<Response>;
  /** The same without `Request` and `Response`, for servers: at once, unless upstream has to be asked. */
  readonly answer: (ask: IncomingRequest) => Outcome | Promise<Outcome>;
  /**
   * Does slow work for a request off the thread, such as deriving the tag of a password or reading a body that comes in
   * pieces; null where there is none. A server waits for it before it calls `answer`; a caller that does not is
   * answered all the same, except for a body in pieces. The request must not change from then on.
   */
  readonly prepare?: FetchHandler["prepare"];
}

/** Answers over plain data. */
type AnswerFunction = Handler["answer"];

/**
 * Asks a handler once it is ready to answer without holding the thread for long.
 * @example
 * const outcome = await answerPrepared(player, ask);
 */
export function answerPrepared(
  { answer, prepare }: Pick<Handler, "answer" | "prepare">,
  ask: IncomingRequest,
): Outcome | Promise<Outcome> {
  const prepared = prepare?.(ask) ?? null;
  return prepared === null ? answer(ask) : prepared.then(() => answer(ask));
}

/** The address of a caller in the same process. */
const here = "127.0.0.1";

/** Makes the fetch-shaped surface of a way to answer. */
export function fetchOf(
  answer: AnswerFunction,
  prepare?: Handler["prepare"],
): (input: Request | URL | string, init?: object) => Promise<Response> {
  const answerTo = (ask: IncomingRequest): Outcome | Promise<Outcome> => answerPrepared({ answer, prepare }, ask);
  return async (input, init) => {
    const plain = typeof input === "string" ? plainAsk(input, init) : null;
    if (plain !== null) {
      const outcome = answerTo(plain);
      return toResponse(outcome instanceof Promise ? await outcome : outcome);
    }
    const request = typeof input === "string" || input instanceof URL ? new Request(input, init) : input;
    const ask = request.body === null ? headOf(request) : await askOf(request);
    const outcome = answerDecoded(answerTo, ask);
    return toResponse(outcome instanceof Promise ? await outcome : outcome, request.signal);
  };
}

/** A GET of no more than a URL, without a `Request`; null for any that `fetch` would look at more closely. */
function plainAsk(input: string, init: object | undefined): IncomingRequest | null {
  if (init !== undefined) return null;
  const { base, target, isPlain } = placeOf(input);
  return isPlain ? { method: "GET", target, headers: noHeaders, body: null, base, address: here } : null;
}

const noHeaders: IncomingRequest["headers"] = Object.freeze({});

const placeOf = memoize(4096, (text: string) => {
  const { origin = "", pathname = "", search = "", protocol = "", username, password } = URL.parse(text) ?? {};
  const isPlain = /^https?:$/.test(protocol) && username === "" && password === "";
  return { base: origin, target: pathname + search, isPlain };
});

function answerDecoded(answer: AnswerFunction, ask: IncomingRequest): Outcome | Promise<Outcome> {
  return isCoded(ask) ? answerCoded(answer, ask) : answer(ask);
}

async function answerCoded(answer: AnswerFunction, ask: IncomingRequest): Promise<Outcome> {
  try {
    return await answer(await readable(ask));
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) throw error;
    const body = new TextEncoder().encode(`${JSON.stringify({ title: error.message, status: 413 })}\n`);
    const type = ["content-type", "application/problem+json; charset=utf-8"] as const;
    return { status: 413, headers: [type, ["x-tapedeck", "bounds"]], body };
  }
}

/** Makes a handler of a way to answer, and of what prepares it. */
export function handlerOf(answer: AnswerFunction, prepare?: Handler["prepare"]): Handler {
  return Object.assign(fetchOf(answer, prepare), { answer, prepare });
}

/** Takes a `Request` apart for the synchronous core. */
async function askOf(request: Request): Promise<IncomingRequest> {
  const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
  return { ...headOf(request), body: body?.length ? body : null };
}

function headOf(request: Request): IncomingRequest {
  const { method, url } = request;
  const { base, target } = placeOf(url);
  return { method, target, headers: Object.fromEntries(request.headers), body: null, base, address: here };
}
