import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { entryFlaws, fromHar, toHar } from "../src/har/har.ts";
import { RecordingSyntaxError } from "../src/recording-error.ts";
import { damagedHar } from "./damaged-har.ts";
import { foreign } from "./foreign-har.ts";
import { exchange, tape, utf8 } from "./tapes.ts";

const whole = toHar(tape(exchange()));

/** A recording of our own, members of its one entry changed. */
function own(request: object, response: object = {}): string {
  const har = JSON.parse(whole);
  Object.assign(har.log.entries[0].request, request);
  Object.assign(har.log.entries[0].response, response);
  return JSON.stringify(har);
}

/** A recording of our own with another label. */
function labelled(label: unknown): string {
  const har = JSON.parse(whole);
  har.log._tapedeck = label;
  return JSON.stringify(har);
}

const label = {
  format: 2,
  name: "users",
  origin: "https://api.service.example",
  recordedAt: "2026-01-01T00:00:00.000Z",
};
const bodyWithMarks = utf8("Title\n=======\n<<<<<<< x");

test.each([
  ["an empty file", "", /it is empty; restore it from version control, or remove it and record again/],
  [
    "no JSON",
    whole.replace('"log":', '"log"; ghp_secret'),
    /: it is no JSON, at line 1, column 8; restore it from version control, or remove it and record again$/,
  ],
  [
    "a string that never ends",
    `${whole.slice(0, whole.lastIndexOf("ada"))}ghp_secret }`,
    /it ends in the middle, at line 12, column 29; restore it [\w ,]+$/,
  ],
  ["white space", " \n", /it is empty/],
  [
    "a file cut in half",
    whole.slice(0, whole.length / 2),
    /it is not whole: it ends in the middle, at line 5, column 39; restore/,
  ],
  ["a merge conflict", `<<<<<<< HEAD\n${whole}`, /it holds a merge conflict, at line 1;/],
  ["JSON that is null", "null", /no log\.entries/],
  ["JSON that is no HAR", '{"entries":[]}', /it has no log\.entries, so it is no HAR file; move it out/],
  ["entries that are no list", '{"log":{"entries":{}}}', /no log\.entries/],
  [
    "a newer HAR",
    whole.replace('"version": "1.2"', '"version": "2.0"'),
    /version "2\.0" \(at \/log\/version\), .* save it as HAR 1\.2/,
  ],
  ["a newer format", whole.replace('"format": 2', '"format": 3'), /format 3, .* up to 2; update tapedeck/],
  [
    "an entry that is null",
    '{"log":{"entries":[null]}}',
    /entry 1 has no request\.method \(at \/log\/entries\/0\/request\/method\); mend it, or remove it and record again/,
  ],
  ["no method", foreign({}, { method: undefined }), /entry 1 has no request\.method/],
  ["no URL", foreign({}, { url: undefined }), /no absolute URL in request\.url \(found nothing\)/],
  ["a path with a secret", foreign({}, { url: "/x?token=s3cr3t" }), /\(found "\/x\?token=__redacted-parameter__"\)/],
  ["a path for a URL", foreign({}, { url: "/users/ada" }), /no absolute URL in request\.url \(found "\/users\/ada"\)/],
  ["no request headers", foreign({}, { headers: undefined }), /no request\.headers/],
  ["a header without a name", foreign({}, { headers: [{ value: "x" }] }), /no request\.headers/],
  ["a header that is null", foreign({}, {}, { headers: [null] }), /no response\.headers/],
  ["no response", foreign({ response: undefined }), /no response\.status/],
  ["a status that is text", foreign({}, {}, { status: "200" }), /no response\.status/],
  ["no response headers", foreign({}, {}, { headers: undefined }), /no response\.headers/],
  ["a request body that is no text", foreign({}, { postData: { text: {} } }), /a request body that cannot be read/],
  [
    "a merge conflict behind blanks",
    whole.replace('"entries"', '\n   ======= \n"entries"'),
    /it holds a merge conflict, at line 3;/,
  ],
  [
    "a merge conflict in the middle of a line",
    whole.replace('"cache": {},', '"cache": {}, >>>>>>> theirs'),
    /it holds a merge conflict, at line 3;/,
  ],
  [
    "a heading in a file that is cut",
    toHar(tape(exchange({}, { headers: [], body: bodyWithMarks }))).slice(0, -9),
    /it is not whole: it ends in the middle/,
  ],
  ["a label that is none", labelled(null), /its origin is none: found nothing \(at \/log\/_tapedeck\/origin\)/],
  ["an older format", whole.replace('"format": 2', '"format": 1'), /format 1, .* reads 2 alone; record it again/],
  ["a format that is none", labelled({ ...label, format: "1" }), /its format is none: found "1" \(at \/log\/_tape/],
  ["an origin that is a number", labelled({ ...label, origin: 5 }), /origin is none: found 5 .*; mend it, or restore/],
  ["an origin that is a word", labelled({ ...label, origin: "x" }), /its origin is none: found "x"/],
  ["an origin of no web server", labelled({ ...label, origin: "file:///etc" }), /its origin is none: found "file:/],
  ["an origin with a path", labelled({ ...label, origin: `${label.origin}/` }), /scheme, host and port alone/],
  [
    "an origin with a secret",
    labelled({ ...label, origin: "https://ada:s3cr3t@host" }),
    /found "https:\/\/__redacted-credentials__@host"/,
  ],
  ["a moment that is an object", labelled({ ...label, recordedAt: { toString: 1 } }), /no date in .* \(found an obj/],
  [
    "an empty method",
    own({ method: "" }),
    /a request\.method that is none: found "", .* \(at [\w/]*\/request\/method\)/,
  ],
  ["a method with a blank", foreign({}, { method: "GET /" }), /a request\.method that is none: found "GET \/"/],
  [
    "a URL of no web server",
    own({ url: "file:///etc/passwd" }),
    /a request\.url of no web server: found "file:\/\/\/etc\/passwd", wanted http: or https: \(at [\w/]*\/request\/url\)/,
  ],
  ["a URL in a list", foreign({}, { url: ["https://a.example/"] }), /no absolute URL in request\.url \(found a list\)/],
  [
    "a header name with a line feed",
    own({}, { headers: [{ name: "bad name\n", value: "x" }] }),
    /a header whose name is none: found "bad name\\n", .* \(at [\w/]*\/response\/headers\/0\/name\)/,
  ],
  [
    "an empty header name",
    foreign({}, { headers: [{ name: "", value: "" }] }),
    /a header whose name is none: found ""/,
  ],
  [
    "a header value with a line feed, and does not show it",
    own({ headers: [{ name: "x-a", value: "s3cr3t\nx-b: 1" }] }),
    /has a header "x-a" with a line feed in its value, wanted one line \(at [\w/]*\/request\/headers\/0\/value\)/,
  ],
  ["a header value with a NUL", foreign({}, {}, { headers: [{ name: "x", value: "\0" }] }), /a NUL \(U\+0000\)/],
  [
    "a header with a carriage return",
    foreign({}, {}, { headers: [{ name: "x", value: "a\rb" }] }),
    /a carriage return/,
  ],
  [
    "a header with another control character",
    own({}, { headers: [{ name: "x", value: "a\x7fb" }] }),
    /a header "x" with a control character \(U\+007F\) in its value/,
  ],
  [
    "a pseudo-header, which no answer can be sent with",
    own({}, { headers: [{ name: ":status", value: "200" }] }),
    /a header whose name is none: found .*, wanted a token/,
  ],
  [
    "a body in no encoding there is",
    own({}, { content: { text: "hi", encoding: "rot13" } }),
    /a response\.content that cannot be read: its encoding is none: wanted base64/,
  ],
  [
    "a status beyond those there are",
    own({}, { status: 99999 }),
    /has a response\.status that is none: found 99999, wanted 100 to 999 \(at \/log\/entries\/0\/response\/status\); mend it/,
  ],
  ["a status of nought", own({}, { status: 0 }), /found 0, wanted 100 to 999/],
  [
    "a status that may be a token, and does not show it",
    own({}, { status: "a7Xq2LmZ9pRt4KwB6nYc" }),
    /no response\.status \(found a text of 20 characters\)/,
  ],
  ["a status in pieces", own({}, { status: 200.5 }), /no response\.status \(found 200\.5\)/],
  ["parameters that are no list", foreign({}, { postData: { params: "a" } }), /a request body that cannot be read/],
  ["a moment that is none", foreign({ startedDateTime: "yesterday" }), /no date in .* \(found "yesterday"\)/],
])("fromHar() refuses %s", (_shows, text, message) => {
  expect(() => fromHar(text, "users/ada.har")).toThrow(RecordingSyntaxError);
  expect(() => fromHar(text, "users/ada.har")).toThrow(message);
  expect(() => fromHar(text, "users/ada.har")).toThrow(
    expect.objectContaining({ name: "RecordingSyntaxError", file: "users/ada.har" }),
  );
});

test("fromHar() leaves out what nothing answered for good", () => {
  expect(fromHar(own({}, { status: 101 }), "x.har").exchanges).toEqual([]);
});

test("entryFlaws() names each entry that cannot be read", () => {
  const har = JSON.parse(toHar(tape(exchange(), exchange({ target: "/zen" }), exchange({ target: "/x" }))));
  har.log.entries[0].response.status = 1000;
  har.log.entries[2] = 5;
  expect(entryFlaws(JSON.stringify(har), "x.har")).toEqual([
    {
      at: 0,
      asked: "GET https://api.service.example/users/ada",
      path: "/log/entries/0/response/status",
      found: "a response.status that is none: found 1000, wanted 100 to 999",
    },
    { at: 2, asked: null, path: "/log/entries/2/request/method", found: "no request.method" },
  ]);
  expect(entryFlaws(whole, "x.har")).toEqual([]);
});

test("whatever stands in place of a member, fromHar() reads it or says what is wrong", () => {
  const posted = { mimeType: "a/b", params: [{ name: "a", value: "1" }], _encoding: "base64" };
  const content = { size: 2, encoding: "utf8", text: "[]" };
  const other = foreign({ time: 1 }, { postData: posted, bodySize: 3 }, { content });
  fc.assert(
    fc.property(damagedHar(toHar(tape(exchange({ body: utf8("a=1") }))), other), (har) => {
      try {
        // What is read can be written, and read again.
        fromHar(toHar(fromHar(JSON.stringify(har), "x.har")), "x.har");
      } catch (error) {
        if (!(error instanceof RecordingSyntaxError)) throw error;
      }
    }),
    law(1000),
  );
});
