import type { AnyResponse } from "@tapedeck/rate-limit";
import { type Exchange, type FiledBody, headerOf, type Principal, type RecordedResponse } from "@tapedeck/tape";
import { discardBody } from "@tapedeck/tape/files";
import { flowsByType } from "@tapedeck/tape/internal";
import { codeOf, isPassing, type UpstreamError } from "@tapedeck/tape/upstream-error";
import type { OpenLarge, OpenTap } from "../flow/flow.ts";
import { RecorderError } from "../recorder-error.ts";
import { backoff, isExhausted, type Pause, pauseAfter } from "../standing.ts";
import type { AdmittedRequest, RateLimiter } from "./rate-limiter.ts";
import type { RecordRequest } from "./record-request.ts";
import type { Transport, WireRequest } from "./transport.ts";

/** Settings and functions for sending a request until it is answered. */
export interface SendContext {
  readonly transport: Transport;
  readonly limiter: RateLimiter;
  readonly now: () => number;
  /** Makes an exchange of a request and its response, decoded and with its secrets. */
  readonly exchangeOf: (sent: WireRequest, response: RecordedResponse) => Promise<Exchange>;
  /** Resolves when the exchange is on disk, to the place of its large body. */
  readonly keep: (exchange: Exchange) => Promise<Exchange>;
  /** Takes the body of a large answer. */
  readonly openLarge: (message: WireRequest) => OpenLarge;
  /** Finds the recording of a message. */
  readonly onFile: (message: WireRequest) => Promise<Exchange | null>;
  /** Notes how a principal was answered; returns false if the service does not accept its credential. */
  readonly accepted: (principal: Principal, status: number) => boolean;
  readonly fail: (message: WireRequest, code: string) => UpstreamError;
  /** Returns whether a rate limit is known: a replay then refuses by it, and a recorded refusal would come on top. */
  readonly isLimitKnown: () => boolean;
  /**
   * Notes a rate-limit refusal that is not stored.
   * @param isAsked Whether its client got it.
   */
  readonly refused: (message: WireRequest, refusal: Exchange, isAsked: boolean) => void;
  /** Aborted when waits are over. */
  readonly over: AbortSignal;
  /** Notes a failure that the caller does not see. */
  readonly note: (message: WireRequest, error: UpstreamError) => void;
}

/** The result of sending a message once: its answer, or the wait before the next attempt. */
type Attempt =
  | { readonly kind: "answered"; readonly exchange: Exchange }
  | { readonly kind: "put off"; readonly pause: Pause };

/**
 * Sends a message when it may go, and again if the request allows it, until there is an answer; stores that.
 * @param patienceSeconds Longest wait before it is sent. Default: any.
 * @throws UpstreamError if there is no answer.
 */
export async function sendWithRetry(
  context: SendContext,
  question: RecordRequest,
  message: WireRequest,
  patienceSeconds: number = Number.POSITIVE_INFINITY,
): Promise<Exchange> {
  const { spend, signal } = question;
  const signals = [...(signal ? [signal] : []), context.over];
  const { principal } = message.sender;
  const asked = `${message.method} ${message.target.replace(/\?.*/s, "")}`;
  const past = await answerOnFile(context, question, message);
  for (let attempt = 1; ; attempt += 1) {
    const admitted = await context.limiter.admit(principal, asked, { spend, signals, patienceSeconds });
    const came = await sendOnce(context, admitted, question, message, past, attempt);
    if (came.kind === "answered") return came.exchange;
    admitted.pause(came.pause);
  }
}

async function answerOnFile(
  { onFile }: SendContext,
  { ifChanged }: RecordRequest,
  message: WireRequest,
): Promise<Exchange | null> {
  if (!ifChanged || message.method !== "GET" || "if-none-match" in message.headers) return null;
  const past = await onFile(message);
  return past?.response.status === 200 && headerOf(past.response.headers, "etag") !== null ? past : null;
}

function conditional(message: WireRequest, { response }: Exchange): WireRequest {
  return { ...message, headers: { ...message.headers, "if-none-match": headerOf(response.headers, "etag") ?? "" } };
}

async function sendOnce(
  context: SendContext,
  admitted: AdmittedRequest,
  question: RecordRequest,
  message: WireRequest,
  past: Exchange | null,
  attempt: number,
): Promise<Attempt> {
  const { transport, now, exchangeOf, keep, openLarge, onFile, accepted, fail, note } = context;
  const { again, spend = false } = question;
  const { principal } = message.sender;
  // A message that is sent twice may take effect twice. RFC 9110, section 9.2.2; RFC 4918, section 9.10 (LOCK).
  const isIdempotent = !/^(?:POST|PATCH|LOCK)$/.test(message.method);
  let came: Exchange | null = null;
  // A stream tells the caller's quota long before it ends.
  let settled = false;
  let isHandedOver = false;
  const settle = (response: AnyResponse | null): void => {
    if (!settled) admitted.settle(response);
    settled = true;
  };
  const onStream: OpenTap | undefined =
    question.onStream &&
    ((head, cut) => {
      settle(head);
      return question.onStream?.(head, cut) ?? null;
    });
  try {
    const sent = past === null ? message : conditional(message, past);
    const read = async (response: RecordedResponse): Promise<Attempt> => {
      const raw = await exchangeOf(sent, response);
      came = raw;
      const { status } = raw.response;
      settle(raw.response);
      const pause = pauseAfter(raw.response, attempt, now());
      if (pause !== null && !(spend && isExhausted(raw.response))) {
        const isRefusal = pause.reason !== "server error";
        const isDropped = isRefusal && (again !== undefined || (await isReplaceable(context, message, status)));
        if (isDropped) context.refused(message, raw, again === undefined);
        if ((isRefusal || isIdempotent) && again?.(attempt)) return { kind: "put off", pause };
        // A client that asks once decides itself when to retry; the service's own wish still holds.
        if (isRefusal) admitted.pause(pause);
        if (again && (isRefusal || isGood(past ?? (await onFile(message))))) throw fail(message, String(status));
        if (isDropped) return { kind: "answered", exchange: raw };
      }
      if (!accepted(principal, status) && wasLetIn(past ?? (await onFile(message)))) {
        // An expired credential must not replace what the service said to a valid one.
        const error = fail(message, String(status));
        if (again) throw error;
        note(message, error);
        return { kind: "answered", exchange: raw };
      }
      if (isBroken(raw) && isWhole(past ?? (await onFile(message)))) {
        note(message, fail(message, "ECONNRESET"));
        return { kind: "answered", exchange: raw };
      }
      // The file has the answer that the service would repeat; rewritten, it follows the present redaction settings.
      const exchange = past === null ? raw : status === 304 ? past : unconditional(raw);
      if (question.keep?.(exchange) ?? true) {
        isHandedOver = true;
        const kept = keep(exchange);
        // It goes elsewhere.
        if (exchange.response.body?.encoding !== "file") question.onAnswer?.(exchange);
        const { body } = (await kept).response;
        if (body?.encoding === "file") return { kind: "answered", exchange: withBody(exchange, body) };
      }
      return { kind: "answered", exchange };
    };
    const reading = (response: RecordedResponse): Promise<Attempt> =>
      read(response).finally(() => {
        if (!isHandedOver) discardBody(response.body);
      });
    const ask = (fresh: boolean) => transport.send(sent, reading, openLarge(message), onStream, fresh);
    return await ask(false).catch((cause) => {
      if (codeOf(cause) === "ECONNSTALE" && isIdempotent) return ask(true);
      throw cause;
    });
  } catch (cause) {
    if (came !== null || cause instanceof RecorderError) throw cause;
    settle(null);
    const error = fail(message, codeOf(cause));
    if (isPassing(error) && isIdempotent && again?.(attempt))
      return { kind: "put off", pause: backoff("no answer", attempt) };
    throw error;
  } finally {
    if (!isHandedOver) message.filed?.then(discardBody, () => {});
  }
}

/** Returns whether a replay has something better than a refusal: a limit that refuses, or another answer
 * that an earlier run recorded in its place. */
async function isReplaceable(
  { isLimitKnown, onFile }: SendContext,
  message: WireRequest,
  status: number,
): Promise<boolean> {
  return isLimitKnown() || ((await onFile(message))?.response.status ?? status) !== status;
}

// A temporary error of the service must not replace an earlier answer.
function isGood(past: Exchange | null): boolean {
  return past !== null && past.response.status < 500;
}

function wasLetIn(past: Exchange | null): boolean {
  return past !== null && past.response.status !== 401;
}

// Half of a document is most often an accident, and must not replace a whole one.
function isBroken({ response: { cut, headers } }: Exchange): boolean {
  return (cut === "truncation" || cut === "reset" || cut === "stall") && !flowsByType(headers);
}

function isWhole(past: Exchange | null): boolean {
  return past !== null && past.response.cut === undefined;
}

function withBody(exchange: Exchange, body: FiledBody): Exchange {
  return { ...exchange, response: { ...exchange.response, body } };
}

function unconditional({ request, response }: Exchange): Exchange {
  return { request: { ...request, headers: request.headers.filter(([name]) => name !== "if-none-match") }, response };
}
