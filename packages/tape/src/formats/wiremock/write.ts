import { heldBody } from "../../body/body.ts";
import { anonymous, type HeaderList, type HeldBody, type Tape } from "../../exchange.ts";
import { headerOf } from "../../http/headers.ts";
import { isJsonText } from "../../json/json-grammar.ts";
import { literally } from "../../text/rewriter.ts";
import { expressibleBy } from "../losses.ts";
import { aliasWarning, conditionsOf, type ExportedExchange, metadataOf, principalsOf } from "../metadata.ts";
import type { ExportResult } from "../types.ts";

/** A value that WireMock compares with, in the ways that accept only one value. */
type Comparison = { readonly equalTo: string } | { readonly absent: true } | { readonly matches: string };

/** WireMock's own name for the first state of a scenario. */
export const firstState = "Started";

/**
 * Writes tapes as WireMock's mappings: one file for `mappings/` that holds them all. The nth answer to a request is the
 * nth state of a scenario, and the last one stays, as in a replay.
 * @returns The text, and how WireMock will differ from a replay.
 * @example
 * await writeFile("wiremock/mappings/tapedeck.json", writeWireMock(tapes).content);
 */
export function writeWireMock(tapes: readonly Tape[]): ExportResult {
  const { all, warn, warnings, rivalsOf, sequenceOf } = expressibleBy("WireMock", tapes);
  const sequences = [...new Set(all.map(sequenceOf))];
  const numbers = new Map(sequences.map((sequence, at) => [sequence, at + 1]));
  const origins = new Set(all.map(({ origin }) => origin));
  const mappings = all.map((asked) => {
    const sequence = sequenceOf(asked);
    return {
      ...mappingOf(asked, rivalsOf(asked), origins),
      ...stepOf(asked, sequence, numbers.get(sequence) ?? 1),
    };
  });
  for (const [first, ...others] of Map.groupBy(all, requestLine).values())
    if (first && others.some(({ origin }) => origin !== first.origin))
      warn(first, "asked of several origins, which WireMock does not tell apart at one address");
  for (const group of new Set(all.map(rivalsOf))) {
    const [first, principals] = [group[0], principalsOf(group)];
    if (first && principals.length > 1) warn(first, aliasWarning(principals));
  }
  for (const asked of all)
    if (headerOf(asked.exchange.request.headers, "range") !== null)
      warn(asked, "WireMock answers this range alone; a replay cuts any");
  return { content: `${JSON.stringify({ mappings }, null, 2)}\n`, exchanges: mappings.length, warnings: warnings() };
}

function requestLine({ exchange: { request }, target }: ExportedExchange): string {
  return `${request.method} ${target}`;
}

/**
 * Returns a stub mapping as WireMock reads it from `mappings/`.
 * @param rivals All equal requests, by any principal and under any condition.
 */
function mappingOf(asked: ExportedExchange, rivals: readonly ExportedExchange[], origins: ReadonlySet<string>): object {
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
  // Of two matching ones, WireMock takes the one with the smaller number; the default is 5.
  const narrowness = conditions.length + (sent ? 1 : 0);
  return {
    name: requestLine(asked),
    request: {
      method: request.method,
      url: asked.target,
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(sent && { bodyPatterns: [patternOf(sent)] }),
    },
    response: {
      status: response.status,
      ...(response.headers.length > 0 && { headers: mappedHeaders(response.headers) }),
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

function stepOf(asked: ExportedExchange, answers: readonly ExportedExchange[], number: number): object {
  if (answers.length === 1) return {};
  const at = answers.indexOf(asked);
  const stateAt = (place: number) => (place === 0 ? firstState : String(place + 1));
  return {
    scenarioName: `${requestLine(asked)} (${number})`,
    requiredScenarioState: stateAt(at),
    ...(at + 1 < answers.length && { newScenarioState: stateAt(at + 1) }),
  };
}

function mappedHeaders(headers: HeaderList): Record<string, string | readonly string[]> {
  const byName = Map.groupBy(headers, ([name]) => name);
  return Object.fromEntries(
    Array.from(byName, ([name, fields]) => {
      const values = fields.map(([, value]) => value);
      return [name, values.length === 1 ? (values[0] ?? "") : values] as const;
    }),
  );
}
