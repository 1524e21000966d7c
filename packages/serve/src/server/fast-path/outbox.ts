// Holds the answers of one turn of the event loop, and sends them at its end: a client that the first one wakes is still
// awake for the others, which would each take the system as long as all the rest of an answer. Read next: fast-path.ts.
import timers from "node:timers";
import type { Outcome } from "@tapedeck/replay";
import { longestResponse, type ResponseWriter } from "./response-bytes.ts";

// Captured now, since a test may fake it later.
const { setImmediate } = timers;

type Ended = NonNullable<Outcome["ended"]>;

/** Sends bytes to a client; returns whether they may be overwritten. @param endings Called once they are sent. */
type Send = (bytes: Buffer<ArrayBuffer>, endings: readonly Ended[]) => boolean;

/** Bytes for a client. */
interface Parcel {
  readonly send: Send;
  readonly buffer: Buffer<ArrayBuffer>;
  readonly start: number;
  end: number;
  readonly endings: Ended[];
}

/** The answers of one turn. */
interface Outbox {
  /** Adds an answer; returns false for one that is left to `node:http`. */
  add(send: Send, method: string, reply: Outcome): boolean;
  /** Sends what was added. */
  flush(): void;
  /** Does so at the end of the turn. */
  flushSoon(): void;
}

const mostBuffers = 4;
/** Where answers take longer, those that are ready do not wait for more. */
const mostMilliseconds = 1;

/**
 * Makes an outbox, which holds half a megabyte at most.
 * @example
 * const outbox = createOutbox(createResponseWriter(5000));
 * outbox.add((bytes) => socket.write(bytes), "GET", reply);
 */
export function createOutbox(write: ResponseWriter): Outbox {
  // Several, since a client that reads slowly holds one of them.
  const buffers = Array.from({ length: mostBuffers }, () => Buffer.allocUnsafeSlow(2 * longestResponse));
  let added: Parcel[] = [];
  let current = 0;
  let filled = 0;
  let since = 0;
  let isDue = false;

  const flush = (): void => {
    const parcels = added;
    added = [];
    for (const { send, buffer, start, end, endings } of parcels) {
      if (send(buffer.subarray(start, end), endings)) continue;
      const at = buffers.indexOf(buffer);
      if (at >= 0) buffers[at] = Buffer.allocUnsafeSlow(buffer.length);
    }
    if (added.length === 0) [current, filled] = [0, 0];
  };
  const turnEnds = (): void => {
    isDue = false;
    flush();
  };
  const put = (method: string, reply: Outcome): number => write(buffers[current] as Buffer, filled, method, reply);

  return {
    add(send, method, reply) {
      let end = put(method, reply);
      if (end < 0 && filled > 0) {
        if (current + 1 === mostBuffers) flush();
        else [current, filled] = [current + 1, 0];
        end = put(method, reply);
      }
      if (end < 0) return false;
      const now = performance.now();
      if (added.length === 0) since = now;
      const buffer = buffers[current] as Buffer<ArrayBuffer>;
      let parcel = added.at(-1);
      if (parcel?.send === send && parcel.buffer === buffer) parcel.end = end;
      else {
        parcel = { send, buffer, start: filled, end, endings: [] };
        added.push(parcel);
      }
      if (reply.ended) parcel.endings.push(reply.ended);
      filled = end;
      if (now - since > mostMilliseconds) flush();
      return true;
    },
    flush,
    flushSoon() {
      if (!isDue) setImmediate(turnEnds);
      isDue = true;
    },
  };
}
