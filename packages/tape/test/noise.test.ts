import { expect, test } from "vitest";
import { pinnedPieces } from "../src/body/multipart.ts";
import type { HeaderList } from "../src/exchange.ts";
import { pinNoise, pinnedMoment, pinSignedUrl } from "../src/noise.ts";
import { exchange, type Fields, fields } from "./tapes.ts";

function pinnedHeaders(headers: HeaderList, status = 200): HeaderList {
  return pinNoise(exchange({}, { status, headers }), pinnedMoment).response.headers;
}

test.each<[shows: string, found: Fields, pinned: Fields]>([
  ["pins the date", { date: "Tue, 03 Mar 2026 11:22:33 GMT" }, { date: "Thu, 01 Jan 2026 00:00:00 GMT" }],
  ["pins the request id", { "x-request-id": "8f" }, { "x-request-id": "1" }],
  ["pins it under any vendor's word", { "x-github-request-id": "8f" }, { "x-github-request-id": "1" }],
  ["drops what a cache in between added", { age: "3", etag: '"1"', via: "1.1 x", "x-served-by": "c" }, { etag: '"1"' }],
  [
    "drops what traces one request, and ids of any vendor are one",
    {
      "fly-request-id": "01H",
      traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
      "x-amzn-requestid": "01H",
      "x-b3-traceid": "1",
      "x-trace-id": "8f",
    },
    { "fly-request-id": "1", "x-amzn-requestid": "1", "x-trace-id": "1" },
  ],
  [
    "pins when it expires, as long after the date as it was",
    { date: "Tue, 03 Mar 2026 11:22:33 GMT", expires: "Tue, 03 Mar 2026 11:23:33 GMT" },
    { date: "Thu, 01 Jan 2026 00:00:00 GMT", expires: "Thu, 01 Jan 2026 00:01:00 GMT" },
  ],
  [
    "counts to the whole minute where a second began between the two",
    { date: "Tue, 03 Mar 2026 11:22:33 GMT", expires: "Tue, 03 Mar 2026 11:22:32 GMT" },
    { date: "Thu, 01 Jan 2026 00:00:00 GMT", expires: "Thu, 01 Jan 2026 00:00:00 GMT" },
  ],
  ["keeps that it expired already", { expires: "0" }, { expires: "0" }],
  ...["Thu, 01 Jan 1970 00:00:00 GMT", "Thu, 19 Nov 1981 08:52:00 GMT", "Thu, 31 Dec 2037 23:55:55 GMT"].map(
    (never): [string, Fields, Fields] => [
      `keeps ${never}, which is no moment of this answer`,
      { date: "Tue, 03 Mar 2026 11:22:33 GMT", expires: never },
      { date: "Thu, 01 Jan 2026 00:00:00 GMT", expires: never },
    ],
  ),
  [
    "leaves a cookie valid that is, and taken away that was",
    {
      date: "Tue, 03 Mar 2026 11:22:33 GMT",
      "set-cookie": [
        "sid=__redacted-cookie__; Expires=Wed, 04 Mar 2026 11:22:33 GMT; Path=/",
        "old=; expires=Thu, 01 Jan 1970 00:00:00 GMT",
        "gone=; expires=Tue, 03-Mar-2026 10:22:33 GMT; path=/",
      ],
    },
    {
      date: "Thu, 01 Jan 2026 00:00:00 GMT",
      "set-cookie": [
        "sid=__redacted-cookie__; Expires=Fri, 31 Dec 9999 23:59:59 GMT; Path=/",
        "old=; expires=Thu, 01 Jan 1970 00:00:00 GMT",
        "gone=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/",
      ],
    },
  ],
  [
    "keeps what the resource says of itself",
    { "last-modified": "Tue, 03 Mar 2026 11:22:33 GMT" },
    { "last-modified": "Tue, 03 Mar 2026 11:22:33 GMT" },
  ],
  [
    "leaves the counters of a rate limit, which the recorder pins",
    { "x-ratelimit-remaining": "7" },
    { "x-ratelimit-remaining": "7" },
  ],
])("pinNoise() %s", (_shows, found, pinned) => {
  expect(pinnedHeaders(fields(found))).toEqual(fields(pinned));
  expect(pinnedHeaders(fields(pinned))).toEqual(fields(pinned));
});

test("pinNoise() drops what a client adds for one transfer, and keeps what it asks for", () => {
  const headers: HeaderList = [
    ["accept", "*/*"],
    ["accept", "text/html, */*"],
    ["accept-language", "*"],
    ["accept-language", "de"],
    ["amz-sdk-invocation-id", "8f"],
    ["content-digest", "sha-256=:x:"],
    ["host", "x"],
    ["idempotency-key", "8f"],
    ["if-none-match", '"1"'],
    ["sec-ch-ua", "a browser"],
    ["sentry-trace", "4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7"],
    ["traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"],
    ["user-agent", "curl"],
    ["x-amz-content-sha256", "8f"],
    ["x-goog-hash", "md5=8f"],
    ["x-amz-user-agent", "aws-sdk-js/3"],
    ["x-elastic-client-meta", "es=9"],
    ["x-goog-api-client", "gl-node/26 gccl-invocation-id/8f"],
    ["x-stainless-os", "Linux"],
    ["x-amz-date", "20260303T112233Z"],
    ["x-forwarded-client-cert", "Hash=8f"],
    ["x-forwarded-proto", "https"],
    ["x-forwarded-user", "ada"],
    ["x-request-id", "8f"],
    ["x-tenant", "b"],
  ];
  expect(pinNoise(exchange({ headers }), pinnedMoment).request.headers).toEqual([
    ["accept", "text/html, */*"],
    ["accept-language", "de"],
    ["idempotency-key", "8f"],
    ["if-none-match", '"1"'],
    ["x-forwarded-user", "ada"],
    ["x-tenant", "b"],
  ]);
});

test.each([
  [
    "AWS",
    "/a?X-Amz-Algorithm=A&X-Amz-Credential=K%2F20261122&X-Amz-Date=20261122T164258Z&X-Amz-Expires=60&X-Amz-Signature=8b1a",
    "/a?X-Amz-Algorithm=A&X-Amz-Credential=__redacted-parameter__&X-Amz-Date=__redacted-parameter__&X-Amz-Expires=60&X-Amz-Signature=__redacted-parameter__",
  ],
  [
    "Google",
    "/a?x=1&X-Goog-Date=20261122T1Z&X-Goog-Signature=8b",
    "/a?x=1&X-Goog-Date=__redacted-parameter__&X-Goog-Signature=__redacted-parameter__",
  ],
  [
    "CloudFront",
    "/a?Expires=1&Signature=2&Key-Pair-Id=K",
    "/a?Expires=__redacted-parameter__&Signature=__redacted-parameter__&Key-Pair-Id=K",
  ],
  [
    "OAuth 1",
    "/a?oauth_nonce=8f&oauth_signature=b%3D",
    "/a?oauth_nonce=__redacted-parameter__&oauth_signature=__redacted-parameter__",
  ],
  [
    "Binance",
    "/a?x=1&timestamp=1767225600000&signature=8b",
    "/a?x=1&timestamp=__redacted-parameter__&signature=__redacted-parameter__",
  ],
  [
    "Azure",
    "/a?sv=2024-11-04&se=2026-11-22&sp=r&sig=8b%3D",
    "/a?sv=2024-11-04&se=__redacted-parameter__&sp=r&sig=__redacted-parameter__",
  ],
  ["engine.io", "/a?EIO=4&transport=polling&t=5t1ppxcd", "/a?EIO=4&transport=polling&t=__redacted-parameter__"],
  ["another", "/a?t=5t1ppxcd", "/a?t=5t1ppxcd"],
  ["no client", "/a?Expires=1&Signature=2&X-Amz-Date=3&sig=4&se=5", "/a?Expires=1&Signature=2&X-Amz-Date=3&sig=4&se=5"],
])("pinSignedUrl() pins moment and signature of a URL as %s makes it", (_whose, target, pinned) => {
  expect(pinSignedUrl(target)).toBe(pinned);
  expect(pinSignedUrl(pinned)).toBe(pinned);
  const form = (text: string) => exchange({ method: "POST", body: { encoding: "utf8", text: text.slice(3) } }).request;
  expect(pinNoise({ ...exchange(), request: form(target) }, pinnedMoment).request).toEqual(form(pinned));
});

test("pinNoise() puts a request of several parts under one boundary, and those within its parts", () => {
  const parts = (outer: string, inner: string): string =>
    `--${outer}\r\ncontent-type: multipart/mixed; boundary=${inner}\r\n\r\n--${inner}\r\n\r\nx\r\n--${inner}--\r\n--${outer}--`;
  const sent = { headers: [["content-type", 'multipart/related; boundary="a 1"; type=x']] as HeaderList };
  const body = { encoding: "utf8", text: parts("a 1", "b2") } as const;
  const pinned = {
    headers: [["content-type", "multipart/related; boundary=boundary; type=x"]],
    body: { encoding: "utf8", text: parts("boundary", "boundary1") },
  };
  const once = pinNoise(exchange({ ...sent, body }), pinnedMoment);
  expect(once.request).toMatchObject(pinned);
  expect(pinNoise(once, pinnedMoment)).toEqual(once);
});

test("pinNoise() names parts anew that another one refers to by a name that is made up, as Telegram's clients do", () => {
  const parts = (file: string, photo: string): string =>
    [
      `--boundary\r\ncontent-disposition: form-data; name="media"\r\n\r\n["attach://${file}","attach://${photo}"]\r\n`,
      `--boundary\r\ncontent-disposition: form-data; name="${file}"; filename="a.txt"\r\n\r\nx\r\n`,
      `--boundary\r\ncontent-disposition: form-data; name="${photo}"\r\n\r\nattach://elsewhere9\r\n--boundary--`,
    ].join("");
  const headers: HeaderList = [["content-type", "multipart/form-data; boundary=boundary"]];
  const pinned = (text: string) =>
    pinNoise(exchange({ headers, body: { encoding: "utf8", text } }), pinnedMoment).request.body?.text;
  expect(pinned(parts("kt7bhc9qfyhe3iqi", "cover"))).toBe(parts("attached1", "cover"));
  expect(pinned(parts("powg2zakbl4d9ep6", "3a8bd0cc12"))).toBe(parts("attached1", "attached2"));
  expect(pinned(parts("attach_1", "attach_10"))).toBe(parts("attached1", "attached2"));
  expect(pinned(parts("attached1", "attached2"))).toBe(parts("attached1", "attached2"));
});

test("pinNoise() leaves out the lengths that parts state, those of requests within them too, also in pieces", () => {
  const parts = (boundary: string, length: string): string =>
    [
      `--${boundary}\r\ncontent-disposition: form-data; name="_token"\r\n${length}\r\n__redacted-field__\r\n`,
      `--${boundary}\r\n${length}Content-Type: application/http\r\n\r\nPOST /a HTTP/1.1\r\n${length}\r\n{}\r\n`,
      `--${boundary}\r\n\r\nContent-Length: of a book\r\n--${boundary}--`,
    ].join("");
  const sent = { headers: [["content-type", "multipart/mixed; boundary=b1"]] as HeaderList };
  const text = parts("b1", "Content-Length: 32\r\n");
  const { body } = pinNoise(exchange({ ...sent, body: { encoding: "utf8", text } }), pinnedMoment).request;
  expect(body?.text).toBe(parts("boundary", ""));
  for (const length of [1, 7, 100, 10_000]) {
    const { chunk, end } = pinnedPieces("b1");
    const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, at) =>
      chunk(new TextEncoder().encode(text.slice(at * length, (at + 1) * length))),
    );
    expect(Buffer.concat([...pieces, end()]).toString()).toBe(parts("boundary", ""));
  }
});

test.each<[shows: string, sent: HeaderList, kept: HeaderList]>([
  [
    "of RFC 9421, whose key it is and what it covers",
    [
      ["signature", "sig1=:hJGUPqTp/Q==:"],
      ["signature-input", 'sig1=("@method" "@path");created=1795778400;keyid="ada";nonce="b3k2pp5k7z"'],
    ],
    [["signature-input", 'sig1=("@method" "@path");keyid="ada"']],
  ],
  [
    "of the draft before it, whose key it is",
    [["signature", 'keyId="https://a.example/ada#key",created=1795778400,headers="date",signature="hJGUPqTp/Q=="']],
    [["signature", 'keyId="https://a.example/ada#key",headers="date"']],
  ],
  ["not of another signature, which is of its body", [["signature", "hJGUPqTpQ"]], [["signature", "hJGUPqTpQ"]]],
])("pinNoise() keeps of a request's signature %s", (_shows, sent, kept) => {
  const once = pinNoise(exchange({ headers: sent }), pinnedMoment);
  expect(once.request.headers).toEqual(kept);
  expect(pinNoise(once, pinnedMoment)).toEqual(once);
});
