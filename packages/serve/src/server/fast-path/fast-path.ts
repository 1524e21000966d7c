// Answers plain requests straight on their socket, without `node:http`: what it reads and writes is the same, byte for
// byte, at a fraction of the cost. Whatever is not plain – a body, another method, a head in parts, an answer that comes
// later, flows, fails or is large – it hands over to `node:http` with all its bytes, and never takes back.
// It decides nothing: the same dispatch answers on both ways. Read next: read-head.ts, response-bytes.ts, ../node.ts.
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { IncomingRequest } from "@tapedeck/replay";
import type { Dispatch } from "../dispatch.ts";
import { type Admission, addressOf } from "../read-request.ts";
import type { Underway } from "../underway.ts";
import { createHeadReader } from "./read-head.ts";
import { createResponseWriter, longestResponse } from "./response-bytes.ts";

/** What came of asking: `node:http` has the answer to send, since it was given already. */
export type Answered = { readonly reply: ReturnType<Dispatch> } | { readonly error: unknown };

/** The fast path of a server. */
export interface FastPath {
  /** What was answered already to the request that comes next on a connection that was handed over; once. */
  readonly claim: (socket: object) => Answered | undefined;
  /** Ends the connections on which nothing is under way. */
  readonly closeIdle: () => void;
}

/**
 * Puts a fast path before a server of `node:http`, whose own listener it takes off its connections and calls for those
 * that it hands over.
 */
export function openFastPath(server: Server, answer: Dispatch, underway: Underway, admission: Admission): FastPath {
  const [accept] = server.listeners("connection") as Array<(socket: Socket) => void>;
  if (accept === undefined) throw new TypeError("Cannot open a fast path: the server takes no connections");
  server.off("connection", accept);
  const readHead = createHeadReader(admission);
  const answered = new WeakMap<object, Answered>();
  const idle = new Set<Socket>();
  const write = createResponseWriter(server.keepAliveTimeout);
  // Written at once as a rule: one buffer serves all connections.
  let buffer = Buffer.allocUnsafeSlow(2 * longestResponse);

  server.on("connection", (socket: Socket) => {
    const address = addressOf(socket.remoteAddress ?? "");
    /** What is left to read once the client has read what was written; null where it reads. */
    let waiting: Buffer | null = null;
    let isFirst = true;
    let hasEnded = false;

    const handOver = (rest: Buffer): void => {
      idle.delete(socket);
      socket.off("data", take).off("end", end).off("timeout", expire).off("close", forget).setTimeout(0);
      accept.call(server, socket);
      // Read already: put back into the socket, they would be refused once its end was seen.
      socket.emit("data", rest);
      if (hasEnded) socket.emit("end");
    };
    const take = (chunk: Buffer): void => {
      const text = chunk.toString("latin1");
      let from = 0;
      let written = 0;
      while (from < text.length) {
        const head = readHead(text, from);
        if (head === null) break;
        const { method, target, headers, base } = head;
        const given = ask(answer, { method, target, headers, body: null, base, address });
        const at =
          "error" in given || given.reply instanceof Promise ? -1 : write(buffer, written, method, given.reply);
        if (at < 0) {
          answered.set(socket, given);
          break;
        }
        written = at;
        from = head.end;
        if (buffer.length - written < longestResponse && from < text.length) {
          send(written);
          written = 0;
          if (socket.writableLength > 0) break;
        }
      }
      if (written > 0) send(written);
      if (socket.writableLength > 0 && !answered.has(socket)) wait(chunk.subarray(from));
      else if (from < text.length) handOver(chunk.subarray(from));
    };
    const send = (length: number): void => {
      socket.write(buffer.subarray(0, length), flushed);
      // The kernel did not take it: these bytes are the socket's now.
      if (socket.writableLength > 0) buffer = Buffer.allocUnsafeSlow(buffer.length);
      if (isFirst) socket.setTimeout(server.keepAliveTimeout + 1000);
      isFirst = false;
    };
    const wait = (rest: Buffer): void => {
      // As with `node:http`: who reads slowly has all the time it takes.
      socket.pause().setTimeout(0);
      waiting = rest;
      idle.delete(socket);
      underway.add(socket);
    };
    const flushed = (): void => {
      if (waiting === null || socket.writableLength > 0) return;
      const rest = waiting;
      waiting = null;
      underway.delete(socket);
      if (socket.destroyed) return;
      idle.add(socket);
      socket.setTimeout(server.keepAliveTimeout + 1000).resume();
      if (rest.length > 0) take(rest);
      if (hasEnded) end();
    };
    const end = (): void => {
      hasEnded = true;
      if (waiting === null) socket.end();
    };
    const expire = (): void => {
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
      for (const socket of idle) socket.destroy();
    },
  };
}

function ask(answer: Dispatch, request: IncomingRequest): Answered {
  try {
    return { reply: answer(request) };
  } catch (error) {
    return { error };
  }
}
