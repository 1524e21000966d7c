import { Buffer } from "node:buffer";
import { type Body, bodyOf, decodeContent, type Exchange, type HeaderList, headerList, headerOf } from "@tapedeck/tape";
import { type Credential, principalOf } from "../send/credential.ts";
import { targetWithin, type Upstream } from "../send/upstream.ts";
import type { PollyEntry } from "./polly.ts";

/**
 * Reads an entry that Polly.js just made as an exchange: bodies decoded, the credential replaced by its alias, and
 * nothing else changed. It still holds secrets: see `createSanitizer`.
 * @param body What was sent. Polly.js leaves it out where it is not text.
 * @throws Error if the answer's body is not what its content-encoding says.
 */
export async function fromPolly(
  { request, response }: PollyEntry,
  body: Uint8Array,
  upstream: Upstream,
  credentials: readonly Credential[],
): Promise<Exchange> {
  const sent = fieldsOf(request.headers);
  const headers = fieldsOf(response.headers);
  return {
    request: {
      method: request.method,
      target: targetWithin(request.url, upstream) ?? request.url,
      principal: principalOf(headerOf(sent, "authorization"), credentials),
      headers: sent.filter(([name]) => name !== "authorization"),
      body: await sentBody(body, headerOf(sent, "content-encoding")),
    },
    response: {
      status: response.status,
      headers,
      body: request.method === "HEAD" ? null : await responseBody(response.content, headers),
    },
  };
}

// A secret within would not be seen. What cannot be decoded is kept as it was sent: that the service took it, or how it
// refused it, is an answer to keep.
async function sentBody(bytes: Uint8Array, contentEncoding: string | null): Promise<Body | null> {
  if (contentEncoding === null) return bodyOf(bytes);
  return bodyOf(await decodeContent(bytes, contentEncoding).catch(() => bytes));
}

async function responseBody(content: PollyEntry["response"]["content"], headers: HeaderList): Promise<Body | null> {
  const contentEncoding = headerOf(headers, "content-encoding");
  const { text = "", encoding } = content;
  if (text === "") return null;
  // Polly.js keeps an encoded body as the JSON list of its chunks, each in base64.
  if (contentEncoding) {
    const chunks = (JSON.parse(text) as readonly string[]).map((chunk) => Buffer.from(chunk, "base64"));
    return bodyOf(await decodeContent(Buffer.concat(chunks), contentEncoding));
  }
  return encoding === "base64" ? bodyOf(Buffer.from(text, "base64")) : { encoding: "utf8", text };
}

function fieldsOf(headers: readonly { readonly name: string; readonly value: string }[]): HeaderList {
  return headerList(headers.map(({ name, value }) => [name, String(value)]));
}
