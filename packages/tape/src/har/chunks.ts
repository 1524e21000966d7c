// How an entry says that its body flowed: `_chunks`, the length of each part in bytes and the milliseconds before it, as
// `13 13+1000`, and `_cut`, what ended it early. HAR 1.2 has no members for either.
import type { Cut, RecordedChunk, RecordedResponse } from "../exchange.ts";

/** The members of an entry's response that say how its body flowed. */
export interface WrittenFlow {
  readonly _chunks?: string;
  readonly _cut?: string;
}

const cuts: Readonly<Record<Cut, true>> = { client: true, bound: true, reset: true, stall: true, truncation: true };

/**
 * Writes how a body flowed.
 * @example
 * flowMembers({ status: 200, headers: [], body: null, chunks: [[13, 0], [13, 1000]] }); // { _chunks: "13 13+1000" }
 */
export function flowMembers({ chunks, cut }: RecordedResponse): WrittenFlow {
  return {
    ...(chunks && { _chunks: chunks.map(([bytes, ms]) => (ms === 0 ? `${bytes}` : `${bytes}+${ms}`)).join(" ") }),
    ...(cut && { _cut: cut }),
  };
}

/** Reads what {@link flowMembers} wrote; see {@link flowFlaw} for what it cannot read. */
export function flowIn({ _chunks, _cut }: WrittenFlow): Pick<RecordedResponse, "chunks" | "cut"> {
  return {
    ...(_chunks !== undefined && { chunks: _chunks === "" ? [] : _chunks.split(" ").map(chunkOf) }),
    ...(_cut !== undefined && { cut: _cut as Cut }),
  };
}

function chunkOf(text: string): RecordedChunk {
  const [bytes, ms = 0] = text.split("+").map(Number);
  return [bytes ?? 0, ms];
}

/** What is wrong with these members: which, and what was wanted; null where nothing is. */
export function flowFlaw({ _chunks, _cut }: WrittenFlow): readonly [member: string, wanted: string] | null {
  if (
    _chunks !== undefined &&
    !(typeof _chunks === "string" && /^(?:\d{1,15}(?:\+\d{1,15})?(?: (?=\d)|$))*$/.test(_chunks))
  )
    return ["_chunks", "lengths and milliseconds, as 13 13+1000"];
  if (_cut !== undefined && !Object.hasOwn(cuts, _cut)) return ["_cut", `one of ${Object.keys(cuts).join(", ")}`];
  return null;
}
