import { Buffer } from "node:buffer";
import { bytesOf, heldBody } from "../../body/body.ts";
import { anonymous, type Body, type RecordedResponse, type Tape } from "../../exchange.ts";
import { headerOf } from "../../http/headers.ts";
import { isJsonText } from "../../json/json-grammar.ts";
import { compactJson, separatorsOf } from "../../json/json-text.ts";
import { parsedJson } from "../../json/json-value.ts";
import { finish } from "../../redact/steps.ts";
import { expressibleBy } from "../losses.ts";
import {
  aliasWarning,
  conditions,
  conditionsOf,
  type ExportedExchange,
  metadataOf,
  principalsOf,
} from "../metadata.ts";
import type { ExportResult, Metadata } from "../types.ts";

/**
 * Writes tapes as the JSON of nock's definitions, for `nock.load()` and `nock.define()` of nock 11 to 14. A body
 * becomes JSON if nock restores its value, text if nock leaves it alone, and hexadecimal otherwise, or if a header has
 * a digest of the bytes.
 * @returns The text, and how nock will differ from a replay.
 * @example
 * await writeFile("nocks.json", writeNock(tapes).content);
 */
export function writeNock(tapes: readonly Tape[]): ExportResult {
  const { all, warn, warnings, rivalsOf, sequenceOf } = expressibleBy("nock", tapes);
  const definitions = all.map((asked) => {
    const rivals = rivalsOf(asked);
    const principals = principalsOf(rivals);
    if (principals.length > 1) warn(asked, aliasWarning(principals));
    if (sequenceOf(asked).length > 1)
      warn(asked, "nock gives each of its answers once, and then none; a replay stays at the last");
    return definitionOf(asked, rivals);
  });
  const spaced = definitions.filter(({ tapedeck }) => tapedeck?.separators !== undefined).length;
  const text = `nock gives ${spaced} of them without the white space that they were sent with`;
  return {
    content: `${JSON.stringify(definitions, null, 2)}\n`,
    exchanges: definitions.length,
    warnings: [...warnings(), ...(spaced > 0 ? [{ place: "answers of JSON", kind: "changed" as const, text }] : [])],
  };
}

/**
 * Returns a definition as `nock.recorder.rec({ output_objects: true })` writes and `nock.define()` takes it; facts
 * without a member are in one that nock ignores.
 * @param rivals All equal requests, by any principal and under any condition.
 */
function definitionOf(asked: ExportedExchange, rivals: readonly ExportedExchange[]) {
  const { request, response } = asked.exchange;
  const sent = bodyOfRequest(request.body);
  const isCrowded = request.principal !== anonymous && principalsOf(rivals).length > 1;
  const reqheaders = Object.fromEntries([
    ...conditionsOf(asked.exchange),
    ...(isCrowded ? [["authorization", `token ${request.principal}`] as const] : []),
  ]);
  // This one refuses the headers of a rival definition, or nock would give it to both requests.
  const badheaders = [
    ...(request.principal === anonymous && rivals.some(({ exchange }) => exchange.request.principal !== anonymous)
      ? ["authorization"]
      : []),
    ...conditions.filter(
      (name) =>
        !(name in reqheaders) && rivals.some(({ exchange }) => headerOf(exchange.request.headers, name) !== null),
    ),
  ];
  const { note: spacing, ...answered } = answerOf(response);
  const note = metadataOf(asked, { ...sent.note, ...spacing });
  return {
    scope: scopeOf(asked.origin),
    method: request.method,
    path: asked.target,
    body: sent.body,
    status: response.status,
    ...answered,
    rawHeaders: response.headers.flat(),
    ...(Object.keys(reqheaders).length > 0 && { reqheaders }),
    ...(badheaders.length > 0 && { badheaders }),
    ...(note && { tapedeck: note }),
  };
}

function scopeOf(origin: string): string {
  const { protocol, port } = new URL(origin);
  return port === "" ? `${origin}:${protocol === "https:" ? 443 : 80}` : origin;
}

function bodyOfRequest(raw: Body | null): { readonly body: unknown; readonly note: Metadata } {
  if (raw === null) return { body: "", note: {} };
  const body = heldBody(raw);
  const { encoding, text } = body;
  if (encoding === "base64") return { body: Buffer.from(bytesOf(body)).toString("hex"), note: { bodyIsHex: true } };
  const compact = compactJson(text);
  // nock compares JSON by value, and text exactly.
  const value = exactJson(compact);
  if (value === undefined) return { body: text, note: {} };
  return { body: value, note: compact === text ? {} : { bodyText: text } };
}

// Over an answer's exact bytes, with white space: RFC 9530, RFC 1864, and what services sign with.
const digest = /digest|content-md5|signature/;

/** Returns the members for a body, and a note of the white space that nock does not restore. */
function answerOf({ body: raw, headers }: RecordedResponse): {
  readonly response: unknown;
  readonly responseIsBinary: boolean;
  readonly note?: Metadata;
} {
  if (raw === null) return { response: "", responseIsBinary: false };
  const body = heldBody(raw);
  const { encoding, text } = body;
  if (encoding === "utf8") {
    // nock parses any text that is JSON, and writes it again.
    if (!isJsonText(text)) return { response: text, responseIsBinary: false };
    const json = { responseIsBinary: false };
    // nock adds a type itself if an object has none.
    const isTyped = headerOf(headers, "content-type") !== null;
    const value = isTyped ? exactJson(text) : undefined;
    if (value !== undefined) return { ...json, response: value };
    const separators = isTyped && !headers.some(([name]) => digest.test(name)) ? finish(separatorsOf(text)) : null;
    const spaced = separators && exactJson(compactJson(text));
    if (separators && spaced) return { ...json, response: spaced, note: { separators } };
  }
  return { response: Buffer.from(bytesOf(body)).toString("hex"), responseIsBinary: true };
}

/**
 * Returns the value of JSON text, if writing it again gives the same text: then no number loses a digit, and no
 * repeated name is lost. Only objects and lists: other tools take the rest for text.
 */
function exactJson(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const value = parsedJson(text);
  return JSON.stringify(value) === text ? (value as object) : undefined;
}
