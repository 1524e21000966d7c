import { cityCounts, github } from "@tapedeck/api";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyUrl } from "../../../.ci/any-text.ts";
import { law } from "../../../.ci/property.ts";
import { createPlayer } from "../src/handlers/player.ts";
import type { IncomingRequest } from "../src/http/message.ts";
import { ask, exchange, field, headers, recordedAt, refusal, tape, utf8 } from "./exchanges.ts";

const tapes = [
  {
    ...tape(exchange({ target: "/bicyclists/spb" }, { headers: [], body: utf8("7") })),
    origin: "https://cyclists.example",
  },
  tape(
    exchange({}, { headers: headers(["etag", 'W/"abc"'], ["last-modified", "Thu, 01 Jan 2026 00:00:00 GMT"]) }),
    exchange({}, { status: 502 }),
    exchange({}, { headers: headers(["etag", 'W/"abd"']) }),
    exchange({ target: "/user", principal: "full" }),
    exchange({ target: "/users/ada/repos" }, { status: 404 }),
    exchange({ target: "/users/ada/repos", principal: "limited" }),
    exchange({ target: "/held", headers: [["if-none-match", '"abc"']] }, { status: 304, body: null }),
    exchange({ target: "/zen" }, { body: utf8("one") }),
    exchange({ target: "/zen" }, { body: utf8("two") }),
    exchange({ target: "/posted", method: "POST" }),
    refusal({ principal: "full" }),
  ),
];

const tokens = {
  full: { token: "full-t0ken", account: "ada" },
  limited: { token: "limited-t0ken", account: "ada" },
  other: "other-t0ken",
};

/** Any request of any client. */
function asks(): fc.Arbitrary<IncomingRequest> {
  const targets = fc.constantFrom(
    ...[
      "/users/ada",
      "/users/ada",
      "/users/ada",
      "/user",
      "/users/ada/repos",
      "/users/ada/repos?page=2",
      "/held",
      "/zen",
      "/rate_limit",
    ],
    ...[
      "/api/v3/users/ada",
      "//users/ada/",
      "/bicyclists/spb",
      "/bicyclists/atlantis",
      "/posted",
      "/nothing",
      "/users/nobody",
      "/",
    ],
  );
  const sent = fc.record(
    {
      authorization: fc.constantFrom(
        "token full-t0ken",
        "bearer limited-t0ken",
        `Basic ${btoa("other:other-t0ken")}`,
        "token wrong",
        "nonsense",
      ),
      "if-none-match": fc.constantFrom('W/"abc"', '"abd"', '"abc"', "*"),
      "if-modified-since": fc.constantFrom("Thu, 01 Jan 2026 00:00:00 GMT", "Wed, 31 Dec 2025 00:00:00 GMT"),
      range: fc.constantFrom("bytes=0-1", "bytes=999-", "bytes=1-0"),
    },
    { requiredKeys: [] },
  );
  const rest = fc.record({
    method: fc.constantFrom("GET", "GET", "GET", "GET", "GET", "GET", "HEAD", "OPTIONS", "POST", "DELETE"),
    address: fc.constantFrom("127.0.0.1", "10.0.0.1"),
    base: fc.constantFrom("http://localhost:1", "https://api.service.example"),
  });
  return fc
    .tuple(targets, sent, rest)
    .map(([target, headers, parts]) => ask(target, headers as IncomingRequest["headers"], parts));
}

// The laws of limits and of equal bytes are in conformance/src/laws, which tries them at the player itself as well.
test.each(["explain", "not-found"] as const)(
  "law: with misses answered as %s, every reply is whole: a true length, a date, no body where there can be none",
  (misses) => {
    const player = createPlayer({ tapes, tokens, api: [github, cityCounts], misses, clock: () => recordedAt });
    fc.assert(
      fc.property(asks(), (asked) => {
        const reply = player.answer(asked);
        expect(field(reply, "date")).toBe(new Date(recordedAt * 1000).toUTCString());
        if (asked.method === "HEAD" || reply.status === 204 || reply.status === 304) expect(reply.body).toBe(null);
        else expect(field(reply, "content-length")).toBe(String(reply.body?.length));
        if (reply.status === 204 || reply.status === 304) expect(field(reply, "content-length")).toBe(null);
      }),
      law(100),
    );
  },
);

test("law: a player answers any target, and never throws", () => {
  const player = createPlayer({ tapes, api: github });
  const targets = fc.oneof(
    fc.string(),
    fc.string().map((text) => `/${text}`),
    anyUrl(),
    fc.constantFrom("//", "http://[", "*", "/%", "/users/%00", "\\"),
  );
  fc.assert(
    fc.property(targets, fc.string(), (target, authorization) => {
      expect(player.answer(ask(target, { authorization })).status).toBeGreaterThanOrEqual(200);
    }),
    law(100),
  );
});
