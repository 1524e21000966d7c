import { comparedBy, createStatesSent, echoOf, statesIn } from "@tapedeck/replay/internal";
import type { Exchange, RecordedRequest, RecordedResponse } from "@tapedeck/tape";
import type { Alike } from "@tapedeck/tape/files";
import type { RecorderOptions } from "../recorder-options.ts";

/**
 * Returns which requests are recorded as one on file since a player gives them one answer after the other: what such a
 * request makes anew (an id, a time, a state), and its answer or a later one repeats, is written as on file.
 */
export function recordedAs({ api, match = [], rule }: Pick<RecorderOptions, "api" | "match" | "rule">): Alike {
  const compared = comparedBy(rule, [...match, ...(api?.match ?? [])]);
  const states = createStatesSent();
  const answered = ({ request, response }: Exchange, as: RecordedRequest): RecordedResponse => {
    if (as !== request) states.note(statesIn(as, request));
    const said = states.values.size === 0 ? "" : JSON.stringify(response);
    const repeated = new Map([...states.values].filter(([state]) => said.includes(state)));
    const echo = as === request && repeated.size === 0 ? null : echoOf(as, request, true, repeated);
    if (echo === null) return response;
    const { headers, body, chunks } = response;
    return {
      ...response,
      headers: headers.map(([name, value]) => [name, echo(value)]),
      body: chunks === undefined && body?.encoding === "utf8" ? { ...body, text: echo(body.text) } : body,
    };
  };
  return { compared, answered };
}
