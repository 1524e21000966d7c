import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../../.ci/property.ts";
import { canonical } from "../../src/canonical.ts";
import type { Exchange, HeaderList, Tape } from "../../src/exchange.ts";
import {
  readHar,
  readNock,
  readWireMock,
  writeHar,
  writeNock,
  writePolly,
  writeWireMock,
} from "../../src/formats/index.ts";
import type { ImportResult } from "../../src/formats/types.ts";
import { headerList } from "../../src/http/headers.ts";
import { exchange, exchanges, flowingExchanges, json, tape, tapes, targets, utf8 } from "../tapes.ts";

/** What came back, as the tape would hold it. */
function exchangesOf({ found }: ImportResult): readonly (readonly [origin: string | null, exchange: Exchange])[] {
  return found.map(({ origin, exchange }) => [origin, canonical(exchange)]);
}

function held({ origin, exchanges }: Tape): readonly (readonly [origin: string, exchange: Exchange])[] {
  return exchanges.map((exchange) => [origin, canonical(exchange)]);
}

/** Any tape, asked of its own origin; the same is asked again often, by others, and under conditions. */
function plainTapes(): fc.Arbitrary<Tape> {
  const target = fc.oneof(targets(), fc.constantFrom("/zen", "/list?page=2"));
  const condition = fc.constantFrom<HeaderList>([], [], [["if-none-match", '"v1"']], [["range", "bytes=0-1"]]);
  const plain = fc.tuple(exchanges(), target, condition).map(([{ request, response }, target, condition]) => {
    const method = target === "/zen" ? "GET" : request.method;
    const body = method === "GET" || method === "HEAD" ? null : request.body;
    return {
      request: { ...request, method, target, body, headers: sent([...request.headers, ...condition]) },
      response: {
        ...response,
        headers: sent(response.headers),
        body: bodiless(method, response.status) ? null : response.body,
      },
    };
  });
  return fc.tuple(tapes(), fc.array(plain, { maxLength: 8 })).map(([tape, list]) => ({ ...tape, exchanges: list }));
}

// Other tools know no sessions.
function unnamed(tape: Tape): Tape {
  return {
    ...tape,
    exchanges: tape.exchanges.map(({ request: { session: _, ...request }, ...rest }) => ({ request, ...rest })),
  };
}

// An importer keeps what no header can hold as the bytes of its UTF-8.
function sent(headers: HeaderList): HeaderList {
  return headerList(headers.map(([name, value]) => [name, value.replace(/[\u0100-\u{10ffff}]/gu, "\u00ff")]));
}

function bodiless(method: string, status: number): boolean {
  return method === "HEAD" || status === 204 || status === 205 || status === 304;
}

test("readHar() undoes writeHar()", () => {
  fc.assert(
    fc.property(plainTapes(), (tape) => {
      const reading = readHar(writeHar([tape]).content, "x.har");
      expect(exchangesOf(reading)).toEqual(held(tape));
      if (tape.exchanges.length > 0) expect(reading.recordedAt).toBe(tape.recordedAt);
      expect(reading.warnings).toEqual([]);
    }),
    law(100),
  );
});

test("readHar() undoes writeHar() for streams and WebSockets", () => {
  fc.assert(
    fc.property(
      fc.array(flowingExchanges(), { maxLength: 4 }),
      fc.integer({ min: 1e9, max: 4e9 }),
      (list, recordedAt) => {
        const flowing = { ...tape(...list), recordedAt };
        const reading = readHar(writeHar([flowing]).content, "x.har");
        expect(exchangesOf(reading)).toEqual(held(flowing));
        expect(reading.warnings).toEqual([]);
      },
    ),
    law(100),
  );
});

const stream = exchange({ target: "/events" }, { body: utf8("data: 1\n\n"), chunks: [[9, 20]] });
const broken = exchange({ target: "/broken" }, { chunks: [[15, 0]], cut: "reset" });
const socket = exchange(
  { target: "/live?key=__redacted-parameter__" },
  { status: 101, headers: [], body: null, messages: [] },
);

test.each([
  ["nock", writeNock, readNock],
  ["WireMock", writeWireMock, (text: string, file: string) => readWireMock([{ file, text }])],
  ["Polly.js", writePolly, readHar],
] as const)("an export for %s names the streams and WebSockets that it cannot say", (tool, write, read) => {
  const { content, exchanges, warnings } = write([tape(stream, broken, socket, stream)]);
  expect(exchanges).toBe(3);
  const origin = "GET https://api.service.example";
  expect(warnings.filter(({ text }) => !/in their order|once, and then/.test(text))).toEqual([
    { place: `${origin}/events`, kind: "changed", text: `it came as a stream: ${tool} gives it in one piece, at once` },
    { place: `${origin}/broken`, kind: "changed", text: `it came as a stream: ${tool} gives it in one piece, at once` },
    {
      place: `${origin}/broken`,
      kind: "changed",
      text: `its answer did not come to its end (its connection was reset): ${tool} ends it there as whole`,
    },
    {
      place: `${origin}/live?key=__redacted-parameter__`,
      kind: "left out",
      text: `it became a WebSocket, which ${tool} does not replay from a file`,
    },
  ]);
  expect(read(content, "x.json").found.map(({ exchange }) => exchange.request.target)).toEqual([
    "/events",
    "/broken",
    "/events",
  ]);
});

test.each([
  ["nock", writeNock],
  ["WireMock", writeWireMock],
  ["Polly.js", writePolly],
] as const)("an export for %s names the sessions that it does not tell apart", (tool, write) => {
  const { warnings } = write([tape(exchange({ target: "/me", session: "1a2b3c4d5e" }))]);
  const text = `it belongs to one of several sessions that begin alike: ${tool} answers them all in one order`;
  expect(warnings).toEqual([{ place: "GET https://api.service.example/me", kind: "changed", text }]);
});

test.each([
  ["pretty JSON is its value", [], { login: "ada" }],
  [
    "beside a digest it is its bytes",
    [["content-digest", "sha-256=:x:"]],
    "7b0a2020226c6f67696e223a2022616461220a7d0a",
  ],
] as const)("in an export for nock %s", (_shows, further, response) => {
  const pretty = exchange({}, { headers: [...further, ...json], body: utf8('{\n  "login": "ada"\n}\n') });
  const { content, warnings } = writeNock([tape(pretty)]);
  expect(JSON.parse(content)).toMatchObject([{ response }]);
  expect(warnings.map(({ place }) => place)).toEqual(further.length === 0 ? ["answers of JSON"] : []);
  expect(exchangesOf(readNock(content, "x.json"))).toEqual(held(tape(pretty)));
});

test("readNock() undoes writeNock()", () => {
  fc.assert(
    fc.property(plainTapes(), (tape) => {
      const reading = readNock(writeNock([tape]).content, "x.json");
      expect(exchangesOf(reading)).toEqual(held(unnamed(tape)));
      expect(reading.warnings).toEqual([]);
    }),
    law(100),
  );
});

test("readWireMock() undoes writeWireMock()", () => {
  fc.assert(
    fc.property(plainTapes(), (tape) => {
      const reading = readWireMock([{ file: "x.json", text: writeWireMock([tape]).content }]);
      const back = exchangesOf(reading).map(([origin, exchange]) => [origin ?? "http://localhost", exchange]);
      expect(back).toEqual(held(unnamed(tape)));
      expect(reading.warnings).toEqual([]);
    }),
    law(100),
  );
});
