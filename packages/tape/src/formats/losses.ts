// What only HAR can express of an exchange, and no other tool's file. A loss of one tool is in its writer.
import { canonical } from "../canonical.ts";
import type { Cut, Exchange, Tape } from "../exchange.ts";
import { shownRequest } from "./imported.ts";
import { type ExportedExchange, exportedExchanges, exportKey, matchKey } from "./metadata.ts";
import type { Warning } from "./types.ts";

const endings: Readonly<Record<Cut, string>> = {
  client: "the client left it",
  bound: "the recorder cut it",
  reset: "its connection was reset",
  stall: "it stalled",
  truncation: "its connection was closed",
};

/** Each loss: the exchanges that it concerns, the replacement, and the reason. */
const losses: ReadonlyArray<{
  readonly has: (exchange: Exchange) => boolean;
  readonly kind: Warning["kind"];
  readonly text: (tool: string, exchange: Exchange) => string;
}> = [
  {
    has: ({ response: { status, messages } }) => status === 101 || messages !== undefined,
    kind: "left out",
    text: (tool) => `it became a WebSocket, which ${tool} does not replay from a file`,
  },
  {
    has: ({ response: { chunks } }) => chunks !== undefined,
    kind: "changed",
    text: (tool) => `it came as a stream: ${tool} gives it in one piece, at once`,
  },
  {
    has: ({ response: { cut } }) => cut !== undefined,
    kind: "changed",
    text: (tool, { response: { cut = "client" } }) =>
      `its answer did not come to its end (${endings[cut]}): ${tool} ends it there as whole`,
  },
  {
    has: ({ response: { trailers, informational } }) => trailers !== undefined || informational !== undefined,
    kind: "changed",
    text: (tool) => `it has trailers or early hints, which ${tool} does not send`,
  },
  {
    has: ({ request: { session } }) => session !== undefined,
    kind: "changed",
    text: (tool) => `it belongs to one of several sessions that begin alike: ${tool} answers them all in one order`,
  },
];

/** The exchanges that another tool can replay. */
interface Expressible {
  /** In canonical form, in recorded order. */
  readonly all: readonly ExportedExchange[];
  /** Notes a loss, once for each request. */
  warn(asked: ExportedExchange, text: string, kind?: Warning["kind"]): void;
  /** The losses so far. */
  warnings(): readonly Warning[];
  /** Returns all equal requests, by any principal and under any condition. */
  rivalsOf(asked: ExportedExchange): readonly ExportedExchange[];
  /** Returns the requests that no rule distinguishes, in order. */
  sequenceOf(asked: ExportedExchange): readonly ExportedExchange[];
}

/** Returns the exchanges of tapes that a tool can replay from a file, and what the file loses of them. */
export function expressibleBy(tool: string, tapes: readonly Tape[]): Expressible {
  const warnings = new Map<string, Warning>();
  const warn: Expressible["warn"] = ({ exchange: { request }, origin, target }, text, kind = "changed") => {
    const warning = { place: shownRequest(request.method, origin + target), kind, text };
    warnings.set(JSON.stringify(warning), warning);
  };
  const all = exportedExchanges(tapes).flatMap((asked) => {
    const found = losses.filter(({ has }) => has(asked.exchange));
    for (const { kind, text } of found) warn(asked, text(tool, asked.exchange), kind);
    return found.some(({ kind }) => kind === "left out") ? [] : [{ ...asked, exchange: canonical(asked.exchange) }];
  });
  const rivals = Map.groupBy(all, exportKey);
  const sequences = Map.groupBy(all, matchKey);
  return {
    all,
    warn,
    warnings: () => [...warnings.values()],
    rivalsOf: (asked) => rivals.get(exportKey(asked)) ?? [],
    sequenceOf: (asked) => sequences.get(matchKey(asked)) ?? [],
  };
}
