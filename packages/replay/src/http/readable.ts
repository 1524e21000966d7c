import { BodyTooLargeError, type DecodeLimits, decodeContent, isSpooled } from "@tapedeck/tape";
import { type IncomingRequest, requestHeader } from "./message.ts";

/** As large as a request's body may become without its content coding, unless told otherwise. */
const requestLimits: DecodeLimits = { maxBytes: 16 * 1024 * 1024 };

/** Whether a request's body is in a content coding, and has to become {@link readable} before it is compared. */
export function isCoded(ask: IncomingRequest): boolean {
  const { body, readable, headers } = ask;
  return body !== null && !isSpooled(body) && readable === undefined && headers["content-encoding"] !== undefined;
}

/**
 * The request, with its body beside it as recordings keep it: without its content coding. Where that is not known, or the
 * body is not in it, recordings keep what was sent, and there is nothing beside it; so it is with a body in pieces, of which
 * servers make none where its coding is known.
 * @param limits Default: 16 MiB.
 * @throws BodyTooLargeError for a body that would be larger.
 * @see RFC 9110, section 8.4
 * @example
 * (await readable(ask)).readable; // the bytes within
 */
export async function readable(ask: IncomingRequest, limits: DecodeLimits = requestLimits): Promise<IncomingRequest> {
  const { body } = ask;
  if (body === null || isSpooled(body)) return ask;
  try {
    const bytes = await decodeContent(body, requestHeader(ask, "content-encoding") ?? "", limits);
    return { ...ask, readable: bytes };
  } catch (error) {
    if (error instanceof BodyTooLargeError) throw error;
    return ask;
  }
}
