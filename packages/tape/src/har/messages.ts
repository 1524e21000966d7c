// How an entry holds the messages over a WebSocket: `_webSocketMessages`, as Chrome and Playwright write it. In a
// recording `time` counts seconds since the headers, in other tools' files since the epoch. HAR 1.2 has no member for
// it. Read next: entry.ts.
import { isBase64 } from "../body/body.ts";
import type { RecordedClose, RecordedMessage, RecordedResponse } from "../exchange.ts";

/** A message in an entry. */
interface WrittenMessage {
  readonly type: "send" | "receive";
  readonly time: number;
  /** RFC 6455, section 11.8: 1 is text, 2 is bytes, as base64. */
  readonly opcode: 1 | 2;
  readonly data: string;
}

/** The members of an entry for the messages over its WebSocket. */
export interface WrittenConversation {
  readonly _resourceType?: "websocket";
  readonly _webSocketClose?: RecordedClose;
  readonly _webSocketMessages?: readonly WrittenMessage[];
}

/**
 * Writes the messages over a WebSocket; no member if none was opened.
 * @param start Epoch seconds. Default: times count since the headers.
 */
export function messageMembers({ messages, closed }: RecordedResponse, start = 0): WrittenConversation {
  if (messages === undefined) return {};
  let passed = start * 1000;
  const written = messages.map(({ from, afterMs, data }): WrittenMessage => {
    passed += afterMs;
    const opcode = data.encoding === "utf8" ? 1 : 2;
    return { type: from === "client" ? "send" : "receive", time: passed / 1000, opcode, data: data.text };
  });
  return { _resourceType: "websocket", ...(closed && { _webSocketClose: closed }), _webSocketMessages: written };
}

/**
 * Reads the messages that {@link messageMembers} wrote; {@link messageFlaw} finds invalid ones.
 * @param start Epoch seconds, if times may count from there.
 */
export function messagesIn(
  { _webSocketClose: closed, _webSocketMessages }: WrittenConversation,
  start = 0,
): Pick<RecordedResponse, "messages" | "closed"> {
  if (_webSocketMessages === undefined) return {};
  let passed = (_webSocketMessages[0]?.time ?? 0) >= start ? start * 1000 : 0;
  const messages = _webSocketMessages.map(({ type, time, opcode, data }): RecordedMessage => {
    const afterMs = Math.max(0, Math.round(time * 1000) - passed);
    passed += afterMs;
    const encoding = opcode === 1 ? "utf8" : "base64";
    return { from: type === "send" ? "client" : "server", afterMs, data: { encoding, text: data } };
  });
  return { messages, ...(closed && { closed }) };
}

/** Finds a flaw in these members: its place, and the expected form; null for none. */
export function messageFlaw({
  _webSocketClose: closed,
  _webSocketMessages: messages,
}: {
  readonly _webSocketClose?: unknown;
  readonly _webSocketMessages?: unknown;
}): readonly [member: string, wanted: string] | null {
  if (messages === undefined) return null;
  if (closed !== undefined && !isClose(closed)) return ["_webSocketClose", "from (client or server), code and reason"];
  if (!Array.isArray(messages)) return ["_webSocketMessages", "a list"];
  for (const [at, message] of messages.entries()) {
    const { type, time, opcode, data } = (message ?? {}) as Partial<Record<keyof WrittenMessage, unknown>>;
    const member = `_webSocketMessages/${at}`;
    if (type !== "send" && type !== "receive") return [`${member}/type`, "send or receive"];
    if (!Number.isFinite(time)) return [`${member}/time`, "seconds since the headers"];
    if (opcode !== 1 && opcode !== 2) return [`${member}/opcode`, "1 (text) or 2 (bytes)"];
    if (typeof data !== "string" || (opcode === 2 && !isBase64(data)))
      return [`${member}/data`, opcode === 2 ? "bytes as base64" : "a text"];
  }
  return null;
}

function isClose(closed: unknown): boolean {
  const { from, code, reason } = (closed ?? {}) as Partial<Record<keyof RecordedClose, unknown>>;
  return (from === "client" || from === "server") && Number.isInteger(code) && typeof reason === "string";
}
