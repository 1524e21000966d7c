import { refusalOf } from "@tapedeck/rate-limit";
import {
  bodyOf,
  type Exchange,
  type HeaderList,
  headerOf,
  type RecordedRequest,
  type RecordedResponse,
} from "@tapedeck/tape";
import {
  forwardedRequestFields,
  forwardedResponseFields,
  isSpooled,
  largestHeld,
  ownReason,
  placeholdersIn,
} from "@tapedeck/tape/internal";
import { responseFrom } from "../deliver/from-body.ts";
import type { Outcome, OutgoingResponse, StreamedResponse } from "../deliver/outcome.ts";
import { asksForSocket, type IncomingRequest, requestFields } from "../http/message.ts";
import { answerPrepared, type FetchHandler } from "./handler.ts";

/**
 * Sends a request to an upstream as it was asked, without the caller's path prefix.
 * @param prefix The caller's path prefix, or "".
 * @throws TypeError for a request that upstream cannot take: for a WebSocket, with the body of a GET or HEAD, or with one
 *   in pieces. Without the body it would be another request. Also if its connection breaks.
 */
export async function askUpstream(upstream: FetchHandler, ask: IncomingRequest, prefix: string): Promise<Outcome> {
  const { method, headers, body, base } = ask;
  const target = targetBehind(prefix, ask.target);
  const forSocket = asksForSocket(ask);
  const { answer, prepare } = upstream;
  if (answer) {
    const reply = await answerPrepared({ answer, prepare }, { ...ask, target });
    if (forSocket || reply.kind === undefined || reply.kind === "stream") return reply;
    throw new TypeError(reply.kind === "fault" ? "its connection broke" : "it opened a WebSocket");
  }
  if (forSocket) throw new TypeError("no WebSocket can be opened to the upstream from here");
  const isRead = method === "GET" || method === "HEAD";
  if (isSpooled(body) || (isRead && body !== null && body.length > 0)) {
    throw new TypeError(
      `${method} with a ${isSpooled(body) ? `body beyond ${largestHeld} bytes` : "body"} cannot be passed on`,
    );
  }
  const request = new Request(base + target, {
    method,
    headers: forwardedRequestFields(requestFields(headers)),
    body: isRead ? null : (body as Uint8Array<ArrayBuffer> | null),
  });
  return replyOf(await upstream(request), method);
}

function targetBehind(prefix: string, target: string): string {
  if (prefix === "") return target;
  const path = target.replace(/^\/+/, "/");
  return path.startsWith(prefix) ? path.slice(prefix.length) : path;
}

/**
 * Converts the answer of an upstream: a small body is held; a large one, or a stream by its type, is passed on as it
 * comes.
 */
export async function replyOf(response: Response, method: string): Promise<OutgoingResponse | StreamedResponse> {
  const { status } = response;
  const headers = forwardedResponseFields(response.headers, method);
  const said = { status, ...ownReason(status, response.statusText || null) };
  if (method === "HEAD" || response.body === null) return { ...said, headers, body: null };
  // `fetch` decodes the body, but leaves the length of the coded one.
  const length = response.headers.has("content-encoding") ? null : response.headers.get("content-length");
  return responseFrom(said, headers, response.body, length);
}

type SentRequest = Pick<RecordedRequest, "target" | "headers" | "body">;

/** Returns a request as a recording stores it, with its secrets. */
export function sentOf({ target, headers, body }: IncomingRequest): SentRequest {
  return { target, headers: requestFields(headers), body: body === null || isSpooled(body) ? null : bodyOf(body) };
}

/** Returns the same as a recording stores it. */
export function recordedOf({ status, reason, headers, body }: OutgoingResponse): RecordedResponse {
  return { status, ...(reason !== undefined && { reason }), headers, body: body === null ? null : bodyOf(body) };
}

/** Returns whether an answer is worth keeping: server errors and rate-limit refusals are about one moment only. */
export function isLasting(response: RecordedResponse): boolean {
  const { status, headers } = response;
  if (status >= 500 || refusalOf(response) !== null) return false;
  return !(status === 403 && headerOf(headers, "retry-after") !== null);
}

/**
 * Returns whether an exchange with upstream is worth recording: also its answer was not refused for a placeholder.
 * @example
 * isWorthRecording({ request, response }); // false for a 404 to GET /uploads/__redacted-field__
 */
export function isWorthRecording({ request, response }: Exchange): boolean {
  return isLasting(response) && refusedPlaceholder(request, response.status) === null;
}

/**
 * Returns the placeholder for which upstream may have refused a request: it stands for something that an earlier run
 * issued, so the refusal is none of the API. A cookie that is sent anywhere explains a refused login alone.
 */
export function refusedPlaceholder(request: SentRequest, status: number): string | null {
  if (status < 400 || status > 499) return null;
  const isLogin = status === 401 || status === 403;
  const headers = request.headers.filter(([name]) => isLogin || name !== "cookie");
  return placeholdersIn({ ...request, headers })[0] ?? null;
}

/**
 * Returns why an upstream that is itself tapedeck could not answer; null for an answer of the API. tapedeck's own
 * answers have the header `x-tapedeck`.
 */
export function failureIn({ status, headers, body }: OutgoingResponse): string | null {
  const kind = headerOf(headers as HeaderList, "x-tapedeck");
  if (kind === null) return null;
  const text = new TextDecoder().decode(body ?? new Uint8Array());
  // This is a miss for a client that asked for text.
  if (status === 501 && headerOf(headers as HeaderList, "content-type")?.startsWith("text/plain"))
    return text.trimEnd();
  try {
    const { detail, title } = JSON.parse(text) as {
      readonly detail?: string;
      readonly title?: string;
    };
    return detail ?? title ?? `${status} ${kind}`;
  } catch {
    return `${status} ${kind}`;
  }
}
