import { heldBody } from "../../body/body.ts";
import { anonymous, type HeaderList, type HeldBody, type Tape } from "../../exchange.ts";
import { headerOf } from "../../http/headers.ts";
import { isJsonText } from "../../json/json-text.ts";
import { createScrubber } from "../../redact/scrubber.ts";
import { literally } from "../../text/rewriter.ts";
import { expressibleBy } from "../losses.ts";
import {
  aliasWarning,
  conditionsOf,
  type ExportedExchange,
  exportKey,
  matchKey,
  metadataOf,
  principalsOf,
} from "../metadata.ts";
import type { ExportResult, Metadata, Warning } from "../types.ts";

/** A value that WireMock compares with, in the ways that name one value and not many. */
type Comparison = { readonly equalTo: string } | { readonly absent: true } | { readonly matches: string };

/** A stub mapping as WireMock reads it from `mappings/`. */
export interface Mapping {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers?: Readonly<Record<string, Comparison>>;
    readonly bodyPatterns?: readonly object[];
  };
  readonly response: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string | readonly string[]>>;
    readonly body?: string;
    readonly base64Body?: string;
  };
  readonly priority?: number;
  readonly scenarioName?: string;
  readonly requiredScenarioState?: string;
  readonly newScenarioState?: string;
  readonly metadata?: { readonly tapedeck: Metadata };
}

/** WireMock's own name for the state that a scenario begins in. */
export const firstState = "Started";

/**
 * Writes tapes as WireMock's mappings: one file for `mappings/` that holds them all. The nth answer to a request is the
 * nth state of a scenario, and the last one stays, as in a replay.
 * @returns The text, and what WireMock will do otherwise than a replay.
 * @example
 * await writeFile("wiremock/mappings/tapedeck.json", writeWireMock(tapes).content);
 */
export function writeWireMock(tapes: readonly Tape[]): ExportResult<string> {
  const { all, warnings } = expressibleBy("WireMock", tapes);
  const rivals = Map.groupBy(all, exportKey);
  const sequences = Map.groupBy(all, matchKey);
  const numbers = new Map(Array.from(sequences.keys(), (key, at) => [key, at + 1]));
  const origins = new Set(all.map(({ origin }) => origin));
  const mappings = all.map((asked) => {
    const key = matchKey(asked);
    return {
      ...mappingOf(asked, rivals.get(exportKey(asked)) ?? [asked], origins),
      ...stepOf(asked, sequences.get(key) ?? [asked], numbers.get(key) ?? 1),
    };
  });
  return { content: `${JSON.stringify({ mappings }, null, 2)}\n`, warnings: [...warnings, ...warningsOn(all)] };
}

/** @param rivals All that ask the same, by any principal and under any condition. */
function mappingOf(
  asked: ExportedExchange,
  rivals: readonly ExportedExchange[],
  origins: ReadonlySet<string>,
): Mapping {
  const { request, response } = asked.exchange;
  const crowd = principalsOf(rivals);
  const conditions = conditionsOf(asked.exchange).map(([name, value]) => [name, { equalTo: value }] as const);
  const credential: ReadonlyArray<readonly [string, Comparison]> =
    request.principal !== anonymous
      ? [["authorization", { matches: crowd.length > 1 ? `^\\S+ ${literally(request.principal)}$` : ".+" }]]
      : rivals.some(({ exchange }) => exchange.request.principal !== anonymous)
        ? [["authorization", { absent: true }]]
        : [];
  const headers = Object.fromEntries([...conditions, ...credential]);
  const [sent, answered] = [heldBody(request.body), heldBody(response.body)];
  const note = metadataOf(
    asked,
    origins.size > 1 || asked.origin !== "http://localhost" ? { origin: asked.origin } : {},
  );
  // Of two that match, WireMock takes the one with the smaller number, 5 where none is named.
  const narrowness = conditions.length + (sent ? 1 : 0);
  return {
    name: `${request.method} ${asked.target}`,
    request: {
      method: request.method,
      url: asked.target,
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(sent && { bodyPatterns: [patternOf(sent)] }),
    },
    response: {
      status: response.status,
      ...(response.headers.length > 0 && { headers: fieldsOf(response.headers) }),
      ...(answered && (answered.encoding === "base64" ? { base64Body: answered.text } : { body: answered.text })),
    },
    ...(narrowness > 0 && { priority: Math.max(1, 5 - narrowness) }),
    ...(note && { metadata: { tapedeck: note } }),
  };
}

function patternOf({ encoding, text }: HeldBody): object {
  if (encoding === "base64") return { binaryEqualTo: text };
  return isJsonText(text) ? { equalToJson: text } : { equalTo: text };
}

function stepOf(asked: ExportedExchange, answers: readonly ExportedExchange[], number: number): Partial<Mapping> {
  if (answers.length === 1) return {};
  const at = answers.indexOf(asked);
  const stateAt = (place: number) => (place === 0 ? firstState : String(place + 1));
  return {
    scenarioName: `${asked.exchange.request.method} ${asked.target} (${number})`,
    requiredScenarioState: stateAt(at),
    ...(at + 1 < answers.length && { newScenarioState: stateAt(at + 1) }),
  };
}

function fieldsOf(headers: HeaderList): Record<string, string | readonly string[]> {
  const byName = Map.groupBy(headers, ([name]) => name);
  return Object.fromEntries(
    Array.from(byName, ([name, fields]) => {
      const values = fields.map(([, value]) => value);
      return [name, values.length === 1 ? (values[0] ?? "") : values] as const;
    }),
  );
}

function warningsOn(all: readonly ExportedExchange[]): readonly Warning[] {
  const { text: hide } = createScrubber();
  const warning = (asked: ExportedExchange, text: string): Warning => ({
    place: hide(`${asked.exchange.request.method} ${asked.origin}${asked.target}`),
    kind: "changed",
    text,
  });
  const elsewhere = Map.groupBy(all, ({ exchange: { request }, target }) => JSON.stringify([request.method, target]));
  const clashes = [...elsewhere.values()].filter((group) => new Set(group.map(({ origin }) => origin)).size > 1);
  const crowded = [...Map.groupBy(all, exportKey).values()].filter((group) => principalsOf(group).length > 1);
  const ranged = all.filter(({ exchange }) => headerOf(exchange.request.headers, "range") !== null);
  return [
    ...clashes.flatMap(([first]) =>
      first ? [warning(first, "asked of several origins, which WireMock does not tell apart at one address")] : [],
    ),
    ...crowded.flatMap((group) => (group[0] ? [warning(group[0], aliasWarning(principalsOf(group)))] : [])),
    ...ranged.map((asked) => warning(asked, "WireMock answers this range alone; a replay cuts any")),
  ];
}
