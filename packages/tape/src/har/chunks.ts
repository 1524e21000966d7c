// How an entry tells the chunks of a response: `_chunks`, the length of each chunk in bytes and the milliseconds before
// it, as `13 13+1000`; `_cut`, why it ended early; `_trailers`, the fields after it; `_informational`, the responses
// before it (103). HAR 1.2 has no members for these.
import type { Cut, HeaderList, RecordedChunk, RecordedResponse } from "../exchange.ts";
import { headerList, isToken } from "../http/headers.ts";
import { isObject } from "../json/json-value.ts";
import type { NameValue, WrittenFlow } from "./entry-types.ts";

const cuts: Readonly<Record<Cut, true>> = { client: true, bound: true, reset: true, stall: true, truncation: true };

/**
 * Writes the chunks of a response.
 * @example
 * flowMembers({ status: 200, headers: [], body: null, chunks: [[13, 0], [13, 1000]] }); // { _chunks: "13 13+1000" }
 */
export function flowMembers({ chunks, cut, trailers, informational }: RecordedResponse): WrittenFlow {
  return {
    ...(chunks && { _chunks: chunks.map(([bytes, ms]) => (ms === 0 ? `${bytes}` : `${bytes}+${ms}`)).join(" ") }),
    ...(cut && { _cut: cut }),
    ...(trailers && { _trailers: written(trailers) }),
    ...(informational && {
      _informational: informational.map(({ status, headers }) => ({ status, headers: written(headers) })),
    }),
  };
}

function written(fields: HeaderList): readonly NameValue[] {
  return fields.map(([name, value]) => ({ name, value }));
}

function read(fields: readonly NameValue[]): HeaderList {
  return headerList(fields.map(({ name, value }) => [name, value] as const));
}

/** Reads the members that {@link flowMembers} wrote; {@link flowFlaw} finds invalid ones. */
export function flowIn({
  _chunks,
  _cut,
  _trailers,
  _informational,
}: WrittenFlow): Pick<RecordedResponse, "chunks" | "cut" | "trailers" | "informational"> {
  return {
    ...(_chunks !== undefined && { chunks: _chunks === "" ? [] : _chunks.split(" ").map(chunkOf) }),
    ...(_cut !== undefined && { cut: _cut as Cut }),
    ...(_trailers !== undefined && { trailers: read(_trailers) }),
    ...(_informational !== undefined && {
      informational: _informational.map(({ status, headers }) => ({ status, headers: read(headers) })),
    }),
  };
}

function chunkOf(text: string): RecordedChunk {
  const [bytes, ms = 0] = text.split("+").map(Number);
  return [bytes ?? 0, ms];
}

/** Finds a flaw in these members: which one, and the expected form; null for none. */
export function flowFlaw({
  _chunks,
  _cut,
  _trailers,
  _informational,
}: WrittenFlow): readonly [member: string, wanted: string] | null {
  if (
    _chunks !== undefined &&
    !(typeof _chunks === "string" && /^(?:\d{1,15}(?:\+\d{1,15})?(?: (?=\d)|$))*$/.test(_chunks))
  )
    return ["_chunks", "lengths and milliseconds, as 13 13+1000"];
  if (_trailers !== undefined && !areFields(_trailers)) return ["_trailers", "names and values"];
  if (_informational !== undefined && !(Array.isArray(_informational) && _informational.every(isInformational)))
    return ["_informational", "responses with a status of 102 to 199 and headers"];
  if (_cut !== undefined && !Object.hasOwn(cuts, _cut)) return ["_cut", `one of ${Object.keys(cuts).join(", ")}`];
  return null;
}

function isInformational(value: unknown): boolean {
  return isObject(value) && /^1(?:0[2-9]|[1-9]\d)$/.test(String(value["status"])) && areFields(value["headers"]);
}

function areFields(value: unknown): boolean {
  return Array.isArray(value) && value.every(isField);
}

function isField(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { name, value: said } = value;
  return typeof name === "string" && isToken(name) && typeof said === "string" && !/[\r\n\0]/.test(said);
}
