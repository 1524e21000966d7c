import type { Body } from "@tapedeck/tape";
import type { Script } from "./deliver/conversation.ts";
import type { PreparedExchange } from "./index/prepared-exchange.ts";
import type { Difference } from "./match/difference.ts";
import { explainMessage, type Miss } from "./match/explain.ts";
import type { RequestContext, Settings } from "./request-context.ts";

/** What is said over a WebSocket, as it was recorded. */
export interface SocketScript extends Pick<Script, "messages" | "closed" | "compare"> {
  /** Explains a message that something else was recorded for. */
  readonly explain: (nth: number, differences: readonly Difference[] | null) => Miss;
}

/** The script of a recorded WebSocket: messages are compared as bodies are, by the same rule, secrets hidden. */
export function scriptOf(
  { index, scrubber }: Settings,
  context: RequestContext,
  [card]: readonly PreparedExchange[],
): SocketScript | null {
  if (card?.exchange.response.messages === undefined) return null;
  const { messages, closed = null } = card.exchange.response;
  const rule = index.rule(context.scope);
  const request = { ...context.request, headers: [] };
  return {
    messages,
    closed,
    compare(asked: Body | null, recorded: Body) {
      const [ours, theirs] = [scrubber.request({ ...request, body: asked }), { ...request, body: recorded }];
      return rule.key(ours) === rule.key(theirs) ? null : rule.differences(ours, theirs);
    },
    explain: (nth, differences) => explainMessage(context, card, nth, differences),
  };
}
