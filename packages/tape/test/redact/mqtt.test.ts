// What a client says over a WebSocket in bytes: packets of MQTT, and messages in binary frames.
import { expect, test } from "vitest";
import { bytesOf, latin1Bytes, latin1Text, toBase64 } from "../../src/body/body.ts";
import type { RecordedMessage, RecordedResponse } from "../../src/exchange.ts";
import { createSecretMemory } from "../../src/redact/memory/secret-memory.ts";
import { findPlaceholders } from "../../src/redact/placeholder.ts";
import { opaque } from "./told.ts";

const field = (text: string): string => String.fromCharCode(text.length >> 8, text.length & 0xff) + text;
const will = `${field("gone")}${field("away")}`;
const packet = (...parts: readonly string[]): string => {
  const length = parts.join("").length;
  return `\x10${length < 128 ? String.fromCharCode(length) : String.fromCharCode((length % 128) + 128, length >> 7)}${parts.join("")}`;
};
const user = [field("client-1"), field("ada")];
const packets = (password: string): ReadonlyArray<readonly [version: string, bytes: string]> => [
  ["3.1", packet(field("MQIsdp"), "\x03\xc2\0\x3c", ...user, field(password))],
  ["3.1.1", packet(field("MQTT"), "\x04\xc2\0\x3c", ...user, field(password))],
  ["3.1.1 with a will", packet(field("MQTT"), "\x04\xc6\0\x3c", field("c"), will, field("ada"), field(password))],
  [
    "3.1.1 with a long user",
    packet(field("MQTT"), "\x04\xc2\0\x3c", field("c"), field("u".repeat(300)), field(password)),
  ],
  ["5", packet(field("MQTT"), "\x05\xc2\0\x3c", "\x05\x11\0\0\0\x0a", ...user, field(password))],
  [
    "5 with a will",
    packet(field("MQTT"), "\x05\xc6\0\x3c\0", field("c"), `\x02\x01\x01${will}`, field("ada"), field(password)),
  ],
  ["5 without a user", packet(field("MQTT"), "\x05\x42\0\x3c\0", field("c"), field(password))],
];
const said = (bytes: string, from: RecordedMessage["from"] = "client"): RecordedMessage => {
  return { from, afterMs: 0, data: { encoding: "base64", text: toBase64(latin1Bytes(bytes)) } };
};
const over = (messages: readonly RecordedMessage[]): RecordedResponse => {
  return { status: 101, headers: [], body: null, messages };
};
const hidden = (messages: readonly RecordedMessage[]): readonly RecordedMessage[] =>
  createSecretMemory().response(over(messages)).messages ?? [];
const bytesIn = ({ data }: RecordedMessage): string => latin1Text(bytesOf(data));

test.each(
  ["h0rse-battery-7", "mosquitto", "pässwört 1"].flatMap((word) => {
    const password = latin1Text(new TextEncoder().encode(word));
    return packets(password).map(([version, bytes]) => [version, password, bytes] as const);
  }),
)(
  "the password of MQTT %s is hidden, in one message, one for each field, or one for each byte: %s",
  (_version, password, bytes) => {
    const connack = said("\x20\x02\0\0", "server");
    const all = [
      [said(bytes), connack],
      [...bytes.split(password)].map((part, at) => said(at === 0 ? part : password)),
      Array.from(bytes, (byte) => said(byte)),
    ] as const;
    for (const messages of all) {
      const clean = hidden(messages);
      expect(clean.map(bytesIn).join("")).not.toContain(password);
      expect(findPlaceholders(clean.map(bytesIn).join(""))).toEqual([
        expect.stringMatching(/^__redacted-password\.[\da-f]{3}__$/),
      ]);
      expect(createSecretMemory().response(over(clean)).messages).toEqual(clean);
    }
  },
);

test.each([
  ["no password", packet(field("MQTT"), "\x04\x82\0\x3c", ...user)],
  ["another packet", `\x30${packet(field("MQTT"), "\x04\xc2\0\x3c", ...user, field("horse-7")).slice(1)}`],
  ["another protocol", packet(field("MQTX"), "\x04\xc2\0\x3c", ...user, field("horse-7"))],
  ["a packet that ends early", packet(field("MQTT"), "\x04\xc2\0\x3c", ...user).slice(0, 12)],
  ["nothing", ""],
])("%s has no login", (_what, bytes) => {
  expect(hidden([said(bytes)])).toEqual([said(bytes)]);
});

test("a binary message stays one where what it says is text, and a part of it is hidden", () => {
  const text = JSON.stringify({ token: opaque("a token"), at: 1 });
  const clean = hidden([said(text, "server"), said(text)]);
  expect(clean.map(({ data }) => data.encoding)).toEqual(["base64", "base64"]);
  for (const each of clean)
    expect(JSON.parse(bytesIn(each))).toEqual({ token: expect.stringMatching(/^__redacted-/), at: 1 });
});
