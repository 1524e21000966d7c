import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../../.ci/property.ts";
import { canonical } from "../../src/canonical.ts";
import type { Exchange, HeaderList, Tape } from "../../src/exchange.ts";
import { readHar, readNock, readWireMock, writeHar, writeNock, writeWireMock } from "../../src/formats/index.ts";
import type { ImportResult } from "../../src/formats/types.ts";
import { headerList } from "../../src/headers.ts";
import { exchanges, tapes, targets } from "../tapes.ts";

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

// An importer keeps what no header can hold as the bytes of its UTF-8.
function sent(headers: HeaderList): HeaderList {
  return headerList(headers.map(([name, value]) => [name, value.replace(/[\u0100-\u{10ffff}]/gu, "\u00ff")]));
}

function bodiless(method: string, status: number): boolean {
  return method === "HEAD" || status === 204 || status === 304;
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

test("readNock() undoes writeNock()", () => {
  fc.assert(
    fc.property(plainTapes(), (tape) => {
      const reading = readNock(writeNock([tape]).content, "x.json");
      expect(exchangesOf(reading)).toEqual(held(tape));
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
      expect(back).toEqual(held(tape));
      expect(reading.warnings).toEqual([]);
    }),
    law(100),
  );
});
