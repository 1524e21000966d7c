import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileApi } from "@tapedeck/api";
import { ApiError, readApi } from "@tapedeck/api/files";
import { fromOpenApi, OpenApiError } from "@tapedeck/api/openapi";
import { PlanError, readPlan } from "@tapedeck/record";
import { validate } from "@tapedeck/schema";
import { RecordingSyntaxError } from "@tapedeck/tape";
import { readForeignFile } from "@tapedeck/tape/formats";
import { fromHar, toHar } from "@tapedeck/tape/har";
import { checkRedact, createSecretMemory } from "@tapedeck/tape/internal";
import { parseDocument } from "../../../../api/src/openapi/parse-document.ts";
import { expand } from "../../../../record/src/plan/expand.ts";
import { har, holds, parsed, text } from "./checks.ts";
import type { FuzzTarget } from "./fuzz-parser.ts";

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../../../tape/test/fixtures/${name}`, import.meta.url)).subarray(0, 12_000);

const folder = fileURLToPath(new URL("../../../.reports/fuzz/", import.meta.url));
mkdirSync(folder, { recursive: true });
const apiFile = join(folder, "api.json");

/** Files that a person hands over: recordings, plans, descriptions. */
export const files: Readonly<Record<string, FuzzTarget>> = {
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
  redactOptions: {
    seeds: ['{"names":["a"],"shapes":{"mine":"mi_[a-z]+"},"keep":["theme"]}'],
    words: ["names", "headers", "parameters", "fields", "shapes", "keep", "(?:", "[a-z]+", "*", "{1,", "\\p{L}"],
    check: (input) => {
      const value = parsed(() => JSON.parse(text(input)), SyntaxError);
      const options = value === null ? null : parsed(() => checkRedact(value, "api.json"), RangeError);
      // A pattern of one's own may take as long as it likes.
      if (options !== null) createSecretMemory({ ...options, shapes: {} }).text("password=abcdefgh1&theme=dark");
    },
  },
};
