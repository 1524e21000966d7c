import { describe, expect, test } from "vitest";
import { readForeignFile } from "../../src/formats/index.ts";
import { base64, first, read, vcr } from "./read-cassette-text.ts";

// Written from the formats' facts; files that the tools themselves wrote are in `dialects.test.ts`.

describe("readCassette() knows", () => {
  test.each<readonly [tool: string, text: string, named: string, target: string]>([
    [
      "VCR 1.x: structs, symbols, an explicit port and a bare body",
      `---
- !ruby/struct:VCR::HTTPInteraction
  request: !ruby/struct:VCR::Request
    method: :get
    uri: http://api.service.example:80/zen
    body:
    headers:
  response: !ruby/struct:VCR::Response
    status: !ruby/struct:VCR::ResponseStatus
      code: 200
      message: OK
    headers:
      content-type:
      - text/plain
    body: hello
    http_version: "1.1"
`,
      "VCR",
      "http://api.service.example/zen",
    ],
    [
      "VCR",
      vcr("    headers: {}\n    body:\n      encoding: UTF-8\n      string: hello\n"),
      "VCR 6.3.1",
      "https://api.service.example/x",
    ],
    [
      "Betamax's JSON",
      JSON.stringify({
        http_interactions: [
          {
            request: {
              method: "GET",
              uri: "https://api.service.example/x",
              headers: { Accept: ["*/*"] },
              body: { encoding: "utf-8", string: "" },
            },
            response: {
              status: { code: 200, message: "OK" },
              headers: {},
              url: "",
              body: { encoding: "utf-8", base64_string: `${base64("hel")}\n${base64("lo")}\n` },
            },
          },
        ],
        recorded_with: "betamax/0.8.1",
      }),
      "Betamax 0.8.1",
      "https://api.service.example/x",
    ],
    [
      "R's vcr",
      `http_interactions:
- request:
    method: get
    uri: https://api.service.example/x
    body:
      encoding: ''
      string: ''
    headers:
      Accept: application/json
  response:
    status:
      status_code: '200'
      category: Success
      reason: OK
    headers:
      content-encoding: gzip
    body:
      encoding: ''
      file: no
      string: hello
  recorded_at: 2019-11-01 04:49:54 GMT
recorded_with: vcr/0.4.0, webmockr/0.5.0
`,
      "R's vcr 0.4.0",
      "https://api.service.example/x",
    ],
    [
      "PHP-VCR",
      `
-
    request:
        method: GET
        url: 'https://api.service.example/x'
        headers:
            Host: api.service.example
    response:
        status:
            http_version: '1.1'
            code: '200'
            message: OK
        headers:
            Server: nginx
        body: hello
`,
      "PHP-VCR",
      "https://api.service.example/x",
    ],
    [
      "vcrpy 0.x: Python's objects, tuples and lines",
      `- request: !!python/object:vcr.request.Request
    body: null
    headers: !!python/object/apply:__builtin__.frozenset
    - - !!python/tuple [accept, '*/*']
    host: api.service.example
    method: GET
    path: /ip
    port: 80
    protocol: http
  response:
    body: {string: !!python/unicode "hello"}
    headers: [!!python/unicode "content-type: text/plain\\r\\n"]
    status: {code: 200, message: OK}
`,
      "vcrpy",
      "http://api.service.example/ip",
    ],
    [
      "vcrpy: names of headers as aiohttp's own strings",
      `interactions:
- request:
    body: null
    headers:
      ? !!python/object/apply:multidict._multidict.istr
      - Accept
      : - application/json
    method: !!python/object/apply:multidict.istr [GET]
    uri: https://api.service.example/x
  response:
    body: {string: hello}
    headers:
      ? !!python/object/new:multidict._multidict_py.istr [Content-Type]
      : [!!python/object/apply:multidict._multidict.istr [text/plain]]
    status: {code: 200, message: OK}
version: 1
`,
      "vcrpy",
      "https://api.service.example/x",
    ],
    [
      "vcrpy's old stub of httpx",
      `interactions:
- request: {body: '', headers: {}, method: GET, uri: 'https://api.service.example/x'}
  response:
    content: hello
    headers:
      Content-Encoding: [gzip]
    http_version: HTTP/1.1
    status_code: 200
version: 1
`,
      "vcrpy",
      "https://api.service.example/x",
    ],
    [
      "the test agent of Datadog, which keeps one interaction a file",
      JSON.stringify({
        request: { method: "GET", url: "https://api.service.example/x", headers: {}, body: "" },
        response: { status: { code: 200, message: "OK" }, headers: { Vary: "Accept-Encoding" }, body: "hello" },
      }),
      "Datadog's test agent",
      "https://api.service.example/x",
    ],
    [
      "go-vcr 3 and 4",
      `---
version: 2
interactions:
    - id: 0
      request:
        proto: HTTP/1.1
        content_length: 0
        host: api.service.example
        body: ""
        form: {}
        headers: {}
        url: https://api.service.example/x
        method: GET
      response:
        proto: HTTP/2.0
        content_length: 437
        uncompressed: true
        body: hello
        headers: {}
        status: 200 OK
        code: 200
        duration: 458.674145ms
`,
      "go-vcr, cassettes of version 2",
      "https://api.service.example/x",
    ],
  ])("%s", (_shows, text, tool, url) => {
    const result = readForeignFile(new TextEncoder().encode(text), "x.yml");
    expect(result.warnings).toEqual([]);
    expect(result.tool).toBe(tool);
    const [{ origin, exchange } = first(text)] = result.found;
    expect(`${origin}${exchange.request.target}`).toBe(url);
    expect(exchange.request.method).toBe("GET");
    expect(exchange.response).toMatchObject({ status: 200, body: { encoding: "utf8", text: "hello" } });
  });
});

test.each<readonly [shows: string, uri: string, origin: string | null, target: string, said: RegExp]>([
  [
    "in a host",
    "https://bedrock.<AWS_REGION>.example/model/x?a=1",
    "https://bedrock.aws-region.example",
    "/model/x?a=1",
    /kept as bedrock\.aws-region\.example/,
  ],
  ["in place of the origin", "<<ENDPOINT>>/manage/x", null, "/manage/x", /begins with a placeholder.*--origin/],
  ["that ends with the slash", "<<ENDPOINT>>manage/x", null, "/manage/x", /begins with a placeholder/],
  ["of a template", "{{BASE_URL}}/x", null, "/x", /begins with a placeholder/],
])("readCassette() takes a placeholder %s", (_shows, uri, origin, target, said) => {
  const text = vcr("    headers: {}\n    body: ok\n").replace("https://api.service.example/x", JSON.stringify(uri));
  expect(first(text)).toMatchObject({ origin, exchange: { request: { target } } });
  expect(read(text).warnings).toMatchObject([{ kind: "changed", text: expect.stringMatching(said) }]);
});

test("readCassette() takes several documents of one file", () => {
  const one = vcr("    headers: {}\n    body: ok\n");
  expect(read(one + one).found.map(({ place }) => place)).toEqual([
    "document 1, interaction 1 (line 3), GET https://api.service.example/x",
    "document 2, interaction 1 (line 15), GET https://api.service.example/x",
  ]);
});

test("an empty cassette holds nothing", () => {
  expect(readForeignFile(new Uint8Array(), "empty.yml")).toMatchObject({ found: [], warnings: [] });
});

test("readForeignFile() takes UTF-16 with its mark", () => {
  const text = vcr("    headers: {}\n    body: Málaga\n");
  for (const bytes of [Buffer.from(`\uFEFF${text}`, "utf16le"), Buffer.from(`\uFEFF${text}`, "utf16le").swap16()]) {
    expect(readForeignFile(bytes, "x.yml").found[0]?.exchange.response.body?.text).toBe("Málaga");
  }
});
