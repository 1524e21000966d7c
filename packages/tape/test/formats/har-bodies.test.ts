import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readHar } from "../../src/formats/index.ts";
import { toHar } from "../../src/har/har.ts";
import { exchange, tape } from "../tapes.ts";
import { har } from "./one-entry.ts";

test("readHar() takes a text that was edited since all of it was received", () => {
  const text = har({
    response: { headers: [{ name: "content-length", value: "14" }], content: { size: 14, text: "first" } },
  });
  expect(readHar(text, "x.har").found[0]?.exchange.response.body?.text).toBe("first");
});

test.each([
  ["is missing", null, /^the body of its answer was not kept/],
  ["differs in size", new Uint8Array(3), /^the file of its body has 3 bytes, and 7 were written$/],
])("readHar() leaves out an answer whose file %s", (_shows, bytes, said) => {
  const text = har({ response: { content: { size: 7, _file: "abc.json" } } });
  expect(readHar(text, "x.har", () => bytes).warnings).toMatchObject([{ text: expect.stringMatching(said) }]);
});

const gzipped = (text: string): string => gzipSync(text).toString("base64");

test.each([
  ["text that is encoded still", "application/json", gzipped("[1]"), { encoding: "utf8", text: "[1]" }],
  [
    "text that a hook decoded before it was stored",
    "application/json",
    '{"a":"é"}',
    { encoding: "utf8", text: '{"a":"é"}' },
  ],
  ["a file that is one", "application/gzip", gzipped("[1]"), { encoding: "base64", text: gzipped("[1]") }],
])("readHar() takes a body in base64 under its content-encoding: %s", (_shows, type, text, body) => {
  const headers = [
    { name: "content-type", value: type },
    { name: "content-encoding", value: "gzip" },
  ];
  const { found } = readHar(har({ response: { headers, content: { text, encoding: "base64" } } }), "x.har");
  expect(found[0]?.exchange.response.body).toEqual(body);
});

test.each([
  ["a 204", "GET", 204, null, ["its 204 has a body, which no 204 has: kept without"]],
  ["a HEAD", "HEAD", 200, null, ["its answer to a HEAD has a body, which no answer to a HEAD has: kept without"]],
  ["a method in small letters", "get", 200, { encoding: "utf8", text: "hi" }, []],
])("readHar() makes what replays of tapedeck's own file, edited by hand: %s", (_shows, method, status, body, said) => {
  const own = JSON.parse(toHar(tape(exchange())));
  const [entry] = own.log.entries;
  entry.request.method = method;
  Object.assign(entry.response, { status, content: { text: btoa("hi"), encoding: "base64" } });
  const { found, warnings } = readHar(JSON.stringify(own), "x.har");
  expect(found[0]?.exchange).toMatchObject({ request: { method: method.toUpperCase() }, response: { status, body } });
  expect(warnings.map(({ text }) => text)).toEqual(said);
});
