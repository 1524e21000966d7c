import type { FaultKind } from "@tapedeck/replay";
import { isHeaderName, isHeaderValue } from "@tapedeck/replay/internal";
import { anonymous, type HeaderList, headerList, RecordingSyntaxError, type Tape } from "@tapedeck/tape";
import { fromHar } from "@tapedeck/tape/har";
import { isJsonText, isLarge, isObject, largestHeld, type Steps } from "@tapedeck/tape/internal";
import { ControlError } from "./operation.ts";
import { schemas } from "./schema.ts";

/** An answer that a test gives in place of a recorded one, in as few words as possible. */
export interface OverrideAnswer {
  /** Path and query. */
  readonly target: string;
  /** Default: GET. */
  readonly method?: string;
  /** Alias of its principal. Default: `anonymous`, for everyone without recordings of their own. */
  readonly as?: string;
  /** Default: 200. */
  readonly status?: number;
  /** Besides the content type, which follows from the body. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body: a value to send as JSON, … */
  readonly json?: unknown;
  /** … or text, … */
  readonly text?: string;
  /** … or texts to send one by one, each a number of milliseconds after the previous one. Default: no body. */
  readonly chunks?: readonly { readonly text: string; readonly afterMs?: number }[];
  /** How the connection fails afterwards; without a status and a body, before there is any answer. */
  readonly fault?: FaultKind;
}

// What a player takes up at one go.
const [mostAnswers, mostFields] = [500, 1000];

const { properties: known } = schemas()["OverrideAnswer"] as { readonly properties: object };

/**
 * Parses an override: a recording (HAR), or answers as JSON, one or a list.
 * @param where Origin and time of the recordings: links to the origin lead back to the client.
 * @throws ControlError that says what is wrong, and never quotes a recording.
 * @example
 * finish(overrideOf('{"target":"/users/ada","status":404,"json":{"message":"Not Found"}}', "a test", where));
 */
export function* overrideOf(text: string, name: string, where: Pick<Tape, "origin" | "recordedAt">): Steps<Tape> {
  const value = yield* jsonOf(text);
  if (isObject(value) && "log" in value) {
    try {
      return bounded({ ...fromHar(text, name), name });
    } catch (error) {
      if (error instanceof RecordingSyntaxError) throw new ControlError(400, error.message);
      throw error;
    }
  }
  const answers = [value].flat();
  if (answers.length === 0) throw new ControlError(400, "Nothing to override: the list of answers is empty");
  return bounded({ name, ...where, exchanges: answers.map((answer, at) => exchangeOf(checked(answer, at + 1))) });
}

function bounded(tape: Tape): Tape {
  const { length } = tape.exchanges;
  if (length > mostAnswers)
    throw new ControlError(400, `It has ${length} answers, and an override may have ${mostAnswers}: add several`);
  for (const [at, { request, response }] of tape.exchanges.entries()) {
    if (Math.max(request.headers.length, response.headers.length) > mostFields)
      throw new ControlError(400, `Answer ${at + 1} of the override has more than ${mostFields} headers`);
    if (isLarge(request.body))
      throw new ControlError(400, `The request of answer ${at + 1} has a body of more than ${largestHeld} bytes`);
  }
  return tape;
}

function exchangeOf({
  target,
  method = "GET",
  as = anonymous,
  headers = {},
  json,
  text: whole,
  chunks,
  fault,
  status = fault === undefined || chunks !== undefined || whole !== undefined || json !== undefined ? 200 : 0,
}: OverrideAnswer): Tape["exchanges"][number] {
  const text = chunks === undefined ? whole : chunks.map((each) => each.text).join("");
  const body = json === undefined ? text : JSON.stringify(json);
  const type = json === undefined ? "text/plain; charset=utf-8" : "application/json; charset=utf-8";
  const fields: HeaderList = headerList(Object.entries(headers));
  const typed = body === undefined || fields.some(([name]) => name === "content-type");
  return {
    request: { method, target, principal: as, headers: [], body: null },
    response: {
      status,
      headers: typed ? fields : headerList([...fields, ["content-type", type]]),
      body: body === undefined ? null : { encoding: "utf8", text: body },
      ...(chunks && {
        chunks: chunks.map((each) => [new TextEncoder().encode(each.text).length, each.afterMs ?? 0] as const),
      }),
      ...(fault && { cut: fault }),
    },
  };
}

function checked(value: unknown, place: number): OverrideAnswer {
  const wrong = faultIn(value);
  if (wrong !== null) throw new ControlError(400, `Cannot take answer ${place} of the override: ${wrong}`);
  return value as OverrideAnswer;
}

function faultIn(value: unknown): string | null {
  if (!isObject(value))
    return 'it is no object; give a recording (HAR), or answers such as {"target": "/orders/1", "text": "…"}';
  const stranger = Object.keys(value).find((name) => !Object.hasOwn(known, name));
  if (stranger !== undefined)
    return `it has no ${JSON.stringify(stranger)}; it may have ${Object.keys(known).join(", ")}`;
  const { target, method, as, status, headers, json, text, chunks, fault } = value;
  if (typeof target !== "string" || !target.startsWith("/")) return 'its target is a path that begins with "/"';
  if (method !== undefined && !(typeof method === "string" && /^[A-Z]+$/.test(method)))
    return "its method is in capitals";
  if (as !== undefined && !(typeof as === "string" && as !== "")) return "its as is an alias";
  if (status !== undefined && !(Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 999))
    return "its status is a whole number from 200 to 999";
  const fields = isObject(headers) ? Object.entries(headers) : null;
  if (headers !== undefined && (fields === null || fields.length > mostFields || !fields.every(isField)))
    return `its headers are texts by name, ${mostFields} at most, and each can stand in a header`;
  if ([json, text, chunks].filter((each) => each !== undefined).length > 1 || !/undefined|string/.test(typeof text))
    return "its body is json, or text, not both, or chunks";
  if (chunks !== undefined && !(Array.isArray(chunks) && chunks.every(isChunk)))
    return 'its chunks are a list such as [{"text": "data: 1\\n\\n", "afterMs": 100}]';
  if (fault !== undefined && !/^(?:reset|stall|truncation)$/.test(String(fault)))
    return "its fault is reset, stall or truncation";
  return null;
}

function isChunk(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { text, afterMs = 0, ...others } = value;
  const timed = typeof afterMs === "number" && afterMs >= 0 && Number.isFinite(afterMs);
  return typeof text === "string" && timed && Object.keys(others).length === 0;
}

function isField([name, value]: readonly [name: string, value: unknown]): boolean {
  return isHeaderName(name) && typeof value === "string" && isHeaderValue(value);
}

// `JSON.parse` takes half a second for a million levels, or eight million values. A recording's own JSON has 500 levels.
const [mostLevels, mostValues] = [1000, 100_000];

function* jsonOf(text: string): Steps<unknown> {
  if (text === "") throw new ControlError(400, "Nothing to override: the body is empty");
  if (!isJsonText(text, mostLevels, mostValues))
    throw new ControlError(400, `The body is no JSON, or has more than ${mostLevels} levels or ${mostValues} values`);
  yield;
  const value: unknown = JSON.parse(text);
  yield;
  return value;
}
