// Replays a recorded conversation over a WebSocket: sends each message of the server once the client has sent
// everything that preceded it in the recording. Read next: outcome.ts.
import { type Body, bytesOf, type RecordedClose, type RecordedMessage } from "@tapedeck/tape";
import { toBase64 } from "@tapedeck/tape/internal";
import type { Difference } from "../match/difference.ts";
import type { Conversation, Pacer, Peer } from "./outcome.ts";

/** The recorded messages, and how to compare the client's with them. */
export interface Script {
  readonly messages: readonly RecordedMessage[];
  readonly closed: RecordedClose | null;
  /** Whether the client ended the recorded connection without a close frame: the replay then waits for the client. */
  readonly clientLeft: boolean;
  /** Returns where a message differs from the recorded one; null if it does not. */
  readonly compare: (asked: Body | null, recorded: Body) => readonly Difference[] | null;
  /** Rewrites a recorded message of the server's for this client. */
  readonly say: (recorded: Body) => Body;
}

/** The scripts of a connection. */
export interface Scripts {
  readonly first: Script;
  /**
   * Returns the script that goes on with what the client has said; null for none.
   * @param current The script so far.
   * @param at How many messages were exchanged before the client's latest.
   */
  readonly follow: (current: Script, at: number, said: readonly Body[]) => Script | null;
  /**
   * Called with the first message that differs from what was recorded (null: nothing more was recorded), counted from
   * 1.
   */
  readonly missed: (nth: number, differences: readonly Difference[] | null) => void;
}

/** RFC 6455, section 7.4.1: the message violates the policy of the endpoint that closes. */
const policyViolation = 1008;

/** Number of messages that a client may send ahead; one that sends more without reading is cut off. */
const mostAhead = 10_000;

/**
 * Replays a conversation over an open connection.
 * @param wait Waits before each message of the server. Default: no wait.
 */
export function replayConversation(scripts: Scripts, peer: Peer, wait?: Pacer): Conversation {
  let script = scripts.first;
  const said: Body[] = [];
  const heard: Body[] = [];
  let at = 0;
  let speaking = false;
  let over = false;

  const end = (code?: number, reason = ""): void => {
    over = true;
    peer.close(code, reason);
  };
  const miss = (differences: readonly Difference[] | null): void => {
    scripts.missed(heard.length, differences);
    end(policyViolation, `tapedeck: message ${heard.length} is not the one that was recorded; see misses()`);
  };
  const hear = (message: Body, recorded: Body): void => {
    heard.push(message);
    const followed = scripts.follow(script, at, heard);
    if (followed === null) miss(script.compare(message, recorded));
    else [script, at] = [followed, at + 1];
  };
  const speak = async ({ afterMs, data: recorded }: RecordedMessage): Promise<void> => {
    const due = wait?.(afterMs, peer.gone);
    if (due) await due;
    if (peer.gone.aborted) return;
    at += 1;
    const data = script.say(recorded);
    const drained = peer.send(data.encoding === "utf8" ? data.text : bytesOf(data));
    if (drained) await drained;
  };
  const goOn = async (): Promise<void> => {
    if (speaking) return;
    speaking = true;
    while (!over && !peer.gone.aborted) {
      const next = script.messages[at];
      if (next?.from === "server") await speak(next);
      else if (next !== undefined && said.length > 0) hear(said.shift() as Body, next.data);
      else break;
    }
    speaking = false;
    const { messages, closed } = script;
    if (over || peer.gone.aborted || at < messages.length) return;
    const [more] = said;
    if (more !== undefined) {
      heard.push(more);
      miss(null);
    } else if (closed?.from === "server") end(closed.code, closed.reason);
    else if (closed === null && !script.clientLeft) end();
  };

  void goOn();
  return {
    received(data) {
      if (over) return;
      // A recording tells bytes from text by the frame, and not by whether they are UTF-8, as one byte of MQTT is.
      const isText = typeof data === "string";
      said.push(isText ? { encoding: "utf8", text: data } : { encoding: "base64", text: toBase64(data) });
      if (said.length > mostAhead) end(policyViolation, "tapedeck: too many messages at once");
      else void goOn();
    },
    closed() {
      over = true;
    },
  };
}
