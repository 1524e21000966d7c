// Replays each recorded request and compares the answer. Whether the recording is canonical is checked in
// `verify-recording.ts`.

import { type Api, apiFor, type CredentialForm } from "@tapedeck/api";
import {
  createPlayer,
  type IncomingRequest,
  type JournalEntry,
  type OpenedSocket,
  type Player,
  type TapeSource,
} from "@tapedeck/replay";
import {
  anonymous,
  bytesOf,
  type Exchange,
  headerOf,
  type Principal,
  type RecordedResponse,
  RecordingSyntaxError,
} from "@tapedeck/tape";
import { anyToken, namesIn, nextTurn, placeholderFor, spooledBody } from "@tapedeck/tape/internal";
import { placeOf } from "./entries.ts";
import { type Finding, finding } from "./finding.ts";

/** An exchange, and where it is recorded. */
export interface PlacedExchange {
  readonly file: string;
  /** The name of its tape, and its place there, from 1. */
  readonly tape: string;
  readonly place: number;
  readonly origin: string;
  readonly exchange: Exchange;
}

/**
 * Replays recordings against themselves: sends each recorded request in recorded order, and finds those whose answer a
 * replay does not return; over a WebSocket, each recorded message of the client's. Nothing counts against a limit.
 * @param source The tapes that are replayed together.
 * @param recorded Its exchanges in recorded order; read twice.
 */
export async function* playbackFindings(
  source: TapeSource,
  recorded: Iterable<PlacedExchange>,
  apis: readonly Api[],
  origins: readonly string[],
): AsyncGenerator<readonly [file: string, finding: Finding]> {
  let latest: JournalEntry | undefined;
  const tokens = new Map<Principal, string>();
  const unlimited = [...new Set(origins)].map((origin): Api => {
    return { ...apiFor(apis, origin), origins: [origin], rateLimit: null };
  });
  const [first, ...more] = unlimited;
  if (first === undefined) return;
  const principals = new Set<Principal>();
  let hasLogins = false;
  // A packed file is read twice rather than held.
  for (const { exchange } of recorded) {
    principals.add(exchange.request.principal);
    hasLogins ||= headerOf(exchange.request.headers, "authorization") !== null;
  }
  for (const principal of principals)
    if (principal !== anonymous) tokens.set(principal, `verify${tokens.size}q7Xk2LmZ9pRt4Kw`);
  const player = createPlayer({
    tapes: source,
    api: [first, ...more],
    // What an answer issued has no alias: with a known token of that alias, it would be another caller's.
    tokens: Object.fromEntries(tokens.entries().filter(([alias]) => alias !== anyToken || !hasLogins)),
    rewriteOrigin: false,
    journal: { entries: 1, bytes: 0 },
    onRequest: (entry) => {
      latest = entry;
    },
  });
  for (const each of recorded) {
    const { credentials } = apiFor(unlimited, each.origin);
    const ask = askFor(each, schemeOf(credentials), tokens);
    try {
      const wrong = await differenceOf(player, ask, each, () => latest);
      if (wrong !== null) yield [each.file, wrong];
    } catch (error) {
      // Another finding says what is wrong with its file.
      if (!(error instanceof RecordingSyntaxError)) throw error;
    }
  }
}

async function differenceOf(
  player: Player,
  ask: IncomingRequest,
  { exchange: { request, response }, exchange, tape, place }: PlacedExchange,
  entry: () => JournalEntry | undefined,
): Promise<Finding | null> {
  const outcome = player.answer(ask);
  const source = entry()?.source;
  const where = placeOf(exchange, place - 1).replace(/^entry \d+, /, "");
  if (source?.kind !== "played")
    return finding("unplayable", where, `a replay that is asked for it answers ${verdictOf(source)}`, record);
  // A stream, or a body in a file, was read when its file was verified.
  const isOwn = source.tape === tape && source.place === place;
  const { status = 0, body } =
    outcome.kind === undefined && response.body?.encoding !== "file"
      ? outcome
      : { status: response.status, body: undefined };
  const isAlike =
    status === response.status &&
    (body === undefined ||
      request.method === "HEAD" ||
      Buffer.compare(body ?? new Uint8Array(), bytesOf(response.body)) === 0);
  if (isAlike && (isOwn || outcome.kind === undefined)) {
    const end = outcome.kind === "socket" ? await earlyEnd(outcome, response) : null;
    return end === null
      ? null
      : finding("unplayable", where, `a replay that hears its client's messages ends it: ${end}`, record);
  }
  return isOwn
    ? finding(
        "unplayable",
        where,
        `a replay answers it otherwise than it was recorded${status === response.status ? "" : ` (${status}, and not ${response.status})`}`,
        record,
      )
    : finding(
        "unplayable",
        where,
        `a replay that is asked for it gives another: ${source.tape}, number ${source.place}`,
        apart,
      );
}

/** Holds a recorded conversation, and returns the reason for which the replay ends it before its end; null for none. */
async function earlyEnd({ open }: OpenedSocket, { messages = [], closed }: RecordedResponse): Promise<string | null> {
  let end: string | null = null;
  const gone = new AbortController();
  const conversation = open({
    gone: gone.signal,
    send: () => undefined,
    close: (code, reason = "") => {
      const isRecorded = code === undefined || (closed?.from === "server" && closed.reason === reason);
      end = isRecorded ? null : reason;
    },
  });
  for (const [at, { from, data }] of messages.entries()) {
    if (from === "client") conversation.received(data.encoding === "utf8" ? data.text : bytesOf(data));
    // A replay takes only so many at once.
    if (at % 1000 === 999) await nextTurn();
  }
  await nextTurn();
  gone.abort();
  return end;
}

const record =
  'record it again (npx @tapedeck/cli record --again); if it is like this again, name the differences to ignore ("match" in api.json)';
const apart = 'delete the one that is too many, or see to it that "match" in api.json does not make them one';

function verdictOf(source: JournalEntry["source"] | undefined): string {
  if (source?.kind === "missed") return "that it is not recorded";
  return source?.kind === "decided" ? `as its API's description decides (${source.rule})` : "with something else";
}

function askFor(
  { origin, exchange: { request } }: PlacedExchange,
  scheme: string,
  tokens: ReadonlyMap<string, string>,
): IncomingRequest {
  const token = tokens.get(request.principal);
  const headers: Record<string, string> = {};
  for (const [name, value] of request.headers) headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  if (token !== undefined && !("authorization" in headers))
    headers["authorization"] = `${scheme} ${scheme.toLowerCase() === "basic" ? btoa(`verify:${token}`) : token}`;
  const target =
    token === undefined ? request.target : request.target.replaceAll(placeholderFor(request.principal), token);
  const { body: sent } = request;
  // Another finding says that secrets are left in a file.
  const body = sent?.encoding === "file" ? spooledBody(sent) : sent && bytesOf(sent);
  const { method, session: name } = request;
  const asked = { method, target, headers, body, base: origin, address: "127.0.0.1" };
  return name === undefined ? asked : { ...asked, session: { number: 0, name: namesIn(name).before } };
}

function schemeOf(forms: readonly CredentialForm[]): string {
  const form = forms.find((each) => "scheme" in each);
  return form?.scheme ?? "Bearer";
}
