import { bodyMark } from "../body/body-mark.ts";
import { anonymous, type Exchange, type HeaderList, type Tape } from "../exchange.ts";
import { inRecordedOrder } from "../har/passes.ts";
import { headerOf } from "../http/headers.ts";
import { asSeparators } from "../json/json-text.ts";
import { pinnedMoment } from "../noise.ts";
import { checkTapes } from "../text/check-options.ts";
import type { Metadata } from "./types.ts";

/** The request headers that a replay uses to look a request up. */
export const conditions: readonly string[] = ["if-modified-since", "if-none-match", "range"];

/** The request headers of which a file may say that they be absent: a replay tells such requests apart anyway. */
export const absentHeaders: ReadonlySet<string> = new Set(["authorization", ...conditions]);

/** An exchange, with its place in the export. */
export interface ExportedExchange {
  readonly exchange: Exchange;
  readonly tape: Tape;
  /** Path and query. */
  readonly target: string;
  readonly origin: string;
}

/** Returns the exchanges of tapes in recorded order, each with its origin. */
export function exportedExchanges(tapes: readonly Tape[]): ExportedExchange[] {
  checkTapes("export tapes", tapes);
  return inRecordedOrder(tapes).map(({ tape, exchange }) => {
    const { target } = exchange.request;
    if (target.startsWith("/")) return { exchange, tape, target, origin: tape.origin };
    const { origin } = new URL(target);
    const rest = target.slice(origin.length);
    return { exchange, tape, target: rest.startsWith("/") ? rest : `/${rest}`, origin };
  });
}

/** Returns the facts for which a foreign format has no member; null for none. */
export function metadataOf({ exchange: { request }, tape }: ExportedExchange, more: Metadata): Metadata | null {
  const quiet = request.headers.filter(([name]) => !conditions.includes(name));
  const note: Metadata = {
    ...(request.principal !== anonymous && { principal: request.principal }),
    ...(quiet.length > 0 && { headers: quiet }),
    ...(tape.recordedAt !== pinnedMoment && { recordedAt: new Date(tape.recordedAt * 1000).toISOString() }),
    ...more,
  };
  return Object.keys(note).length === 0 ? null : note;
}

/** Reads the note of a foreign exchange; returns an empty one if it has none, or it is not ours. */
export function readMetadata(value: unknown): Metadata {
  const note = (typeof value === "object" && value !== null ? value : {}) as Metadata;
  const separators = asSeparators(note.separators);
  const fields: readonly unknown[] = Array.isArray(note.headers) ? note.headers : [];
  const headers = fields.filter(isPair);
  return {
    ...(typeof note.principal === "string" && { principal: note.principal }),
    ...(headers.length > 0 && { headers }),
    ...(typeof note.origin === "string" && URL.canParse(note.origin) && { origin: note.origin }),
    ...(typeof note.recordedAt === "string" &&
      !Number.isNaN(Date.parse(note.recordedAt)) && { recordedAt: note.recordedAt }),
    ...(note.bodyIsHex === true && { bodyIsHex: true }),
    ...(typeof note.bodyText === "string" && { bodyText: note.bodyText }),
    ...(separators && { separators }),
  };
}

function isPair(field: unknown): field is readonly [string, string] {
  return Array.isArray(field) && field.length === 2 && field.every((part) => typeof part === "string");
}

/** Returns the conditions among the headers of a request. */
export function conditionsOf({ request }: Exchange): HeaderList {
  return request.headers.filter(([name]) => conditions.includes(name));
}

/** Returns the key of a request: equal for equal requests, by any principal and under any condition. */
export function exportKey({ exchange: { request }, origin, target }: ExportedExchange): string {
  return JSON.stringify([origin, request.method, target, ...bodyMark(request.body)]);
}

/** Returns the key of a request for matching: equal for two that no rule distinguishes. */
export function matchKey(asked: ExportedExchange): string {
  const { request } = asked.exchange;
  const condition = conditions.map((name) => headerOf(request.headers, name) ?? "");
  return JSON.stringify([exportKey(asked), request.principal, condition]);
}

/** Returns the aliases in a group, in order; without `anonymous`. */
export function principalsOf(group: readonly ExportedExchange[]): readonly string[] {
  return [...new Set(group.map(({ exchange }) => exchange.request.principal))]
    .filter((name) => name !== anonymous)
    .sort();
}

/** Says how another tool can distinguish credentials, which a tape knows by aliases. */
export function aliasWarning(principals: readonly string[]): string {
  const [last, ...rest] = principals.toReversed();
  return `asked as ${rest.reverse().join(", ")} and ${last}: ask with the alias for a credential, "Authorization: token ${last}"`;
}

/** Returns the time that metadata agree on, in epoch seconds; null if none has one. */
export function recordedAtOf(metadata: readonly Metadata[]): number | null {
  const text = metadata.find(({ recordedAt }) => recordedAt !== undefined)?.recordedAt;
  return text === undefined ? null : Math.floor(Date.parse(text) / 1000);
}
