import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readCassette } from "../../src/formats/index.ts";
import { headerOf } from "../../src/http/headers.ts";
import { base64, first, read, vcr } from "./read-cassette-text.ts";

test("readCassette() leaves out a header whose name a filter broke", () => {
  const result = read(vcr("    headers:\n      Ma<KEY>-Age: ['1']\n      ETag: [x]\n    body:\n      string: hello\n"));
  expect(result.found.map(({ exchange }) => exchange.response.headers)).toEqual([[["etag", "x"]]]);
  expect(result.warnings).toMatchObject([
    { kind: "changed", text: "a name of its headers is none: kept without that header" },
  ]);
});

describe("readCassette() takes a body as it was sent", () => {
  const headers = "    headers:\n      Content-Encoding: [gzip]\n";
  test.each<readonly [shows: string, text: string, body: object]>([
    [
      "gzip as !binary",
      vcr(`${headers}    body:\n      string: !binary |-\n        ${base64(gzipSync("hello"))}\n`),
      { encoding: "utf8", text: "hello" },
    ],
    [
      "gzip as text of bytes",
      vcr(`${headers}    body:\n      string: ${JSON.stringify(gzipSync("hello", { level: 0 }).toString("latin1"))}\n`),
      { encoding: "utf8", text: "hello" },
    ],
    ["plain under gzip", vcr(`${headers}    body:\n      string: hello\n`), { encoding: "utf8", text: "hello" }],
    [
      "another charset",
      vcr("    headers: {}\n    body:\n      encoding: ISO-8859-1\n      string: Málaga\n"),
      { encoding: "base64", text: base64(Buffer.from("Málaga", "latin1")) },
    ],
    [
      "Shift_JIS",
      vcr("    headers: {}\n    body:\n      encoding: Shift_JIS\n      string: 日本\n"),
      { encoding: "base64", text: base64(Uint8Array.of(0x93, 0xfa, 0x96, 0x7b)) },
    ],
    [
      "UTF-16",
      vcr("    headers: {}\n    body:\n      encoding: UTF-16LE\n      string: hü\n"),
      { encoding: "base64", text: base64(Buffer.from("hü", "utf16le")) },
    ],
    [
      "bytes",
      vcr("    headers: {}\n    body:\n      encoding: ASCII-8BIT\n      string: !binary |-\n        AP8B/olQ\n"),
      { encoding: "base64", text: "AP8B/olQ" },
    ],
    [
      "what looks like a number",
      vcr("    headers: {}\n    body:\n      string: 1.0\n"),
      { encoding: "utf8", text: "1.0" },
    ],
    [
      "a non-specific tag",
      vcr("    headers: {}\n    body:\n      string: ! 'null'\n"),
      { encoding: "utf8", text: "null" },
    ],
    [
      "a block with its last line feed",
      vcr("    headers: {}\n    body: |\n      a\n       b\n"),
      { encoding: "utf8", text: "a\n b\n" },
    ],
    [
      "an alias",
      vcr("    headers: {}\n    body: &1\n      string: hello\n").replace("recorded_at:", "again: *1\n  recorded_at:"),
      { encoding: "utf8", text: "hello" },
    ],
    [
      "a quote that closes at the margin",
      vcr("    headers: {}\n    body: ! '<p>\n\n      hello\n\n'\n"),
      { encoding: "utf8", text: "<p>\nhello\n" },
    ],
  ])("%s", (_shows, text, body) => {
    expect(first(text).exchange.response.body).toEqual(body);
    expect(first(`\uFEFF${text.replaceAll("\n", "\r\n")}`).exchange.response.body).toEqual(body);
  });

  test("no body is none, whatever content-length says", () => {
    const text = vcr(
      "    headers:\n      Content-Length: ['438']\n    body:\n      encoding: US-ASCII\n      string: ''\n",
    );
    expect(first(text).exchange.response.body).toBeNull();
  });

  test("a file beside it, as R's vcr keeps one, and none outside of its folder", () => {
    const text = (name: string) => vcr(`    headers: {}\n    body:\n      file: yes\n      string: ${name}\n`);
    const asked: string[] = [];
    const sidecar = (name: string) => {
      asked.push(name);
      return name === "files/a.png" ? Uint8Array.of(0x89, 0x50) : null;
    };
    const [found] = readCassette(text("files/a.png"), "x.yml", sidecar).found;
    expect(found?.exchange.response.body).toEqual({ encoding: "base64", text: "iVA=" });
    expect(readCassette(text("../../etc/passwd"), "x.yml", sidecar).warnings).toMatchObject([
      { kind: "left out", text: "the body of its response is not there: ../../etc/passwd" },
    ]);
    expect(asked).toEqual(["files/a.png"]);
  });
});

test("readCassette() takes headers as pairs, lines or lists, keeps repeated ones apart, and the credential out", () => {
  const text = `interactions:
- request:
    body: null
    headers: {Authorization: [Bearer s3cr3t], Accept: '*/*'}
    method: GET
    uri: https://api.service.example/x
  response:
    body: {string: ''}
    headers:
    - !!python/tuple
      - Set-Cookie
      - [a=1, b=2]
    - !!python/tuple
      - X-Count
      - ['1']
    status: {code: 204, message: No Content}
`;
  const { authorization, exchange } = first(text);
  expect(authorization).toBe("Bearer s3cr3t");
  expect(exchange.request).toMatchObject({ principal: "token", headers: [["accept", "*/*"]] });
  expect(exchange.response.headers).toEqual([
    ["set-cookie", "a=1"],
    ["set-cookie", "b=2"],
    ["x-count", "1"],
  ]);
});

test("readCassette() writes a body that was kept as a value as JSON, every digit and text as it stood, and says so", () => {
  const text = `interactions:
- request:
    headers: {content-type: [application/json]}
    method: post
    parsed_body: {b: [1, 1.0, '1', 12345678901234567890, true, 'true', null, ~, 'no', no, 1e5], a: {}, c: 0x1F}
    uri: https://api.service.example/x
  response:
    headers: {}
    parsed_body: hello
    status: {code: 200, message: OK}
`;
  const { request, response } = first(text).exchange;
  expect(request.body?.text).toBe(
    '{"b":[1,1.0,"1",12345678901234567890,true,"true",null,null,"no","no",1e5],"a":{},"c":"0x1F"}',
  );
  expect(response.body?.text).toBe('"hello"');
  expect(read(text).warnings.map((warning) => warning.text)).toEqual(
    ["request", "response"].map((side) => expect.stringContaining(`the body of its ${side} was kept as a value`)),
  );
});

test("readCassette() makes the body that go-vcr left out of its form, without the query's fields", () => {
  const text = `version: 1
interactions:
- request:
    body: ""
    form: {a: ["1 & 2"], q: [x]}
    headers: {Content-Type: [application/x-www-form-urlencoded]}
    url: https://api.service.example/x?q=x
    method: POST
  response: {body: ok, headers: {}, status: 200 OK, code: 200}
`;
  expect(first(text).exchange.request.body?.text).toBe("a=1+%26+2");
  expect(read(text).warnings).toMatchObject([{ kind: "changed", text: expect.stringMatching(/its form/) }]);
});

test("readCassette() keeps a header beyond Latin-1 as the bytes of its UTF-8, and says so", () => {
  const text = vcr('    headers:\n      Content-Disposition: [attachment; filename="ключ.txt"]\n    body: ok\n');
  const value = headerOf(first(text).exchange.response.headers, "content-disposition") ?? "";
  expect(Buffer.from(value, "latin1").toString()).toBe('attachment; filename="ключ.txt"');
  expect(() => new Headers({ "content-disposition": value })).not.toThrow();
  expect(read(text).warnings).toMatchObject([
    { kind: "changed", text: expect.stringContaining("content-disposition") },
  ]);
});
