import { bodyMark } from "../body/body-mark.ts";
import { anonymous, type Exchange, type HeaderList, type Tape } from "../exchange.ts";
import { inRecordedOrder } from "../har/passes.ts";
import { headerOf } from "../http/headers.ts";
import { asSeparators } from "../json/json-text.ts";
import { pinnedMoment } from "../noise.ts";
import type { Metadata } from "./types.ts";

/** The request headers that a replay looks a request up by. */
export const conditions: readonly string[] = ["if-modified-since", "if-none-match", "range"];

/** Where an exchange stands in what is exported. */
export interface ExportedExchange {
  readonly exchange: Exchange;
  readonly tape: Tape;
  /** Path and query. */
  readonly target: string;
  readonly origin: string;
}

/** The exchanges of tapes in the order in which they were recorded, each with the origin that it was asked of. */
export function exportedExchanges(tapes: readonly Tape[]): ExportedExchange[] {
  return inRecordedOrder(tapes).map(({ tape, exchange }) => {
    const { target } = exchange.request;
    if (target.startsWith("/")) return { exchange, tape, target, origin: tape.origin };
    const { origin } = new URL(target);
    const rest = target.slice(origin.length);
    return { exchange, tape, target: rest.startsWith("/") ? rest : `/${rest}`, origin };
  });
}

/** The facts for which a foreign format has no member, or null where there are none. */
export function metadataOf({ exchange: { request }, tape }: ExportedExchange, more: Metadata = {}): Metadata | null {
  const quiet = request.headers.filter(([name]) => !conditions.includes(name));
  const note: Metadata = {
    ...(request.principal !== anonymous && { principal: request.principal }),
    ...(quiet.length > 0 && { headers: quiet }),
    ...(tape.recordedAt !== pinnedMoment && { recordedAt: new Date(tape.recordedAt * 1000).toISOString() }),
    ...more,
  };
  return Object.keys(note).length === 0 ? null : note;
}

/** The note that stands at a foreign exchange; an empty one where none does, or where it is not ours. */
export function readMetadata(value: unknown): Metadata {
  const note = (typeof value === "object" && value !== null ? value : {}) as Metadata;
  const separators = asSeparators(note.separators);
  const fields: readonly unknown[] = Array.isArray(note.headers) ? note.headers : [];
  const headers = fields.filter(isField);
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

function isField(field: unknown): field is readonly [string, string] {
  return Array.isArray(field) && field.length === 2 && field.every((part) => typeof part === "string");
}

/** The conditions among the headers of a request. */
export function conditionsOf({ request }: Exchange): HeaderList {
  return request.headers.filter(([name]) => conditions.includes(name));
}

/** The key of a request: equal for two that ask the same, by any principal and under any condition. */
export function exportKey({ exchange: { request }, origin, target }: ExportedExchange): string {
  return JSON.stringify([origin, request.method, target, ...bodyMark(request.body)]);
}

/** The key of a request as a rule compares it: equal for two that no rule tells apart. */
export function matchKey(asked: ExportedExchange): string {
  const { request } = asked.exchange;
  const condition = conditions.map((name) => headerOf(request.headers, name) ?? "");
  return JSON.stringify([exportKey(asked), request.principal, condition]);
}

/** The aliases that ask, in order; not `anonymous`. */
export function principalsOf(group: readonly ExportedExchange[]): readonly string[] {
  return [...new Set(group.map(({ exchange }) => exchange.request.principal))]
    .filter((name) => name !== anonymous)
    .sort();
}

/** How another tool is to tell credentials apart that a tape knows by their aliases. */
export function aliasWarning(principals: readonly string[]): string {
  const [last, ...rest] = principals.toReversed();
  return `asked as ${rest.reverse().join(", ")} and ${last}: ask with the alias for a credential, "Authorization: token ${last}"`;
}

/** The moment that metadata agree on, in epoch seconds; null where none names one. */
export function recordedAtOf(metadata: readonly Metadata[]): number | null {
  const text = metadata.find(({ recordedAt }) => recordedAt !== undefined)?.recordedAt;
  return text === undefined ? null : Math.floor(Date.parse(text) / 1000);
}
