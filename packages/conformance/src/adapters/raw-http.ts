// `request` is looked up at each call, and not imported by name: otherwise nock could not replace it.

import http, { type IncomingMessage, type RequestOptions } from "node:http";
import { rawFields } from "@tapedeck/tape/internal";
import { type ObservedResponse, responseOf } from "../message.ts";

/** Sends a request by `node:http`, and decodes nothing of the response. */
export function askOverHttp(options: RequestOptions, body: string | null): Promise<ObservedResponse> {
  return new Promise((resolve, reject) => {
    // For some methods node:http sends a body without its length.
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
