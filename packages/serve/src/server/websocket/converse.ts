// Holds a conversation over a WebSocket that a client opened, on any server. Read next: upgrade.ts, ../deno.ts, ../bun.ts.
import type { Conversation, Ending, OpenedSocket } from "@tapedeck/replay";
import { type HeaderList, headerOf } from "@tapedeck/tape";

/** Longest accepted message, in bytes. */
export const longestMessage: number = 16 * 1024 * 1024;

/** The client's end of a WebSocket, as its server has it. */
interface ClientSocket {
  /** Returns a promise if the client cannot take more for now. */
  send(data: string | Uint8Array<ArrayBuffer>): Promise<void> | undefined;
  /** Closes it; without a code if none is to be sent. */
  close(code?: number, reason?: string): void;
  /** Cuts its connection without a close frame. */
  cut(): void;
}

/** Starts a conversation over an open connection. */
export function converse({ open, pacer, ended }: OpenedSocket, client: ClientSocket): Required<Conversation> {
  const gone = new AbortController();
  let ending: Ending = "aborted";
  const close = (code?: number, reason?: string): void => {
    ending = "sent";
    // RFC 6455, section 7.4.1: neither can be sent; 1005 means that there was no code.
    if (code === undefined || code === 1006) client.cut();
    else if (code === 1005) client.close();
    else client.close(code, reason);
  };
  const conversation = open({ gone: gone.signal, send: client.send, close }, pacer?.());
  return {
    received: conversation.received,
    broken() {
      ending = "broken";
      conversation.broken?.();
    },
    closed(code, reason) {
      gone.abort();
      conversation.closed(code, reason);
      ended?.(ending);
    },
  };
}

/** Returns the chosen subprotocol. */
export function protocolOf(socket: OpenedSocket | undefined): string | null {
  return headerOf(socket?.headers ?? [], "sec-websocket-protocol");
}

/** Returns the headers of the answer that a server does not add itself. */
export function openingHeaders(socket: OpenedSocket | undefined): HeaderList {
  return (socket?.headers ?? []).filter(([name]) => !name.startsWith("sec-websocket-"));
}
