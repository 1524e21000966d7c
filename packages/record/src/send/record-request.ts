import { bodyOf, type Exchange, headerList, headerOf, type Principal, type RecordedRequest } from "@tapedeck/tape";
import type { Turns } from "@tapedeck/tape/files";
import { decodeContent, isSpooled, rememberLast, type SpooledBody } from "@tapedeck/tape/internal";
import type { OpenTap } from "../flow/flow.ts";
import { type Named, senderOf } from "./credential.ts";
import type { WireRequest } from "./transport.ts";
import { type RecordedService, targetWithin } from "./upstream.ts";

/** The content codings that a recorder accepts. */
const acceptEncoding = "gzip, deflate, br";

/** A request to the service. */
export interface RecordRequest {
  /** Default: GET. */
  readonly method?: string;
  /** Path and query, or a whole URL of the service. */
  readonly target: string;
  /** An alias, or `anonymous`. Default: `anonymous`. */
  readonly as?: Principal;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | SpooledBody;
  /** Returns whether to store what came. Default: always. */
  readonly keep?: (exchange: Exchange) => boolean;
  /** Sends the etag of the answer on file, and takes a 304 for that answer. Default: false. */
  readonly ifChanged?: boolean;
  /** Called with the answer when it is there and not yet on disk: another request may go out meanwhile. */
  readonly onAnswer?: (exchange: Exchange) => void;
  /** Takes a stream, or a large answer, as it comes. Default: only the recording takes it. */
  readonly onStream?: OpenTap;
  /**
   * Called with the number of attempts when the service had an error or asked to wait: returns whether to retry. The
   * answer is then not stored. Default: it is the answer.
   */
  readonly again?: (attempt: number) => boolean;
  /** Whether it may use up the rate limit with its reserve; a refusal is then an answer. Default: false. */
  readonly spend?: boolean;
  /** The recorder's lane for it. Default: it comes after everything that was answered before it was sent. */
  readonly lane?: Turns;
  /** As of an `IncomingRequest`. */
  readonly issuedBefore?: readonly string[] | undefined;
  /** Ends a wait for the rate limit; a request that was sent is not taken back. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes the message for a request.
 * @param authorization The credential to send; null for the one among the request's headers, if any.
 * @param credentials The known ones.
 * @throws RangeError if the target is not on the upstream.
 * @example
 * messageOf({ target: "/a/../b?" }, "token T", upstream).target; // "/a/../b?"
 */
export function messageOf(
  question: RecordRequest,
  authorization: string | null,
  upstream: RecordedService,
  credentials: readonly Named[] = [],
): WireRequest {
  const { method = "GET", target, headers = {}, body = new Uint8Array() } = question;
  const within = targetWithin(target, upstream);
  if (within === null) {
    const { origin } = new URL(target, upstream.base);
    throw new RangeError(`Cannot ask ${origin}: credentials for ${upstream.base} are not for others`);
  }
  const url = rootOf(upstream.base);
  const fields = Object.fromEntries(headerList(Object.entries(headers)));
  return {
    method,
    url,
    target: wireTarget(upstream.base.slice(url.origin.length) + within),
    headers: {
      "user-agent": "tapedeck",
      ...fields,
      ...(authorization !== null && { authorization }),
      ...(body.length > 0 && { "content-length": String(body.length) }),
      // The length of a HEAD response must be that of the decoded body, and the range of a part counts its bytes.
      "accept-encoding": method === "HEAD" || "range" in fields ? "identity" : acceptEncoding,
    },
    body,
    sender: senderOf(authorization ?? fields["authorization"] ?? null, credentials),
  };
}

const rootOf = rememberLast((base: string) => new URL("/", base));

/** Returns a target without its fragment, as a request line can hold it: RFC 9112, section 3.2. */
function wireTarget(target: string): string {
  return target.replace(/#.*/s, "").replace(/[^!-~]+/g, (text) => encodeURIComponent(text.toWellFormed()));
}

/**
 * Makes the request that a recording holds of an outgoing message, with secrets and noise; its body is decoded, or a
 * secret inside would go unseen.
 */
export async function sentRequest(sent: WireRequest, upstream: RecordedService): Promise<RecordedRequest> {
  const request = recordableRequest(sent, upstream);
  const { filed, body } = sent;
  if (filed !== undefined) {
    const came = await filed;
    // Only one that was refused without its body is told from others by that.
    return came === null
      ? request
      : { ...request, headers: request.headers.filter(([name]) => name !== "expect"), body: came };
  }
  const contentEncoding = headerOf(request.headers, "content-encoding");
  if (contentEncoding === null || isSpooled(body)) return request;
  // A body that cannot be decoded is stored as it was sent: the service's answer to it is worth keeping.
  return { ...request, body: bodyOf(await decodeContent(body, contentEncoding).catch(() => body)) };
}

/**
 * Makes the recordable form of an outgoing message, with its body as it was sent, and without a body in pieces. Its
 * credential is still among its headers, and is taken out with the other secrets.
 */
export function recordableRequest(
  { method, url, target, headers, body, sender: { principal } }: WireRequest,
  upstream: RecordedService,
): RecordedRequest {
  return {
    method,
    target: targetWithin(url.origin + target, upstream) ?? url.origin + target,
    principal,
    headers: headerList(Object.entries(headers)),
    body: isSpooled(body) ? null : bodyOf(body),
  };
}
