import { createScrubber, type Exchange } from "@tapedeck/tape";
import { expect, test } from "vitest";
import type { Ask } from "../src/ask.ts";
import { stoppedClock } from "../src/clock.ts";
import { createPlayer, type PlayerOptions } from "../src/player.ts";
import { type Profile, profiles } from "../src/profile.ts";
import { cities } from "../src/route.ts";
import {
  ask,
  counted,
  countersOf,
  exchange,
  field,
  headers,
  jsonOf,
  recordedAt,
  refusal,
  tape,
  textOf,
  utf8,
} from "./exchanges.ts";

const etag = 'W/"abc"';
const lastModified = "Thu, 01 Jan 2026 00:00:00 GMT";
const text = '{"login":"ada"}';

/** What every player here has. */
const recorded: readonly Exchange[] = [
  exchange(
    {},
    {
      headers: headers(
        ["accept-ranges", "bytes"],
        ["cache-control", "public, max-age=60, s-maxage=60"],
        ["etag", etag],
        ["last-modified", lastModified],
        ["vary", "Accept"],
      ),
    },
  ),
  exchange({ target: "/user", principal: "full" }),
  exchange(
    { target: "/bicyclists/helsinki" },
    { headers: [["content-type", "application/json; charset=utf-8"]], body: utf8("42") },
  ),
  ...["one", "two", "three"].map((line, at) =>
    exchange(
      { target: "/zen", principal: at === 1 ? "full" : "anonymous" },
      { headers: headers(["content-type", "text/plain; charset=utf-8"]), body: utf8(line) },
    ),
  ),
  exchange({ target: "/broken" }, { status: 502 }),
  exchange({ target: "/broken/first" }, { status: 500 }),
  exchange({ target: "/gone" }, { status: 404 }),
  exchange({ target: "/posted", method: "POST", body: utf8('{"a":1,"b":2}') }, { headers: headers(["etag", etag]) }),
  exchange({ target: "/options", method: "OPTIONS" }, { status: 204 }),
  exchange({ target: "/strong" }, { headers: headers(["etag", '"abc"']) }),
  exchange({ target: "/held", headers: [["if-none-match", '"held"']] }, { status: 304, body: null }),
  exchange({ target: "/foreign" }, { headers: [] }),
];

function playerOf(options: Partial<PlayerOptions> = {}) {
  return createPlayer({
    tapes: [tape(...recorded)],
    credentials: [
      { alias: "full", token: "full-t0ken", account: "ada" },
      { alias: "limited", token: "limited-t0ken", account: "ada" },
    ],
    clock: stoppedClock(recordedAt),
    ...options,
  });
}

const full = { authorization: "token full-t0ken" };
const limited = { authorization: `Basic ${btoa("ada:limited-t0ken")}` };
const unknown = { authorization: "token no-t0ken" };
const malformed = { authorization: "full-t0ken" };
const notFound: Profile = { ...profiles.service, misses: "not-found" };

function by(method: string): Partial<Ask> {
  return { method };
}

test.each<
  [
    rule: string,
    target: string,
    sent: Ask["headers"],
    parts: Partial<Ask>,
    status: number,
    message: string | null,
    cost: number,
    profile?: Profile,
  ]
>([
  ["the own account needs a credential", "/user", {}, {}, 401, "Requires authentication", 1],
  ["the own repositories need a credential", "/user/repos", {}, {}, 401, "Requires authentication", 1],
  ["the own account needs one that is known", "/user", unknown, {}, 401, "Bad credentials", 1],
  ["public data do not take an unknown credential", "/users/ada", unknown, {}, 401, "Bad credentials", 1],
  ["public data do not take a malformed credential", "/users/ada", malformed, {}, 401, "Bad credentials", 1],
  ["/zen does not take an unknown credential", "/zen", unknown, {}, 401, "Bad credentials", 1],
  ["a miss is the harness speaking", "/users/adda", {}, {}, 501, null, 0],
  ["a miss can be the API's 404", "/users/adda", {}, {}, 404, "Not Found", 1, notFound],
  ["a miss outside the contract never is", "/elsewhere", {}, {}, 501, null, 0, notFound],
  ["a method that writes is not allowed", "/users/ada", {}, by("DELETE"), 405, "Method Not Allowed", 1],
  [
    "a method that writes is not allowed on what needs a credential",
    "/user",
    {},
    by("PUT"),
    405,
    "Method Not Allowed",
    1,
  ],
  ["an answer costs 1", "/users/ada", {}, {}, 200, null, 1],
  ["a recorded 404 costs 1", "/gone", {}, {}, 404, null, 1],
  ["a recorded 500 costs nothing", "/broken/first", {}, {}, 500, null, 0],
  ["a recorded 502 costs nothing", "/broken", {}, {}, 502, null, 0],
  ["HEAD costs 1", "/users/ada", {}, by("HEAD"), 200, null, 1],
  ["a preflight costs nothing", "/users/ada", {}, by("OPTIONS"), 204, null, 0],
  ["a preflight asks for no credential", "/user", {}, by("OPTIONS"), 204, null, 0],
  ["a preflight looks at no credential", "/user", malformed, by("OPTIONS"), 204, null, 0],
  ["a recorded preflight costs nothing", "/options", {}, by("OPTIONS"), 204, null, 0],
  ["a 304 costs 1", "/users/ada", { "if-none-match": etag }, {}, 304, null, 1],
  ["a 304 costs 1 with a credential too", "/users/ada", { "if-none-match": etag, ...full }, {}, 304, null, 1],
  [
    "a 304 costs a github credential nothing",
    "/users/ada",
    { "if-none-match": etag, ...full },
    {},
    304,
    null,
    0,
    profiles.github,
  ],
  ["a 304 costs a github visitor 1", "/users/ada", { "if-none-match": etag }, {}, 304, null, 1, profiles.github],
  ["a recorded 304 costs 1", "/held", { "if-none-match": '"held"' }, {}, 304, null, 1],
  [
    "a recorded 304 costs a github credential nothing",
    "/held",
    { "if-none-match": '"held"', ...full },
    {},
    304,
    null,
    0,
    profiles.github,
  ],
  ["a 206 costs 1", "/users/ada", { range: "bytes=0-0" }, {}, 206, null, 1],
  ["a 416 costs 1", "/users/ada", { range: "bytes=99-" }, {}, 416, "Range Not Satisfiable", 1],
  ["the overview costs nothing", "/rate_limit", {}, {}, 200, null, 0, profiles.github],
  ["the overview takes no bad credential", "/rate_limit", unknown, {}, 401, "Bad credentials", 1, profiles.github],
  ["the overview is not written to", "/rate_limit", {}, by("DELETE"), 405, "Method Not Allowed", 1, profiles.github],
  ["the overview has a preflight", "/rate_limit", {}, by("OPTIONS"), 204, null, 0, profiles.github],
  ["the specification knows no overview", "/rate_limit", {}, {}, 501, null, 0],
  [
    "a body that differs only in spelling is the same",
    "/posted",
    {},
    { method: "POST", body: new TextEncoder().encode('{ "b":2, "a":1 }') },
    200,
    null,
    1,
  ],
])("rule: %s", (_rule, target, sent, parts, status, message, cost, profile = profiles.service) => {
  const player = playerOf({ profile });
  const reply = player.answer(ask(target, sent, parts));
  const limit = sent === full || sent["authorization"] === full.authorization ? 5000 : 60;
  expect([reply.status, countersOf(reply)]).toEqual([
    status,
    { limit, remaining: limit - cost, reset: recordedAt + 3600, used: cost },
  ]);
  if (message !== null) {
    expect(jsonOf(reply)).toEqual({ message, documentation_url: profile.documentationUrl });
    expect(field(reply, "content-type")).toBe("application/json; charset=utf-8");
  }
  expect(player.journal()).toMatchObject([{ at: recordedAt, method: parts.method ?? "GET", status, cost }]);
});

test("rule: a 405 tells the methods there are", () => {
  expect(field(playerOf().answer(ask("/users/ada", {}, by("PATCH"))), "allow")).toBe("GET, HEAD, OPTIONS");
});

test("rule: a miss is no answer of the API's, and nobody is told to wait for it", () => {
  const reply = playerOf().answer(ask("/users/adda?token=s3cr3t"));
  expect([field(reply, "content-type"), field(reply, "x-tapedeck"), field(reply, "retry-after")]).toEqual([
    "application/problem+json; charset=utf-8",
    "miss",
    null,
  ]);
  expect(jsonOf(reply)).toMatchObject({
    status: 501,
    request: { method: "GET", target: "/users/adda?token=[parameter]", principal: "anonymous" },
    closest: { tape: "users", place: 1, target: "/users/ada" },
  });
  expect(textOf(reply)).not.toContain("s3cr3t");
});

test.each<[shows: string, profile: Profile, status: number, retryAfter: string | null]>([
  ["is refused with 403, and told no wait", profiles.service, 403, null],
  ["is refused so by github too", profiles.github, 403, null],
  [
    "is refused with 429 where the profile says so",
    { ...profiles.service, refusal: { status: 429, retryAfter: false } },
    429,
    null,
  ],
  [
    "is told the wait where the profile says so",
    { ...profiles.service, refusal: { status: 403, retryAfter: true } },
    403,
    "3500",
  ],
])("rule: who has nothing left %s", (_shows, profile, status, retryAfter) => {
  const clock = stoppedClock(recordedAt);
  const player = playerOf({ profile, clock });
  player.answer(ask());
  player.exhaust("address 127.0.0.1");
  clock.advance(100);
  const before = player.quotas();
  const reply = player.answer(ask());
  expect([reply.status, field(reply, "retry-after")]).toEqual([status, retryAfter]);
  expect(jsonOf(reply)).toEqual({
    message: "API rate limit exceeded for 127.0.0.1.",
    documentation_url: `${profile.documentationUrl}#rate-limiting`,
  });
  expect(countersOf(reply)).toEqual({ limit: 60, remaining: 0, reset: recordedAt + 3600, used: 60 });
  expect(player.quotas()).toEqual(before);
  expect(player.journal().at(-1)).toMatchObject({ status, cost: 0, source: { kind: "refused" } });
  clock.set(recordedAt + 3600);
  expect(countersOf(player.answer(ask()))).toEqual({ limit: 60, remaining: 59, reset: recordedAt + 7200, used: 1 });
});

test("rule: a refusal names the account that has nothing left", () => {
  const player = playerOf();
  player.exhaust("account ada");
  expect(jsonOf(player.answer(ask("/users/ada", limited)))).toMatchObject({
    message: "API rate limit exceeded for ada.",
  });
});

test("rule: a refusal is the recorded one, where its status is the profile's", () => {
  const tapes = [tape(exchange(), refusal({ target: "/elsewhere" }))];
  for (const [profile, message] of [
    [profiles.service, "API rate limit exceeded for 203.0.113.7."],
    [{ ...profiles.service, refusal: { status: 429, retryAfter: false } }, "API rate limit exceeded for 127.0.0.1."],
  ] as const) {
    const player = playerOf({ tapes, profile });
    player.exhaust("address 127.0.0.1");
    const reply = player.answer(ask());
    expect([reply.status, countersOf(reply)]).toEqual([
      profile.refusal.status,
      { limit: 60, remaining: 0, reset: recordedAt + 3600, used: 60 },
    ]);
    expect(jsonOf(reply)).toMatchObject({ message });
  }
});

test.each<[rule: string, target: string, sent: Ask["headers"], parts: Partial<Ask>, status: number, profile?: Profile]>(
  [
    ["is answered a preflight", "/users/ada", {}, by("OPTIONS"), 204],
    ["is answered the overview", "/rate_limit", {}, {}, 200, profiles.github],
    ["is told of a miss", "/users/adda", {}, {}, 501],
    ["is answered what costs nothing", "/broken", {}, {}, 502],
    ["is answered city counts", "/bicyclists/helsinki", {}, {}, 200],
    ["is refused a HEAD", "/users/ada", {}, by("HEAD"), 403],
    ["is refused a 304 that costs", "/users/ada", { "if-none-match": etag }, {}, 403],
    ["is refused what would be an error", "/user", {}, {}, 403],
    ["is refused with a bad credential", "/users/ada", unknown, {}, 403],
  ],
)("rule: who has nothing left %s", (_rule, target, sent, parts, status, profile = profiles.service) => {
  const player = playerOf({ profile });
  player.exhaust("address 127.0.0.1");
  const before = player.quotas();
  expect(player.answer(ask(target, sent, parts)).status).toBe(status);
  expect(player.quotas()).toEqual(before);
});

test("rule: two tokens of one account share one bucket, addresses have one each, bad credentials spend the address's", () => {
  const player = playerOf();
  for (const sent of [full, limited, {}, unknown, malformed]) player.answer(ask("/users/ada", sent));
  player.answer(ask("/users/ada", {}, { address: "10.0.0.1" }));
  const used = Object.entries(player.quotas()).map(([bucket, quota]) => [bucket, quota.used]);
  expect(used).toEqual([
    ["account ada", 2],
    ["address 127.0.0.1", 3],
    ["address 10.0.0.1", 1],
  ]);
});

test("rule: without known credentials, every well-formed one is the principal token", () => {
  const player = playerOf({ credentials: [], tapes: [tape(exchange({ target: "/user", principal: "token" }))] });
  expect(player.answer(ask("/user", unknown)).status).toBe(200);
  expect(Object.keys(player.quotas())).toEqual(["account token"]);
});

test.each([
  ["the own account is never somebody else's", "/user", limited, 501],
  ["the own account is the caller's", "/user", full, 200],
  ["what was recorded for nobody is for everybody", "/users/ada", limited, 200],
])("rule: %s", (_rule, target, sent, status) => {
  expect(playerOf().answer(ask(target, sent)).status).toBe(status);
});

test("rule: what was recorded for the caller comes before what was recorded for nobody", () => {
  const tapes = [
    tape(exchange({}, { body: utf8('"nobody"') }), exchange({ principal: "full" }, { body: utf8('"full"') })),
  ];
  const player = playerOf({ tapes });
  expect([{}, full, limited].map((sent) => textOf(player.answer(ask("/users/ada", sent))))).toEqual([
    '"nobody"',
    '"full"',
    '"nobody"',
  ]);
});

test("rule: what needs a credential is not answered with what was recorded for nobody", () => {
  const tapes = [tape(exchange({ target: "/user" }, { status: 401 }))];
  expect([{}, limited].map((sent) => playerOf({ tapes }).answer(ask("/user", sent)).status)).toEqual([401, 501]);
});

test("rule: a limit can be one account's own, also once all of it is spent", () => {
  const profile: Profile = { ...profiles.service, limits: { anonymous: 60, token: 5000, ada: 7, full: 9 } };
  expect(countersOf(playerOf({ profile }).answer(ask("/users/ada", full)))).toMatchObject({ limit: 7, remaining: 6 });
  const spent = playerOf({ profile });
  spent.exhaust("account ada");
  expect(countersOf(spent.answer(ask("/users/ada", full)))).toMatchObject({ limit: 7, remaining: 0 });
});

test("rule: the overview tells how the caller stands", () => {
  const player = playerOf({ profile: "github" });
  player.answer(ask("/users/ada", full));
  const core = { limit: 5000, used: 1, remaining: 4999, reset: recordedAt + 3600 };
  expect(jsonOf(player.answer(ask("/rate_limit", full)))).toEqual({ resources: { core }, rate: core });
  expect(jsonOf(player.answer(ask("/api/v3/rate_limit")))).toMatchObject({ rate: { limit: 60, used: 0 } });
});

test.each<[shows: string, sent: Ask["headers"], status: number]>([
  ["a 304 for the copy held", { "if-none-match": etag }, 304],
  ["a 304 for the same in a list", { "if-none-match": '"x", "abc"' }, 304],
  ["a 304 for any", { "if-none-match": "*" }, 304],
  ["the whole for another copy", { "if-none-match": '"x"' }, 200],
  ["a 304 for a date", { "if-modified-since": lastModified }, 304],
  [
    "the whole where the tag says so, whatever the date",
    { "if-none-match": '"x"', "if-modified-since": lastModified },
    200,
  ],
  ["a part", { range: "bytes=1-5" }, 206],
  ["a 304 before a part", { "if-none-match": etag, range: "bytes=1-5" }, 304],
  ["the whole for two parts", { range: "bytes=0-1,3-4" }, 200],
  ["the whole for a part of a copy that may be another", { range: "bytes=1-5", "if-range": etag }, 200],
  ["a part of a copy of that date", { range: "bytes=1-5", "if-range": lastModified }, 206],
])("rule: a client gets %s", (_shows, sent, status) => {
  expect(playerOf().answer(ask("/users/ada", sent)).status).toBe(status);
});

test("rule: a strong tag will do for a part", () => {
  expect(playerOf().answer(ask("/strong", { range: "bytes=1-5", "if-range": '"abc"' })).status).toBe(206);
});

test("rule: a 304 has no body and nothing that describes one, and keeps what a cache needs", () => {
  const reply = playerOf().answer(ask("/users/ada", { "if-none-match": etag }));
  expect([reply.body, reply.headers.map(([name]) => name)]).toEqual([
    null,
    [
      "cache-control",
      "etag",
      "last-modified",
      "vary",
      "x-service-media-type",
      "date",
      ...["limit", "remaining", "reset", "used"].map((each) => `x-ratelimit-${each}`),
      "x-service-request-id",
    ],
  ]);
});

test.each([
  ["the bytes asked for", "bytes=1-5", '"logi', `bytes 1-5/${text.length}`, "5"],
  ["the last bytes", "bytes=-2", '"}', `bytes ${text.length - 2}-${text.length - 1}/${text.length}`, "2"],
])("rule: a part is %s", (_shows, range, part, contentRange, length) => {
  const reply = playerOf().answer(ask("/users/ada", { range }));
  expect([textOf(reply), field(reply, "content-range"), field(reply, "content-length"), field(reply, "etag")]).toEqual([
    part,
    contentRange,
    length,
    etag,
  ]);
});

test("rule: a part beyond the end is told how long the whole is", () => {
  expect(field(playerOf().answer(ask("/users/ada", { range: "bytes=99-" })), "content-range")).toBe(
    `bytes */${text.length}`,
  );
});

test("rule: conditions are those of reading alone", () => {
  const body = new TextEncoder().encode('{"a":1,"b":2}');
  expect(playerOf().answer(ask("/posted", { "if-none-match": etag }, { method: "POST", body })).status).toBe(200);
});

test.each(["/users/ada", "/users/adda", "/bicyclists/helsinki", "/zen", "/user"])(
  "rule: HEAD %s is GET without the body",
  (target) => {
    const [get, head] = ["GET", "HEAD"].map((method) => playerOf().answer(ask(target, {}, { method })));
    expect(head).toEqual({ ...get, body: null, ...(get?.status === 501 && { headers: expect.anything() }) });
    expect(Number(field(head ?? expect.fail("no reply"), "content-length"))).toBeGreaterThan(0);
  },
);

test("rule: a preflight is answered for any page", () => {
  const reply = playerOf().answer(ask("/users/ada", { origin: "https://page.example" }, by("OPTIONS")));
  expect([reply.body, field(reply, "content-length")]).toEqual([null, null]);
  expect(
    Object.fromEntries(
      [
        "access-control-allow-origin",
        "access-control-max-age",
        "access-control-allow-methods",
        "access-control-expose-headers",
      ].map((name) => [name, field(reply, name)]),
    ),
  ).toMatchInlineSnapshot(`
    {
      "access-control-allow-methods": "GET, HEAD, OPTIONS",
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "ETag, Link, Location, Retry-After, X-Service-OTP, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Used, X-RateLimit-Reset, X-OAuth-Scopes, X-Accepted-OAuth-Scopes, X-Poll-Interval, X-Service-Media-Type, Deprecation, Sunset",
      "access-control-max-age": "86400",
    }
  `);
});

test.each([
  ["/users/ada", {}],
  ["/user", {}],
  ["/users/ada", unknown],
  ["/users/adda", {}],
])("rule: a page may read every decision: %s %j", (target, sent) => {
  const reply = playerOf({ tapes: [] }).answer(ask(target, sent));
  expect(field(reply, "access-control-allow-origin")).toBe("*");
});

test.each([
  ["service", "service", "X-Service-OTP"],
  ["github", "github", "X-GitHub-OTP"],
] as const)("rule: decisions of %s speak its vendor's word", (profile, word, exposed) => {
  const reply = playerOf({ profile }).answer(ask("/user"));
  expect(field(reply, `x-${word}-media-type`)).toBe(`${word}.v3; format=json`);
  expect(field(reply, `x-${word}-request-id`)).toBe("0000:000000:0000000:0000000:00000000");
  expect(field(reply, "access-control-expose-headers")).toContain(exposed);
});

test.each(["/bicyclists/helsinki", "/bicyclists/helsinki/"])(
  "rule: %s is a bare number, uncounted, for any credential",
  (target) => {
    const player = playerOf();
    const reply = player.answer(ask(target, malformed));
    expect([reply.status, textOf(reply), countersOf(reply), player.quotas()]).toEqual([200, "42", null, {}]);
  },
);

test.each([
  ["another city", "/bicyclists/atlantis", {}, 404],
  ["another city with a query", "/bicyclists/atlantis?unit=1", {}, 404],
  ["a city that no tape has", "/bicyclists/spb", {}, 501],
  ["a city that no tape has, where that is the API's 404", "/bicyclists/spb", { profile: notFound }, 404],
])("rule: %s is uncounted too", (_shows, target, options, status) => {
  const player = playerOf(options);
  const reply = player.answer(ask(target));
  expect([reply.status, countersOf(reply), player.quotas()]).toEqual([status, null, {}]);
});

test("rule: another city is told the seven", () => {
  const reply = playerOf().answer(ask("/bicyclists/atlantis?x=1"));
  expect(jsonOf(reply)).toEqual({ message: `Unknown city atlantis: one of ${cities.join(", ")}` });
  expect(cities).toHaveLength(7);
});

test.each([
  ["DELETE", 405],
  ["OPTIONS", 204],
])("rule: %s on a city count is uncounted", (method, status) => {
  const player = playerOf();
  const reply = player.answer(ask("/bicyclists/helsinki", {}, { method }));
  expect([reply.status, countersOf(reply), player.quotas()]).toEqual([status, null, {}]);
});

test("rule: /zen goes round and round, for everybody, whoever it was recorded for", () => {
  const player = playerOf();
  const lines = [{}, full, {}, limited, full].map((sent) => textOf(player.answer(ask("/zen", sent))));
  expect(lines).toEqual(["one", "two", "three", "one", "two"]);
  expect(Object.entries(player.quotas()).map(([bucket, { used }]) => [bucket, used])).toEqual([
    ["address 127.0.0.1", 2],
    ["account ada", 3],
  ]);
});

test("rule: an answer that was recorded uncounted stays so", () => {
  const player = playerOf();
  expect([countersOf(player.answer(ask("/foreign"))), player.quotas()]).toEqual([null, {}]);
});

test("rule: date, length, counters and request id are those of this answer", () => {
  const clock = stoppedClock(recordedAt);
  const player = playerOf({ clock });
  player.answer(ask());
  clock.advance(61);
  const reply = player.answer(ask());
  expect(
    ["date", "content-length", "x-service-request-id", "x-ratelimit-used"].map((name) => field(reply, name)),
  ).toEqual(["Thu, 01 Jan 2026 00:01:01 GMT", String(text.length), "0000:000000:0000000:0000000:00000001", "2"]);
});

test.each([
  ["service", "http://localhost:1", "/users/ada", "http://localhost:1"],
  ["github", "http://localhost:1", "/users/ada", "http://localhost:1"],
  ["github", "http://localhost:1", "/api/v3/users/ada", "http://localhost:1/api/v3"],
] as const)("rule: under %s, who asks %s%s is led back to %s", (profile, base, target, led) => {
  const body = utf8('{"url":"https://api.service.example/users/ada","html_url":"https://service.example/ada"}');
  const linked = exchange(
    {},
    { headers: headers(["link", '<https://api.service.example/users?page=2>; rel="next"']), body },
  );
  const reply = playerOf({ profile, tapes: [tape(linked)] }).answer(ask(target, {}, { base }));
  expect(jsonOf(reply)).toEqual({ url: `${led}/users/ada`, html_url: "https://service.example/ada" });
  expect(field(reply, "link")).toBe(`<${led}/users?page=2>; rel="next"`);
});

test("rule: the journal and the misses keep no secret", () => {
  const player = playerOf();
  player.answer(ask("/users/full-t0ken?token=s3cr3t-par4meter", full));
  const said = JSON.stringify([player.journal(), player.misses()]);
  expect([said.includes("full-t0ken"), said.includes("s3cr3t")]).toEqual([false, false]);
  expect(createScrubber().text(said)).toBe(said);
});

test("the recorded counters are never sent", () => {
  expect(countersOf(playerOf().answer(ask("/users/ada", full)))).toMatchObject({ limit: 5000, used: 1 });
  expect(counted.find(([name]) => name === "x-ratelimit-limit")?.[1]).toBe("60");
});

test("rule: a preflight lets through whatever headers are wanted", () => {
  const player = playerOf();
  const wanted = { "access-control-request-headers": "x-service-api-version" };
  const reply = player.answer(ask("/users/ada", wanted, { method: "OPTIONS" }));
  expect(field(reply, "access-control-allow-headers")).toBe("x-service-api-version");
});

test.each([
  ["github", "Bearer any-will-do", "private, max-age=60, s-maxage=60"],
  ["github", undefined, "public, max-age=60, s-maxage=60"],
  ["service", "Bearer any-will-do", "public, max-age=60, s-maxage=60"],
] as const)("rule: under %s, what a caller with %s is answered is %s", (profile, authorization, cacheControl) => {
  const player = createPlayer({ tapes: [tape(...recorded)], profile });
  const reply = player.answer(ask("/users/ada", authorization === undefined ? {} : { authorization }));
  expect(field(reply, "cache-control")).toBe(cacheControl);
});
