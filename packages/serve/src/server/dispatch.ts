import { type IncomingRequest, isCoded, type OutgoingResponse, readable } from "@tapedeck/replay";
import { BodyTooLargeError } from "@tapedeck/tape";
import { compressed } from "./compress.ts";
import { requestFrom } from "./read-request.ts";
import type { Handler, ListenOptions } from "./server.ts";

/** What a door does with a request: synchronous where the handler is. */
export type Dispatch = (ask: IncomingRequest) => OutgoingResponse | Promise<OutgoingResponse>;

/** The control API first, if there is one; then the handler, by the shorter of its two ways. */
export function dispatcher(handler: Handler, { control, compress = false }: ListenOptions): Dispatch {
  const finish = (ask: IncomingRequest, reply: OutgoingResponse): OutgoingResponse =>
    compress ? compressed(ask, reply) : reply;
  return (ask) => {
    const steered = control?.(ask);
    if (steered) return steered;
    const reply = handler.answer ? through(handler.answer, ask) : throughFetch(handler, ask);
    return reply instanceof Promise ? reply.then((late) => finish(ask, late)) : finish(ask, reply);
  };
}

/** The answer to a fault of ours. What it was stays here: an error's text may hold what a client sent. */
export function failure(error: unknown): OutgoingResponse {
  const tooLarge = error instanceof BodyTooLargeError;
  const body = new TextEncoder().encode(tooLarge ? error.message : "tapedeck: the request could not be answered");
  return {
    status: tooLarge ? 413 : 500,
    headers: [
      ["content-length", String(body.length)],
      ["content-type", "text/plain; charset=utf-8"],
    ],
    body,
  };
}

function through(
  answer: NonNullable<Handler["answer"]>,
  ask: IncomingRequest,
): OutgoingResponse | Promise<OutgoingResponse> {
  return isCoded(ask) ? readable(ask).then(answer) : answer(ask);
}

async function throughFetch(handler: Handler, ask: IncomingRequest): Promise<OutgoingResponse> {
  const { status, headers, body } = await handler(requestFrom(ask));
  if (body === null) return { status, headers: [...headers], body };
  const bytes = new Uint8Array(await new Response(body).arrayBuffer());
  // Read to its end, its length is known: said by all doors alike, and none sends it in chunks.
  const length: OutgoingResponse["headers"] = headers.has("content-length")
    ? []
    : [["content-length", String(bytes.length)]];
  return { status, headers: [...headers, ...length], body: bytes };
}
