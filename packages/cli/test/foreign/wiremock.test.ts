import { spawn, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Exchange } from "@tapedeck/tape";
import { readTapes } from "@tapedeck/tape/files";
import { readWireMock, writeWireMock } from "@tapedeck/tape/formats";
import { describe, expect, onTestFinished, test } from "vitest";
import { tempFolder } from "../../../../.ci/test-resources.ts";
import { root } from "../command.ts";
import { tapedeck } from "../in-process.ts";

const hasJava = spawnSync("java", ["-version"]).status === 0;
const build = join(dirname(createRequire(import.meta.url).resolve("wiremock/package.json")), "build");
const jar = join(build, readdirSync(build).find((name) => name.endsWith(".jar")) ?? "");

/** Starts a real WireMock on a folder; resolves to its address. */
async function startWireMock(folder: string): Promise<string> {
  const words = [
    // What takes less to start: it runs for a second.
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    "-jar",
    jar,
    "--port",
    "0",
    "--bind-address",
    "127.0.0.1",
    "--root-dir",
    folder,
    "--disable-banner",
    "--disable-gzip",
  ];
  const child = spawn("java", words, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /^port:\s+(\d+)/.exec(line)?.[1];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
  }
  throw new Error("WireMock ended before it named its port");
}

describe.skipIf(!hasJava)(`a real WireMock${hasJava ? "" : " (left out: no java on this machine)"}`, () => {
  test("answers as the recordings that were exported to it", async () => {
    const folder = await tempFolder();
    const { code, stdout } = await tapedeck(["export", "recordings", "--format", "wiremock", "--to", folder]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("39 exchanges as wiremock in ")]);
    const base = await startWireMock(folder);
    let asked = 0;
    for (const { tape } of await readTapes(join(root, "recordings"))) {
      for (const { request, response } of tape.exchanges) {
        const headers = new Headers(request.headers.map(([name, value]) => [name, value]));
        if (request.principal !== "anonymous") headers.set("authorization", `token ${request.principal}`);
        const answer = await fetch(base + request.target, { method: request.method, headers, redirect: "manual" });
        const text = await answer.text();
        expect([request.target, request.principal, answer.status]).toEqual([
          request.target,
          request.principal,
          response.status,
        ]);
        if (response.body?.encoding === "utf8" && /json/.test(answer.headers.get("content-type") ?? "")) {
          expect(JSON.parse(text)).toEqual(JSON.parse(response.body.text));
        } else if (response.body && request.method !== "HEAD") expect(text).toBe(response.body.text);
        for (const [name, value] of response.headers.filter(([each]) => each !== "content-length")) {
          expect(answer.headers.get(name)).toContain(value);
        }
        asked += 1;
      }
    }
    expect(asked).toBe(39);
  });

  test("gives bytes, digits, bodies, conditions and sequences back, and stays at the last of them", async () => {
    const folder = await tempFolder();
    const made = (target: string, text: string, request: Partial<Exchange["request"]> = {}): Exchange => ({
      request: { method: "GET", target, principal: "anonymous", headers: [], body: null, ...request },
      response: { status: 200, headers: [["content-type", "application/json"]], body: { encoding: "utf8", text } },
    });
    const bytes = made("/bytes", "");
    const exchanges = [
      made("/digits", '{"id":1.0,"big":12345678901234567890}'),
      { ...bytes, response: { ...bytes.response, body: { encoding: "base64", text: "AP8B" } as const } },
      made("/zen", "1"),
      made("/zen", "2"),
      made("/list?b=2&a=1", "[12]"),
      made("/list", "[0]"),
      made("/etag", "[3]"),
      {
        ...made("/etag", "", { headers: [["if-none-match", '"v1"']] }),
        response: { status: 304, headers: [], body: null },
      },
      made("/echo", "[4]", { method: "POST", body: { encoding: "utf8", text: '{"a":1,"b":2}' } }),
      made("/echo", "[5]", { method: "POST", body: { encoding: "utf8", text: "plain" } }),
    ];
    await mkdir(join(folder, "mappings"));
    const tape = { name: "x", origin: "http://localhost", recordedAt: 1_767_225_600, exchanges };
    await writeFile(join(folder, "mappings/all.json"), writeWireMock([tape]).content);
    const base = await startWireMock(folder);
    const ask = (target: string, init: RequestInit = {}) => fetch(base + target, init).then((answer) => answer.text());
    expect(await ask("/digits")).toBe('{"id":1.0,"big":12345678901234567890}');
    const bytesBack = await fetch(`${base}/bytes`);
    expect(new Uint8Array(await bytesBack.arrayBuffer())).toEqual(Uint8Array.of(0, 255, 1));
    expect([await ask("/zen"), await ask("/zen"), await ask("/zen")]).toEqual(["1", "2", "2"]);
    expect([await ask("/list?b=2&a=1"), await ask("/list")]).toEqual(["[12]", "[0]"]);
    expect((await fetch(`${base}/etag`, { headers: { "if-none-match": '"v1"' } })).status).toBe(304);
    expect(await ask("/etag")).toBe("[3]");
    expect(await ask("/echo", { method: "POST", body: '{"b":2,"a":1}' })).toBe("[4]");
    expect(await ask("/echo", { method: "POST", body: "plain" })).toBe("[5]");
  });

  test("what it records itself is imported, and replays", async () => {
    const folder = await tempFolder();
    await mkdir(join(folder, "mappings"));
    await writeFile(join(folder, "mappings/all.json"), '{"mappings":[]}');
    const upstream = await tempFolder();
    await mkdir(join(upstream, "mappings"));
    await mkdir(join(upstream, "__files"));
    await writeFile(join(upstream, "__files/body.json"), '{"from":"a file"}');
    await writeFile(
      join(upstream, "mappings/all.json"),
      JSON.stringify({
        mappings: [
          {
            request: { method: "GET", urlPath: "/file" },
            response: { status: 200, headers: { "Content-Type": "application/json" }, bodyFileName: "body.json" },
          },
          { request: { method: "GET", urlPath: "/list" }, response: { status: 200, jsonBody: { page: 2 } } },
          { request: { method: "POST", urlPath: "/made" }, response: { status: 201, base64Body: "AP8B" } },
        ],
      }),
    );
    const from = await startWireMock(upstream);
    const base = await startWireMock(folder);
    const start = { targetBaseUrl: from, extractBodyCriteria: { textSizeThreshold: "10", binarySizeThreshold: "0" } };
    await fetch(`${base}/__admin/recordings/start`, { method: "POST", body: JSON.stringify(start) });
    await fetch(`${base}/file`);
    await fetch(`${base}/list?page=2`);
    await fetch(`${base}/made`, { method: "POST", headers: { "content-type": "application/json" }, body: '{"a":1}' });
    await fetch(`${base}/__admin/recordings/stop`, { method: "POST" });
    const out = await tempFolder();
    const { code, stdout, stderr } = await tapedeck([
      "import",
      folder,
      "--to",
      join(out, "r"),
      "--origin",
      "https://api.service.example",
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/captured 3, unchanged 0/);
    expect(stdout).toMatch(/changed .* POST \/made: its body may hold more than is named/);
    const tapes = (await readTapes(join(out, "r"))).map(({ tape }) => tape.exchanges[0]);
    expect(
      tapes.map((each) => [each?.request.method, each?.request.target, each?.response.body?.text?.replace(/\s+/g, "")]),
    ).toEqual([
      ["GET", "/file", '{"from":"afile"}'],
      ["GET", "/list?page=2", '{"page":2}'],
      ["POST", "/made", "AP8B"],
    ]);
  });
});

test.each<readonly [shows: string, request: object, response: object, said: RegExp]>([
  ["a URL pattern", { urlPattern: "/a/.*" }, {}, /its URL is a pattern \(urlPattern\)/],
  ["any URL", {}, {}, /it answers any URL/],
  ["all methods but one", { method: { noneOf: ["GET"] }, url: "/a" }, {}, /it answers all methods but some/],
  [
    "a query pattern",
    { urlPath: "/a", queryParameters: { q: { matches: ".*" } } },
    {},
    /its query parameter "q" is a pattern/,
  ],
  ["a body pattern", { url: "/a", bodyPatterns: [{ matchesJsonPath: "$.a" }] }, {}, /its body is a pattern/],
  ["a fault", { url: "/a" }, { fault: "CONNECTION_RESET_BY_PEER" }, /it breaks the connection \(CONNECTION_RESET/],
  ["a proxy", { url: "/a" }, { proxyBaseUrl: "http://x" }, /it asks another server/],
  ["a template", { url: "/a" }, { body: "{{now}}", transformers: ["response-template"] }, /its body is a template/],
  ["a missing file", { url: "/a" }, { bodyFileName: "no.json" }, /its body is not there: __files\/no\.json/],
])("readWireMock() leaves out %s, and says so", (_shows, request, response, said) => {
  const text = JSON.stringify({ request: { method: "GET", ...request }, response });
  const reading = readWireMock([{ file: "a.json", text }]);
  expect(reading.found).toEqual([]);
  expect(reading.warnings).toMatchObject([{ kind: "left out", text: expect.stringMatching(said) }]);
});

test("readWireMock() takes what names one request in other words", () => {
  const mappings = [
    {
      request: { method: "GET", urlPathTemplate: "/a/{id}", pathParameters: { id: { equalTo: "1 2" } } },
      response: { status: 200, jsonBody: { a: 1 } },
    },
    {
      request: {
        method: "GET",
        urlPath: "/q",
        queryParameters: { x: { hasExactly: [{ equalTo: "1" }, { equalTo: "2" }] } },
      },
      response: {},
    },
    { request: { method: "GET", url: "/b", basicAuth: { username: "ada", password: "planted-t0ken" } }, response: {} },
    {
      request: { method: "GET", url: "/c", host: { equalTo: "api.service.example" }, scheme: "https" },
      response: { fixedDelayMilliseconds: 5 },
    },
    { request: { method: "GET", url: "/d" }, response: { status: 500 }, priority: 9 },
    { request: { method: "GET", url: "/d" }, response: { status: 201 } },
  ];
  const { found, warnings } = readWireMock([{ file: "a.json", text: JSON.stringify({ mappings }) }]);
  expect(
    found.map(({ origin, exchange: { request, response } }) => [
      origin,
      request.target,
      request.principal,
      response.status,
    ]),
  ).toEqual([
    [null, "/a/1%202", "anonymous", 200],
    [null, "/q?x=1&x=2", "anonymous", 200],
    [null, "/b", "token", 200],
    ["https://api.service.example", "/c", "anonymous", 200],
    [null, "/d", "anonymous", 201],
  ]);
  expect(warnings.map(({ text }) => text)).toEqual([
    '"fixedDelayMilliseconds": a replay does not wait',
    "it is never reached: mapping 6, GET /d comes before it",
  ]);
});

test.each<readonly [shows: string, request: object, method: string]>([
  ["none", { url: "/a" }, "GET"],
  ["ANY", { method: "ANY", url: "/a" }, "GET"],
  ["none and a body", { url: "/a", bodyPatterns: [{ equalTo: "x" }] }, "POST"],
  ["some", { url: "/a", method: { oneOf: ["PUT", "PATCH"] } }, "PUT"],
])("readWireMock() takes a mapping whose method is %s as one request, and says so", (_shows, request, method) => {
  const text = JSON.stringify({ request, response: { status: 200, body: "x" } });
  const { found, warnings } = readWireMock([{ file: "a.json", text }]);
  expect(found.map(({ exchange }) => exchange.request.method)).toEqual([method]);
  expect(warnings).toMatchObject([{ kind: "changed", text: expect.stringMatching(`methods?: kept as ${method}$`) }]);
});

test("readWireMock() keeps every digit of a JSON body", () => {
  const text =
    '{"request":{"method":"GET","url":"/a"},"response":{"status":200,"jsonBody":{"id":12345678901234567890,"n":1.0}}}';
  const [found] = readWireMock([{ file: "a.json", text }]).found;
  expect(found?.exchange.response.body?.text).toBe('{"id":12345678901234567890,"n":1.0}');
});

test.each([
  ["urlPattern", "/api/favicon.ico\\?v=1", "/api/favicon.ico?v=1"],
  ["urlPathPattern", "^/a/b-c$", "/a/b-c"],
])("readWireMock() takes a %s that spells one URL, and says so", (name, pattern, target) => {
  const text = JSON.stringify({ request: { method: "GET", [name]: pattern }, response: { status: 200 } });
  const { found, warnings } = readWireMock([{ file: "a.json", text }]);
  expect(found.map(({ exchange }) => exchange.request.target)).toEqual([target]);
  expect(warnings).toMatchObject([
    { kind: "changed", text: expect.stringContaining(`(${name}): kept as the one URL`) },
  ]);
});
