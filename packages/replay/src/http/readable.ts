import { BodyTooLargeError, decodeContent, heldPieces, isSpooled } from "@tapedeck/tape/internal";
import { type IncomingRequest, requestHeader } from "./message.ts";

/** Largest decoded request body that is held in memory, in bytes. */
const mostHeld = 16 * 1024 * 1024;

/** Returns whether a request's body has a content coding and must become {@link readable} before it is compared. */
export function isCoded(ask: IncomingRequest): boolean {
  const { body, readable, headers } = ask;
  return body !== null && !isSpooled(body) && readable === undefined && headers["content-encoding"] !== undefined;
}

/**
 * Returns the request with its decoded body beside the sent one, as recordings store it. If the coding is unknown or
 * the body does not match it, recordings store the sent bytes, and nothing is added. A body in pieces is decoded as it
 * is read; one that decodes to more than 16 MiB is read in pieces.
 * @param maxBytes Maximum decoded length. Default: unlimited.
 * @throws BodyTooLargeError for a body that decodes to more, or to 1100 times its size.
 * @see RFC 9110, section 8.4
 * @example
 * (await readable(ask)).readable; // the bytes within
 */
export async function readable(ask: IncomingRequest, maxBytes?: number): Promise<IncomingRequest> {
  const { body } = ask;
  if (body === null || isSpooled(body)) return ask;
  try {
    const limits = { maxBytes: maxBytes ?? mostHeld };
    const bytes = await decodeContent(body, requestHeader(ask, "content-encoding") ?? "", limits);
    return { ...ask, readable: bytes };
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) return ask;
    if (error.limit < mostHeld || maxBytes !== undefined) throw error;
    return { ...ask, body: heldPieces(body) };
  }
}
