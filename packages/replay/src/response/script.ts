import { type Body, bodyOf, bytesOf, type RecordedMessage } from "@tapedeck/tape";
import {
  findPlaceholders,
  heldBody,
  hideMqttPassword,
  latin1Text,
  passwordAs,
  placeholderParts,
  requestKey,
  rewriter,
  rewrittenBody,
  type SecretMemory,
} from "@tapedeck/tape/internal";
import { replayConversation, type Script, type Scripts } from "../deliver/conversation.ts";
import type { OpenedSocket } from "../deliver/outcome.ts";
import { keyOfExchange, layerKey, scopedPath } from "../index/lookup.ts";
import type { PreparedExchange } from "../index/prepared-exchange.ts";
import type { Difference } from "../match/difference.ts";
import { createEchoedValues } from "../match/echoed-values.ts";
import { explainMessage, type Miss } from "../match/explain.ts";
import { pathOf } from "../match/matchers.ts";
import type { RequestContext, Settings } from "../request/request-context.ts";

/** A recorded conversation over a WebSocket. */
interface SocketScript extends Script {
  /** Of its exchange. */
  readonly id: number;
}

/** The conversations that a WebSocket may go on with, the one whose turn it is first. */
export interface SocketScripts {
  readonly all: readonly [SocketScript, ...SocketScript[]];
  /** Explains a message that none of them has. */
  readonly explain: (nth: number, differences: readonly Difference[] | null) => Miss;
}

/** Makes the scripts of a recorded WebSocket, and of the others that were recorded of the same request. */
export function scriptsOf(
  settings: Settings,
  context: RequestContext,
  [prepared]: readonly PreparedExchange[],
): SocketScripts | null {
  const own = prepared && scriptOf(settings, context, prepared);
  if (!own) return null;
  const { index, recording } = settings;
  const { request } = prepared.exchange;
  const key = requestKey(request);
  const alike = index.find(
    keyOfExchange(prepared, index.rule),
    layerKey(prepared, index.rule),
    scopedPath(prepared.scope, pathOf(request)),
  );
  const others = Array.from({ length: alike?.length ?? 0 }, (_, at) => alike?.at(at) as PreparedExchange)
    .filter(({ id, exchange }) => id !== prepared.id && requestKey(exchange.request) === key)
    .flatMap((each) => scriptOf(settings, context, each) ?? []);
  return {
    all: [own, ...others],
    explain: (nth, differences) => explainMessage(context, prepared, nth, differences, recording),
  };
}

/** Messages are compared like bodies, by the same rule, with secrets hidden. */
function scriptOf(
  { index, rewriteOrigin, scrubber }: Settings,
  context: RequestContext,
  prepared: PreparedExchange,
): SocketScript | null {
  if (prepared.exchange.response.messages === undefined) return null;
  const { messages, closed = null, cut } = prepared.exchange.response;
  const rule = index.rule(context.scope);
  const request = { ...context.request, headers: [] };
  const rebase = prepared.rebase(context.base);
  // A client sends its server's own address: recordings have the origin in its place.
  const unbase = rewriteOrigin ? rewriter([context.ask.base], prepared.origin) : (text: string) => text;
  const echoed = createEchoedValues();
  const repeats = rule.leavesMembers(pathOf(request));
  return {
    id: prepared.id,
    messages,
    closed,
    clientLeft: cut === "client",
    compare(asked: Body | null, recorded: Body) {
      const body = rewrittenBody(withoutLogin(asked, scrubber), unbase);
      const hidden = scrubber.request({ ...request, body }).body;
      const ours = { ...request, body: hidden && asHidden(hidden) };
      const theirs = { ...request, body: asHidden(recorded) };
      const isSame = rule.key(ours) === rule.key(theirs) || isPasswordAlone(body, theirs.body, scrubber);
      if (!isSame) return rule.differences(ours, theirs);
      if (repeats && body?.encoding === "utf8" && recorded.encoding === "utf8") echoed.note(body.text, recorded.text);
      return null;
    },
    say: (recorded) => rewrittenBody(recorded, (text) => rebase(echoed.into(text))) as Body,
  };
}

function withoutLogin(asked: Body | null, { request }: SecretMemory): Body | null {
  const [first] = asked ? hideMqttPassword([{ from: "client", afterMs: 0, data: heldBody(asked) }], request) : [];
  return first?.data ?? null;
}

/** Returns whether a message is a password and nothing else, as where a client of MQTT sends each field by itself. */
function isPasswordAlone(asked: Body | null, recorded: Body | null, { request }: SecretMemory): boolean {
  const said =
    recorded?.encoding === "utf8" && placeholderParts(recorded.text)?.kind === "password" ? recorded.text : null;
  const sent = said === null ? null : bodyOf(bytesOf(asked));
  return sent?.encoding === "utf8" && passwordAs(sent.text, request) === said;
}

/** Returns a message as text where it is bytes that hide something: hiding makes text of bytes that are. */
function asHidden(message: Body): Body {
  const bytes = message.encoding === "base64" ? bytesOf(message) : null;
  return bytes !== null && findPlaceholders(latin1Text(bytes)).length > 0 ? (bodyOf(bytes) ?? message) : message;
}

/**
 * Returns the answer that opens a recorded WebSocket.
 * @param taken The conversations in which a client has said something: another one gets those that are left.
 * @param missed Takes the explanation of each message that was not recorded.
 * @param count Counts the conversation that a client is given in place of the one whose turn it was.
 */
export function openedBy(
  { all, explain }: SocketScripts,
  headers: OpenedSocket["headers"],
  taken: Set<number>,
  missed: (miss: Miss) => void,
  count: (id: number, by: number) => void,
): Omit<OpenedSocket, "ended"> {
  const open: OpenedSocket["open"] = (peer, wait) => {
    const left = (): readonly SocketScript[] => all.filter(({ id }) => !taken.has(id));
    let [counted, own]: [SocketScript, SocketScript | null] = [all[0], null];
    const given = (script: SocketScript): SocketScript => {
      count(counted.id, -1);
      count(script.id, 1);
      counted = script;
      return script;
    };
    const follow: Scripts["follow"] = (current, at, said) => {
      const able = (own === null ? [...left(), all[0]] : [own, ...left()]).find((each) =>
        goesOn(each, current, at, said),
      );
      if (able === undefined || able === own) return able ?? null;
      if (own !== null) taken.delete(own.id);
      taken.add(able.id);
      own = able;
      return given(able);
    };
    const told: Scripts["missed"] = (nth, differences) => missed(explain(nth, differences));
    return replayConversation({ first: given(left()[0] ?? all[0]), follow, missed: told }, peer, wait);
  };
  return { kind: "socket", status: 101, headers, body: null, open };
}

/** Returns whether a script has what another one has said so far, and what the client has said, as its next message. */
function goesOn(script: Script, current: Script, at: number, said: readonly Body[]): boolean {
  const isNext = ({ from, data }: RecordedMessage, heard: Body | undefined): boolean =>
    from === "client" && script.compare(heard ?? null, data) === null;
  const [latest, next] = [said.at(-1), script.messages[at]];
  if (next === undefined || !isNext(next, latest)) return false;
  if (script === current) return true;
  let heard = 0;
  return script.messages.slice(0, at).every((message, nth) => {
    const before = current.messages[nth];
    if (before?.from === "client") return isNext(message, said[heard++]);
    return message.from === "server" && JSON.stringify(message.data) === JSON.stringify(before?.data);
  });
}
