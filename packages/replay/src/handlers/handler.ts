import { BodyTooLargeError } from "@tapedeck/tape/internal";
import type { Outcome } from "../deliver/outcome.ts";
import { toResponse } from "../deliver/to-response.ts";
import type { IncomingRequest } from "../http/message.ts";
import { ownProblem } from "../http/own-answer.ts";
import { isCoded, readable } from "../http/readable.ts";
import { RepeatedRequest } from "../http/repeated-request.ts";
import { memoize } from "../memoize.ts";

/**
 * Anything that answers requests: a player, a recorder, a live API. Servers serve one; a handler asks one as its
 * upstream.
 */
export interface FetchHandler {
  (request: Request): Promise<Response>;
  /**
   * Does the same without `Request` and `Response`, and takes what no `Request` can hold: a WebSocket to open, the body
   * of a GET, a body in pieces. Default: such requests are refused, and all others become a `Request`.
   */
  readonly answer?: (ask: IncomingRequest) => Outcome | Promise<Outcome>;
  /** Asked before `answer`: see {@link Handler.prepare}. Default: nothing is prepared. */
  readonly prepare?: ((ask: IncomingRequest) => Promise<void> | null) | undefined;
  /** Asked where a client waits with its body: see {@link Handler.expected}. Default: the body may come. */
  readonly expected?: Expected | undefined;
}

/** Answers the head of a request whose client waits for leave to send its body. */
type Expected = (ask: IncomingRequest) => Promise<Outcome | Proceed | null>;

/** Answers a request once its body is there; `abandon` is called in its place if the client leaves before. */
type Proceed = Handler["answer"] & { readonly abandon?: () => void };

/**
 * A function that answers requests: hand it to a client as `fetch`, to `Deno.serve`, to `Bun.serve`, or to a server. A
 * player is a handler, and so is every combination of players and upstreams.
 */
export interface Handler {
  /** Takes the arguments of `fetch`, and ignores further arguments that servers pass beside a `Request`. */
  (input: Request | URL | string, init?: object): Promise<Response>;
  /** Does the same without `Request` and `Response`, for servers: synchronously, unless an upstream has to be asked. */
  readonly answer: (ask: IncomingRequest) => Outcome | Promise<Outcome>;
  /**
   * Does slow work for a request off the thread, such as deriving the tag of a password or reading a body in pieces;
   * returns null if there is none. A server waits for it before it calls `answer`. A caller that skips it still gets an
   * answer, except for a body in pieces. The request must not change afterwards.
   */
  readonly prepare?: FetchHandler["prepare"];
  /**
   * Takes the head of a request with `Expect: 100-continue`: resolves to what refuses it, to the function that answers it
   * once its body is there, or to null if `answer` does.
   */
  readonly expected?: Expected | undefined;
}

/** Asks a handler once it can answer without blocking the thread for long. */
export function answerPrepared(
  { answer, prepare }: Pick<Handler, "answer" | "prepare">,
  ask: IncomingRequest,
): Outcome | Promise<Outcome> {
  const prepared = prepare?.(ask) ?? null;
  return prepared === null ? answer(ask) : prepared.then(() => answer(ask));
}

/** The address of a caller in the same process. */
const here = "127.0.0.1";

/** Number of GETs that a handler keeps for when they come again, unless it asks for more. */
const mostKept = 4096;

/**
 * Makes the `fetch` function of a handler.
 * @param gets Number of different GETs that its clients may send in turn.
 */
export function fetchOf(
  answer: Handler["answer"],
  prepare?: Handler["prepare"],
  gets = 0,
): (...given: Parameters<Handler>) => Promise<Response> {
  const getOf = memoizedGets(Math.max(mostKept, gets));
  const answerTo = (ask: IncomingRequest): Outcome | Promise<Outcome> => answerPrepared({ answer, prepare }, ask);
  return async (input, init) => {
    const plain = typeof input === "string" ? plainAsk(getOf, input, init) : null;
    if (plain !== null) {
      const outcome = answerTo(plain);
      return toResponse(outcome instanceof Promise ? await outcome : outcome);
    }
    const request = typeof input === "string" || "href" in input ? new Request(input, init) : input;
    const sent = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
    const ask = sent?.length ? { ...headOf(getOf, request), body: sent } : headOf(getOf, request);
    const outcome = isCoded(ask) ? answerCoded(answerTo, ask) : answerTo(ask);
    return toResponse(outcome instanceof Promise ? await outcome : outcome, request.signal);
  };
}

/** Returns a GET of a plain URL without making a `Request`; null for anything that `fetch` would treat differently. */
function plainAsk(getOf: Gets, input: string, init: object | undefined): IncomingRequest | null {
  if (init !== undefined || input.includes("\n")) return null;
  const { ask, isPlain } = getOf(input);
  return isPlain ? ask : null;
}

function placeOf(url: string): { readonly base: string; readonly target: string; readonly isPlain: boolean } {
  const { origin = "", pathname = "", search = "", protocol = "", username, password } = URL.parse(url) ?? {};
  const isPlain = /^https?:$/.test(protocol) && username === "" && password === "";
  return { base: origin, target: pathname + search, isPlain };
}

/** Returns a GET, from lines with its URL, and the names and values of its headers in turn. */
type Gets = (lines: string) => { readonly ask: IncomingRequest; readonly isPlain: boolean };

/**
 * Makes a memory of GETs. One that comes again is the same object for the same lines: a player keeps what
 * it found for such a request.
 */
const memoizedGets = (most: number): Gets =>
  memoize(most, (lines: string, isCached) => {
    const end = lines.indexOf("\n");
    const { base, target, isPlain } = placeOf(end < 0 ? lines : lines.slice(0, end));
    const headers = headersOf(end < 0 ? "" : lines.slice(end + 1));
    const ask: IncomingRequest = { method: "GET", target, headers, body: null, base, address: here };
    return { ask: isCached ? new RepeatedRequest(ask) : ask, isPlain };
  });

/** Returns headers, from lines with their names and values in turn. */
const headersOf = memoize(256, (lines: string): IncomingRequest["headers"] => {
  const fields = lines === "" ? [] : lines.split("\n");
  const names = fields.filter((_, at) => at % 2 === 0);
  return Object.freeze(Object.fromEntries(names.map((name, at) => [name, fields[2 * at + 1]])));
});

async function answerCoded(answer: Handler["answer"], ask: IncomingRequest): Promise<Outcome> {
  try {
    return await answer(await readable(ask));
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) throw error;
    return ownProblem(413, "bounds", { title: error.message });
  }
}

/** Makes a handler from its answer function and its preparation. */
export function handlerOf(answer: Handler["answer"], prepare?: Handler["prepare"]): Handler {
  return Object.assign(fetchOf(answer, prepare), { answer, prepare });
}

/** Converts a `Request` to plain data for the synchronous core, without its body. */
function headOf(getOf: Gets, request: Request): IncomingRequest {
  const { method, url, headers } = request;
  if (method === "GET") {
    let lines = url;
    for (const [name, value] of headers) lines += `\n${name}\n${value}`;
    return getOf(lines).ask;
  }
  const { base, target } = placeOf(url);
  return { method, target, headers: Object.fromEntries(headers), body: null, base, address: here };
}
