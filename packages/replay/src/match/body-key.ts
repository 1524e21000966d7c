import {
  type Body,
  bytesOf,
  type ChunkChange,
  chunksIn,
  createDigest,
  type Digest,
  graphqlIn,
  type HeaderList,
  type HeldBody,
  headerOf,
  isJson,
  isLarge,
  latin1Bytes,
  latin1Text,
  toBase64,
} from "@tapedeck/tape";
import { canonicalJson } from "./json-value.ts";

/**
 * The form in which a body is compared: JSON by value, forms by their parameters, multipart under one boundary, GraphQL
 * by what it asks for; any other body as it is. One that is too large to be held is compared by a digest, multipart under
 * one boundary: by value it would keep all other clients waiting.
 * @example
 * bodyKey([["content-type", "application/x-www-form-urlencoded"]], { encoding: "utf8", text: "b=2&a=1" }); // "a=1&b=2"
 */
export function bodyKey(headers: HeaderList, body: Body | null): string {
  if (body === null) return "";
  const type = headerOf(headers, "content-type") ?? "";
  if (body.encoding === "file" || isLarge(body)) {
    const digest = bodyDigest(type);
    for (const piece of body.encoding === "file" ? chunksIn(body, { passing: true }) : [bytesOf(body)])
      digest.update(piece);
    return digest.end();
  }
  if (/^multipart\//i.test(type)) return multipartKey(type, body);
  if (body.encoding !== "utf8" || /^\[\d+ bytes: [\da-f]{64}\]$/.test(body.text)) return body.text;
  if (isForm(headers)) return formKey(body.text);
  if (/^application\/graphql\b(?!\+)/i.test(type)) return graphqlIn({ query: body.text })?.query ?? body.text;
  // Clients may leave the type out, and interceptors hand bodies over parsed: JSON is known by itself as well.
  return isJson(headers) || type === "" || /^[[{]/.test(body.text.trimStart()) ? jsonKey(body.text) : body.text;
}

/** Digests a large body as it comes: its length and a hash of its bytes. As a body it is its own key. */
export function bodyDigest(type: string): Digest {
  const digest = createDigest();
  const boundary = boundaryOf(type);
  const change = boundary === undefined ? null : underOneBoundary(boundary);
  let length = 0;
  const update = (bytes: Uint8Array): void => {
    length += bytes.length;
    digest.update(bytes);
  };
  return {
    update: (bytes) => update(change?.chunk(bytes as Uint8Array<ArrayBuffer>) ?? bytes),
    end() {
      if (change) update(change.end());
      return `[${length} bytes: ${digest.end()}]`;
    },
  };
}

function underOneBoundary(boundary: string): ChunkChange {
  const line = `--${boundary}`;
  let held = "";
  return {
    chunk(bytes) {
      const parts = (held + latin1Text(bytes)).split(line);
      const last = parts.pop() ?? "";
      held = last.slice(Math.max(0, last.length + 1 - line.length));
      return latin1Bytes([...parts, last.slice(0, last.length - held.length)].join("--boundary"));
    },
    end: () => latin1Bytes(held),
  };
}

function jsonKey(text: string): string {
  if (!text.includes('"query"')) return canonicalJson(text);
  const one = (each: unknown): unknown => {
    if (typeof each !== "object" || each === null || Array.isArray(each)) return each;
    const found = graphqlIn(each as Readonly<Record<string, unknown>>);
    return found === null ? each : { ...each, ...found };
  };
  return canonicalJson(text, (value) => (Array.isArray(value) ? value.map(one) : one(value)));
}

/** Whether a body is a form, whose parameters tell it. */
export function isForm(headers: HeaderList): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(headerOf(headers, "content-type") ?? "");
}

function formKey(text: string): string {
  const parameters = new URLSearchParams(text);
  parameters.sort();
  return parameters.toString().replaceAll("%5B", "[").replaceAll("%5D", "]");
}

/** @see RFC 2046, section 5.1.1: the boundary is the sender's own, and nothing in a part says it. */
function boundaryOf(type: string): string | undefined {
  if (!/^multipart\//i.test(type)) return undefined;
  return /\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type)?.slice(1).find(Boolean);
}

function multipartKey(type: string, body: HeldBody): string {
  const boundary = boundaryOf(type);
  if (boundary === undefined) return body.text;
  if (body.encoding === "utf8") return underOwnBoundaries(body.text, boundary);
  return toBase64(latin1Bytes(underOwnBoundaries(latin1Text(bytesOf(body)), boundary)));
}

const partOfParts =
  /^(content-type:[ \t]*multipart\/[^\r\n]{0,200}?\bboundary=)(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/gim;

// A part may have parts itself (RFC 2046, section 5.1.5), as those of OData's batches have.
function underOwnBoundaries(text: string, boundary: string): string {
  const inner: string[] = [];
  const outer = text.replaceAll(`--${boundary}`, "--boundary");
  const named = outer.replaceAll(partOfParts, (_head, before: string, quoted?: string, plain?: string) => {
    inner.push(quoted ?? plain ?? "");
    return `${before}boundary${inner.length}`;
  });
  return inner.reduce((changed, each, at) => changed.replaceAll(`--${each}`, `--boundary${at + 1}`), named);
}
