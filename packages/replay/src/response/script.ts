import type { Body } from "@tapedeck/tape";
import { rewriter, rewrittenBody } from "@tapedeck/tape/internal";
import { replayConversation, type Script } from "../deliver/conversation.ts";
import type { OpenedSocket } from "../deliver/outcome.ts";
import type { PreparedExchange } from "../index/prepared-exchange.ts";
import type { Difference } from "../match/difference.ts";
import { createEchoedValues } from "../match/echoed-values.ts";
import { explainMessage, type Miss } from "../match/explain.ts";
import { pathOf } from "../match/matchers.ts";
import type { RequestContext, Settings } from "../request/request-context.ts";

/** A recorded conversation over a WebSocket. */
export interface SocketScript extends Omit<Script, "missed"> {
  /** Explains a message that differs from the recorded one. */
  readonly explain: (nth: number, differences: readonly Difference[] | null) => Miss;
}

/**
 * Makes the script of a recorded WebSocket: messages are compared like bodies, by the same rule, with secrets hidden.
 */
export function scriptOf(
  { index, recording, rewriteOrigin, scrubber }: Settings,
  context: RequestContext,
  [card]: readonly PreparedExchange[],
): SocketScript | null {
  if (card?.exchange.response.messages === undefined) return null;
  const { messages, closed = null, cut } = card.exchange.response;
  const rule = index.rule(context.scope);
  const request = { ...context.request, headers: [] };
  const rebase = card.rebase(context.base);
  // A client sends its server's own address: recordings have the origin in its place.
  const unbase = rewriteOrigin ? rewriter([context.ask.base], card.origin) : (text: string) => text;
  const echoed = createEchoedValues();
  const repeats = rule.leavesMembers(pathOf(request));
  return {
    messages,
    closed,
    clientLeft: cut === "client",
    compare(asked: Body | null, recorded: Body) {
      const body = rewrittenBody(asked, unbase);
      const [ours, theirs] = [scrubber.request({ ...request, body }), { ...request, body: recorded }];
      if (rule.key(ours) !== rule.key(theirs)) return rule.differences(ours, theirs);
      if (repeats && body?.encoding === "utf8" && recorded.encoding === "utf8") echoed.note(body.text, recorded.text);
      return null;
    },
    say: (recorded) => rewrittenBody(recorded, (text) => rebase(echoed.into(text))) as Body,
    explain: (nth, differences) => explainMessage(context, card, nth, differences, recording),
  };
}

/**
 * Returns the answer that opens a recorded WebSocket.
 * @param missed Takes the explanation of each message that was not recorded.
 */
export function openedBy(
  script: SocketScript,
  headers: OpenedSocket["headers"],
  missed: (miss: Miss) => void,
): Omit<OpenedSocket, "ended"> {
  const told: Script["missed"] = (nth, differences) => missed(script.explain(nth, differences));
  const open: OpenedSocket["open"] = (peer, wait) => replayConversation({ ...script, missed: told }, peer, wait);
  return { kind: "socket", status: 101, headers, body: null, open };
}
