// What a grammar makes, and not what is changed of a seed: every production comes up, valid in all but one place or in none.
import { PlanError, readPlan } from "@tapedeck/record";
import { validate } from "@tapedeck/schema";
import { RecordingSyntaxError } from "@tapedeck/tape";
import { readForeignFile } from "@tapedeck/tape/formats";
import { fromHar, toHar } from "@tapedeck/tape/har";
import { BodyTooLargeError, checkRedact } from "@tapedeck/tape/internal";
import fc, { type Arbitrary } from "fast-check";
import { expect, test } from "vitest";
import { anyUrl } from "../../../../.ci/any-text.ts";
import { law } from "../../../../.ci/property.ts";
import { RefusedRequestError } from "../../../serve/src/server/failure.ts";
import { admissionOf, hostOf, originForm, saysBody } from "../../../serve/src/server/read-request.ts";

const refused = (read: () => unknown, ...kinds: ReadonlyArray<abstract new (...words: never) => Error>): void => {
  try {
    read();
  } catch (error) {
    if (!kinds.some((kind) => error instanceof kind)) throw error;
  }
};
const json = fc.jsonValue({ maxDepth: 2 });
/** An object of these members, each left out at times, and at times of another type. */
const loosely = (members: Readonly<Record<string, Arbitrary<unknown>>>): Arbitrary<unknown> =>
  fc.record(
    Object.fromEntries(
      Object.entries(members).map(([name, each]) => [name, fc.oneof({ weight: 9, arbitrary: each }, json)]),
    ),
    { requiredKeys: [] },
  );

// RFC 9110, section 5.6.2; RFC 3986, section 3.
const token = fc.stringMatching(/^[!#$%&'*+.^_`|~\w-]{1,12}$/);
const segment = fc.stringMatching(/^(?:[\w.~!$&'()*+,;=:@-]|%[\da-fA-F]{2}){0,12}$/);
const path = fc.array(segment, { maxLength: 5 }).map((all) => `/${all.join("/")}`);
const host = fc.oneof(
  fc.domain(),
  fc.ipV4(),
  fc.ipV6().map((ip) => `[${ip}]`),
  token,
);
const target = fc.oneof(
  path,
  fc.tuple(path, segment).map(([way, query]) => `${way}?${query}`),
  anyUrl(),
  fc.constant("*"),
  host,
);

test("heads of requests by the grammar of HTTP are taken or refused", () => {
  const admission = admissionOf({ names: ["localhost"] });
  const length = fc.oneof(fc.nat().map(String), token);
  fc.assert(
    fc.property(token, target, host, fc.option(token), fc.option(length), (method, asked, named, coding, size) => {
      const name = hostOf(named);
      expect(name === null || hostOf(name) === name).toBe(true);
      refused(() => expect(originForm(asked, method, admission).target).toMatch(/^\//), RefusedRequestError);
      refused(
        () => saysBody({ "transfer-encoding": coding ?? undefined, "content-length": size ?? undefined }),
        RefusedRequestError,
        BodyTooLargeError,
      );
    }),
    law(100),
  );
});

const pair = loosely({ name: token, value: fc.string() });
const entry = loosely({
  startedDateTime: fc.constant("2026-01-01T00:00:00.000Z"),
  time: fc.nat(),
  request: loosely({
    method: token,
    url: anyUrl(),
    headers: fc.array(pair),
    queryString: fc.constant([]),
    postData: loosely({ mimeType: token, text: fc.string() }),
  }),
  response: loosely({
    status: fc.integer({ min: 100, max: 599 }),
    headers: fc.array(pair),
    content: loosely({ mimeType: token, text: fc.string(), encoding: fc.constant("base64"), size: fc.nat() }),
  }),
});
const har = loosely({
  log: loosely({
    version: fc.constant("1.2"),
    creator: loosely({ name: token }),
    entries: fc.array(entry, { maxLength: 3 }),
    _tapedeck: loosely({ name: token, origin: anyUrl() }),
  }),
});

test("HAR by its grammar is read, or refused with its place", () => {
  fc.assert(
    fc.property(har, (value) => {
      const text = JSON.stringify(value);
      refused(() => {
        const again = toHar(fromHar(text, "a.har"));
        expect(toHar(fromHar(again, "a.har"))).toBe(again);
      }, RecordingSyntaxError);
      refused(() => readForeignFile(Buffer.from(text), "a.har"), RecordingSyntaxError);
    }),
    law(100),
  );
});

const step = loosely({
  path,
  method: token,
  query: fc.dictionary(token, json),
  headers: fc.dictionary(token, fc.string()),
  body: json,
  times: fc.nat(5),
  as: token,
  for: fc.dictionary(token, fc.array(json, { maxLength: 3 })),
});

test.each<
  [
    what: string,
    made: Arbitrary<unknown>,
    read: (value: unknown) => unknown,
    kinds: ReadonlyArray<abstract new (...words: never) => Error>,
  ]
>([
  [
    "a plan",
    loosely({ requests: fc.array(step, { maxLength: 4 }) }),
    (value) => readPlan(JSON.stringify(value), "plan.json"),
    [PlanError],
  ],
  [
    "an api.json",
    loosely({
      name: token,
      extends: fc.constant("plain"),
      origins: fc.array(anyUrl()),
      match: fc.array(loosely({ path, ignore: fc.array(token) })),
      redact: json,
      credentials: fc.array(loosely({ scheme: token, header: token })),
    }),
    (value) => validate("api", value),
    [],
  ],
  [
    "redaction",
    loosely({
      names: fc.array(token),
      shapes: fc.dictionary(token, fc.string()),
      keep: fc.array(token),
      shaped: fc.array(fc.constant("jwt")),
    }),
    (value) => checkRedact(value, "api.json"),
    [RangeError],
  ],
  [
    "a cassette",
    loosely({
      http_interactions: fc.array(
        loosely({
          request: loosely({
            method: token,
            uri: anyUrl(),
            body: loosely({ encoding: token, string: fc.string() }),
            headers: fc.dictionary(token, fc.array(fc.string())),
          }),
          response: loosely({
            status: loosely({ code: fc.nat(600), message: token }),
            headers: fc.dictionary(token, fc.array(fc.string())),
            body: loosely({ string: fc.string() }),
          }),
        }),
        { maxLength: 3 },
      ),
      recorded_with: token,
    }),
    (value) => readForeignFile(Buffer.from(JSON.stringify(value)), "a.json"),
    [RecordingSyntaxError],
  ],
])("%s by its grammar is read or refused", (_what, made, read, kinds) => {
  fc.assert(
    fc.property(made, (value) => refused(() => read(value), ...kinds)),
    law(100),
  );
});
