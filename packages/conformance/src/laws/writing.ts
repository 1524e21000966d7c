import assert from "node:assert/strict";
import { pinRateLimit } from "@tapedeck/rate-limit";
import { bodyOf, createSanitizer, type Exchange, headerList, pinnedMoment, type Tape } from "@tapedeck/tape";
import { fromHar, toHar } from "@tapedeck/tape/har";
import { arbitrary } from "@tapedeck/world/arbitraries";
import fc from "fast-check";
import { anyText } from "../../../../.ci/any-text.ts";
import { type ContractLaw, law } from "../law.ts";

// With prototypes, since the objects are compared with others that were read from a file.
const plain = { noNullPrototype: true };

const known = [{ alias: "full", value: "s3cr3t-t0ken" }];

/** Laws of files. */
export const writing: readonly ContractLaw[] = [
  law({
    id: "files-1",
    level: "unit",
    cases: tapes(),
    holds: (tape) => assert.deepEqual(fromHar(toHar(tape), "a file"), tape),
  }),
  law({
    id: "secrets-3",
    level: "unit",
    cases: tapes(),
    holds: ({ exchanges: all }) => {
      for (const each of all) assert.deepEqual(written([written([each])[0] ?? each]), written([each]));
    },
  }),
];

/** Returns exchanges as a recorder writes them. */
function written(all: readonly Exchange[], recordedAt = pinnedMoment): readonly Exchange[] {
  const sanitizer = createSanitizer({
    secrets: known,
    recordedAt,
    rewrite: (exchange) => ({ ...exchange, response: pinRateLimit(exchange.response, recordedAt) }),
  });
  return all.map((each) => sanitizer.exchange(each));
}

/**
 * Makes tapes with exchanges of the contract, and others with binary and empty bodies, secrets and repeated headers.
 */
function tapes(): fc.Arbitrary<Tape> {
  // No field of HTTP holds a control character.
  const inField = anyText().map((any) => any.replace(/[^\t -~\x80-\u{10ffff}]/gu, " "));
  const value = fc.oneof(inField, fc.constant("token s3cr3t-t0ken"), fc.constant("a=b; c=d"));
  const field = fc.tuple(fc.constantFrom("vary", "link", "set-cookie", "x-any", "location"), value);
  const text = fc.oneof(anyText(), fc.json(), fc.constant('{"token":"s3cr3t-t0ken","id":1}'));
  const bytes = fc.oneof(
    text.map((each) => new TextEncoder().encode(each)),
    fc.uint8Array({ maxLength: 24 }),
  );
  const body = fc.option(bytes.map((each) => bodyOf(each)));
  const other = fc.record(
    {
      request: fc.record(
        {
          method: fc.constantFrom("GET", "POST", "HEAD"),
          target: fc.constantFrom("/users/ada", "/x?access_token=abc&q=1", "/%F0%9F%A7%AE", "/users/s3cr3t-t0ken"),
          principal: fc.constantFrom("anonymous", "full"),
          headers: fc
            .array(fc.tuple(fc.constantFrom("accept", "cookie", "if-none-match"), value), { maxLength: 2 })
            .map(headerList),
          body,
        },
        plain,
      ),
      response: fc.record(
        {
          status: fc.integer({ min: 200, max: 599 }),
          headers: fc.array(field, { maxLength: 4 }).map(headerList),
          body,
        },
        plain,
      ),
    },
    plain,
  );
  return fc.record(
    {
      name: fc.string(),
      origin: fc.constantFrom("https://api.service.example", "http://[::1]:8080"),
      recordedAt: fc.integer({ min: 0, max: 4_000_000_000 }),
      exchanges: fc.array(fc.oneof(other, arbitrary({ exchange: "user" }), arbitrary({ exchange: "rate-limit" })), {
        maxLength: 5,
      }),
    },
    plain,
  );
}
