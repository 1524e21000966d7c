import { type Body, bytesOf, type HeaderList, type HeldBody, headerOf, type RecordedRequest } from "@tapedeck/tape";
import {
  boundaryOf,
  type ChunkChange,
  canonicalTextSteps,
  chunksIn,
  createDigest,
  type Digest,
  finish,
  graphqlSteps,
  isLarge,
  pinnedPieces,
  pinParts,
  type SecretMemory,
  type Steps,
  textHash,
  withoutKinds,
} from "@tapedeck/tape/internal";

/**
 * Returns the form in which a body is compared: JSON by value, forms by their parameters, XML by its attributes, multipart
 * under one boundary, GraphQL by operation, variables and query; any other body as it is. A body that is too large to be held is compared
 * by a digest, multipart under one boundary: comparing it by value would keep all other clients waiting.
 * @example
 * bodyKey([["content-type", "application/x-www-form-urlencoded"]], { encoding: "utf8", text: "b=2&a=1" }); // "a=1&b=2"
 */
export function bodyKey(headers: HeaderList, body: Body | null): string {
  if (body === null) return "";
  return finish(keySteps(headers, body));
}

/**
 * Works the key of a long body out in turns with the event loop, where the memory of secrets reads when it is ready: a MB of JSON
 * takes 50 ms. {@link bodyKey} has it then.
 */
export function prepareBodyKey({ aside }: Pick<SecretMemory, "aside">, { headers, body }: RecordedRequest): void {
  if (!isLong(body)) return;
  const { text } = body;
  const type = typeOf(headers);
  latest = {
    text,
    type,
    key: aside({ raw: text, names: type, size: text.length, steps: () => keySteps(headers, body) }),
  };
}

/** Returns whether the keys of two requests' bodies are equal. Works out the key of each body once. */
export function isSameBody(one: RecordedRequest, other: RecordedRequest): boolean {
  return keyMark(one) === keyMark(other);
}

// One request asks for it several times.
let latest = { text: "", type: "", key: "" };
/** Short keys, and digests of others. */
const marks = new WeakMap<Body, { readonly type: string; readonly mark: string }>();
/** Characters from which a body is long. */
const long = 64 * 1024;

function isLong(body: Body | null): body is HeldBody & { readonly encoding: "utf8" } {
  return body?.encoding === "utf8" && body.text.length > long;
}

function typeOf(headers: HeaderList): string {
  return headerOf(headers, "content-type") ?? "";
}

function keyMark({ headers, body }: RecordedRequest): string {
  if (body === null) return "";
  const type = typeOf(headers);
  if (marks.get(body)?.type !== type) {
    const key = finish(keySteps(headers, body));
    if (!isLong(body)) marks.set(body, { type, mark: key });
  }
  return marks.get(body)?.mark ?? "";
}

function* keySteps(headers: HeaderList, body: Body): Steps<string> {
  if (!isLong(body)) return withoutKinds(yield* comparedSteps(headers, body));
  const { text } = body;
  const type = typeOf(headers);
  if (latest.text !== text || latest.type !== type)
    latest = { text, type, key: withoutKinds(yield* comparedSteps(headers, body)) };
  const { key } = latest;
  marks.set(body, { type, mark: `${key.length} ${textHash(key)}` });
  return key;
}

function* comparedSteps(headers: HeaderList, body: Body): Steps<string> {
  const type = typeOf(headers);
  if (body.encoding === "file" || isLarge(body)) return digestOf(body, type);
  if (/^multipart\//i.test(type)) {
    const pinned = pinParts<{ headers: HeaderList; body: HeldBody }>({ headers, body }).body;
    // Its boundary may have made it so, and so it is on file.
    return isLarge(pinned) ? digestOf(pinned, "") : pinned.text;
  }
  if (body.encoding !== "utf8" || /^\[\d+ bytes: [\da-f]{64}\]$/.test(body.text)) return body.text;
  if (/^application\/graphql\b(?!\+)/i.test(type))
    return (yield* graphqlSteps({ query: body.text }))?.query ?? body.text;
  return yield* canonicalTextSteps(headers, body.text, body.text.includes('"query"') ? queriesCanonical : undefined);
}

function digestOf(body: Body, type: string): string {
  const [pinned, digest] = [pinnedBody(type), bodyDigest()];
  for (const piece of body.encoding === "file" ? chunksIn(body, { passing: true }) : [bytesOf(body)])
    digest.update(pinned.chunk(piece));
  digest.update(pinned.end());
  return digest.end();
}

/** Brings a large body under the boundary that recordings have. */
export function pinnedBody(type: string): ChunkChange {
  const boundary = boundaryOf([["content-type", type]]);
  return boundary === undefined ? unchanged : pinnedPieces(boundary);
}

/** Leaves a body as it is. */
export const unchanged: ChunkChange = { chunk: (bytes) => bytes, end: () => new Uint8Array() };

/** Digests a large body as it comes: its length and a hash of its bytes. The digest is its key. */
export function bodyDigest(): Digest {
  const digest = createDigest();
  let length = 0;
  return {
    update: (bytes) => {
      length += bytes.length;
      digest.update(bytes);
    },
    end: () => `[${length} bytes: ${digest.end()}]`,
  };
}

function* queriesCanonical(value: unknown): Steps<unknown> {
  if (!Array.isArray(value)) return yield* queryCanonical(value);
  const all: unknown[] = [];
  for (const each of value) all.push(yield* queryCanonical(each));
  return all;
}

function* queryCanonical(value: unknown): Steps<unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const found = yield* graphqlSteps(value as Readonly<Record<string, unknown>>);
  return found === null ? value : { ...value, ...found };
}
