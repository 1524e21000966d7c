import type { ClientRequest } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Outcome } from "@tapedeck/replay";
import { toResponse } from "@tapedeck/replay/internal";

/**
 * The body of a stream, as nock takes it. nock passes its chunks on as they come, whether or not the client reads.
 * @param request Once it is closed, the client is gone.
 * @throws TypeError if the connection fails before there is an answer.
 */
export async function flowing(outcome: Outcome, request: ClientRequest): Promise<Readable> {
  const gone = new AbortController();
  request.once("close", () => gone.abort());
  const { body } = await toResponse(outcome, gone.signal);
  // Read only once nock has given the client its response: an error before that would end the process.
  return Readable.from(body as ReadableStream);
}
