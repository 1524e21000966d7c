// Every parser that reads what we did not write, and what has to hold of it whatever it reads.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileApi } from "@tapedeck/api";
import { ApiError, readApi } from "@tapedeck/api/files";
import { fromOpenApi, OpenApiError } from "@tapedeck/api/openapi";
import { readRateLimit, recogniseDialect, refusalOf } from "@tapedeck/rate-limit";
import { PlanError, readPlan } from "@tapedeck/record";
import { pathPattern } from "@tapedeck/replay/internal";
import { validate } from "@tapedeck/schema";
import { bodyOf, RecordingSyntaxError } from "@tapedeck/tape";
import { readForeignFile } from "@tapedeck/tape/formats";
import { fromHar, toHar } from "@tapedeck/tape/har";
import {
  BodyTooLargeError,
  checkRedact,
  compactJson,
  createSession,
  jsonBreak,
  linksIn,
  prettyJson,
  UnknownCodingError,
} from "@tapedeck/tape/internal";
import { parseDocument } from "../../../../api/src/openapi/parse-document.ts";
import { expand } from "../../../../record/src/plan/expand.ts";
import { canonicalJson } from "../../../../replay/src/match/json-value.ts";
import { ControlError } from "../../../../serve/src/control/control-error.ts";
import { overrideOf } from "../../../../serve/src/control/override.ts";
import { admissionOf, baseFor, hostOf, originForm, saysBody } from "../../../../serve/src/server/read-request.ts";
import { RefusedRequestError } from "../../../../serve/src/server/refused-request.ts";
import { decodeContentSync } from "../../../../tape/src/body/content-coding.ts";
import type { FuzzTarget } from "./fuzz-parser.ts";

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../../../tape/test/fixtures/${name}`, import.meta.url)).subarray(0, 12_000);

/** Runs a parser; null where it refuses the input with one of the errors that it documents. */
function parsed<Result>(
  read: () => Result,
  ...refusals: ReadonlyArray<abstract new (...words: never) => Error>
): Result | null {
  try {
    return read();
  } catch (error) {
    if (refusals.some((refusal) => error instanceof refusal)) return null;
    throw error;
  }
}

function holds(isSo: boolean, law: string): void {
  if (!isSo) throw new Error(law);
}

const admission = admissionOf({ names: ["localhost", "a.example:8080"] });
const text = (input: Buffer): string => input.toString("utf8");
const folder = fileURLToPath(new URL("../../../.reports/fuzz/", import.meta.url));
mkdirSync(folder, { recursive: true });
const apiFile = join(folder, "api.json");
const har = toHar({
  name: "a",
  origin: "http://localhost",
  recordedAt: 1_767_225_600,
  exchanges: [
    {
      request: {
        method: "POST",
        target: "/a?b=c",
        principal: "anonymous",
        headers: [],
        body: bodyOf(Buffer.from('{"a":1}')),
      },
      response: { status: 200, headers: [["content-type", "application/json"]], body: bodyOf(Buffer.from("[1, 2]")) },
    },
    {
      request: { method: "GET", target: "/", principal: "token", headers: [["accept", "a"]], body: null },
      response: { status: 204, headers: [], body: bodyOf(Buffer.from([0xff, 0])) },
    },
  ],
});

export const targets: Readonly<Record<string, FuzzTarget>> = {
  har: {
    seeds: [har, '{"log":{}}'],
    words: ["log", "entries", "request", "response", "headers", "content", "base64", "_tapedeck", "status", "postData"],
    check: (input) => {
      const tape = parsed(() => fromHar(text(input), "a.har"), RecordingSyntaxError);
      if (tape === null) return;
      const again = toHar(tape);
      holds(toHar(fromHar(again, "a.har")) === again, "toHar(fromHar(har)) is not har");
    },
  },
  foreign: {
    seeds: [
      "polly-6.har",
      "mitmproxy.har",
      "undici.json",
      "vcr.yml",
      "vcrpy.yaml",
      "vcrpy.json",
      "go-vcr.yaml",
      "firefox.har",
    ]
      .map(fixture)
      .concat([Buffer.from('[{"scope":"http://a","path":"/","status":200,"response":{}}]')])
      .concat([Buffer.from('{"mappings":[{"request":{"url":"/a"},"response":{"status":200,"body":"x"}}]}')]),
    words: [
      ...["log:", "entries:", "http_interactions:", "interactions:", "- request:", "response:", "body:", "headers:"],
      ...["!!binary", "string:", "base64_string:", "&a", "*a", "<<: *a", "uri:", "url:", "scope", "responseIsBinary"],
    ],
    check: (input) => {
      const isYaml = !/^\s*[[{]/.test(text(input));
      const read = parsed(() => readForeignFile(input, isYaml ? "a.yaml" : "a.json"), RecordingSyntaxError);
      for (const { exchange, origin } of read?.found ?? []) {
        holds(URL.canParse(exchange.request.target, origin ?? "http://localhost"), "a target is none");
        const headers = [...exchange.request.headers, ...exchange.response.headers];
        holds(
          headers.every(([name]) => /^[!#$%&'*+.^_`|~\w-]+$/.test(name)),
          "a header's name is none",
        );
      }
    },
  },
  plan: {
    seeds: [
      "requests:\n  - path: /a/{n}\n    for:\n      n: [1, 2]\n    times: 3\n",
      '{"requests":[{"path":"/a","as":"x","query":{"a":1}}]}',
    ],
    words: [
      "requests:",
      "path:",
      "for:",
      "times:",
      "pages:",
      "each:",
      "body:",
      "method:",
      "{n}",
      "- ",
      "as:",
      "query:",
    ],
    check: (input) => {
      const plan = parsed(() => readPlan(text(input), "plan.yaml"), PlanError);
      for (const step of plan?.requests ?? []) {
        const steps = expand(step)[Symbol.iterator]();
        for (let count = 0; count < 1000 && parsed(() => steps.next(), PlanError)?.done === false; ) count += 1;
      }
    },
  },
  api: {
    seeds: [
      '{"name":"a","extends":"plain","origins":["http://a"],"operations":{"a":{"path":"/a","sequence":"cycle"}}}',
      '{"name":"a","match":[{"path":"/a/**","ignore":["query.t","body:/a"]}],"redact":{"names":["sid"]},"rateLimits":[]}',
    ],
    words: [
      "extends",
      "operations",
      "credentials",
      "rateLimits",
      "paging",
      "errors",
      "match",
      "redact",
      "preset",
      "github",
    ],
    check: async (input) => {
      // The document that it names is another target.
      if (input.includes("openapi")) return;
      writeFileSync(apiFile, input);
      await readApi(apiFile).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      });
      const value = parsed(() => JSON.parse(text(input)), SyntaxError);
      if (value !== null && validate("api", value).length === 0) parsed(() => compileApi(value), RangeError);
    },
  },
  openapi: {
    seeds: [
      '{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{"/a/{id}":{"parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string"}}],"get":{"operationId":"a","responses":{"200":{"description":"","content":{"application/json":{"schema":{"$ref":"#/components/schemas/A"}}}}}}}},"components":{"schemas":{"A":{"type":"object"}}}}',
      "openapi: 3.0.3\npaths:\n  /a:\n    get:\n      responses:\n        '200':\n          content: {application/json: {schema: {nullable: true, type: string}}}\n",
    ],
    words: [
      "$ref",
      "#/components/schemas/A",
      "paths",
      "responses",
      "schema",
      "allOf",
      "nullable",
      "discriminator",
      "$defs",
      "pattern",
    ],
    check: (input) => {
      const document = parsed(() => parseDocument(text(input)), OpenApiError);
      if (document !== null) parsed(() => fromOpenApi(document), OpenApiError, RangeError);
    },
  },
  redact: {
    seeds: [
      '{"password":"hunter2aa","deep":[{"token":"ghp_a1B2"}]}',
      "a=1&access_token=abcdefgh123&u=https%3A%2F%2Fada%3Asecret%40h",
      "<login password='abc'><token>abcdefgh</token></login>",
      "db:\n  password: hunter2aa\nAPI_KEY=abcdefgh12345678",
      "Authorization: Bearer abcdefgh12345678\nhttps://ada:secret@h/x?key=1",
    ],
    words: [
      "password",
      "token=",
      '"secret":"',
      "Bearer ",
      "ghp_",
      "%2522",
      '\\\\\\"',
      "__redacted-field__",
      "__redacted-",
      "AKIA",
      "-----BEGIN",
    ],
    check: (input) => {
      const session = createSession();
      const body = bodyOf(input);
      const request = { method: "POST", target: "/a", principal: "anonymous", headers: [], body };
      const clean = session.request(request);
      const again = createSession().request(clean);
      holds(JSON.stringify(again) === JSON.stringify(clean), "to hide twice is not to hide once");
      session.text(text(input));
      const target = `/a?${text(input).replaceAll(/[^!-~]/g, "")}`;
      const once = session.target(target);
      holds(createSession().target(once) === once, "a target is not hidden once");
    },
  },
  redactOptions: {
    seeds: ['{"names":["a"],"shapes":{"mine":"mi_[a-z]+"},"keep":["theme"]}'],
    words: ["names", "headers", "parameters", "fields", "shapes", "keep", "(?:", "[a-z]+", "*", "{1,", "\\p{L}"],
    check: (input) => {
      const value = parsed(() => JSON.parse(text(input)), SyntaxError);
      const options = value === null ? null : parsed(() => checkRedact(value, "api.json"), RangeError);
      // A pattern of one's own may take as long as it likes.
      if (options !== null) createSession({ ...options, shapes: {} }).text("password=abcdefgh1&theme=dark");
    },
  },
  json: {
    seeds: [
      '{"b":[1.0,9007199254740993,"\\u00e9"],"a":{"c":null}}',
      "[[[]]]",
      '"\\ud83d"',
      "{} ",
      "1e400",
      '{"a":9007199254740993.1,"b":1e43,"a":0}',
    ],
    words: ['"a":', "null", "true", "\\u0041", "1e400", "-0", "0.10", "[[", '{"a":'],
    check: (input) => {
      const json = text(input);
      const value = parsed(() => ({ is: JSON.parse(json) as unknown }), SyntaxError);
      holds((jsonBreak(json) === null) === (value !== null), "jsonBreak() and JSON.parse() disagree");
      const canonical = canonicalJson(json);
      holds(canonicalJson(canonical) === canonical, "canonicalJson() twice is not once");
      holds(compactJson(prettyJson(json)) === compactJson(json), "pretty JSON is another value");
    },
  },
  override: {
    seeds: ['{"target":"/a","status":404,"headers":{"a":"b"},"json":{"a":1}}', `[{"target":"/a","text":"x"}]`, har],
    words: ["target", "method", "status", "headers", "json", "text", "as", "__proto__", "log"],
    check: (input) => {
      parsed(() => overrideOf(text(input), "a", { origin: "http://localhost", recordedAt: 0 }), ControlError);
    },
  },
  request: {
    seeds: ["localhost:80\n/a?b=c\nchunked\n5\nGET", "[::1]:8080\n*\n\n\nOPTIONS", "a+b.example\nhttp://x/\n\n0\nPOST"],
    words: ["localhost", "[::1]", "127.0.0.1", "0x7f.1", ":65535", "%00", "chunked", "http://", "xn--", "."],
    check: (input) => {
      const [host = "", target = "", encoding, length, method = "GET"] = input.toString("latin1").split("\n");
      const name = hostOf(host);
      if (name !== null) {
        holds(hostOf(name) === name, "hostOf() twice is not once");
        holds(
          new URL(`http://${name}/`).host === name.replace(/:80$/, "").replace(/:$/, ""),
          "a URL reads another host",
        );
      }
      parsed(() => baseFor("http", host, "1.1", 1, admission), RefusedRequestError);
      const path = parsed(() => originForm(target, method, admission), RefusedRequestError);
      holds(path === null || path.target.startsWith("/"), "a target is no path");
      parsed(
        () => saysBody({ "transfer-encoding": encoding, "content-length": length }),
        RefusedRequestError,
        BodyTooLargeError,
      );
    },
  },
  rateLimit: {
    seeds: [
      'ratelimit: "a";r=5;t=10\nratelimit-policy: "a";q=10;w=60',
      "x-ratelimit-reset: 6m0s\nretry-after: Thu, 01 Jan 2026 00:00:00 GMT",
      "429\nx-rate-limit-limit: 1, 2;w=3",
    ],
    words: [
      "ratelimit: ",
      "ratelimit-policy: ",
      "x-ratelimit-remaining: ",
      "retry-after: ",
      ";w=",
      ";q=",
      "6m0s",
      "GMT",
      "?1",
      ":YQ==:",
    ],
    check: (input) => {
      const headers = text(input)
        .split("\n")
        .flatMap((line): [string, string][] => {
          const at = line.indexOf(":");
          return at > 0 ? [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]] : [];
        });
      const response = { status: 429, headers };
      readRateLimit(response, 0);
      refusalOf(response);
      recogniseDialect(response);
    },
  },
  coding: {
    seeds: [
      Buffer.from("00789c4b04000062", "hex"),
      Buffer.from("011f8b08", "hex"),
      Buffer.from("0228b52ffd", "hex"),
      Buffer.from("030b0080", "hex"),
    ],
    words: ["gzip", "br", "\x1f\x8b\x08"],
    check: (input) => {
      const coding = ["deflate", "gzip", "zstd", "br", "gzip, gzip", "deflate, br"][(input[0] ?? 0) % 6] ?? "";
      try {
        decodeContentSync(input.subarray(1), coding, { maxBytes: 2 ** 20 });
      } catch (error) {
        const isKnown = error instanceof BodyTooLargeError || error instanceof UnknownCodingError;
        if (!isKnown && !/^(?:Z_|ZSTD_|ERR_)/.test(String((error as { code?: unknown }).code))) throw error;
      }
    },
  },
  patterns: {
    seeds: ['/a/**/b/*\n</a>; rel="next", <b>; rel=last', "/orders/{id}\n<>;rel"],
    words: ["/**", "/*", "{id}", "rel=", "<", ">", ";", '"', ","],
    check: (input) => {
      const [path = "", link = ""] = text(input).split("\n");
      const pattern = parsed(() => pathPattern(path), RangeError);
      pattern?.test(path);
      pattern?.test("/a".repeat(200));
      linksIn(link);
    },
  },
};
