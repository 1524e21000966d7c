import { Buffer } from "node:buffer";
import { type Body, bodyOf, type HeaderList, headerList, headerOf, type RecordedResponse } from "@tapedeck/tape";
import { decodeContent } from "@tapedeck/tape/internal";
import type { PollyEntry } from "./polly.ts";

/**
 * Reads the response in an entry that Polly.js has just made, with its body decoded. It still holds secrets: see
 * `createSanitizer`.
 * @param maxBytes Maximum length of the decoded body.
 * @throws Error if the body does not match its content-encoding.
 */
export async function responseIn(
  { request, response }: PollyEntry,
  maxBytes: number | undefined,
): Promise<RecordedResponse> {
  const headers = headerList(response.headers.map(({ name, value }) => [name, String(value)]));
  const body = request.method === "HEAD" ? null : await decodedContent(response.content, headers, maxBytes);
  return { status: response.status, headers, body };
}

async function decodedContent(
  { text = "", encoding }: PollyEntry["response"]["content"],
  headers: HeaderList,
  maxBytes: number | undefined,
): Promise<Body | null> {
  const contentEncoding = headerOf(headers, "content-encoding");
  if (text === "") return null;
  // Polly.js stores an encoded body as the JSON list of its chunks, each in base64.
  if (contentEncoding) {
    const chunks = (JSON.parse(text) as readonly string[]).map((chunk) => Buffer.from(chunk, "base64"));
    return bodyOf(await decodeContent(Buffer.concat(chunks), contentEncoding, { maxBytes }));
  }
  return encoding === "base64" ? bodyOf(Buffer.from(text, "base64")) : { encoding: "utf8", text };
}
