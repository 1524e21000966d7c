import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Exchange } from "../../src/exchange.ts";
import { type ImportResult, readForeignFile, readHar } from "../../src/formats/index.ts";
import { fromHar } from "../../src/har/har.ts";
import { headerOf } from "../../src/http/headers.ts";

const fixtures = new URL("../fixtures/", import.meta.url);
const textOf = (name: string): string => readFileSync(new URL(name, fixtures), "utf8");

/** Files that the real tools wrote of one service: see the README beside them. */
const dialects: ReadonlyArray<readonly [file: string, tool: RegExp, origin: RegExp, leftOut: readonly string[]]> = [
  [
    "devtools.har",
    /^Chromium's developer tools 537\.36$/,
    /^https:\/\/api\.service\.example$/,
    [
      "GET https://api.service.example/cut: its answer broke off, after 2 of 10 bytes",
      "GET data: URL: it was not asked of a server",
    ],
  ],
  [
    "firefox.har",
    /^Firefox \d+\.\d+/,
    /^http:\/\/api\.service\.example:\d+$/,
    [
      "GET data: URL: it was not asked of a server",
      "GET http://api.service.example:PORT/cut: nothing answered it: its status is 0",
      "GET data: URL: it was not asked of a server",
    ],
  ],
  [
    "playwright-embed/har.har",
    /^Playwright 1\.\d+/,
    /^https:\/\/api\.service\.example$/,
    ["GET https://api.service.example/cut: its answer broke off, after 2 of 10 bytes"],
  ],
  [
    "playwright-attach/har.har",
    /^Playwright 1\.\d+/,
    /^https:\/\/api\.service\.example$/,
    ["GET https://api.service.example/cut: its answer broke off, after 2 of 10 bytes"],
  ],
  [
    "playwright.zip",
    /^Playwright 1\.\d+/,
    /^https:\/\/api\.service\.example$/,
    ["GET https://api.service.example/cut: its answer broke off, after 2 of 10 bytes"],
  ],
  [
    "mitmproxy.har",
    /^mitmproxy \d/,
    /^http:\/\/api\.service\.example$/,
    ["GET http://api.service.example/cut: nothing answered it: its status is 0 (server closed connection)"],
  ],
  ["mitmproxy-8.har", /^mitmproxy har_dump 0\.1$/, /^http:\/\/127\.0\.0\.1:\d+$/, []],
  ["polly-5.har", /^Polly\.js 5\./, /^http:\/\/127\.0\.0\.1:\d+$/, []],
  ["polly-6.har", /^Polly\.js 6\./, /^http:\/\/127\.0\.0\.1:\d+$/, []],
  ["undici.json", /^undici's SnapshotAgent$/, /^http:\/\/127\.0\.0\.1:\d+$/, []],
  ["vcr.yml", /^VCR 5\.0\.0$/, /^http:\/\/127\.0\.0\.1:\d+$/, []],
  ["vcrpy.yaml", /^vcrpy$/, /^http:\/\/127\.0\.0\.1:\d+$/, []],
  ["go-vcr.yaml", /^go-vcr, cassettes of version 1$/, /^http:\/\/127\.0\.0\.1:\d+$/, []],
];

describe.each(dialects)("readForeignFile() of %s", (file, tool, origin, leftOut) => {
  const folder = new URL(file.replace(/[^/]*$/, ""), fixtures);
  const sidecar = (name: string) => readFileSync(new URL(name, folder));
  const reading = readForeignFile(readFileSync(new URL(file, fixtures)), file, { sidecar });
  const answers = (method: string, target: string): Exchange[] =>
    reading.found
      .map(({ exchange }) => exchange)
      .filter(
        ({ request }) =>
          request.method === method && request.target.replaceAll("%20", "+") === target.replaceAll("%20", "+"),
      );
  const only = (method: string, target: string): Exchange => {
    const [first] = answers(method, target);
    if (!first) throw new Error(`${file} has no ${method} ${target}`);
    return first;
  };

  test("says which tool wrote it, and which origin was asked", () => {
    expect(reading.tool).toMatch(tool);
    expect(new Set(reading.found.map((each) => each.origin)).size).toBe(1);
    expect(reading.found[0]?.origin).toMatch(origin);
  });

  test.each([
    ["JSON", "/people/ada", '{"login":"ada","id":1,"name":"Ada · Málaga","score":"12345678901234567890"}'],
    ["a body that was compressed by gzip", "/gzip", '{"packed":"gzip"}'],
    ["a body that was compressed by br", "/br", '{"packed":"br"}'],
    ["JSON that looks like a list of chunks", "/etag", "[1]"],
  ])("takes %s as it was", (_shows, target, text) => {
    expect(only("GET", target).response).toMatchObject({ status: 200, body: { encoding: "utf8", text } });
  });

  test("takes bytes as bytes", () => {
    expect(only("GET", "/bytes").response.body).toEqual({ encoding: "base64", text: "AP8B/olQ" });
  });

  test("keeps a repeated request as a sequence", () => {
    const [first, second] = answers("GET", "/zen").map(({ response }) =>
      Number(response.body?.text?.slice("line ".length)),
    );
    expect(second).toBe((first ?? 0) + 1);
  });

  test("keeps the order and repetition of query parameters", () => {
    // WebMock, beneath VCR, keeps the last of them.
    const kept = file === "vcr.yml" ? "/people/ada?page=1&q=a%20b%20c" : "/people/ada?page=2&page=1&q=a+b%20c";
    expect(answers("GET", kept)).toHaveLength(1);
  });

  test("keeps a redirect as it came, and an error", () => {
    const { status, headers, body } = only("GET", "/moved").response;
    expect([status, headerOf(headers, "location"), body]).toEqual([302, "/people/ada", null]);
    expect(only("GET", "/nobody").response.status).toBe(404);
  });

  test("takes what was sent", () => {
    expect(answers("POST", "/echo").map(({ request }) => request.body?.text)).toEqual([
      '{"title":"Málaga"}',
      "a=1+%26+2&password=p4ssw0rd-typed",
    ]);
  });

  test("takes answers without a body as such", () => {
    expect(only("DELETE", "/things/1").response).toMatchObject({ status: 204, body: null });
    const [, revalidated] = answers("GET", "/etag");
    expect(revalidated?.response).toMatchObject({ status: 304, body: null });
    expect(headerOf(revalidated?.request.headers ?? [], "if-none-match")).toBe('"v1"');
  });

  test("keeps repeated headers apart, and no pseudo-header", () => {
    const { request, response } = only("GET", "/people/ada");
    expect(response.headers.filter(([name]) => name === "set-cookie").map(([, value]) => value)).toEqual(
      // What its contributed script joined cannot be told apart again.
      file === "mitmproxy-8.har" ? ["s=c00kie-of-the-service, t=2"] : ["s=c00kie-of-the-service", "t=2"],
    );
    expect(request.headers.filter(([name]) => name.startsWith(":"))).toEqual([]);
  });

  test("knows the credential, and keeps it out of the headers", () => {
    const found = reading.found.find(({ exchange }) => exchange.request.target === "/me");
    expect(found?.authorization).toBe("Bearer s3cr3t-t0ken-of-the-page");
    expect(found?.exchange.request.principal).toBe("token");
    expect(headerOf(found?.exchange.request.headers ?? [], "authorization")).toBeNull();
  });

  test("leaves out what was cut off or asked of no server, and says so", () => {
    expect(answers("GET", "/cut")).toEqual([]);
    expect(left(reading)).toEqual(leftOut);
  });

  test.skipIf(file.includes("attach") || !file.endsWith(".har"))("fromHar() reads it the same way", () => {
    const targets = reading.found.map(({ exchange }) => exchange.request.target);
    const tape = fromHar(textOf(file), file);
    expect(tape.exchanges.map(({ request }) => request.target)).toEqual(targets);
    expect(tape.exchanges[1]?.response.body).toEqual(reading.found[1]?.exchange.response.body);
  });
});

test('readHar() of Playwright\'s content: "omit" says of each answer that its body was not kept', () => {
  const reading = readHar(textOf("playwright-omit/har.har"), "har.har");
  const kept = reading.found.map(({ exchange }) => `${exchange.request.method} ${exchange.response.status}`);
  expect(kept).toEqual(["GET 302", "DELETE 204", "GET 304"]);
  expect(left(reading)).toContain(
    "GET https://api.service.example/gzip: the body of its answer was not kept (17 bytes)",
  );
  expect(left(reading)).toContain("POST https://api.service.example/echo: the body of its request was not kept");
});

test('readHar() of Playwright\'s content: "attach" without its files says which bodies are missing', () => {
  const { warnings } = readHar(textOf("playwright-attach/har.har"), "har.har", () => null);
  expect(warnings.map(({ text }) => text)).toContain("the body of its answer was not kept (17 bytes)");
});

test("readHar() reads no file outside the folder", () => {
  const asked: string[] = [];
  const har = textOf("playwright-attach/har.har").replace(/"_file":"[^"]+"/g, '"_file":"../../secret"');
  readHar(har, "har.har", (name) => {
    asked.push(name);
    return null;
  });
  expect(asked).toEqual([]);
});

function left({ warnings }: ImportResult): string[] {
  return warnings.map(
    ({ place, text }) =>
      `${place.replace(/^(?:.*\.zip.*, )?entry \d+, /, "").replace(/:\d{4,5}\//, ":PORT/")}: ${text}`,
  );
}

test("nock's definitions come in without one that is none, which is named", () => {
  const list = [
    { $nockRef: "shared" },
    { scope: "https://x", path: "/", reqheaders: 1 },
    { scope: "https://x", path: "/" },
  ];
  const { found, warnings } = readForeignFile(Buffer.from(JSON.stringify(list)), "x.json");
  expect(found.map(({ place }) => place)).toEqual(["definition 3, GET https://x/"]);
  expect(warnings.map(({ place, kind, text }) => `${kind} ${place}: ${text}`)).toEqual([
    "left out definition 1: it has no text in scope (at /0/scope)",
    "left out definition 2, GET https://x/: its reqheaders are no headers",
  ]);
});
