import { type HeaderList, headerOf } from "@tapedeck/tape";
import { flowsByType, joined, largestHeld } from "@tapedeck/tape/internal";
import { brokenOff } from "./deliver.ts";
import type { Chunk, OutgoingResponse, StreamedResponse } from "./outcome.ts";

/**
 * Makes a response from the body of another handler. A small body is held, with its length. A stream (by its type) or a
 * body beyond 1 MiB is passed on as it comes: read only when the client wants it, and no further once the client is
 * gone. One that breaks off is passed on as far as it came, and broken off.
 * @param length Content-length of a large body, if known.
 */
export async function responseFrom(
  said: Pick<OutgoingResponse, "status" | "reason">,
  headers: HeaderList,
  body: ReadableStream<Uint8Array>,
  length: string | null = null,
): Promise<OutgoingResponse | StreamedResponse> {
  const reader = body.getReader();
  const flows = flowsByType(headers);
  const held: Uint8Array<ArrayBuffer>[] = [];
  for (let bytes = 0; !flows && bytes <= largestHeld; bytes += held.at(-1)?.length ?? 0) {
    const read = await reader.read().catch((error: unknown) => {
      if (held.length === 0) throw error;
    });
    // It broke off: what came is passed on, and then the error.
    if (read === undefined) break;
    const { done, value } = read;
    if (!done) held.push(value as Uint8Array<ArrayBuffer>);
    else return { ...said, headers: withLength(headers, String(bytes)), body: joined(held) };
  }
  return {
    kind: "stream",
    ...said,
    headers: flows || length === null ? headers : withLength(headers, length),
    body: null,
    chunks: chunksIn(held, reader),
    ended: (ending) => {
      if (ending !== "sent") reader.cancel().catch(() => {});
    },
  };
}

function withLength(headers: HeaderList, length: string): HeaderList {
  return headerOf(headers, "content-length") === null ? [...headers, ["content-length", length]] : headers;
}

async function* chunksIn(
  held: Uint8Array<ArrayBuffer>[],
  reader: ReadableStreamDefaultReader<Uint8Array>,
): AsyncIterable<Chunk> {
  for (let bytes = held.shift(); bytes !== undefined; bytes = held.shift()) yield { afterMs: 0, bytes };
  const read = (): ReturnType<typeof reader.read> =>
    reader.read().catch((error: unknown) => {
      throw brokenOff("truncation", error);
    });
  for (let { done, value } = await read(); !done; { done, value } = await read())
    yield { afterMs: 0, bytes: value as Uint8Array<ArrayBuffer> };
}
