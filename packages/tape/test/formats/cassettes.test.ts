import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type ImportResult, readCassette, readForeignFile } from "../../src/formats/index.ts";
import { limits } from "../../src/formats/limits.ts";
import { headerOf } from "../../src/headers.ts";
import { RecordingSyntaxError } from "../../src/recording-error.ts";

// Written from the formats' facts; files that the tools themselves wrote are in `dialects.test.ts`.

const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString("base64");
const read = (text: string, file = "x.yml"): ImportResult => readCassette(text, file);
const first = (text: string) => {
  const [found] = read(text).found;
  if (!found) throw new Error(JSON.stringify(read(text).warnings));
  return found;
};

/** A cassette of VCR 2 and later, with some lines of its own in the response. */
function vcr(response: string, request = ""): string {
  return `---
http_interactions:
- request:
    method: get
    uri: https://api.service.example/x
${request}  response:
    status:
      code: 200
${response}  recorded_at: Tue, 01 Nov 2011 04:49:54 GMT
recorded_with: VCR 6.3.1
`;
}

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

test.each<readonly [shows: string, uri: string, origin: string | null, target: string, said: RegExp]>([
  [
    "in a host",
    "https://bedrock.<AWS_REGION>.example/model/x?a=1",
    "https://bedrock.aws-region.example",
    "/model/x?a=1",
    /kept as bedrock\.aws-region\.example/,
  ],
  ["in place of the origin", "<<ENDPOINT>>/manage/x", null, "/manage/x", /begins with a placeholder.*--origin/],
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

describe("readCassette() leaves out one interaction, and says why", () => {
  const good = vcr("    headers: {}\n    body: ok\n").replace(/^recorded_with.*\n/m, "");
  const bomb = [
    "&a [x,x,x,x,x,x,x,x,x,x]",
    ..."abcdefgh".split("").map((name, at) => `&${"bcdefghi"[at]} [${Array(10).fill(`*${name}`).join(",")}]`),
  ];
  test.each<readonly [shows: string, interaction: string, said: RegExp]>([
    [
      "a tag that would make something",
      "- request: !!python/object/apply:os.system ['echo planted']\n",
      /^it has the tag !!python\/object\/apply:os\.system at line 12, which is no data/,
    ],
    [
      "a tag of Ruby's",
      "- !ruby/object:Gem::Requirement\n  a: b\n",
      /^it has the tag !ruby\/object:Gem::Requirement at line 13/,
    ],
    [
      "aliases that stand for too much",
      `- {${bomb.map((each, at) => `k${at}: ${each}`).join(", ")}}\n`,
      /^its aliases stand for more than a file may hold$/,
    ],
    ["an alias of itself", "- &loop [*loop]\n", /^it is nested more than 100 levels deep$/],
    ["no map", "- 1\n", /^it is no map$/],
    ["no request", "- response: {}\n", /^its request is no map$/],
    ["no URL", "- {request: {method: get}, response: {status: 200}}\n", /^it has no URL$/],
    [
      "a URL of no server",
      "- {request: {method: get, uri: 'file:///etc/passwd'}, response: {status: 200}}\n",
      /^it was not asked of a web server$/,
    ],
    ["no method", "- {request: {uri: 'https://x/'}, response: {status: 200}}\n", /^its method is none$/],
    ["no status", "- {request: {method: get, uri: 'https://x/'}, response: {}}\n", /^its response has no status$/],
    [
      "no answer",
      "- {request: {method: get, uri: 'https://x/'}, response: {status: {code: 0}}}\n",
      /^nothing answered it: its status is 0$/,
    ],
    [
      "a body of an unknown kind",
      "- {request: {method: get, uri: 'https://x/'}, response: {status: 200, body: {raw: x}}}\n",
      /^the body of its response is of a kind that is not known: raw$/,
    ],
    [
      "base64 that is none",
      "- {request: {method: get, uri: 'https://x/'}, response: {status: 200, body: !!binary '*'}}\n",
      /^its !!binary at line 12 is not base64$/,
    ],
    [
      "bytes that are not gzip",
      "- {request: {method: get, uri: 'https://x/'}, response: {status: 200, headers: {content-encoding: gzip}, body: !!binary '/wD/'}}\n",
      /^its body cannot be read: it is not what its content-encoding "gzip" says$/,
    ],
    [
      "a character that is not in its charset",
      "- {request: {method: get, uri: 'https://x/'}, response: {status: 200, body: {encoding: US-ASCII, string: é}}}\n",
      /^its body holds a character that is not in US-ASCII$/,
    ],
    [
      "a line break in a header",
      "- {request: {method: get, uri: 'https://x/'}, response: {status: 200, headers: {a: \"b\\r\\nc: d\"}}}\n",
      /^its header "a" has a line break in its value$/,
    ],
  ])("%s", (_shows, interaction, said) => {
    const { found, warnings } = read(good + interaction);
    expect(found).toHaveLength(1);
    expect(warnings).toMatchObject([
      {
        kind: "left out",
        place: expect.stringMatching(/^interaction 2 \(line 1[23]\)/),
        text: expect.stringMatching(said),
      },
    ]);
  });
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

test.each<readonly [shows: string, text: string, message: RegExp]>([
  [
    "YAML that is broken",
    "interactions:\n- request: {planted-t0ken\n",
    /it is no YAML, at line \d+, column \d+ \([a-z ]+\); mend it/,
  ],
  [
    "a name that stands twice",
    "interactions:\n- request: {a: 1, a: 2}\n",
    /a name stands twice in one map, at line 2, column 19/,
  ],
  [
    "a name that stands twice in JSON",
    '{"interactions":[{"request":{"a":1,\n"\\u0061":2}}]}',
    /a name stands twice in one object, at line 2, column 1/,
  ],
  [
    "a merge conflict",
    "interactions:\n<<<<<<< ours\n- request: {}\n>>>>>>> theirs\n",
    /it holds a merge conflict, at line 2/,
  ],
  ["nesting without end", `interactions: ${"[".repeat(50_000)}`, /it is YAML that is nested too deeply|it is no YAML/],
  [
    "a file that is too large",
    `interactions:\n${" ".repeat(limits.yaml)}`,
    /it is YAML of 33 MiB, and 32 MiB are read; split it/,
  ],
])("readCassette() refuses %s, and says where", (_shows, text, message) => {
  expect(() => read(text)).toThrow(RecordingSyntaxError);
  expect(() => read(text)).toThrow(message);
  expect(() => read(text)).not.toThrow(/planted-t0ken/);
});

test("an empty cassette holds nothing", () => {
  expect(readForeignFile(new Uint8Array(), "empty.yml")).toMatchObject({ found: [], warnings: [] });
});

test.each<readonly [shows: string, bytes: Uint8Array, message: RegExp]>([
  [
    "bytes that are no text",
    Buffer.from("a: 1\nb: \xff\n", "latin1"),
    /it is no text in UTF-8, at line 2; save it as UTF-8/,
  ],
  ["zlib that is none", Uint8Array.of(0x78, 0x9c, 1, 2, 3), /it begins as the zlib format does, and is none/],
])("readForeignFile() refuses %s", (_shows, bytes, message) => {
  expect(() => readForeignFile(bytes, "x")).toThrow(message);
});

test("readForeignFile() takes UTF-16 with its mark", () => {
  const text = vcr("    headers: {}\n    body: Málaga\n");
  for (const bytes of [Buffer.from(`\uFEFF${text}`, "utf16le"), Buffer.from(`\uFEFF${text}`, "utf16le").swap16()]) {
    expect(readForeignFile(bytes, "x.yml").found[0]?.exchange.response.body?.text).toBe("Málaga");
  }
});
