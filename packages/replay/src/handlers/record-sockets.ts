import { rewriter } from "@tapedeck/tape/internal";
import type { OpenedSocket, Outcome, Pacer, Peer } from "../deliver/outcome.ts";
import type { IncomingRequest } from "../http/message.ts";
import type { FetchHandler } from "./handler.ts";
import type { Player } from "./player.ts";
import { askUpgrade, failureIn, isLasting, recordedOf } from "./upstream.ts";

/**
 * Makes the function that asks upstream for a WebSocket that the player does not have. Messages are passed on at once,
 * with links to the caller's base, and the player has them once the conversation has ended. An answer in place of a
 * WebSocket is treated like any other.
 * @param from The upstream's base URL.
 */
export function recordSockets(
  player: Player,
  upstream: FetchHandler,
  from: string,
): (ask: IncomingRequest) => Promise<Outcome> {
  const opened = (came: OpenedSocket, ask: IncomingRequest): Outcome => {
    const { status, headers } = came;
    came.said?.then((said) => player.store(ask, { status, headers, body: null, ...said }, from));
    const toCaller = rewriter([from], ask.base);
    return {
      ...came,
      open: (peer: Peer, wait?: Pacer) =>
        came.open({ ...peer, send: (data) => peer.send(typeof data === "string" ? toCaller(data) : data) }, wait),
    };
  };

  return async (ask) => {
    try {
      const came = await askUpgrade(upstream, ask, player.resolve(ask).route.prefix);
      const reply = came.kind === "socket" ? opened(came, ask) : came;
      if (reply.kind === undefined) {
        const reason = failureIn(reply);
        if (reason !== null) return player.replayMiss(ask, reason);
        if (isLasting(recordedOf(reply))) {
          await player.store(ask, recordedOf(reply), from);
          return player.answer(ask);
        }
      }
      await player.log(ask, reply);
      return reply;
    } catch (error) {
      return player.replayMiss(ask, (error as Error).message);
    }
  };
}
