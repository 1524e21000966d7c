// Answers the calls of one thread with sockets, in the thread that decides: there is one player, one order, and one
// count of everything, however many threads there are. Read next: remote-dispatch.ts, open-workers.ts.
import type {
  Conversation,
  Ending,
  FaultKind,
  IncomingRequest,
  OpenedSocket,
  Outcome,
  OutgoingResponse,
  Peer,
} from "@tapedeck/replay";
import { deliver, RepeatedRequest, type Sink } from "@tapedeck/replay/internal";
import type { HeaderList } from "@tapedeck/tape";
import { type Dispatch, failureOf } from "../server/dispatch.ts";
import { Spool, type SpoolPlace } from "../server/spool.ts";
import { alone, type FromWorker, type ToWorker, type WholeReply } from "./messages.ts";
import { createReplyWriter } from "./shared-replies.ts";

type CallMessage = Exclude<FromWorker, { readonly kind: "listening" | "unable" | "failure" | "shut" }>;

interface CallAnswerer {
  readonly hear: (message: CallMessage) => void;
  /** Ends its calls in flight: the thread is gone. */
  readonly abandon: () => void;
}

/**
 * Makes the answerer for the calls of one thread.
 * @param post Sends a message to it.
 */
export function createCallAnswerer(answer: Dispatch, post: (message: ToWorker) => void): CallAnswerer {
  const known: IncomingRequest[] = [];
  const sinks = new Map<number, CallSink>();
  const write = createReplyWriter();
  let replies: WholeReply[] = [];

  const flush = (): void => {
    if (replies.length > 0) post({ kind: "replies", replies });
    replies = [];
  };
  const give = (call: number, outcome: Outcome): void => {
    if (outcome.kind === undefined && outcome.ended === undefined) {
      replies.push(write(call, outcome));
      return;
    }
    const send = (response: OutgoingResponse): void => void replies.push(write(call, { ...response, ended: () => {} }));
    const sink = new CallSink(call, outcome, post, send);
    sinks.set(call, sink);
    deliver(outcome, sink);
  };
  const fail = (call: number, error: unknown): void => post({ kind: "failed", call, failure: failureOf(error) });
  const take = (call: number, ask: IncomingRequest): void => {
    try {
      const given = answer(withSpool(ask));
      if (given instanceof Promise)
        given
          .then((late) => {
            give(call, late);
            flush();
          })
          .catch((error: unknown) => fail(call, error));
      else give(call, given);
    } catch (error) {
      fail(call, error);
    }
  };

  return {
    hear(message) {
      if (message.kind === "requests") {
        for (const [call, ask, number] of message.requests) {
          if (ask !== null && number >= 0) known[number] = notable(ask);
          take(call, number >= 0 ? (known[number] as IncomingRequest) : (ask as IncomingRequest));
        }
        flush();
        return;
      }
      const sink = sinks.get(message.call);
      if (message.kind === "ended") sinks.delete(message.call);
      sink?.hear(message);
    },
    abandon() {
      for (const [call, sink] of sinks) sink.hear({ kind: "ended", call, ending: "aborted" });
      sinks.clear();
    },
  };
}

/** Makes a body on the disk readable for this thread; the other one deletes it. */
function withSpool(ask: IncomingRequest): IncomingRequest {
  const { body } = ask;
  return body !== null && "descriptor" in body ? { ...ask, body: new Spool(body as unknown as SpoolPlace) } : ask;
}

/** Lets a player note what it finds for a request that may come again. */
function notable(ask: IncomingRequest): IncomingRequest {
  return new RepeatedRequest({ ...ask, headers: Object.freeze(ask.headers) });
}

/** The sink of an outcome whose client belongs to another thread. */
class CallSink implements Sink {
  readonly #call: number;
  readonly #post: (message: ToWorker) => void;
  readonly #abort: AbortController = new AbortController();
  readonly send: (response: OutgoingResponse) => void;
  #taken: PromiseWithResolvers<void> | null = null;
  #ended: ((ending: Ending) => void) | null = null;
  #socket: OpenedSocket | null = null;
  #conversation: Conversation | null = null;
  readonly #fault: FaultKind | null;

  constructor(
    call: number,
    outcome: Outcome,
    post: (message: ToWorker) => void,
    send: (response: OutgoingResponse) => void,
  ) {
    this.#call = call;
    this.#post = post;
    this.send = send;
    this.#fault = outcome.kind === "fault" ? outcome.fault : null;
    if (outcome.kind !== "stream" && outcome.kind !== "fault") return;
    const { kind: _kind, chunks: _chunks, pacer: _pacer, ended: _ended, ...whole } = outcome;
    // What a recorder stores of it is known later, and to this thread alone.
    const { trailers, recorded: _recorded, ...around } = { trailers: undefined, recorded: undefined, ...whole };
    const flow = Array.isArray(trailers) ? { ...around, trailers } : around;
    post({ kind: "flow", call, flow, fault: this.#fault });
  }

  get gone(): AbortSignal {
    return this.#abort.signal;
  }

  done(ended: (ending: Ending) => void): void {
    this.#ended = ended;
  }

  head(): void {}

  write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#post({ kind: "chunk", call: this.#call, bytes: alone(bytes) });
    return this.#untilTaken();
  }

  end(trailers: HeaderList = []): void {
    this.#post({ kind: "flowed", call: this.#call, broken: false, trailers });
  }

  fail(_fault: FaultKind, error?: unknown): void {
    const broken = error === undefined ? this.#fault === null : failureOf(error);
    this.#post({ kind: "flowed", call: this.#call, broken, trailers: [] });
  }

  upgrade(socket: OpenedSocket): void {
    this.#socket = socket;
    this.#ended = socket.ended ?? null;
    this.#post({ kind: "socket", call: this.#call, headers: socket.headers });
  }

  hear(message: Exclude<CallMessage, { readonly kind: "requests" }>): void {
    switch (message.kind) {
      case "taken":
        this.#taken?.resolve();
        break;
      case "opened":
        this.#conversation = this.#socket?.open(this.#peer(), this.#socket.pacer?.()) ?? null;
        break;
      case "said":
        this.#conversation?.received(message.data);
        break;
      case "closed":
        this.#conversation?.closed(message.code, message.reason);
        break;
      case "ended":
        this.#abort.abort();
        this.#taken?.resolve();
        this.#ended?.(message.ending);
    }
  }

  #peer(): Peer {
    const call = this.#call;
    return {
      gone: this.gone,
      send: (data) => {
        this.#post({ kind: "say", call, data: typeof data === "string" ? data : alone(data) });
        return this.#untilTaken();
      },
      close: (code, reason = "") => this.#post({ kind: "hang up", call, code, reason }),
    };
  }

  #untilTaken(): Promise<void> {
    this.#taken = Promise.withResolvers();
    return this.#taken.promise;
  }
}
