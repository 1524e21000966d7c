// The login of MQTT over a WebSocket: packets of bytes, which need not begin where a message of the WebSocket does. It is
// hidden by its place, whatever it looks like; lengths stay, since no client is sent it again.
// https://docs.oasis-open.org/mqtt/mqtt/v5.0/os/mqtt-v5.0-os.html, sections 3.1 and 6

import { bodyOf, bytesOf, joined, latin1Bytes, latin1Text, toBase64 } from "../../../body/body.ts";
import type { RecordedMessage, RecordedRequest } from "../../../exchange.ts";
import { findPlaceholders } from "../../placeholder.ts";

/** A longer first packet, which has a large will, is not read. */
const longestConnect = 64 * 1024;
const [connect, version5] = [0x10, 5];
const [hasUser, hasPassword, hasWill] = [0x80, 0x40, 0x04];

/**
 * Hides the password with which a client of MQTT connects, in the messages over a WebSocket.
 * @param request Hides the secrets of a request.
 * @example
 * const data = { encoding: "base64", text: "EBkABE1RVFQEwgA8AAJjMQADYWRhAAZob3JzZTc=" };
 * hideMqttPassword([{ from: "client", afterMs: 0, data }], session.request); // with a placeholder for "horse7"
 */
export function hideMqttPassword(
  messages: readonly RecordedMessage[],
  request: (raw: RecordedRequest) => RecordedRequest,
): readonly RecordedMessage[] {
  const found = passwordIn(messages);
  if (found === null) return messages;
  const placeholder = latin1Bytes(passwordAs(found.password, request));
  let at = 0;
  return messages.map((message) => {
    if (message.from !== "client" || message.data.encoding !== "base64") return message;
    const bytes = bytesOf(message.data);
    const [start, end] = [found.start - at, found.end - at];
    at += bytes.length;
    if (end <= 0 || start >= bytes.length) return message;
    const own = [bytes.slice(0, Math.max(0, start)), ...(start >= 0 ? [placeholder] : []), bytes.slice(end)];
    return { ...message, data: { encoding: "base64", text: toBase64(joined(own)) } };
  });
}

/** Returns the placeholder of a password that nothing names where it stands. */
export function passwordAs(password: string, request: (raw: RecordedRequest) => RecordedRequest): string {
  const body = { encoding: "utf8", text: JSON.stringify({ password }) } as const;
  const clean = request({ method: "POST", target: "/", principal: "", headers: [], body }).body;
  return (JSON.parse(clean?.text ?? "{}") as { readonly password?: string }).password ?? "";
}

interface FoundPassword {
  readonly password: string;
  /** In all bytes of the client. */
  readonly start: number;
  readonly end: number;
}

function passwordIn(messages: readonly RecordedMessage[]): FoundPassword | null {
  const bytes = firstBytes(messages);
  if (bytes[0] !== connect) return null;
  let at = 1;
  const taken = (length: number): Uint8Array => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  const number = (length: number): number => taken(length).reduce((value, each) => value * 256 + each, 0);
  const varint = (): number => {
    const digits = [number(1)];
    while ((digits.at(-1) ?? 0) >= 0x80 && digits.length < 4) digits.push(number(1));
    return digits.reduceRight((value, each) => value * 128 + (each & 0x7f), 0);
  };
  const part = (): Uint8Array => taken(number(2));
  varint();
  if (!["MQTT", "MQIsdp"].includes(latin1Text(part()))) return null;
  const [version, flags] = [number(1), number(1)];
  const properties = (): unknown => version === version5 && taken(varint());
  taken(2);
  properties();
  part();
  if ((flags & hasWill) !== 0) {
    properties();
    part();
    part();
  }
  if ((flags & hasUser) !== 0) part();
  if ((flags & hasPassword) === 0) return null;
  const length = number(2);
  const [start, body] = [at, bodyOf(taken(length))];
  const behind = latin1Text(bytes.subarray(start));
  const [placeholder] = findPlaceholders(behind);
  const isHidden = placeholder !== undefined && behind.startsWith(placeholder);
  if (body === null || isHidden) return null;
  return { password: body.encoding === "utf8" ? body.text : latin1Text(bytesOf(body)), start, end: at };
}

function firstBytes(messages: readonly RecordedMessage[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const { from, data } of messages) {
    if (from !== "client") continue;
    if (data.encoding !== "base64" || length > longestConnect) break;
    const part = bytesOf(data);
    if (length === 0 && part.length > 0 && part[0] !== connect) break;
    length += part.length;
    parts.push(part);
  }
  return joined(parts);
}
