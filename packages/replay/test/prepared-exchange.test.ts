import { type Api, cityCounts, github, plain, service } from "@tapedeck/api";
import type { HeaderList } from "@tapedeck/tape";
import { expect, test } from "vitest";
import { type ExchangeSource, PreparedExchange } from "../src/index/prepared-exchange.ts";
import { counted, exchange, origin, utf8 } from "./exchanges.ts";

const asIs: { readonly api: Api; readonly rewriteOrigin: boolean } = { api: service, rewriteOrigin: true };
const source: ExchangeSource = {
  id: 1,
  tape: "users",
  place: 1,
  pass: 0,
  origin,
  scope: "",
  sentTarget: "/users/ada",
  prefix: "",
  listed: false,
  operation: null,
};
const here = "http://127.0.0.1:8080";

function preparedFor(answered: Parameters<typeof exchange>[1], options = asIs, slot: Partial<ExchangeSource> = {}) {
  const recorded = exchange({}, answered);
  const replayed = options.api.behaviour.beforeReplay?.(recorded) ?? recorded;
  return new PreparedExchange(replayed, { ...source, ...slot }, options.api, options.rewriteOrigin);
}

function bodyOf(text: string, options = asIs, slot: Partial<ExchangeSource> = {}): string {
  return new TextDecoder().decode(preparedFor({ body: utf8(text) }, options, slot).render(here).body as Uint8Array);
}

function headersOf(headers: HeaderList, options = asIs): HeaderList {
  return preparedFor({ headers }, options).render(here).headers;
}

test.each([
  ["follows the caller in a body", `["${origin}/users/ada"]`, `["${here}/users/ada"]`],
  ["follows it each time", `["${origin}/a","${origin}/b"]`, `["${here}/a","${here}/b"]`],
  ["follows it at a text's end", `["${origin}"]`, `["${here}"]`],
  ["follows it in URI templates", `["${origin}/x{/id}{?page}"]`, `["${here}/x{/id}{?page}"]`],
  ["follows it before a query", `["${origin}?a=1"]`, `["${here}?a=1"]`],
  ["leaves a longer host", `["${origin}.org/x"]`, `["${origin}.org/x"]`],
  ["leaves a longer host with a hyphen", `["${origin}-2/x"]`, `["${origin}-2/x"]`],
  ["leaves another port", `["${origin}:8443/x"]`, `["${origin}:8443/x"]`],
  ["leaves another scheme", '["http://api.service.example/x"]', '["http://api.service.example/x"]'],
  ["leaves other hosts", '["https://service.example/ada"]', '["https://service.example/ada"]'],
  [
    "leaves a host of which a dot is another letter",
    '["https://apixservice.example/x"]',
    '["https://apixservice.example/x"]',
  ],
])("origin %s", (_shows, recorded, sent) => {
  expect(bodyOf(recorded)).toBe(sent);
});

test("origin follows the caller in all headers that name it", () => {
  const recorded: HeaderList = [
    ["content-location", `${origin}/a`],
    ["link", `<${origin}/b?page=2>; rel="next", <${origin}/b?page=9>; rel="last"`],
    ["location", `${origin}/c`],
    ["operation-location", `${origin}/d`],
    ["x-note", "https://elsewhere.example/e"],
  ];
  expect(headersOf(recorded)).toEqual([
    ["content-location", `${here}/a`],
    ["link", `<${here}/b?page=2>; rel="next", <${here}/b?page=9>; rel="last"`],
    ["location", `${here}/c`],
    ["operation-location", `${here}/d`],
    ["x-note", "https://elsewhere.example/e"],
  ]);
});

// They count the bytes of their texts.
test.each(["application/x-protobuf", "application/grpc+proto", "application/x-tar", "application/zip", "image/x"])(
  "origin stays in %s, also where it is all text",
  (type) => {
    const headers = [["content-type", type]] as const;
    const prepared = preparedFor({ headers, body: utf8(`\n\u0013${origin}/x`) });
    expect(new TextDecoder().decode(prepared.render(here).body as Uint8Array)).toBe(`\n\u0013${origin}/x`);
  },
);

test("origin stays where the player is told so", () => {
  const fixed = { ...asIs, rewriteOrigin: false };
  expect(bodyOf(`["${origin}/x"]`, fixed)).toBe(`["${origin}/x"]`);
  expect(headersOf([["location", `${origin}/x`]], fixed)).toEqual([["location", `${origin}/x`]]);
});

test("origin gives way with the prefix that it was recorded under", () => {
  const onPremises = { origin: "https://code.example", prefix: "/api/v3" };
  const recorded =
    '["https://code.example/api/v3/users/ada","https://code.example/ada","https://code.example/api/v30"]';
  const prepared = preparedFor({ body: utf8(recorded) }, asIs, onPremises);
  expect(new TextDecoder().decode(prepared.render(`${here}/api/v3`).body as Uint8Array)).toBe(
    `["${here}/api/v3/users/ada","${here}/api/v3/ada","${here}/api/v3/api/v30"]`,
  );
});

test("origin that is a pattern of itself is taken as it stands", () => {
  expect(bodyOf('["http://[::1]:80/x"]', asIs, { origin: "http://[::1]:80" })).toBe(`["${here}/x"]`);
});

test("origin follows each of many callers, whatever signs their base has", () => {
  const prepared = preparedFor({ body: utf8(`["${origin}/x"]`) });
  for (let round = 0; round < 2; round += 1) {
    for (const base of ["http://a", "http://b", "http://c", "http://d", "http://e", "http://$&$1"]) {
      expect(new TextDecoder().decode(prepared.render(base).body as Uint8Array)).toBe(`["${base}/x"]`);
    }
  }
});

test.each<[shows: string, vendor: string, recorded: Record<string, string>, sent: Record<string, string>]>([
  [
    "keeps its own word",
    "service",
    { "x-service-media-type": "service.v3; format=json" },
    { "x-service-media-type": "service.v3; format=json" },
  ],
  [
    "renames a recorded one",
    "service",
    { "x-github-media-type": "github.v3; format=json" },
    { "x-service-media-type": "service.v3; format=json" },
  ],
  ["renames the other way", "github", { "x-service-media-type": "service.v3" }, { "x-github-media-type": "github.v3" }],
  [
    "renames what is exposed, as the vendor writes it",
    "github",
    { "access-control-expose-headers": "ETag, X-Service-OTP", "x-service-media-type": "service.v3" },
    { "access-control-expose-headers": "ETag, X-GitHub-OTP", "x-github-media-type": "github.v3" },
  ],
  [
    "renames what is exposed to a capital",
    "service",
    { "access-control-expose-headers": "X-GitHub-OTP", "x-github-media-type": "github.v3" },
    { "access-control-expose-headers": "X-Service-OTP", "x-service-media-type": "service.v3" },
  ],
  [
    "renames other headers of the vendor's",
    "service",
    { "x-github-extra": "github", "x-github-media-type": "github.v3" },
    { "x-service-extra": "github", "x-service-media-type": "service.v3" },
  ],
  [
    "renames a word of more than letters",
    "service",
    { "x-code-host2-media-type": "code-host2.v3" },
    { "x-service-media-type": "service.v3" },
  ],
  ["leaves names where no vendor is told", "service", { "x-github-extra": "1" }, { "x-github-extra": "1" }],
])("vendor word %s", (_shows, vendor, recorded, sent) => {
  const options = { api: vendor === "github" ? github : service, rewriteOrigin: true };
  expect(headersOf(Object.entries(recorded), options)).toEqual(Object.entries(sent));
});

test.each([
  ["date", "Thu, 01 Jan 2026 00:00:00 GMT"],
  ["x-ratelimit-limit", "60"],
  ["x-service-request-id", "8f"],
  ["x-service-request-id", "8f"],
  ["x-request-id", "8f"],
  ["content-length", "9"],
  ["content-encoding", "gzip"],
  ["transfer-encoding", "chunked"],
  ["connection", "close"],
])("a prepared does not send the recorded %s", (name, value) => {
  expect(
    headersOf([
      ["etag", '"1"'],
      [name, value],
    ]),
  ).toEqual([["etag", '"1"']]);
});

test("a prepared of a HEAD sends the length that was told", () => {
  const recorded = exchange({ method: "HEAD" }, { headers: [["content-length", "9"]], body: null });
  const prepared = new PreparedExchange(recorded, source, service, true);
  expect(prepared.render(here).headers).toEqual([["content-length", "9"]]);
});

test.each([
  ["as it was sent, white space and all", '{\n  "id": 1.0\n}', '{\n  "id": 1.0\n}'],
  ["as it stands where it is not JSON", "{ not JSON", "{ not JSON"],
])("a prepared sends JSON %s", (_shows, recorded, sent) => {
  expect(bodyOf(recorded)).toBe(sent);
});

test("a prepared sends text that is not said to be JSON as it stands, and bytes as bytes", () => {
  const text = preparedFor({ headers: [["content-type", "text/plain"]], body: utf8("[ 1 ]") });
  const bytes = preparedFor({ headers: [], body: { encoding: "base64", text: "//4=" } });
  expect([...(text.render(here).body as Uint8Array)]).toEqual([...new TextEncoder().encode("[ 1 ]")]);
  expect([...(bytes.render(here).body as Uint8Array)]).toEqual([0xff, 0xfe]);
});

test.each([
  ["on a path of the contract, whatever its headers say", service, true, [], true],
  ["not where the API has no limit, whatever its headers say", cityCounts, true, counted, false],
  ["not where nothing is known", plain, false, counted, false],
  ["beyond the contract, where its headers count", service, false, counted, true],
  ["not beyond the contract, where they do not", service, false, [], false],
] as const)("a prepared is metered %s", (_shows, api, listed, headers, metered) => {
  expect(preparedFor({ headers }, { api, rewriteOrigin: true }, { listed }).metered).toBe(metered);
});
