import { bodyOf, bytesOf, type HeaderList, headerOf } from "@tapedeck/tape";
import { rewriter, rewrittenBody, saysBytes, saysText, streamRewriter } from "@tapedeck/tape/internal";
import type { Chunk, Outcome, Peer } from "./outcome.ts";

/**
 * Returns an outcome whose links lead to another place: those in its header fields, in text, also if it comes chunk by
 * chunk, and in what is said over a WebSocket. Bytes that are said to be no text stay as they are.
 * @param from The base URLs that are replaced; without any, the outcome stays as it is.
 */
export function relinked(outcome: Outcome, from: readonly string[], to: string): Outcome {
  if (from.length === 0) return outcome;
  const rewrite = rewriter(from, to);
  const pointed = (fields: HeaderList): HeaderList => fields.map(([name, value]) => [name, rewrite(value)] as const);
  const { informational = [] } = outcome;
  const fields = {
    headers: pointed(outcome.headers),
    ...(informational.length > 0 && {
      informational: informational.map((each) => ({ ...each, headers: pointed(each.headers) })),
    }),
  };
  if (outcome.kind === "socket") {
    const open: typeof outcome.open = (peer, wait) => {
      const send: Peer["send"] = (data) => peer.send(typeof data === "string" ? rewrite(data) : data);
      return outcome.open({ gone: peer.gone, send, close: (code, reason) => peer.close(code, reason) }, wait);
    };
    return { ...outcome, ...fields, open };
  }
  if (outcome.kind === undefined) {
    const { fixed: _fixed, ...whole } = outcome;
    if (whole.body === null) return { ...whole, ...fields };
    const body = bytesOf(rewrittenBody(bodyOf(whole.body), rewrite, whole.headers));
    const headers = fields.headers.map(([name, value]) =>
      name === "content-length" ? ([name, String(body.length)] as const) : ([name, value] as const),
    );
    return { ...whole, ...fields, headers, body };
  }
  const { trailers } = outcome.kind === "stream" ? outcome : {};
  const after = trailers && {
    trailers: typeof trailers === "function" ? () => pointed(trailers()) : pointed(trailers),
  };
  const isUnknown = !saysText(outcome.headers);
  // What is of an unknown type and has a length is not known to be text before its head is sent.
  const isLeft = isUnknown && (saysBytes(outcome.headers) || headerOf(outcome.headers, "content-length") !== null);
  if (isLeft) return { ...outcome, ...fields, ...after };
  const headers = fields.headers.filter(([name]) => name !== "content-length");
  return { ...outcome, ...fields, ...after, headers, chunks: rewrittenChunks(outcome.chunks, from, to, isUnknown) };
}

async function* rewrittenChunks(
  chunks: AsyncIterable<Chunk> | Iterable<Chunk>,
  from: readonly string[],
  to: string,
  mayBeBytes: boolean,
): AsyncIterable<Chunk> {
  const change = streamRewriter(from, to);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isText = true;
  for await (const { afterMs, bytes } of chunks) {
    try {
      if (isText && mayBeBytes) decoder.decode(bytes, { stream: true });
    } catch {
      isText = false;
      yield { afterMs, bytes: change.end() };
    }
    yield { afterMs, bytes: isText ? change.chunk(bytes) : bytes };
  }
  yield { afterMs: 0, bytes: change.end() };
}
