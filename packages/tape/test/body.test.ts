import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { bodyOf, bytesOf, fromBase64, toBase64 } from "../src/body/body.ts";
import { withFormParts } from "../src/body/multipart.ts";
import { utf8 } from "./tapes.ts";

test.each([
  ["keeps no bytes as no body", [], null],
  ["keeps text as text", [0x61, 0xc3, 0xa9], { encoding: "utf8", text: "aé" }],
  ["keeps a byte order mark", [0xef, 0xbb, 0xbf, 0x61], { encoding: "utf8", text: "\u{feff}a" }],
  ["keeps a zero byte, which is text", [0], { encoding: "utf8", text: "\0" }],
  ["keeps other bytes as base64", [0xff, 0xfe], { encoding: "base64", text: "//4=" }],
  ["keeps half a character as base64", [0xc3], { encoding: "base64", text: "ww==" }],
])("bodyOf() %s", (_shows, bytes, body) => {
  expect(bodyOf(Uint8Array.from(bytes))).toEqual(body);
});

test("bytesOf() undoes bodyOf()", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(bytesOf(bodyOf(bytes))).toEqual(bytes);
    }),
    law(100),
  );
});

test("fromBase64() undoes toBase64(), also for more bytes than fit in one call", () => {
  const bytes = Uint8Array.from({ length: 1_000_000 }, (_, at) => (at * 7919) % 256);
  expect(fromBase64(toBase64(bytes))).toEqual(bytes);
});

test("fromBase64() refuses what is not base64", () => {
  expect(() => fromBase64("a*")).toThrow(/base64|Base64|character/i);
});

test("a part of thousands of headers, of which each could name it, is read in linear time", () => {
  const headers = "content-disposition: form-data; name=a\r\n".repeat(20_000);
  const part = (content: string) => utf8(`--b\r\n${headers}${content}--b--`);
  const start = process.cpuUsage();
  expect(withFormParts(part("x"), "b", () => null)).toEqual(part("x"));
  expect(withFormParts(part("\r\nx\r\n"), "b", ({ name, content }) => name + content)).toEqual(part("\r\nax\r\n"));
  const { user, system } = process.cpuUsage(start);
  // A hundredth of a second; where each header is tried with all behind it, it is fifteen.
  expect((user + system) / 1e6, "seconds of the processor").toBeLessThan(1.5);
});
