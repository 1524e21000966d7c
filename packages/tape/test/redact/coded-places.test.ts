import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createScrubber } from "../../src/redact/scrubber.ts";
import { exchange } from "../tapes.ts";
import { marked } from "./told.ts";

const scrubber = createScrubber();

test("scrubber hides a secret in UTF-16, as text and as bytes", () => {
  const wide = (text: string) => Array.from(text, (character) => `${character}\0`).join("");
  const said = wide(`my password: "x1", ghp_${"a1B2".repeat(9)}`);
  const clean = wide('my password: "__redacted-field__", __redacted-github-token__');
  const utf8 = exchange({ body: { encoding: "utf8", text: said } });
  expect(scrubber.exchange(utf8).request.body?.text).toBe(clean);
  const bytes = exchange({ body: { encoding: "base64", text: btoa(`\u00ff\u00fe${said}`) } });
  expect(atob(scrubber.exchange(bytes).request.body?.text ?? "")).toBe(`\u00ff\u00fe${clean}`);
});

test.each(["/", "/p/", "/images/0424bd59b807674191e7d77572075f33/"])(
  "scrubber hides a secret in a document in base64, as a segment of a path behind %s",
  (before) => {
    const clean = scrubber.target(`${before}${btoa('{"client_secret":"s3cr3t-behind-it","a":1}')}/x`);
    expect(atob(clean.slice(before.length, -"/x".length))).toBe('{"client_secret":"__redacted-field__","a":1}');
  },
);

test("scrubber hides a secret in a document in base64, which stays one", () => {
  const padded = scrubber.text(btoa('{"password":"hunter2"} '));
  expect([padded.length % 4, atob(padded)]).toEqual([0, '{"password":"__redacted-field__"} ']);
  const said = (text: string) => scrubber.text(JSON.stringify({ a: Buffer.from(text).toString("base64url") }));
  const clean = said('{"client_secret":"x1","b":"é"}');
  expect(Buffer.from(JSON.parse(clean).a, "base64url").toString()).toBe(
    '{"client_secret":"__redacted-field__","b":"é"}',
  );
  expect(scrubber.text(clean)).toBe(clean);
  const marked = JSON.parse(said('\ufeff{"client_secret":"x1"}'));
  expect(Buffer.from(marked.a, "base64url").toString()).toBe('\ufeff{"client_secret":"__redacted-field__"}');
  expect(said('{"client":"x1","b":"secret"}')).toBe(
    JSON.stringify({ a: btoa('{"client":"x1","b":"secret"}').replace(/=+$/, "") }),
  );
});

test("scrubber hides a secret in a table in base64, which stays one", () => {
  const { raw, clean } = marked("user,password,age\nada,«Tr0ub#4d»,4\n");
  const said = scrubber.text(`data:text/csv;base64,${btoa(raw)}`);
  expect(atob(said.slice(said.indexOf(",") + 1))).toBe(clean);
});

test("scrubber hides a secret in a file of gzip, which stays one, and leaves others as they are", () => {
  const file = (text: string) => exchange({ body: { encoding: "base64", text: gzipSync(text).toString("base64") } });
  const clean = scrubber.exchange(file('{"password":"x1"}'));
  const bytes = Buffer.from(clean.request.body?.text ?? "", "base64");
  expect(gunzipSync(bytes).toString()).toBe('{"password":"__redacted-field__"}');
  expect(scrubber.exchange(clean)).toEqual(clean);
  expect(scrubber.exchange(file("plain"))).toEqual(file("plain"));
});

test.each([
  ["an escape of JSON", '"db:\\n  password: \\"«a\\u0042c»\\"\\n"'],
  ["an entity", "<a href='/x?a=1&amp;token=«parameter|a&#66;c»&amp;b'>"],
  ["two codings", '{"u":"x?d=%7B%22token%22%3A%22«a\\u0062»%22%7D"}'],
  ["CDATA", "<secretKey><![CDATA[«x1»]]></secretKey>"],
  [
    "an element with what would end a string of JSON",
    `<password>«a1",b»</password><secretKey><![CDATA[«x"}»]]></secretKey>`,
  ],
  [
    "a string of JSON with an element that has no end",
    '{"config":"password: <secret>\\n  token: <secret>\\n  url: http://«credentials|ada:hunter22»@a/","password":"«x1»"}',
  ],
  ["a usage in JSON, and a page after it", '{"usage":"login <user> <password>","page":"x</p>","token":"«x1»"}'],
])("scrubber reads %s, and leaves what is around as it was written", (_shows, text) => {
  const { raw, clean } = marked(text);
  expect(scrubber.text(raw)).toBe(clean);
  expect(scrubber.text(clean)).toBe(clean);
});
