// Not by name: what nock puts in a function's place is seen only by those who look it up at every call.

import http, { type IncomingMessage, type RequestOptions } from "node:http";
import { rawFields } from "@tapedeck/tape/internal";
import { type ObservedResponse, responseOf } from "../message.ts";

/** Asks through `node:http`, which adds next to nothing to a request and undoes nothing of a response. */
export function askOverHttp(options: RequestOptions, body: string | null): Promise<ObservedResponse> {
  return new Promise((resolve, reject) => {
    // Of some methods node:http does not expect a body, and would send it without saying how long it is.
    const length = body === null ? {} : { "content-length": Buffer.byteLength(body) };
    const outgoing = http.request({ ...options, headers: { ...options.headers, ...length } }, (incoming) => {
      read(incoming).then(resolve, reject);
    });
    outgoing.on("error", reject);
    outgoing.end(body ?? undefined);
  });
}

async function read(incoming: IncomingMessage): Promise<ObservedResponse> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) chunks.push(chunk);
  const { statusCode = 0, rawHeaders } = incoming;
  return responseOf(statusCode, rawFields(rawHeaders), new Uint8Array(Buffer.concat(chunks)));
}
