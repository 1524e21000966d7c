import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { law } from "../../../../.ci/property.ts";
import { readForeignFile, readMany } from "../../src/formats/index.ts";
import { RecordingSyntaxError } from "../../src/recording-error.ts";

const fixture = (name: string): Buffer => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
const names = [
  ...["polly-6.har", "mitmproxy.har", "playwright.zip", "undici.json", "vcr.yml", "vcrpy.yaml", "vcrpy.json"],
  "go-vcr.yaml",
];

/** A file of a tool with some bytes in the middle taken out, put in or doubled. */
function brokenFiles(): fc.Arbitrary<readonly [name: string, bytes: Buffer]> {
  const texts = [
    "",
    "\0",
    "\n",
    "'",
    '"',
    "{",
    "]",
    ": ",
    "- ",
    "&a ",
    "*a",
    "!!binary ",
    "!x ",
    "|\n",
    "\ud83d",
    "\\",
    "%",
  ];
  const insert = fc.oneof(
    fc.constantFrom(...texts).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 4 }).map(Buffer.from),
  );
  const edit = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(40), insert);
  return fc.tuple(fc.constantFrom(...names), fc.array(edit, { minLength: 1, maxLength: 4 })).map(([name, edits]) => {
    let bytes = fixture(name);
    for (const [where, length, put] of edits) {
      const at = Math.floor(where * bytes.length);
      bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + length)]);
    }
    return [name, bytes];
  });
}

test("readForeignFile() of any broken file gives exchanges that can be sent, or says what is wrong without a secret", () => {
  fc.assert(
    fc.property(brokenFiles(), ([name, bytes]) => {
      try {
        const { found, warnings } = readForeignFile(bytes, name);
        for (const { exchange, origin } of found) {
          const { request, response } = exchange;
          expect(URL.canParse(request.target, origin ?? "http://localhost")).toBe(true);
          expect(request.target).toMatch(/^\/[!-~]*$/);
          new Request("http://localhost", { headers: request.headers.map(([name, value]) => [name, value]) });
          new Response(null, {
            status: response.status,
            headers: response.headers.map(([name, value]) => [name, value]),
          });
        }
        expect(JSON.stringify(warnings)).not.toContain("s3cr3t-t0ken-of-the-page");
      } catch (error) {
        expect(error).toBeInstanceOf(RecordingSyntaxError);
        expect(String(error)).not.toContain("s3cr3t-t0ken-of-the-page");
      }
    }),
    law(100),
  );
});

interface Entry {
  readonly name: string;
  readonly text: string;
  /** In place of the right one. */
  readonly size?: number;
  readonly flags?: number;
  readonly method?: number;
}

/** A zip archive, by APPNOTE.TXT. */
function zip(entries: readonly Entry[]): Buffer {
  const records: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, text, size = Buffer.byteLength(text), flags = 0, method = 8 } of entries) {
    const packed = method === 8 ? deflateRawSync(text) : Buffer.from(text);
    const file = Buffer.from(name);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50);
    head.writeUInt16LE(file.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(file.length, 28);
    entry.writeUInt32LE(at, 42);
    records.push(head, file, packed);
    directory.push(entry, file);
    at += head.length + file.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...records, ...directory, end]);
}

/** The same, with a directory that begins at another place. */
function elsewhere(bytes: Buffer): Buffer {
  bytes.writeUInt32LE(0x7fffffff, bytes.length - 6);
  return bytes;
}

const har = (content: object): string =>
  JSON.stringify({
    log: {
      version: "1.2",
      entries: [
        {
          request: { method: "GET", url: "https://x.example/a", headers: [] },
          response: { status: 200, headers: [], content },
        },
      ],
    },
  });

describe("readForeignFile() of a zip archive", () => {
  test("takes HAR from any folder in it, stored or packed, with the bodies beside it", () => {
    const { found, warnings } = readForeignFile(
      zip([
        { name: "b/body.json", text: "[1]", method: 0 },
        { name: "b/har.har", text: har({ _file: "body.json" }) },
        { name: "a.har", text: har({ text: "a" }), method: 0 },
      ]),
      "x.zip",
    );
    expect(warnings).toEqual([]);
    expect(found.map(({ place, exchange }) => [place, exchange.response.body?.text])).toEqual([
      ["x.zip/a.har, entry 1, GET https://x.example/a", "a"],
      ["x.zip/b/har.har, entry 1, GET https://x.example/a", "[1]"],
    ]);
  });

  test.each<readonly [shows: string, bytes: Buffer, said: RegExp]>([
    [
      "that is cut",
      zip([{ name: "a.har", text: har({}) }]).subarray(0, -30),
      /it is a zip archive that is not whole; pack it again$/,
    ],
    [
      "whose directory lies",
      elsewhere(zip([{ name: "a.har", text: har({}) }])),
      /it is a zip archive that (?:is not whole|is in the zip64 format); pack it again$/,
    ],
    [
      "that unpacks to too much",
      zip(Array.from({ length: 3 }, (_, at) => ({ name: `${at}.har`, text: "", size: 0xfffffff0 }))),
      /it is a zip archive that unpacks to more than 512 MiB; pack it again$/,
    ],
    ["without a recording", zip([{ name: "a.txt", text: "a" }]), /none of its 1 files is a recording; name another$/],
  ])("refuses one %s", (_shows, bytes, said) => {
    expect(() => readForeignFile(bytes, "x.zip")).toThrow(RecordingSyntaxError);
    expect(() => readForeignFile(bytes, "x.zip")).toThrow(said);
  });

  test.each<readonly [shows: string, entry: Entry, said: RegExp]>([
    [
      "larger than it says",
      { name: "a.har", text: har({ text: "x".repeat(9999) }), size: 100 },
      /holds a file that cannot be unpacked \("a\.har"\)/,
    ],
    ["encrypted", { name: "a.har", text: har({}), flags: 1 }, /is encrypted or packed in a way that is not known/],
    [
      "packed in another way",
      { name: "a.har", text: har({}), method: 14 },
      /is encrypted or packed in a way that is not known/,
    ],
  ])("leaves out a file that is %s", (_shows, entry, said) => {
    const good = { name: "z.har", text: har({ text: "a" }) };
    const { found, warnings } = readForeignFile(zip([entry, good]), "x.zip");
    expect(found).toHaveLength(1);
    expect(warnings).toMatchObject([{ place: "x.zip/a.har", kind: "left out", text: expect.stringMatching(said) }]);
  });
});

test("readMany() takes what a HAR keeps bodies in for no recording", () => {
  const files: Readonly<Record<string, string>> = {
    "0.json": "[1]",
    "a.har": har({ _file: "0.json" }),
    "c.json": "[2]",
  };
  const result = readMany(Object.keys(files), (name) => (files[name] === undefined ? null : Buffer.from(files[name])));
  expect(result?.found).toHaveLength(1);
  expect(result?.warnings.map(({ place }) => place)).toEqual(["c.json"]);
});

test("readForeignFile() says how to make HAR of mitmproxy's flows", () => {
  expect(() => readForeignFile(Buffer.from("1234:9:websocket;0:~8:response;"), "flows")).toThrow(
    /--set hardump=flows\.har$/,
  );
});

test("readForeignFile() takes mitmproxy's flows as JSON, which have no bodies, for no cassette", () => {
  const flow = {
    client_conn: {},
    request: { method: "GET", host: "x", port: 80, path: "/" },
    response: { status_code: 200, headers: [] },
  };
  expect(() => readForeignFile(Buffer.from(JSON.stringify([flow])), "flows.json")).toThrow(
    /it is JSON, a list, and none of/,
  );
});

test.each([
  ["a status", '{"request":{"url":"/a"},"response":{"status":77113377698324547}}', 0],
  ["a method", '{"request":{"method":1.00,"url":"/a"},"response":{}}', 1],
  ["a header", '{"request":{"url":"/a"},"response":{"headers":{"x-version":1.50}}}', 1],
  ["a priority and a port", '{"priority":1.0,"request":{"url":"/a","host":"a","port":80.0},"response":{}}', 1],
])("a number that is not written as JavaScript writes it may be %s of WireMock's", (_what, mapping, count) => {
  expect(readForeignFile(Buffer.from(`{"mappings":[${mapping}]}`), "stubs.json").found).toHaveLength(count);
});

test("a member of a cassette that nothing reads may be broken", () => {
  const request = "- request: {uri: 'http://a/', method: GET}\n  response: {status: {code: 200}}\n";
  const text = `interactions:\n${request}other: !!binary x\n`;
  expect(readForeignFile(Buffer.from(text), "a.yaml").found).toHaveLength(1);
});

test.each([
  ["nock", [{ scope: "http://a.example:80", method: "GET", path: "/x", status: 200, response: "a\ud800" }]],
  ["wiremock", { request: { method: "GET", url: "/x" }, response: { status: 200, body: "a\ud800" } }],
  [
    "vcr",
    {
      http_interactions: [
        {
          request: { method: "get", uri: "http://a.example/x", headers: {}, body: { encoding: "UTF-8", string: "" } },
          response: {
            status: { code: 200, message: "OK" },
            headers: {},
            body: { encoding: "UTF-8", string: "a\ud800" },
          },
        },
      ],
    },
  ],
])("a body of %s that is no text is left out: a replay would send another character", (_tool, file) => {
  const { found, warnings } = readForeignFile(new TextEncoder().encode(JSON.stringify(file)), "x.json");
  expect([...found]).toEqual([]);
  expect(JSON.stringify(warnings)).toContain("half a character stands alone");
});
