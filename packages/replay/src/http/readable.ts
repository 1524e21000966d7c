import { BodyTooLargeError, decodeContent, heldPieces, isSpooled } from "@tapedeck/tape";
import { type IncomingRequest, requestHeader } from "./message.ts";

/** Bytes that are held of a request's body without its content coding. */
const mostHeld = 16 * 1024 * 1024;

/** Whether a request's body is in a content coding, and has to become {@link readable} before it is compared. */
export function isCoded(ask: IncomingRequest): boolean {
  const { body, readable, headers } = ask;
  return body !== null && !isSpooled(body) && readable === undefined && headers["content-encoding"] !== undefined;
}

/**
 * The request, with its body beside it as recordings keep it: without its content coding. Where that is not known, or the
 * body is not in it, recordings keep what was sent, and there is nothing beside it; a body in pieces is decoded as it is
 * read. One that becomes larger than 16 MiB is read in pieces.
 * @param maxBytes Most bytes that it may become. Default: any number.
 * @throws BodyTooLargeError for a body that would be larger, or 1100 times as large as it was sent.
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
