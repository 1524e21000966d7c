import type { OpenedSocket } from "@tapedeck/replay";
import type { Cut, Exchange, RecordedResponse } from "@tapedeck/tape";
import type { Turn, Turns } from "@tapedeck/tape/files";
import { createKeyedQueue } from "../in-flight.ts";
import type { Named, Sender } from "./credential.ts";
import { messageOf, type RecordRequest, recordableRequest } from "./record-request.ts";
import { askForSocket, otherAnswer, type SocketBounds } from "./socket.ts";
import type { WireRequest } from "./transport.ts";
import type { RecordedService } from "./upstream.ts";

/** Settings for recording a WebSocket. */
interface SocketContext {
  readonly credentials: readonly Named[];
  readonly upstream: RecordedService;
  readonly turns: Turns;
  readonly bounds: SocketBounds;
  readonly keep: (exchange: Exchange, sender: Sender, turn: Turn) => Promise<unknown>;
  /** Called when nothing answered; returns the error to throw. */
  readonly lost: (message: WireRequest, target: string, code: string) => Error;
  /** Called when a conversation has begun, with the function that cuts it, and a promise of its storage. */
  readonly begun: (cut: (why: Cut) => void, kept: Promise<unknown>) => void;
}

/**
 * Makes the function that opens a WebSocket at the service and stores its messages once it has ended, and those that
 * were opened before it at the same path; any other answer is stored as usual. A conversation costs nothing of a rate
 * limit, and does not wait for one.
 */
export function socketRecorder({
  credentials,
  upstream,
  turns,
  bounds,
  keep,
  lost,
  begun,
}: SocketContext): (question: RecordRequest, credential: string | null) => Promise<OpenedSocket | Exchange> {
  // A replay gives equal ones their conversations as they are opened.
  const enqueueAt = createKeyedQueue();
  return async (question, credential) => {
    const message = messageOf(question, credential, upstream, credentials);
    const asked = { ...message, headers: { ...message.headers, upgrade: "websocket" } };
    const request = recordableRequest(asked, upstream);
    const turn = turns.begin();
    const over = (): void => {
      turn.place(null);
      turn.end();
    };
    const kept = (response: RecordedResponse): Promise<unknown> =>
      keep({ request, response }, message.sender, turn).finally(over);
    const coming = askForSocket(message, bounds);
    const whole = enqueueAt(question.target.replace(/\?.*/s, ""), async () => {
      const came = await coming;
      if (came.kind === "open")
        await kept({ status: 101, headers: came.socket.headers, body: null, ...(await came.socket.said) });
    });
    whole.catch(() => {});
    const came = await coming.catch((error: unknown) => {
      over();
      throw lost(message, question.target, String((error as { code?: unknown }).code ?? "ECONNREFUSED"));
    });
    if (came.kind === "other") {
      const response = await otherAnswer(came);
      await kept(response);
      return { request, response };
    }
    begun(came.cut, whole);
    return came.socket;
  };
}
