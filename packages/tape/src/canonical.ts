import { bodyMark } from "./body/body-mark.ts";
import { canonicalTextSteps } from "./body/canonical-text.ts";
import { addedUp } from "./body/chunks.ts";
import { isOfEncodedBody } from "./body/content-coding.ts";
import type { Exchange, HeaderList, RecordedRequest } from "./exchange.ts";
import { headerList, hopByHop } from "./http/headers.ts";
import { compactSteps, isJson } from "./json/json-text.ts";
import { saysWhose } from "./redact/memory/pseudonym.ts";
import { finish, inTurns, type Steps } from "./redact/steps.ts";
import { withFields } from "./response-parts.ts";

/**
 * Returns an exchange in canonical form: headers sorted, without those of the connection or of the body's encoding;
 * bodies as they were sent. Applying it twice changes nothing.
 * @example
 * canonical({ request, response: { ...response, headers: [["connection", "close"]] } }).response.headers; // []
 */
export function canonical({ request, response, ...others }: Exchange): Exchange {
  // A HEAD response has no body to take its length from: the header is all there is.
  const drop = request.method === "HEAD" ? isOfConnection : isOfEncodedBody;
  return {
    ...others,
    request: { ...request, headers: kept(request.headers, isOfBody) },
    response: addedUp(withFields(response, (fields, isHead) => kept(fields, isHead ? drop : isOfConnection))),
  };
}

/**
 * Returns the text by which a file sorts an exchange, independent of the time of recording: path, query, principal,
 * method, headers, body. Requests with different {@link requestKey}s have different sort keys: otherwise nothing would
 * keep their order.
 * @example
 * sortKey(getA) < sortKey(getB); // true
 */
export function sortKey({ request }: Exchange): string {
  const [path = "", query = ""] = request.target.split(/\?(.*)/s);
  const headers = identityOf(request.headers);
  const [encoding, text = ""] = bodyMark(request.body);
  // U+0000 sorts before every character of a target, so that a path comes before longer ones that begin with it.
  return [
    path,
    query,
    request.principal,
    request.method,
    headers.join(),
    text,
    encoding,
    request.target.endsWith("?") ? "?" : "",
    headers.length > 1 ? JSON.stringify(headers) : "",
  ].join("\0");
}

/**
 * Returns text that two requests share if they count as the same. When recording again, the nth answer to a request
 * replaces the nth one on file.
 */
export function requestKey(request: RecordedRequest): string {
  return finish(keySteps(request));
}

/**
 * Works out the key of a request with a long body in turns with the event loop: {@link requestKey} has it from then on.
 */
export async function prepareKey(request: RecordedRequest): Promise<void> {
  if ((request.body?.text?.length ?? 0) > longKey) await inTurns(keySteps(request));
}

function* keySteps(request: RecordedRequest): Steps<string> {
  const known = longKeys.get(request);
  if (known !== undefined) return known;
  const { method, target, principal, headers, body } = request;
  // Clients lay out equal JSON differently.
  const [encoding, text] = bodyMark(body);
  const said = encoding === "utf8" && text !== undefined && isJson(headers) ? yield* compactSteps(text) : text;
  yield;
  const key = JSON.stringify([method, target, principal, identityOf(headers), encoding, said]);
  if ((body?.text?.length ?? 0) > longKey) longKeys.set(request, key);
  return key;
}

/**
 * Returns text that two requests share if they differ only in the order of parameters, cookies, members of JSON and
 * attributes of XML, which says nothing.
 */
export function alikeKey(request: RecordedRequest): string {
  return finish(alikeSteps(request));
}

/** Does what {@link alikeKey} does, with pauses. */
export function* alikeSteps(request: RecordedRequest): Steps<string> {
  const { target, headers, body } = request;
  const [path = "", query = ""] = target.split(/\?(.*)/s);
  const isShort = body?.encoding === "utf8" && body.text.length <= longKey;
  return yield* keySteps({
    ...request,
    target: query.includes("&") ? `${path}?${query.split("&").sort(byName).join("&")}` : target,
    headers: headers.map(([name, value]) => [name, name === "cookie" ? value.split("; ").sort().join("; ") : value]),
    body: isShort ? { ...body, text: yield* canonicalTextSteps(headers, body.text) } : body,
  });
}

function byName(one: string, other: string): number {
  const [a = "", b = ""] = [one, other].map((parameter) => parameter.split("=", 1)[0]);
  return a < b ? -1 : Number(a > b);
}

/** Characters of a body from which a key is remembered: of a MB of JSON it takes 40 ms, and a recorder asks for it six times. */
const longKey = 64 * 1024;
const longKeys = new WeakMap<RecordedRequest, string>();

/**
 * Returns the headers that tell a request from another one. A client generates another idempotency key for each request:
 * it is kept, and can be matched, but if it counted here, no request would ever be recorded again.
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export function identityOf(headers: HeaderList): HeaderList {
  return headers.filter(([name]) => !isIdempotencyKey(name));
}

/** Returns whether a header has the idempotency key of a request. */
export function isIdempotencyKey(name: string): boolean {
  return /(?:^|-)idempotency-(?:key|token)$/.test(name);
}

// A date without a time of day may be what is asked for.
const moment =
  /^(?:1\d{9}(?:\d{3}){0,3}(?:\.\d+)?|\d{4}-?\d\d-?\d\dT\d\d:?\d\d:?\d\d\S*|\w{3}, \d\d \w{3} \d{4} [\d:]{8} \S+)$/;

/**
 * Returns the names of the headers with which a client signs a request, and makes anew for each one: a nonce, a proof that it
 * holds a key (RFC 9449), and beside one another, a moment and a signature. By itself a moment may be what is asked for, and a
 * signature whose request it is.
 * @example
 * [...madeForOne([["x-nonce", "b3k2"], ["x-read-time", "2026-01-01T00:00:00Z"]])]; // ["x-nonce", "x-read-time"]
 * [...madeForOne([["x-read-time", "2026-01-01T00:00:00Z"]])]; // []
 */
export function madeForOne(headers: HeaderList): ReadonlySet<string> {
  const named = (names: RegExp, looks: (value: string) => boolean): readonly string[] =>
    headers.flatMap(([name, value]) => (names.test(name) && looks(value) && !saysWhose(value) ? [name] : []));
  const nonces = named(/(?:^|-)c?nonce$/, () => true);
  const moments = named(/(?:^|-)(?:date|time|timestamp|ts)$/, (value) => moment.test(value));
  const signatures = named(
    /(?:^|-)(?:sig|sign|signature|hmac)(?:-input|-(?:v|sha)?\d+)?$/,
    (value) => value.length >= 16,
  );
  // No answer issues a proof, whatever its placeholder looks like.
  const proofs = headers.flatMap(([name]) => (/^dpop$|-attestation-pop$/.test(name) ? [name] : []));
  const kinds = [nonces, moments, signatures].filter(({ length }) => length > 0).length;
  return new Set([...proofs, ...(kinds > 1 ? [...nonces, ...moments, ...signatures] : nonces)]);
}

/**
 * Returns a request without what its client made anew to sign it.
 * @example
 * unsigned(request).headers; // [["dpop", ""]], whatever the proof
 */
export function unsigned(request: RecordedRequest): RecordedRequest {
  const made = madeForOne(request.headers);
  return { ...request, headers: request.headers.map(([name, value]) => [name, made.has(name) ? "" : value]) };
}

// A request is stored as a client means it: what it says of its coding tells no two apart.
const isOfBody = ([name]: HeaderList[number]): boolean => name === "content-encoding" || name === "content-length";
const isOfConnection = ([name]: HeaderList[number]): boolean => hopByHop.has(name);

function kept(headers: HeaderList, drops: (field: HeaderList[number]) => boolean): HeaderList {
  return headerList(headers).filter(
    (field) => (!isOfConnection(field) && !drops(field)) || (field[0] === "upgrade" && field[1] === "websocket"),
  );
}
