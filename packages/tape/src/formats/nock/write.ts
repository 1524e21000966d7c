import { bytesOf } from "../../body.ts";
import { canonical } from "../../canonical.ts";
import { anonymous, type Body, type RecordedResponse, type Tape } from "../../exchange.ts";
import { headerOf } from "../../headers.ts";
import { compactJson } from "../../json-text.ts";
import { exactJson, isJsonText } from "../exact-json.ts";
import { toHex } from "../har/content.ts";
import {
  aliasWarning,
  conditions,
  conditionsOf,
  type ExportedExchange,
  exportedExchanges,
  matchKey,
  metadataOf,
  principalsOf,
  requestKey,
} from "../metadata.ts";
import type { ExportResult, Metadata, Warning } from "../types.ts";

/** A definition as `nock.recorder.rec({ output_objects: true })` writes and `nock.define()` takes it. */
export interface NockDefinition {
  readonly scope: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly status: number;
  readonly response: unknown;
  readonly rawHeaders: readonly string[];
  readonly reqheaders?: Readonly<Record<string, string>>;
  readonly badheaders?: readonly string[];
  readonly responseIsBinary: boolean;
  /** What nock has no word for; nock passes over it. */
  readonly tapedeck?: Metadata;
}

/**
 * Writes tapes as the JSON of nock's definitions, for `nock.load()` and `nock.define()` of nock 11 to 14. A body becomes
 * JSON where nock gives its very bytes back, text where nock leaves it alone, and hexadecimal otherwise.
 * @returns The text, and what nock will do otherwise than a replay.
 * @example
 * await writeFile("nocks.json", writeNock(tapes).content);
 */
export function writeNock(tapes: readonly Tape[]): ExportResult<string> {
  const all = exportedExchanges(tapes).map((asked) => ({ ...asked, exchange: canonical(asked.exchange) }));
  const rivals = Map.groupBy(all, requestKey);
  const definitions = all.map((asked) => definitionOf(asked, rivals.get(requestKey(asked)) ?? [asked]));
  return { content: `${JSON.stringify(definitions, null, 2)}\n`, warnings: warningsOn(all) };
}

/** @param rivals All that ask the same, by whomever and under whatever condition. */
function definitionOf(asked: ExportedExchange, rivals: readonly ExportedExchange[]): NockDefinition {
  const { request, response } = asked.exchange;
  const sent = bodyOfRequest(request.body);
  const isCrowded = request.principal !== anonymous && principalsOf(rivals).length > 1;
  const reqheaders = Object.fromEntries([
    ...conditionsOf(asked.exchange),
    ...(isCrowded ? [["authorization", `token ${request.principal}`] as const] : []),
  ]);
  // What a rival asks under, this one must not be asked under, or nock would give it to both.
  const badheaders = [
    ...(request.principal === anonymous && rivals.some(({ exchange }) => exchange.request.principal !== anonymous)
      ? ["authorization"]
      : []),
    ...conditions.filter(
      (name) =>
        !(name in reqheaders) && rivals.some(({ exchange }) => headerOf(exchange.request.headers, name) !== null),
    ),
  ];
  const note = metadataOf(asked, sent.note);
  return {
    scope: scopeOf(asked.origin),
    method: request.method,
    path: asked.target,
    body: sent.body,
    status: response.status,
    ...answerOf(response),
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

function bodyOfRequest(body: Body | null): { readonly body: unknown; readonly note: Metadata } {
  if (body === null) return { body: "", note: {} };
  const { encoding, text } = body;
  if (encoding === "base64") return { body: toHex(bytesOf(body)), note: { bodyIsHex: true } };
  const compact = compactJson(text);
  // nock compares JSON by its value, and a text to the letter.
  const value = exactJson(compact);
  if (value === undefined) return { body: text, note: {} };
  return { body: value, note: compact === text ? {} : { bodyText: text } };
}

function answerOf({ body, headers }: RecordedResponse): {
  readonly response: unknown;
  readonly responseIsBinary: boolean;
} {
  if (body === null) return { response: "", responseIsBinary: false };
  const { encoding, text } = body;
  if (encoding === "utf8") {
    // nock names a type itself where an object has none.
    const value = headerOf(headers, "content-type") === null ? undefined : exactJson(text);
    if (value !== undefined) return { response: value, responseIsBinary: false };
    // nock reads any text that is JSON, and writes it down anew.
    if (!isJsonText(text)) return { response: text, responseIsBinary: false };
  }
  return { response: toHex(bytesOf(body)), responseIsBinary: true };
}

function warningsOn(all: readonly ExportedExchange[]): readonly Warning[] {
  const said = new Set<string>();
  const once = (asked: ExportedExchange, text: string): readonly Warning[] => {
    const { method } = asked.exchange.request;
    const place = `${method} ${asked.origin}${asked.target}`;
    if (said.has(place + text)) return [];
    said.add(place + text);
    return [{ place, kind: "changed", text }];
  };
  const groups = Map.groupBy(all, requestKey);
  const sequences = Map.groupBy(all, matchKey);
  return all.flatMap((asked) => {
    const principals = principalsOf(groups.get(requestKey(asked)) ?? []);
    return [
      ...(principals.length > 1 ? once(asked, aliasWarning(principals)) : []),
      ...((sequences.get(matchKey(asked))?.length ?? 0) > 1
        ? once(asked, "nock gives each of its answers once, and then none; a replay stays at the last")
        : []),
    ];
  });
}
