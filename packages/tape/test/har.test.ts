import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { fromHar, toHar } from "../src/har/har.ts";
import { foreign } from "./foreign-har.ts";
import { exchange, json, tape, tapes, utf8 } from "./tapes.ts";

test("fromHar() undoes toHar()", () => {
  fc.assert(
    fc.property(tapes(), (any) => {
      expect(fromHar(toHar(any), "x.har")).toEqual(any);
    }),
    law(100),
  );
});

test("toHar() gives the same text for the same tape, one line feed at the end", () => {
  fc.assert(
    fc.property(tapes(), (any) => {
      const text = toHar(any);
      expect(toHar(structuredClone(any))).toBe(text);
      expect(text).toMatch(/[^\n]\n$/);
    }),
    law(50),
  );
});

test("toHar() writes what HAR viewers read: what is of HAR alone on few lines, a body's members on their own", () => {
  const asked = { target: "/users/ada?page=2", principal: "full", headers: [["accept", "*/*"]] } as const;
  const text = toHar(tape(exchange(asked, { headers: [...json, ["vary", "a"], ["vary", "b"]] })));
  expect(text).toMatchInlineSnapshot(`
    "{ "log": { "version": "1.2", "creator": { "name": "tapedeck", "version": "2" },
      "_tapedeck": { "format": 2, "name": "users", "origin": "https://api.service.example" }, "entries": [{
      "startedDateTime": "2026-01-01T00:00:00.000Z", "time": 0, "cache": {}, "timings": { "send": 0, "wait": 0, "receive": 0 },
      "request": { "method": "GET", "url": "https://api.service.example/users/ada?page=2", "headers": [
          { "name": "accept", "value": "*/*" },
          { "name": "authorization", "value": "__redacted-full__" }
        ],
        "bodySize": 0, "cookies": [], "headersSize": -1, "httpVersion": "HTTP/1.1", "queryString": [{ "name": "page", "value": "2" }] },
      "response": {
        "status": 200, "statusText": "OK", "bodySize": -1, "cookies": [], "headersSize": -1, "httpVersion": "HTTP/1.1", "redirectURL": "",
        "headers": [
          { "name": "content-type", "value": "application/json; charset=utf-8" },
          { "name": "vary", "value": "a" },
          { "name": "vary", "value": "b" }
        ],
        "content": { "mimeType": "application/json; charset=utf-8", "size": -1, "_json": {
          "login": "ada"
        } }
      }
    }] } }
    "
  `);
});

test("fromHar() takes a browser's HAR", () => {
  const text = foreign(
    {},
    {
      method: "get",
      headers: [
        { name: ":authority", value: "api.service.example" },
        { name: "Authorization", value: "Bearer s3cr3t" },
        { name: "Accept", value: "*/*" },
      ],
    },
    { headers: [{ name: "Content-Type", value: "application/json" }] },
  );
  expect(fromHar(text, "browser.har")).toEqual({
    name: "browser.har",
    origin: "https://api.service.example",
    recordedAt: 1_770_091_506,
    exchanges: [
      {
        request: {
          method: "GET",
          target: "/users/ada?page=2",
          principal: "token",
          headers: [["accept", "*/*"]],
          body: null,
        },
        response: { status: 200, headers: [["content-type", "application/json"]], body: utf8("[]") },
      },
    ],
  });
});

test.each<[shows: string, text: string, found: unknown]>([
  ["text as text", foreign({}, {}, { content: { text: "é" } }), utf8("é")],
  ["text in base64 as text", foreign({}, {}, { content: { text: "w6k=", encoding: "base64" } }), utf8("é")],
  [
    "bytes as bytes",
    foreign({}, {}, { content: { text: "//4=", encoding: "base64" } }),
    { encoding: "base64", text: "//4=" },
  ],
  ["no text as none", foreign({}, {}, { content: { size: 0 } }), null],
  ["null as none", foreign({}, {}, { content: null }), null],
  ["no content as none", foreign({}, {}, { content: undefined }), null],
])("fromHar() takes a response's %s", (_shows, text, body) => {
  expect(fromHar(text, "x.har").exchanges[0]?.response.body).toEqual(body);
});

test.each([
  ["an alias", "__redacted-full__", "full"],
  ["an alias with blanks", "__redacted-read only__", "read only"],
  ["any other credential", "token abc", "token"],
  ["something that only looks like an alias", "__redacted-a____redacted-b__", "token"],
])("fromHar() takes the principal from %s", (_shows, value, principal) => {
  const { exchanges } = fromHar(foreign({}, { headers: [{ name: "authorization", value }] }), "x.har");
  expect(exchanges[0]?.request).toMatchObject({ principal, headers: [] });
});

test.each(["token", "other"])("fromHar() undoes toHar() where an answer issued the credential of %s", (principal) => {
  const headers = [["authorization", "Bearer __redacted-field.2__"]] as const;
  const any = tape(exchange({ principal, headers }));
  expect(fromHar(toHar(any), "x.har")).toEqual(any);
});

test("fromHar() takes a byte order mark", () => {
  expect(fromHar(`\u{feff}${foreign()}`, "x.har").exchanges).toHaveLength(1);
});

test.each([
  ["was blocked", 0],
  ["became a web socket", 101],
])("fromHar() leaves out a request that %s", (_shows, status) => {
  expect(fromHar(foreign({}, {}, { status }), "x.har").exchanges).toEqual([]);
});

test("fromHar() keeps the URL of what was asked of another origin", () => {
  const other = tape(exchange({ target: "https://api.service.example.org/x" }), exchange({ target: "//x" }));
  expect(fromHar(toHar(other), "x.har").exchanges.map(({ request }) => request.target)).toEqual([
    "https://api.service.example.org/x",
    "//x",
  ]);
});

test("fromHar() takes a recording of nothing", () => {
  expect(fromHar('{"log":{"entries":[]}}', "x.har")).toEqual({
    name: "x.har",
    origin: "http://localhost",
    recordedAt: 0,
    exchanges: [],
  });
});

test("fromHar() takes apart what another tool wrote as one header", () => {
  const headers = [{ name: "Set-Cookie", value: "a=1\nb=2" }];
  expect(fromHar(foreign({}, {}, { headers }), "x.har").exchanges[0]?.response.headers).toEqual([
    ["set-cookie", "a=1"],
    ["set-cookie", "b=2"],
  ]);
});
