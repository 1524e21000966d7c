import type { HeaderList } from "@tapedeck/tape";
import type { Chunk, StreamedResponse } from "./outcome.ts";

/**
 * A response whose body another handler makes, as it comes: not before it is wanted, and no more once the client is gone.
 * @example
 * streamFrom(response.status, [...response.headers], response.body);
 */
export function streamFrom(status: number, headers: HeaderList, body: ReadableStream<Uint8Array>): StreamedResponse {
  const reader = body.getReader();
  return {
    kind: "stream",
    status,
    headers,
    body: null,
    chunks: chunksIn(reader),
    ended: (ending) => {
      if (ending !== "sent") reader.cancel().catch(() => {});
    },
  };
}

async function* chunksIn(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncIterable<Chunk> {
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read())
    yield { afterMs: 0, bytes: value as Uint8Array<ArrayBuffer> };
}
