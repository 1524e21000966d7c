import { readRateLimit, recogniseDialect, refusalOf } from "@tapedeck/rate-limit";
import { pathPattern } from "@tapedeck/replay/internal";
import { bodyOf } from "@tapedeck/tape";
import {
  BodyTooLargeError,
  canonicalJson,
  compactJson,
  createSecretMemory,
  finish,
  jsonBreak,
  linksIn,
  prettyJson,
  UnknownCodingError,
} from "@tapedeck/tape/internal";
import { ControlError } from "../../../../serve/src/control/operation.ts";
import { overrideOf } from "../../../../serve/src/control/override.ts";
import { RefusedRequestError } from "../../../../serve/src/server/failure.ts";
import { admissionOf, baseFor, hostOf, originForm, saysBody } from "../../../../serve/src/server/read-request.ts";
import { decodeContentSync } from "../../../../tape/src/body/content-coding.ts";
import { har, holds, parsed, text } from "./checks.ts";
import type { FuzzTarget } from "./fuzz-parser.ts";

const admission = admissionOf({ names: ["localhost", "a.example:8080"] });

/** What arrives over the wire, and is understood while it is recorded or replayed. */
export const messages: Readonly<Record<string, FuzzTarget>> = {
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
      "form-data;name=",
      '"method":"',
      '"key":"',
      "-pass-",
    ],
    check: (input) => {
      const memory = createSecretMemory();
      const body = bodyOf(input);
      const request = { method: "POST", target: "/a", principal: "anonymous", headers: [], body };
      const clean = memory.request(request);
      const again = createSecretMemory().request(clean);
      holds(JSON.stringify(again) === JSON.stringify(clean), "to hide twice is not to hide once");
      memory.text(text(input));
      const target = `/a?${text(input).replaceAll(/[^!-~]/g, "")}`;
      const once = memory.target(target);
      holds(createSecretMemory().target(once) === once, "a target is not hidden once");
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
      parsed(() => finish(overrideOf(text(input), "a", { origin: "http://localhost", recordedAt: 0 })), ControlError);
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
