// Answers requests in a thread with sockets: passes them to the thread that decides, and delivers its answers. It
// decides nothing, and remembers only parts of responses that were shared with it. Read next: call-answerer.ts,
// messages.ts.
import type { Chunk, Conversation, Ending, IncomingRequest, OpenedSocket, Outcome, Peer } from "@tapedeck/replay";
import { brokenOff, RepeatedRequest } from "@tapedeck/replay/internal";
import type { HeaderList } from "@tapedeck/tape";
import { isSpooled } from "@tapedeck/tape/internal";
import { FailedCallError, type Failure } from "../server/failure.ts";
import { alone, type FromWorker, type PutRequest, type ToWorker } from "./messages.ts";
import { createReplyReader } from "./shared-replies.ts";

/** The state of a call in flight. */
interface Call {
  readonly settle: PromiseWithResolvers<Outcome>;
  /** Takes a chunk; null at the end of a stream. */
  chunk?: (bytes: Uint8Array<ArrayBuffer> | null) => void;
  breakOff?: (failure: Failure | null) => void;
  /** Trailers after it. */
  trailers?: HeaderList;
  peer?: Peer;
}

/** The thread that decides, as a thread with sockets sees it. */
interface Remote {
  readonly answer: (ask: IncomingRequest) => Promise<Outcome>;
  /** Takes that thread's messages about calls. */
  readonly hear: (message: Exclude<ToWorker, { readonly kind: "shutdown" }>) => void;
}

/** Maximum number of remembered requests that may come again. */
const mostNumbers = 4096;

/**
 * Connects to the thread that decides. Requests of one turn of the event loop go in one message.
 * @param post Sends a message to it.
 */
export function createRemote(post: (message: FromWorker) => void): Remote {
  const calls = new Map<number, Call>();
  const readReply = createReplyReader();
  let numbers = new Map<IncomingRequest, number>();
  let waiting: PutRequest[] = [];
  let latest = 0;

  const flush = (): void => {
    post({ kind: "requests", requests: waiting });
    waiting = [];
  };
  const put = (call: number, ask: IncomingRequest): void => {
    if (waiting.length === 0) setImmediate(flush);
    const known = numbers.get(ask);
    if (known !== undefined) return void waiting.push([call, null, known]);
    // The other thread reads a body on disk itself.
    const body = ask.body === null || isSpooled(ask.body) ? ask.body : alone(ask.body as Uint8Array<ArrayBuffer>);
    if (!(ask instanceof RepeatedRequest))
      return void waiting.push([call, { ...ask, headers: { ...ask.headers }, body }, -1]);
    if (numbers.size >= mostNumbers) numbers = new Map();
    numbers.set(ask, numbers.size);
    waiting.push([call, ask, numbers.size - 1]);
  };
  const ends = (call: number) => (ending: Ending) => {
    calls.get(call)?.chunk?.(null);
    calls.delete(call);
    post({ kind: "ended", call, ending });
  };

  const flow = (call: number, known: Call): AsyncIterable<Chunk> => {
    let next = Promise.withResolvers<Uint8Array<ArrayBuffer> | null>();
    // The client may have gone.
    next.promise.catch(() => {});
    known.chunk = (bytes) => next.resolve(bytes);
    known.breakOff = (failure) => next.reject(failure ? new FailedCallError(failure) : brokenOff("truncation"));
    return (async function* () {
      for (let bytes = await next.promise; bytes !== null; bytes = await next.promise) {
        next = Promise.withResolvers();
        next.promise.catch(() => {});
        yield { afterMs: 0, bytes };
        post({ kind: "taken", call });
      }
    })();
  };
  const socket = (call: number, known: Call): OpenedSocket["open"] => {
    return (peer): Conversation => {
      known.peer = peer;
      post({ kind: "opened", call });
      return {
        received: (data) => post({ kind: "said", call, data: typeof data === "string" ? data : alone(data) }),
        closed: (code, reason) => post({ kind: "closed", call, code, reason }),
      };
    };
  };

  return {
    answer(ask) {
      latest += 1;
      const settle = Promise.withResolvers<Outcome>();
      calls.set(latest, { settle });
      put(latest, ask);
      return settle.promise;
    },
    hear(message) {
      if (message.kind === "replies") {
        for (const reply of message.replies) {
          const [call, , , , , tells] = reply;
          const { settle } = calls.get(call) as Call;
          calls.delete(call);
          const response = readReply(reply);
          settle.resolve(tells ? { ...response, ended: ends(call) } : response);
        }
        return;
      }
      const { call } = message;
      const known = calls.get(call);
      // Its client has gone.
      if (known === undefined) return;
      const { settle } = known;
      const ended = ends(call);
      switch (message.kind) {
        case "failed":
          calls.delete(call);
          settle.reject(new FailedCallError(message.failure));
          break;
        case "flow": {
          const { fault } = message;
          const { trailers = () => known.trailers ?? [] } = message.flow;
          const flowing = { ...message.flow, chunks: flow(call, known), trailers, ended };
          settle.resolve(fault === null ? { kind: "stream", ...flowing } : { kind: "fault", fault, ...flowing });
          break;
        }
        case "chunk":
          known.chunk?.(message.bytes);
          break;
        case "flowed":
          known.trailers = message.trailers;
          if (message.broken) known.breakOff?.(message.broken === true ? null : message.broken);
          else known.chunk?.(null);
          break;
        case "socket": {
          const { headers } = message;
          settle.resolve({ kind: "socket", status: 101, headers, body: null, open: socket(call, known), ended });
          break;
        }
        case "say":
          void Promise.resolve(known.peer?.send(message.data)).then(() => post({ kind: "taken", call }));
          break;
        case "hang up":
          known.peer?.close(message.code, message.reason);
      }
    },
  };
}
