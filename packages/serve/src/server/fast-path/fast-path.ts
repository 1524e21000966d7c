// Answers plain requests straight on their socket, without `node:http`: what it reads and writes is the same, byte for
// byte, at a fraction of the cost. Whatever is not plain – a body, another method, a head in parts, an answer that flows,
// fails or is large – it hands over to `node:http` with all its bytes, and never takes back.
// It decides nothing: the same dispatch answers on both ways. Read next: read-head.ts, response-bytes.ts, ../node.ts.
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { IncomingRequest, Outcome } from "@tapedeck/replay";
import type { Dispatch } from "../dispatch.ts";
import { type Admission, addressOf } from "../read-request.ts";
import type { Underway } from "../underway.ts";
import { createOutbox } from "./outbox.ts";
import { createHeadReader, type Head } from "./read-head.ts";
import { createResponseWriter } from "./response-bytes.ts";

/** An answer that was made before `node:http` took over, which then sends it. */
type Answered = { readonly reply: ReturnType<Dispatch> } | { readonly error: unknown };

/** The fast path of a server. */
interface FastPath {
  /** Returns, once, the answer that was already made for the next request of a connection that was handed over. */
  readonly claim: (socket: object) => Answered | undefined;
  /** Ends the connections without a request in flight. */
  readonly closeIdle: () => void;
}

/**
 * Puts a fast path before a server of `node:http`: it takes the server's own listener off its connections, and calls it
 * for those that it hands over.
 */
export function openFastPath(server: Server, answer: Dispatch, underway: Underway, admission: Admission): FastPath {
  const [accept] = server.listeners("connection") as Array<(socket: Socket) => void>;
  if (accept === undefined) throw new TypeError("Cannot open a fast path: the server takes no connections");
  server.off("connection", accept);
  const readHead = createHeadReader(admission);
  const answered = new WeakMap<object, Answered>();
  const idle = new Set<Socket>();
  const outbox = createOutbox(createResponseWriter(server.keepAliveTimeout));

  server.on("connection", (socket: Socket) => {
    const address = addressOf(socket.remoteAddress ?? "");
    /**
     * Bytes left to read: after the request whose answer is pending, or once the client has read what was written; null
     * while it reads.
     */
    let waiting: Buffer | null = null;
    let isAnswered = true;
    let isFirst = true;
    let hasEnded = false;
    let isOurs = true;
    /** Called once the bytes that the kernel did not take are sent. */
    const endings: Array<NonNullable<Outcome["ended"]>> = [];

    const handOver = (rest: Buffer): void => {
      isOurs = false;
      forget();
      socket.off("data", take).off("end", end).off("timeout", expire).off("close", forget).setTimeout(0);
      accept.call(server, socket);
      // Already read: put back into the socket, they would be refused once its end was seen.
      socket.emit("data", rest);
      if (socket.isPaused()) socket.resume();
      if (hasEnded) socket.emit("end");
    };
    const take = (chunk: Buffer): void => {
      if (waiting !== null) {
        // Sent before the answer came.
        waiting = Buffer.concat([waiting, chunk]);
        socket.pause();
      } else answerAll(chunk);
    };
    const answerAll = (chunk: Buffer): void => {
      const text = chunk.toString("latin1");
      let from = 0;
      // A client that reads slowly gets no more answers until it has read these.
      while (from < text.length && socket.writableLength === 0) {
        const head = readHead(text, from, address);
        if (head === null) break;
        const given = asked(answer, head.ask);
        if ("reply" in given && given.reply instanceof Promise) {
          answerLate(given.reply, head, chunk.subarray(from), head.end - from);
          outbox.flush();
          return;
        }
        if ("error" in given || !outbox.add(send, head.ask.method, given.reply as Outcome)) {
          answered.set(socket, given);
          break;
        }
        from = head.end;
      }
      const isDone = from === text.length;
      if (isDone && idle.size > 1) outbox.flushSoon();
      else outbox.flush();
      if (isDone) return;
      if (socket.writableLength > 0 && !answered.has(socket)) wait(chunk.subarray(from));
      else handOver(chunk.subarray(from));
    };
    const answerLate = (reply: Promise<Outcome>, { ask }: Head, chunk: Buffer, length: number): void => {
      waiting = chunk;
      isAnswered = false;
      idle.delete(socket);
      underway.add(socket);
      const settle = (given: Answered & { readonly reply?: Outcome }): void => {
        const rest = waiting ?? chunk;
        waiting = null;
        isAnswered = true;
        underway.delete(socket);
        if (socket.destroyed) {
          given.reply?.ended?.("aborted");
          return;
        }
        if (given.reply === undefined || !outbox.add(send, ask.method, given.reply)) {
          answered.set(socket, given);
          handOver(rest);
          return;
        }
        outbox.flush();
        if (socket.writableLength > 0) wait(rest.subarray(length));
        else goOn(rest.subarray(length));
      };
      reply.then(
        (late) => settle({ reply: late }),
        (error: unknown) => settle({ error }),
      );
    };
    const send: Parameters<typeof outbox.add>[0] = (bytes, told) => {
      if (!socket.destroyed) socket.write(bytes);
      if (isFirst) socket.setTimeout(server.keepAliveTimeout + 1000);
      isFirst = false;
      if (socket.destroyed || socket.writableLength === 0) {
        for (const ended of told) ended(socket.destroyed ? "aborted" : "sent");
        return true;
      }
      // The kernel did not take it: the socket now owns these bytes, and reports when it has sent them.
      endings.push(...told);
      socket.write("", flushed);
      if (waiting === null) wait(none);
      return false;
    };
    const wait = (rest: Buffer): void => {
      // As with `node:http`: a slow reader has all the time it needs.
      socket.pause().setTimeout(0);
      waiting = rest;
      idle.delete(socket);
      underway.add(socket);
    };
    const flushed = (error?: Error | null): void => {
      if (error || socket.writableLength === 0)
        for (const ended of endings.splice(0)) ended(error ? "aborted" : "sent");
      if (waiting === null || !isAnswered || !isOurs || socket.writableLength > 0) return;
      const rest = waiting;
      waiting = null;
      underway.delete(socket);
      if (socket.destroyed) return;
      socket.setTimeout(server.keepAliveTimeout + 1000);
      goOn(rest);
    };
    const goOn = (rest: Buffer): void => {
      idle.add(socket);
      if (socket.isPaused()) socket.resume();
      if (rest.length > 0) take(rest);
      if (hasEnded && isOurs) end();
    };
    const end = (): void => {
      hasEnded = true;
      outbox.flush();
      if (waiting === null) socket.end();
    };
    const expire = (): void => {
      // The client waits for us.
      if (!isAnswered) return;
      if (isFirst) server.emit("clientError", Object.assign(new Error(), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket);
      else socket.destroy();
    };
    const forget = (): void => {
      idle.delete(socket);
      underway.delete(socket);
    };
    idle.add(socket);
    socket.on("data", take).on("end", end).on("timeout", expire).on("close", forget);
    socket.setTimeout(server.headersTimeout);
  });

  return {
    claim: (socket) => {
      const given = answered.get(socket);
      if (given !== undefined) answered.delete(socket);
      return given;
    },
    closeIdle: () => {
      outbox.flush();
      for (const socket of idle) socket.destroy();
    },
  };
}

const none = Buffer.alloc(0);

function asked(answer: Dispatch, request: IncomingRequest): Answered {
  try {
    return { reply: answer(request) };
  } catch (error) {
    return { error };
  }
}
