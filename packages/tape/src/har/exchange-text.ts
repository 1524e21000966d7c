// How an exchange is written in tapedeck's own HAR 1.2: HAR's own members on few lines, each header and each member of
// a body on a line of its own. `har.ts` reads it. Read next: `body-layout.ts`, `shared-headers.ts`.
import type { Exchange, HeaderList, RecordedResponse, Tape } from "../exchange.ts";
import { headerOf } from "../http/headers.ts";
import { finish, type Steps } from "../redact/steps.ts";
import { layoutOf, type Sidecar } from "./body-layout.ts";
import { authorizationMark, harEntryOf, isoTime } from "./entry.ts";
import { messageMembers } from "./messages.ts";
import { formatVersion } from "./parse.ts";
import { partHeaders, sharedFile } from "./shared-headers.ts";

/** What tapedeck's files tell about their tape. */
export type TapeLabel = Omit<Tape, "exchanges" | "name"> & Partial<Pick<Tape, "name">>;

/** An exchange's file in a folder. */
interface ExchangeFile {
  /** File name without `.har`: the files of bodies are named after it. */
  readonly name: string;
  /** How often the recording had started over from the top of the sorted folder before it. */
  readonly pass: number;
  /** Returns whether headers may be in a file that answers share. */
  readonly mayShare: (file: string) => boolean;
}

/** The texts of an exchange's files. */
export interface ExchangeText {
  readonly har: string;
  /** Files beside it. */
  readonly bodies: readonly Sidecar[];
  /** The file of shared headers, in the origin's folder or any above the exchange; null if it has none. */
  readonly headers: (Sidecar & { readonly content: string }) | null;
}

/**
 * Writes an exchange as a file of its own.
 * @example
 * exchangeText(exchange, { origin, recordedAt }, { name: "GET", pass: 0, mayShare: () => true }).har;
 */
export function exchangeText(exchange: Exchange, label: TapeLabel, file: ExchangeFile): ExchangeText {
  return finish(exchangeSteps(exchange, label, file));
}

/** Does what {@link exchangeText} does with a pause where a body is laid out. */
export function* exchangeSteps(exchange: Exchange, label: TapeLabel, file: ExchangeFile): Steps<ExchangeText> {
  const { text, bodies, headers } = yield* entrySteps(exchange, label, file);
  return { har: `${headOf(label)}${text}${tail}`, bodies, headers };
}

/** Returns the beginning of a file, up to its first entry. */
export function headOf({ name, origin, recordedAt, redact }: TapeLabel, isEmpty = false): string {
  const about = {
    format: formatVersion,
    ...(name !== undefined && { name }),
    origin,
    ...(isEmpty && { recordedAt: isoTime(recordedAt) }),
    ...(redact && { redact }),
  };
  const creator = flat({ name: "tapedeck", version: String(formatVersion) });
  return `{ "log": { "version": "1.2", "creator": ${creator},\n  "_tapedeck": ${flat(about)}, "entries": [`;
}

/** Text after the last entry of a file. */
export const tail = "] } }\n";

type EntryText = Omit<ExchangeText, "har"> & { readonly text: string };

/** Writes an entry of a file or, with a name, a file that has others beside it. */
export function entryText(...entry: Parameters<typeof entrySteps>): EntryText {
  return finish(entrySteps(...entry));
}

function* entrySteps(
  exchange: Exchange,
  { origin, recordedAt }: TapeLabel,
  file: Pick<ExchangeFile, "pass"> & Partial<ExchangeFile>,
): Steps<EntryText> {
  const entry = harEntryOf(exchange, origin, recordedAt, null);
  const { method, url, headers: _sent, postData: _body, ...asked } = entry.request as Readonly<Record<string, unknown>>;
  const {
    headers: _got,
    content: _content,
    status,
    statusText,
    _chunks,
    ...answered
  } = entry.response as {
    readonly [member: string]: unknown;
  };
  const { request, response } = exchange;
  // Before any pause: which file is shared depends on what was shared before.
  const { own, common } = partHeaders(response.headers);
  const whole = common.length > 2 ? sharedFile(common) : null;
  const headers = whole !== null && file.mayShare?.(whole.name) === true ? whole : null;

  const sentType = headerOf(request.headers, "content-type") ?? "";
  const type = headerOf(response.headers, "content-type") ?? "";
  const sent = yield* layoutOf(request.body, sentType, file.name === undefined ? null : `${file.name}.request`);
  yield;
  const got = yield* layoutOf(response.body, type, file.name ?? null);
  yield;

  const sentHeaders = [...request.headers, ...authorizationMark(request)];
  // HAR 1.2 has no encoding for request bodies.
  const { encoding: _encoding, ...sentMembers } = sent.members;
  const posted = { mimeType: sentType, ...(_encoding !== undefined && { _encoding }), ...sentMembers };
  const postData = request.body && bodyText("postData", posted, sent.json);
  const content = bodyText("content", { mimeType: type, size: -1, ...got.members }, got.json);
  const pass = file.pass > 0 ? { _pass: file.pass } : {};
  const { cache, time, startedDateTime } = entry;
  const timings = { send: 0, wait: 0, receive: 0 };
  const said = messageLines(response);
  const shared = headers === null ? "" : `${members({ _headers: headers.name })}, `;
  const text = [
    "{",
    `  ${members({ ...pass, startedDateTime, time, cache, timings })},`,
    `  "request": { ${members({ method, url })}, "headers": ${headerLines(sentHeaders)},`,
    `    ${members(asked)}${postData === null ? "" : `,\n    ${postData}`} },`,
    '  "response": {',
    `    ${members({ status, statusText, ...answered })},`,
    // On a line of their own: they differ whenever a stream does.
    ...(_chunks === undefined ? [] : [`    ${members({ _chunks })},`]),
    `    ${shared}"headers": ${headerLines(headers === null ? response.headers : own)},`,
    `    ${content}`,
    said === "" ? "  }" : "  },",
    ...(said === "" ? [] : [said]),
    "}",
  ].join("\n");
  return {
    text,
    bodies: [sent.sidecar, got.sidecar].filter((each) => each !== null),
    headers,
  };
}

function bodyText(name: string, plain: object, json: string | null): string {
  if (json === null) return `"${name}": ${flat(plain)}`;
  return `"${name}": { ${members(plain)}, "_json": ${json} }`;
}

/** Returns the messages over a WebSocket, one a line; "" if none was opened. */
function messageLines(response: RecordedResponse): string {
  const { _webSocketMessages: messages, ...about } = messageMembers(response);
  if (messages === undefined) return "";
  return `  ${members(about)}, "_webSocketMessages": [\n${messages.map((each) => `    ${flat(each)}`).join(",\n")}]`;
}

function headerLines(headers: HeaderList): string {
  if (headers.length === 0) return "[]";
  const lines = headers.map(
    ([name, value]) => `      { "name": ${JSON.stringify(name)}, "value": ${JSON.stringify(value)} }`,
  );
  return `[\n${lines.join(",\n")}\n    ]`;
}

function members(object: object): string {
  let text = "";
  for (const [name, value] of Object.entries(object))
    text += `${text === "" ? "" : ", "}${JSON.stringify(name)}: ${flat(value)}`;
  return text;
}

/** JSON on one line, with blanks. */
function flat(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flat).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const inside = members(value);
  return inside === "" ? "{}" : `{ ${inside} }`;
}
