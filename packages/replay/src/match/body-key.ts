import { type Body, bytesOf, type HeaderList, headerOf } from "@tapedeck/tape";
import {
  boundaryOf,
  chunksIn,
  createDigest,
  type Digest,
  ExactParameters,
  graphqlIn,
  isJson,
  isLarge,
  pinBoundary,
  underOneBoundary,
} from "@tapedeck/tape/internal";
import { canonicalJson } from "./json-value.ts";

/**
 * Returns the form in which a body is compared: JSON by value, forms by their parameters, multipart under one boundary,
 * GraphQL by operation, variables and query; any other body as it is. A body that is too large to be held is compared
 * by a digest, multipart under one boundary: comparing it by value would keep all other clients waiting.
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
  if (/^multipart\//i.test(type)) return pinBoundary({ ...bare, headers, body }).body?.text ?? "";
  if (body.encoding !== "utf8" || /^\[\d+ bytes: [\da-f]{64}\]$/.test(body.text)) return body.text;
  if (isForm(headers)) return formKey(body.text);
  if (/^application\/graphql\b(?!\+)/i.test(type)) return graphqlIn({ query: body.text })?.query ?? body.text;
  // Clients may omit the type, and interceptors may pass bodies parsed, so JSON is also recognized by itself.
  return isJson(headers) || type === "" || /^[[{]/.test(body.text.trimStart()) ? jsonKey(body.text) : body.text;
}

const bare = { method: "POST", target: "/", principal: "anonymous" };

/** Digests a large body as it comes: its length and a hash of its bytes. The digest is its key. */
export function bodyDigest(type: string): Digest {
  const digest = createDigest();
  const boundary = boundaryOf([["content-type", type]]);
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

function jsonKey(text: string): string {
  if (!text.includes('"query"')) return canonicalJson(text);
  const one = (each: unknown): unknown => {
    if (typeof each !== "object" || each === null || Array.isArray(each)) return each;
    const found = graphqlIn(each as Readonly<Record<string, unknown>>);
    return found === null ? each : { ...each, ...found };
  };
  return canonicalJson(text, (value) => (Array.isArray(value) ? value.map(one) : one(value)));
}

/** Returns whether a body is a form, which is compared by its parameters. */
export function isForm(headers: HeaderList): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(headerOf(headers, "content-type") ?? "");
}

function formKey(text: string): string {
  const parameters = new ExactParameters(text);
  parameters.sort();
  return parameters.toString();
}
