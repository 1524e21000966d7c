// Decides who answers a request: the control API, or the handler by the shorter of its two ways; and what a client gets
// if neither could. It knows no socket. Read next: read-request.ts, node.ts.
import { Readable } from "node:stream";
import type { FetchHandler, IncomingRequest, Outcome, OutgoingResponse } from "@tapedeck/replay";
import {
  answerPrepared,
  isCoded,
  isHeaderName,
  isHeaderValue,
  readable,
  responseFrom,
  textAnswer,
} from "@tapedeck/replay/internal";
import { type HeaderList, RecordingSyntaxError } from "@tapedeck/tape";
import { BodyTooLargeError, isSpooled, ownReason } from "@tapedeck/tape/internal";
import { isSteering } from "../control/control.ts";
import { compressed } from "./compress.ts";
import { FailedCallError, type Failure, RefusedRequestError } from "./failure.ts";
import type { RequestLimits } from "./read-request.ts";
import type { ListenOptions } from "./server.ts";

/** The answering function of a server: synchronous if the handler is. */
export interface Dispatch extends Pick<FetchHandler, "expected"> {
  (ask: IncomingRequest): Outcome | Promise<Outcome>;
}

/** Answers a request of the control API; returns null for any other. */
type Steer = (ask: IncomingRequest) => Outcome | Promise<Outcome> | null;

/** Asks the control API first, if there is one; then the handler, by the shorter of its two ways. */
export function dispatcher(
  handler: FetchHandler,
  { control, compress = false, limits = {} }: Pick<ListenOptions, "compress" | "limits"> & { readonly control?: Steer },
): Dispatch {
  const { answer, prepare, expected } = handler;
  const plain = answer && { answer, prepare };
  const finish = (ask: IncomingRequest, reply: Outcome): Outcome =>
    // A compressor would hold a stream back.
    compress && reply.kind === undefined ? compressed(ask, reply) : reply;
  const dispatch = (ask: IncomingRequest): ReturnType<Dispatch> => {
    const steered = control?.(ask);
    if (steered) return steered;
    const reply = plain ? through(plain, ask, limits) : throughFetch(handler, ask);
    return reply instanceof Promise ? reply.then((late) => finish(ask, late)) : finish(ask, reply);
  };
  // What the control API answers concerns no service.
  const isApart = (ask: IncomingRequest): boolean => control !== undefined && isSteering(ask);
  return Object.assign(dispatch, {
    expected: expected && (async (ask: IncomingRequest) => (isApart(ask) ? null : expected(ask))),
  });
}

/**
 * Reads a request's body and has it answered, but first asks whether the client may send it, where it waits for that
 * (`Expect: 100-continue`).
 */
export async function answerWithBody(
  answer: Dispatch,
  ask: IncomingRequest,
  read: (answer: Dispatch) => Promise<Outcome>,
): Promise<Outcome> {
  const isWaiting = /^100-continue$/i.test(String(ask.headers["expect"]));
  const said = (isWaiting && (await answer.expected?.(ask))) || answer;
  // The next request on this connection might be taken for the body.
  if (typeof said !== "function") return { ...said, headers: [...said.headers, ["connection", "close"]] };
  return read(said).catch((error: unknown) => {
    if ("abandon" in said) said.abandon?.();
    throw error;
  });
}

/**
 * Returns the failure to report for an error. The text of an error that is not ours stays here: it may hold a client's
 * secret.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof FailedCallError) return error.failure;
  if (error instanceof RefusedRequestError) return { status: error.status, reason: error.message, closes: true };
  if (error instanceof BodyTooLargeError) return { status: 413, reason: error.message };
  if (error instanceof UnsendableResponseError || error instanceof RecordingSyntaxError)
    return { status: 500, reason: error.message };
  return { status: 500, reason: `the request could not be answered (${placeOf(error)})` };
}

/** Returns the failure to report for an error that broke an answer off. */
export function brokenOffBy(error: unknown): Failure {
  return { ...failureOf(error), breaksOff: true };
}

/** Returns what kind of error it is, the system's code for it, and where it was thrown: the file and the line. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return `${typeof error} thrown`;
  // The message may hold a client's secret.
  const stack = error.stack?.replace(error.message, "") ?? "";
  const [, file, place] = /^\s+at .*?([^/\\() ?]+)(?:\?[^()/ ]*)?(:\d+):\d+\)?$/m.exec(stack) ?? [];
  const { code } = error as NodeJS.ErrnoException;
  const kind = /^E[A-Z]{2,20}$/.test(String(code)) ? `${error.name} ${code}` : error.name;
  return file === undefined ? kind : `${kind} at ${file}${place}`;
}

/** Returns the answer that tells a client of a failure. */
export function failureResponse({ status, reason, closes = false }: Failure): OutgoingResponse {
  const fields = closes ? [["connection", "close"] as const] : [];
  return textAnswer(status, "text/plain; charset=utf-8", `tapedeck: ${reason}`, fields);
}

/** A response that a server cannot send; the message names the header, but not its value. */
export class UnsendableResponseError extends TypeError {
  override readonly name = "UnsendableResponseError";
}

/** Returns the error for the header that cannot be sent, if that is the cause; else the original error. */
export function unsendable(headers: HeaderList, error: unknown): unknown {
  const flawed = headers.find(([name, value]) => !isHeaderName(name) || !isHeaderValue(value));
  if (flawed === undefined) return error;
  const name = /^[!-~]{1,60}/.exec(flawed[0])?.[0] ?? "";
  return new UnsendableResponseError(`the header ${JSON.stringify(name)} of the response cannot be sent over HTTP`);
}

type PlainHandler = Parameters<typeof answerPrepared>[0];

function through(handler: PlainHandler, ask: IncomingRequest, limits: RequestLimits): Outcome | Promise<Outcome> {
  if (!isCoded(ask)) return answerPrepared(handler, ask);
  return readable(ask, limits.bodyBytes).then((decoded) => answerPrepared(handler, decoded));
}

async function throughFetch(handler: FetchHandler, ask: IncomingRequest): Promise<Outcome> {
  const { status, statusText, headers, body } = await handler(requestFrom(ask));
  const said = { status, ...ownReason(status, statusText || null) };
  if (body === null) return { ...said, headers: [...headers], body };
  return responseFrom(said, [...headers], body);
}

/**
 * Returns a request as a `Request`, for a handler that takes no other.
 * @throws RefusedRequestError for one that a `Request` cannot hold: Fetch, sections 2.2.1 and 5.4.
 */
export function requestFrom({ method, target, headers, body, base }: IncomingRequest): Request {
  if (/^(?:connect|trace|track)$/i.test(method))
    throw new RefusedRequestError(405, `${method.toUpperCase()} is not answered here`);
  const isRead = method === "GET" || method === "HEAD";
  if (isRead && body !== null && body.length > 0)
    throw new RefusedRequestError(400, `${method} with a body cannot be handed on here`);
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || (name === "content-length" && isSpooled(body))
      ? []
      : [value].flat().map((each): [string, string] => [name, each]),
  );
  return new Request(base + target, {
    method,
    headers: isSpooled(body) ? [...fields, ["content-length", String(body.length)]] : fields,
    body: isRead ? null : isSpooled(body) ? Readable.toWeb(Readable.from(body.pieces())) : body,
    duplex: "half",
  } as RequestInit);
}
