// What a service repeats of a request: a replay repeats what this client sent, not what the recorded one did.
import { bodyOf, type Exchange, type HeaderList, headerOf, type RecordedRequest } from "@tapedeck/tape";
import { findPlaceholders, isPinnedRequestId, isSpooled, mappedChunks, saysBytes } from "@tapedeck/tape/internal";
import { type IncomingRequest, requestHeader } from "../http/message.ts";
import { isPieced } from "../http/pieced-body.ts";
import { withHeldBody } from "../http/response-draft.ts";
import { withoutPrefix } from "../index/layer/layer.ts";
import type { PreparedExchange } from "../index/prepared-exchange.ts";
import type { CompiledRule } from "../match/compiled-rule.ts";
import {
  beginsWithState,
  echoOf,
  isMadeAnew,
  repeatedHeaders,
  repeatsHidden,
  statesIn,
} from "../match/echoed-values.ts";
import { pathOf } from "../match/matchers.ts";
import { sentHeaders } from "../request/redacted-request.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { SelectedResponse } from "./selected-response.ts";

/**
 * Returns a recorded answer with the ids, nonces and hidden values of this request in place of the recorded ones:
 * clients compare them. So are the states that requests before it sent.
 * @param withHeaders Returns the request with these headers, secrets hidden.
 * @see JSON-RPC 2.0, section 5 (`id`); RFC 6749, section 4.1.2 (`state`)
 */
export function echoing(
  rule: CompiledRule,
  found: SelectedResponse,
  { ask, request, route }: RequestContext,
  { exchange }: PreparedExchange,
  withHeaders: (names: readonly string[]) => RecordedRequest,
  sentBefore: ReadonlyMap<string, string>,
): SelectedResponse {
  const selected = found.draft.status === 101 ? withOwnProtocol(found, exchange, ask) : found;
  const { draft } = selected;
  const { request: recorded } = exchange;
  const isSame = request.target === recorded.target && request.body?.text === recorded.body?.text;
  const { kept, hidden, pinned } = repeatedHeaders(exchange);
  const mayRepeat = !isSame || kept.length + hidden.length > 0 || repeatsHidden(exchange);
  const sentIds = sentHeaders(ask, pinned);
  const before = saidIn(exchange, sentBefore);
  const mayBegin = beginsWithState(recorded);
  if (!mayRepeat && !mayBegin && sentIds.length === 0 && before.size === 0) return selected;
  const sent = asSent(ask, request, withoutPrefix(ask.target, route));
  const asked = { ...sent, headers: [...sent.headers, ...withHeaders(kept).headers, ...sentHeaders(ask, hidden)] };
  const states = mayBegin ? statesIn(sent, recorded) : null;
  const noted = states?.size ? { ...selected, states } : selected;
  const changed =
    mayRepeat || before.size > 0 ? echoOf(asked, recorded, rule.leavesMembers(pathOf(request)), before) : null;
  const clean = withHeaders(pinned).headers;
  const isOwn = ([name, value]: HeaderList[number]): boolean => isMadeAnew(name, headerOf(clean, name) ?? "", value);
  const ids = new Map(sentIds.filter(isOwn));
  if (changed === null && ids.size === 0) return noted;
  const echo = changed ?? ((text) => text);
  const headers = draft.headers.map(
    ([name, value]) => [name, (isPinnedRequestId(name, value) && ids.get(name)) || echo(value)] as const,
  );
  const echoed = { ...noted, draft: { ...draft, headers } };
  if (changed === null || saysBytes(headers)) return echoed;
  const { body, flow: recordedFlow } = withHeldBody(draft);
  if (body === null || isPieced(body)) return echoed;
  const text = textIn(body);
  const isStream = /^text\/event-stream\b/i.test(headerOf(headers, "content-type") ?? "");
  const said = isStream ? text.replace(/(?<=^data:).+/gm, echo) : echo(text);
  if (said === text) return echoed;
  const flow = recordedFlow && { flow: { ...recordedFlow, chunks: mappedChunks(text, said, recordedFlow.chunks) } };
  // The recorded tag is that of another body.
  const own = headers.filter(([name]) => name !== "etag");
  return {
    ...echoed,
    draft: { ...draft, headers: own, body: new TextEncoder().encode(said), ...flow },
    validators: null,
  };
}

/** Returns an answer with the subprotocol that this client offers in the place of the recorded one, if that is a secret. */
function withOwnProtocol(selected: SelectedResponse, { request }: Exchange, ask: IncomingRequest): SelectedResponse {
  const name = "sec-websocket-protocol";
  const { draft } = selected;
  const isHidden = (text: string): boolean => findPlaceholders(text).length > 0;
  const said = headerOf(draft.headers, name) ?? "";
  if (!isHidden(said)) return selected;
  const [theirs = [], ours = []] = [headerOf(request.headers, name), requestHeader(ask, name)].map((offered) =>
    (offered ?? "").split(/\s*,\s*/),
  );
  const own = ours[theirs.includes(said) ? theirs.indexOf(said) : theirs.findIndex(isHidden)];
  const headers = draft.headers.map((each) => (each[0] === name && own ? ([name, own] as const) : each));
  return { ...selected, draft: { ...draft, headers } };
}

/** Returns those of the values that an answer says in place of the recorded states. */
function saidIn({ response }: Exchange, values: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const says = (state: string): boolean =>
    response.headers.some(([, value]) => value.includes(state)) || (response.body?.text?.includes(state) ?? false);
  return values.size === 0 ? values : new Map([...values].filter(([state]) => says(state)));
}

/** Returns a request with its secrets. */
function asSent(ask: IncomingRequest, request: RecordedRequest, target: string): RecordedRequest {
  const body = ask.readable ?? ask.body;
  return { ...request, target, body: body === null || isSpooled(body) ? null : bodyOf(body) };
}

/** Returns a body as text; "" for one that is not UTF-8. */
function textIn(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return "";
  }
}
