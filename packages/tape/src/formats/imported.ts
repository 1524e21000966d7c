// Converts a message of a foreign file to an exchange, by the rules that all importers share. Each tool's folder has
// the reader of its messages.

import { bodilessStatuses, bodyOf, bytesOf, fromBase64, toBase64 } from "../body/body.ts";
import { anonymous, anyToken, type Body, type HeaderList, type Principal, type RecordedRequest } from "../exchange.ts";
import { byteString, controlNamed, fieldControl, headerList, headerOf, isToken } from "../http/headers.ts";
import { uriDecoded } from "../http/uri-decoded.ts";
import { nodeModule } from "../node-module.ts";
import { createScrubber } from "../redact/scrubber.ts";
import { clip } from "../text/clip.ts";
import { decoded } from "./har/content.ts";
import { Unsupported } from "./part-reader.ts";
import type { ImportedExchange, Metadata } from "./types.ts";

/** A message as another tool's file has it. */
export interface RawExchange {
  readonly method: string;
  /** Its parts, where the format has them apart. */
  readonly url: string | Pick<Address, "origin" | "target">;
  readonly sent: HeaderList;
  /** Bodies: as bytes with their content coding, or as they are replayed. */
  readonly sentBody: Uint8Array | Body | null;
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Uint8Array | Body | null;
  /** The fields after its body, by name. They are not kept. */
  readonly trailers?: object;
}

/**
 * Makes an exchange from a message: splits the URL, removes the credential from the headers, decodes bodies.
 * @param change Notes what is not kept as it is.
 * @param note The note that tapedeck's export added to the format's own members.
 * @throws Unsupported that says why it cannot be replayed.
 */
export function importedFrom(
  raw: RawExchange,
  change: (text: string) => void,
  note: Metadata = {},
): Omit<ImportedExchange, "place"> {
  const method = keptMethod(raw.method, change);
  if (!isAnswer(raw.status)) throw new Unsupported(`nothing answered it: its status is ${raw.status}`);
  const trailers = Object.keys(raw.trailers ?? {});
  if (trailers.length > 0) change(`its trailers are not kept: ${trailers.join(", ").slice(0, 80)}`);
  const address = typeof raw.url === "string" ? addressOf(raw.url, change) : { ...raw.url, userInfo: null };
  const { origin, target, userInfo } = address;
  const sent = sendable(raw.sent, change);
  const headers = sendable(raw.headers, change);
  const body = isBodiless(method, raw, change) ? null : decodedBody(raw.body, headers);
  const response = { status: raw.status, headers, body };
  const { authorization, request } = requestApart(
    { method, target, sent, body: decodedBody(raw.sentBody, sent) },
    userInfo,
    note,
  );
  return { origin, authorization, exchange: { request, response } };
}

/**
 * Returns a method as it is kept: in capital letters, for no server on Node takes one in small letters.
 * @param change Notes one that no server on Node takes at all.
 * @throws Unsupported if it is no method.
 */
export function keptMethod(written: string, change: (text: string) => void): string {
  const method = written.toUpperCase();
  if (!isToken(method)) throw new Unsupported("its method is none");
  // Browsers have no such module.
  if (nodeModule?.("node:http")?.METHODS.includes(method) === false)
    change(
      `its method ${clip(method, 40)} is kept, but a server on Node answers 400 to it: tests replay it in their process`,
    );
  return method;
}

/**
 * Removes the credential from a request: from its headers, else from its URL.
 * @param note The note that tapedeck's export added to the format's own members.
 */
export function requestApart(
  { sent, ...rest }: Pick<RecordedRequest, "method" | "target" | "body"> & { readonly sent: HeaderList },
  userInfo: string | null,
  note: Metadata = {},
): { readonly authorization: string | null; readonly request: RecordedRequest } {
  const authorization = headerOf(sent, "authorization") ?? userInfo;
  const headers = sent.filter(([name]) => name !== "authorization");
  return {
    // With a note, the header holds an alias and no credential.
    authorization: note.principal === undefined ? authorization : null,
    request: {
      ...rest,
      principal: note.principal ?? principalNamed(authorization),
      headers: note.headers ? headerList([...headers, ...note.headers]) : headers,
    },
  };
}

/** Returns a request for a warning: without secrets, and clipped. */
export function shownRequest(method: string, url: string): string {
  return clip(createScrubber().text(`${method.toUpperCase()} ${url}`), 120);
}

/** Returns whether a status is a final one. */
export function isAnswer(status: number): boolean {
  return Number.isInteger(status) && status >= 200 && status <= 999;
}

/**
 * Returns the principal of an `Authorization` header in a file: the alias in a placeholder, `token` for a credential.
 */
export function principalNamed(authorization: string | null): Principal {
  if (authorization === null) return anonymous;
  // Wider than a placeholder: a tape that was written by hand may have an alias with blanks.
  return /^__redacted-((?:(?!__redacted-).)+)__$/.exec(authorization)?.[1] ?? anyToken;
}

/**
 * Returns headers as they can be sent. Text beyond Latin-1 was UTF-8 on the wire, and is stored as those bytes, one
 * character for each, as `fetch` and `node:http` show them.
 * A name that none can have is left out: a filter of the recorder's wrote a placeholder into it.
 * @throws Unsupported for a value that no message can have.
 * @see RFC 9110, section 5.5
 */
export function sendable(headers: HeaderList, change: (text: string) => void): HeaderList {
  return headerList(
    headers.flatMap(([name, folded]) => {
      if (!isToken(name)) {
        change("a name of its headers is none: kept without that header");
        return [];
      }
      // RFC 9112, section 5.2: a folded line.
      const value = folded.replace(/\r?\n[ \t]+/g, " ");
      const [control] = fieldControl.exec(value) ?? [];
      if (control !== undefined) {
        const found = /[\r\n\0]/.test(value) ? "a line break" : controlNamed(control);
        throw new Unsupported(`its header "${name}" has ${found} in its value`);
      }
      const bytes = byteString(wholeText(value, `header "${name}"`));
      if (bytes !== value)
        change(`its header "${name}" holds characters that no header has: kept as the bytes of their UTF-8`);
      return [[name, bytes] as const];
    }),
  );
}

interface Address {
  readonly origin: string | null;
  readonly target: string;
  readonly userInfo: string | null;
}

/**
 * Splits a URL. Replaces a host with a placeholder in it (`https://api.<REGION>.example`) by a valid one.
 * @throws Unsupported if it is not the URL of a web server.
 */
function addressOf(text: string, change: (text: string) => void): Address {
  const [, scheme = "", authority = "", rest = ""] = /^(https?:\/\/)([^/?#]*)(.*)$/is.exec(text) ?? [];
  if (scheme !== "") {
    if (URL.canParse(text)) return urlParts(text);
    const host = authority
      .toLowerCase()
      .replace(/[^a-z0-9.:-]+/g, "-")
      .replace(/^-|-$|-(?=[.:])|(?<=\.)-/g, "");
    if (!URL.canParse(scheme + host)) throw new Unsupported("its URL is none");
    change(`its host is a placeholder: kept as ${host}`);
    return urlParts(scheme + host + rest);
  }
  // The text for it may end with a slash.
  const [, placeholder = "", path = ""] =
    /^(<+[\w .:-]+>+|\{+[\w .:-]+\}+|\$\w+|%\w+%)?((?:\/|(?<=[>}%])[\w-]+\/|$).*)$/s.exec(text) ?? [];
  if (path === "" && placeholder === "") throw new Unsupported("it was not asked of a web server");
  change(`its URL begins with ${placeholder === "" ? "no host" : "a placeholder"}: --origin says which was asked`);
  return { ...urlParts(`http://localhost${path.replace(/^(?=[^/])/, "/")}`), origin: null };
}

/** Returns the parts of a URL that can be parsed; a user and password become the header that they are sent as. */
export function urlParts(text: string): Address & { readonly origin: string } {
  const url = new URL(text);
  const { username, password } = url;
  return {
    origin: url.origin,
    target: targetOf(text, url),
    userInfo:
      username === "" && password === ""
        ? null
        : `Basic ${toBase64(utf8Bytes(`${uriDecoded(username)}:${uriDecoded(password)}`))}`,
  };
}

/** Returns the path and query exactly as written: a URL parser respells some characters. */
function targetOf(text: string, url: URL): string {
  const rest = text.startsWith(`${url.origin}/`) ? text.slice(url.origin.length).replace(/#.*$/s, "") : "";
  // The client must have escaped characters that no request line can hold.
  return /^[!-~]+$/.test(rest) && !/[<>"{}|\\^`]/.test(rest) ? rest : url.pathname + url.search;
}

/** Returns whether an answer has no body, whatever its file says; notes the loss of one. */
export function isBodiless(
  method: string,
  { status, body }: Pick<RawExchange, "status" | "body">,
  change: (text: string) => void,
): boolean {
  const of = method === "HEAD" ? "answer to a HEAD" : bodilessStatuses.has(status) ? `${status}` : null;
  if (of === null) return false;
  const bytes = body !== null && "encoding" in body ? bytesOf(body) : body;
  if (bytes !== null && bytes.length > 0) change(`its ${of} has a body, which no ${of} has: kept without`);
  return true;
}

/**
 * Returns a body without its content codings. Many tools decode it and leave the header, so text with such a header is
 * taken as it is.
 * @throws Unsupported for bytes that do not match their header, and for text that UTF-8 does not have.
 */
export function decodedBody(bytes: Uint8Array | Body | null, headers: HeaderList): Body | null {
  if (bytes === null) return null;
  if ("encoding" in bytes) {
    if (bytes.encoding === "utf8") wholeText(bytes.text, "body");
    return bytes;
  }
  if (bytes.length === 0) return null;
  const coding = headerOf(headers, "content-encoding");
  if (coding === null) return bodyOf(bytes);
  try {
    const plain = decoded(bytes, coding);
    return bodyOf(plain.length === 0 ? bytes : plain);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const body = bodyOf(bytes);
    if (body?.encoding === "utf8") return body;
    throw new Unsupported(`its body cannot be read: ${error.message}`);
  }
}

/**
 * Decodes a body in base64.
 * @throws Unsupported if it is not base64.
 */
export function bytesOfBase64(text: string, name: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64(text);
  } catch {
    throw new Unsupported(`${name} is not base64`);
  }
}

/** Returns the fields of a map whose values are texts or lists. */
export function eachField(map: object): (readonly [name: string, value: unknown])[] {
  return Object.entries(map).flatMap(([name, one]) => [one].flat().map((each) => [name, each] as const));
}

/**
 * Returns the bytes of text in UTF-8.
 * @throws Unsupported for text that UTF-8 does not have.
 */
export function utf8Bytes(text: string): Uint8Array {
  return bytesOf({ encoding: "utf8", text: wholeText(text, "body") });
}

function wholeText(text: string, name: string): string {
  if (text.isWellFormed()) return text;
  throw new Unsupported(`its ${name} is no text: half a character stands alone`);
}
