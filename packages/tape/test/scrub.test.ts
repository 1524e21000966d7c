import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOf } from "../src/body.ts";
import type { Exchange } from "../src/exchange.ts";
import { toHar } from "../src/har.ts";
import { createScrubber } from "../src/scrub.ts";
import { law } from "./property.ts";
import { exchange, json, tape, utf8 } from "./tapes.ts";

const secret = "s3cr3t/t0ken+v@lue";
const scrubber = createScrubber({
  secrets: [{ alias: "full", value: secret }],
  headers: ["X-Session"],
  parameters: ["sid"],
  fields: ["pin.code"],
});
const a36 = "a1B2".repeat(9);

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

test.each([
  ["in plain", `<${secret}>`, "<[full]>"],
  ["percent-encoded", `/x/${encodeURIComponent(secret)}/y`, "/x/[full]/y"],
  ["percent-encoded in small letters", "s3cr3t%2ft0ken%2bv%40lue", "[full]"],
  ["percent-encoded here and there", "s3cr3t/t0ken+v%40lue", "[full]"],
  ["percent-encoded where it need not be", "%733cr3t/t0ken+v@lue", "[full]"],
  ["percent-encoded twice", encodeURIComponent(encodeURIComponent(secret)), "[full]"],
  ["in JSON that escapes slashes", '["s3cr3t\\/t0ken+v@lue"]', '["[full]"]'],
  ["in JSON that escapes by number", '["s3cr3t\\u002Ft0ken\\u002bv@lue"]', '["[full]"]'],
  ["in base64", base64(secret), /^\[full\].{0,4}$/],
  ["in base64, a character further", base64(`a${secret}:`), /^.{2}\[full\].{0,4}$/],
  ["in base64, two characters further", base64(`aa${secret}:`), /^.{3}\[full\].{0,4}$/],
  ["in base64 for URLs", Buffer.from(`xx${secret}`).toString("base64url"), /^.{3}\[full\].{0,3}$/],
  ["in Basic credentials", `Basic ${base64(`ada:${secret}`)}`, /^Basic .{0,6}\[full\].{0,4}$/],
  ["each time", `${secret} ${secret}`, "[full] [full]"],
])("scrubber hides a known credential %s", (_shows, text, clean) => {
  if (typeof clean === "string") expect(scrubber.text(text)).toBe(clean);
  else expect(scrubber.text(text)).toMatch(clean);
});

test("scrubber hides a credential that begins like another one", () => {
  const pair = [
    { alias: "short", value: "abcdefgh" },
    { alias: "long", value: "abcdefghijkl" },
  ];
  expect(createScrubber({ secrets: pair }).text("abcdefghijkl abcdefgh")).toBe("[long] [short]");
});

test("scrubber hides a credential with letters of any script, also among bytes that are no text", () => {
  const { exchange: clean } = createScrubber({ secrets: [{ alias: "full", value: "schlüssel-ключ" }] });
  const bytes = Buffer.concat([Buffer.from([0xff]), Buffer.from("schlüssel-ключ"), Buffer.from([0xfe])]);
  const { body } = clean(exchange({}, { body: { encoding: "base64", text: bytes.toString("base64") } })).response;
  expect(Buffer.from(bytesOf(body)).toString("latin1")).toBe("\xff[full]\xfe");
});

test("scrubber refuses to look for a credential that cannot be told from words", () => {
  const secrets = [{ alias: "full", value: "1234567" }];
  expect(() => createScrubber({ secrets })).toThrowErrorMatchingInlineSnapshot(
    `[RangeError: Cannot hide the credential "full": it has 7 characters, and fewer than 8 cannot be told from ordinary text]`,
  );
});

test.each([
  ["github-token", `ghp_${a36}`],
  ["github-token", `ghs_${a36}${a36}`],
  ["github-token", `github_pat_${a36}_${a36}`],
  ["gitlab-token", `glpat-${a36}`],
  ["slack-token", `xoxb-${a36}`],
  ["npm-token", `npm_${a36}`],
  ["aws-key", `AKIA${"A1B2".repeat(4)}`],
  ["google-key", `AIza${a36.slice(1)}`],
  ["stripe-key", `sk_live_${a36}`],
  ["jwt", `eyJ${a36}.eyJ${a36}.${a36}`],
  ["private-key", "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----"],
  ["private-key", "-----BEGIN PRIVATE KEY-----\\nMIIE\\n-----END PRIVATE KEY-----"],
  ["private-key", "-----BEGIN PGP PRIVATE KEY BLOCK-----\nx\n-----END PGP PRIVATE KEY BLOCK-----"],
])("scrubber knows a %s by its shape, wherever it stands: %s", (kind, token) => {
  for (const [before, after] of [
    ["", ""],
    ["see ", "."],
    ["\\n", "\\n"],
    ["\\u0026", ""],
    ["x%3D", "%26y"],
    ["=", "&"],
    ['"', '"'],
  ]) {
    expect(scrubber.text(before + token + after)).toBe(`${before}[${kind}]${after}`);
  }
});

test.each([
  ["a commit", "da39a3ee5e6b4b0d3255bfef95601890afd80709"],
  ["a node id", "MDQ6VXNlcjE="],
  ["a word that only begins alike", "ghp_short"],
  ["a prefix within a word", `xghp_${a36}`],
  ["a public key", "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----"],
  ["an empty parameter", "/x?token=&code="],
  ["a parameter whose name only ends alike", "/x?my_code=1&barcode=2"],
  ["a parameter in prose", "the code=1"],
  ["an empty member", '{"token": "", "secret": null, "password": false, "otp": 0}'],
  ["a member whose name only ends alike", '{"next_page_token_count": 1, "my token": "x"}'],
  ["the word as a value", '{"kind": "token"}'],
  ["a mark", '{"token": "[full]", "url": "/x?code=[parameter]"}'],
  ["a mark within", '{"token": ["[full]", {"a": "[field]", "n": 0}]}'],
  ["what says nothing within", '{"token": ["", null, true, false, 0, [], {}, {"a": ""}]}'],
  ["objects of other names", '{"tokens":["a"],"code":{"a":"b"},"license":{"key":"mit"},"permissions":{"pull":"x"}}'],
  ["every digit and escape around", '{"n":1.50e+01,"s":"\\u0041\\/","token":[],"m":12345678901234567890}'],
  ["an address with no password", "git@host:path mailto:a@b ssh://git@host/x https://ada@host/x"],
  ["an @ behind the host", "https://host/@name:x https://host?a:b@c https://host#a:b@c https:\\/\\/host\\/@name:x"],
  ["a port", "https://host:8080/a@b (https://host:8080),ada@host https://host:80 a@b https://[::1]:80/@x"],
  ["credentials that are marks", "https://[credentials]@host https://ada:[full]@host"],
  ["a value that is none", '{"token": abc, "x": "y"} "token" "x" {"token":}'],
])("scrubber leaves %s", (_shows, text) => {
  expect(scrubber.text(text)).toBe(text);
});

test.each([
  ["first", "/x?access_token=abc", "/x?access_token=[parameter]"],
  ["later, before others", "/x?a=1&client_secret=abc&b=2", "/x?a=1&client_secret=[parameter]&b=2"],
  ["in any letters", "/x?Access_Token=abc", "/x?Access_Token=[parameter]"],
  ["in a form", "code=abcd&state=1", "code=[parameter]&state=1"],
  ["in a link", '<https://x/y?page=2&token=abc>; rel="next"', '<https://x/y?page=2&token=[parameter]>; rel="next"'],
  [
    "in JSON that escapes the sign before it",
    '{"u":"/x?a=1\\u0026token=abc"}',
    '{"u":"/x?a=1\\u0026token=[parameter]"}',
  ],
  ["in HTML", '<a href="/x?a=1&amp;token=abc">', '<a href="/x?a=1&amp;token=[parameter]">'],
  ["before a fragment", "/x?token=abc#top", "/x?token=[parameter]#top"],
  ["of a name that was added", "/x?sid=abc", "/x?sid=[parameter]"],
  ["spelled otherwise", "/x?accessToken=abc&client-secret=abc", "/x?accessToken=[parameter]&client-secret=[parameter]"],
  ["known by its alias", `/x?token=${encodeURIComponent(secret)}`, "/x?token=[full]"],
])("scrubber hides a parameter %s", (_shows, text, clean) => {
  expect(scrubber.text(text)).toBe(clean);
});

const nested = JSON.stringify({ token: 'a"b\\', url: "x" });
test.each([
  ["at the top", '{"token":"abc","id":1}', '{"token":"[field]","id":1}'],
  ["at any depth", '[{"a":{"password" : "abc"}}]', '[{"a":{"password" : "[field]"}}]'],
  ["in any letters", '{"Client_Secret":"abc"}', '{"Client_Secret":"[field]"}'],
  ["with quotes and backslashes in it", '{"token":"a\\"b\\\\","id":1}', '{"token":"[field]","id":1}'],
  ["that is a number", '{"otp":123456,"id":1}', '{"otp":0,"id":1}'],
  ["that is a fraction", '{"otp":-1.5e+3}', '{"otp":0}'],
  ["laid out over lines", '{\n  "token":\n    "abc"\n}', '{\n  "token":\n    "[field]"\n}'],
  ["of a name that was added", '{"pin.code":"abc","pinxcode":"abc"}', '{"pin.code":"[field]","pinxcode":"abc"}'],
  ["known by its alias", JSON.stringify({ token: secret }), '{"token":"[full]"}'],
  ["of which the mark is a part", '{"token":"x [full]"}', '{"token":"[field]"}'],
  ["in JSON in a string", JSON.stringify({ body: nested }), JSON.stringify({ body: '{"token":"[field]","url":"x"}' })],
  [
    "in JSON in JSON in a string",
    JSON.stringify(JSON.stringify({ body: nested })),
    JSON.stringify(JSON.stringify({ body: '{"token":"[field]","url":"x"}' })),
  ],
  [
    "in pretty JSON in a string",
    JSON.stringify(JSON.stringify({ token: "abc/d\n", otp: 12 }, null, 2)),
    JSON.stringify('{\n  "token": "[field]",\n  "otp": 0\n}'),
  ],
  ["in JSON in a string, slashes escaped", '"{\\"token\\":\\"a\\/b\\"}"', '"{\\"token\\":\\"[field]\\"}"'],
  ["whose text was cut off", '{"id":1,"token":"abc', '{"id":1,"token":"[field]'],
  ["whose text was cut off in a string", '["{\\"token\\":\\"abc", 1]', '["{\\"token\\":\\"[field]", 1]'],
  ["that is a list", '{"token": ["abc", "x"], "tokens": ["y"]}', '{"token": ["[field]", "[field]"], "tokens": ["y"]}'],
  [
    "that is an object, but not its names",
    '{"password":{"v":"abc","n":12,"t":true,"deep":[{"v":null,"w":"x"},-1.5]},"v":"y","n":12}',
    '{"password":{"v":"[field]","n":0,"t":true,"deep":[{"v":null,"w":"[field]"},0]},"v":"y","n":12}',
  ],
  [
    "that is a list laid out over lines",
    '{\n  "otp": [\n    123456,\n    "a\\"]b"\n  ]\n}',
    '{\n  "otp": [\n    0,\n    "[field]"\n  ]\n}',
  ],
  [
    "that is an object in pretty JSON in JSON in a string",
    JSON.stringify(JSON.stringify({ body: JSON.stringify({ token: { 'a"b': ['x"\\', 1] }, id: 7 }, null, 2) })),
    JSON.stringify(JSON.stringify({ body: JSON.stringify({ token: { 'a"b': ["[field]", 0] }, id: 7 }, null, 2) })),
  ],
  ["that was cut off within", '{"token":{"v":["abc","de', '{"token":{"v":["[field]","[field]'],
  ["that was cut off within a string", '["{\\"token\\":[\\"abc", "x"]', '["{\\"token\\":[\\"[field]", "x"]'],
  ["that is no JSON from somewhere on", '{"token":["abc", +, "x"]}', '{"token":["[field]", +, "x"]}'],
  ["in camel case", '{"accessToken":"abc","AccessToken":"abc"}', '{"accessToken":"[field]","AccessToken":"[field]"}'],
  ["with a hyphen", '{"access-token":"abc","accesstoken":"abc"}', '{"access-token":"[field]","accesstoken":"[field]"}'],
  ["of a header's name", '{"X-GitHub-OTP":654321,"cookie":["a=b"]}', '{"X-GitHub-OTP":0,"cookie":["[field]"]}'],
  ["of an added header's name", '{"x-session":"abc","xSession":"abc"}', '{"x-session":"[field]","xSession":"[field]"}'],
])("scrubber hides a member %s", (_shows, text, clean) => {
  expect(scrubber.text(text)).toBe(clean);
});

test("scrubber hides a member of any length, and takes its time for none", () => {
  const long = `{"token":"${"a\\\\".repeat(1_000_000)}","x":"${"\\\\".repeat(1_000_000)}"}`;
  expect(scrubber.text(long).startsWith('{"token":"[field]","x":')).toBe(true);
});

test.each([
  ["opened", "["],
  ["opened, with a name", '{"token":'],
  ["named", '"token" '],
  ["empty", '"token":"",'],
  ["of blanks", '"token"', " "],
  ["of blanks within", '{"token":[', "\n"],
  ["of escaped blanks", '"token":', "\\n"],
  ["of quotes", '{"token":["', '"'],
  ["of backslashes", '{"token":["', "\\"],
  ["of levels", '\\"token\\":[', '\\\\"'],
  ["of numbers", '{"token":[1', ",23"],
  ["of colons", "", "://a:b"],
  ["of slashes", "https://a:", "b"],
  ["of at signs", "https://a:", "@"],
])("scrubber goes once through a megabyte %s", { timeout: 60_000 }, (_shows, first, again = first) => {
  const once = scrubber.text(first + again.repeat(1_000_000 / again.length));
  expect(scrubber.text(once)).toBe(once);
});

test.each([
  ["among words", "see https://ada:abc@host/x", "see https://[credentials]@host/x"],
  ["with a port", "https://ada:123@host:8080/x", "https://[credentials]@host:8080/x"],
  ["with no user", "redis://:abc@host", "redis://[credentials]@host"],
  ["with no password", "https://abc:@host", "https://[credentials]@host"],
  ["with signs in it", "https://ada@x:a@b'c:d@host/@y", "https://[credentials]@host/@y"],
  ["in JSON", '["https:\\/\\/ada:abc@host\\/x"]', '["https:\\/\\/[credentials]@host\\/x"]'],
  ["in JSON in JSON", '["\\"https:\\\\\\/\\\\\\/ada:abc@host\\""]', '["\\"https:\\\\\\/\\\\\\/[credentials]@host\\""]'],
  ["each time", "a://b:c@d,a://b:c@d", "a://[credentials]@d,a://[credentials]@d"],
  ["beside a parameter", "https://ada:abc@host?token=abc", "https://[credentials]@host?token=[parameter]"],
])("scrubber hides user and password of a URL %s", (_shows, text, clean) => {
  expect(scrubber.text(text)).toBe(clean);
});

test.each([
  ["whole", "authorization", "Basic YTpi", "[header]"],
  ["on responses too", "set-cookie", "id=1; Secure", "[header]"],
  ["of a name that was added", "x-session", "abc", "[header]"],
  ["known by its alias", "x-api-key", secret, "[full]"],
  ["of no secret name only in part", "link", "</x?token=abc>; rel=next", "</x?token=[parameter]>; rel=next"],
  ["but not an empty one", "cookie", "", ""],
  ["but not a mark", "cookie", "[header]", "[header]"],
])("scrubber hides a header %s", (_shows, name, value, clean) => {
  const { request, response } = scrubber.exchange(exchange({ headers: [[name, value]] }, { headers: [[name, value]] }));
  expect([request.headers, response.headers]).toEqual([[[name, clean]], [[name, clean]]]);
});

test("scrubber reports each thing it hides, by kind, and no mark", () => {
  const kinds: string[] = [];
  const watched = createScrubber({ secrets: [{ alias: "full", value: secret }], onRedact: (kind) => kinds.push(kind) });
  const clean = watched.exchange(
    exchange(
      { target: `/x?token=abc&q=${secret}`, headers: [["cookie", "a=b"]] },
      { body: utf8(`{"otp":12,"text":"ghp_${a36}"}`) },
    ),
  );
  expect(kinds.splice(0)).toEqual(["full", "parameter", "header", "github-token", "field"]);
  watched.exchange(clean);
  expect(kinds).toEqual([]);
});

/** Text in which the rules of the scrubber meet, in all the wrong places. */
function treacherousTexts() {
  const parts = [
    secret,
    `ghp_${a36}`,
    "?token=",
    "&code=",
    '"password":',
    '"otp": 12',
    '"token":[',
    '\\"token\\":{',
    '"cookie":{"a":',
    ",",
    "}",
    "https://u:p@h",
    "://",
    "/",
    "@",
    "[full]",
    "[field]",
    "\\",
    '"',
    "[",
    "]",
    "{",
    ":",
    "=",
    "&",
    " ",
    "\n",
    "x",
    "0",
    "%",
    "\\n",
    "eyJ",
    "-----BEGIN PRIVATE KEY-----",
    "-----END PRIVATE KEY-----",
  ];
  return fc
    .array(fc.oneof(fc.constantFrom(...parts), fc.string({ maxLength: 3 })), { maxLength: 16 })
    .map((all) => all.join(""));
}

test("scrubbing twice is scrubbing once", () => {
  fc.assert(
    fc.property(treacherousTexts(), fc.boolean(), (text, binary) => {
      const body = binary
        ? { encoding: "base64" as const, text: Buffer.from(`\xff${text}`, "latin1").toString("base64") }
        : utf8(text);
      const once = scrubber.exchange(
        exchange({ target: `/${text}`, headers: [["cookie", text]], body }, { headers: [["x", text]] }),
      );
      expect(scrubber.exchange(once)).toEqual(once);
    }),
    law(2000),
  );
});

/** A secret, and exchanges that carry it, each somewhere else and in another form. */
function plantings() {
  const secrets = fc
    .string({
      minLength: 12,
      maxLength: 40,
      unit: fc.oneof(
        fc.constantFrom(..."abcXYZ019"),
        fc.constantFrom(..."-_.~+/=$&%?#:@!'()*,;\"\\<>{}|^` "),
        fc.constantFrom("é", "ключ", "🗝"),
      ),
    })
    .map((text) => `k${text}k`);
  const places: Record<string, (value: string) => Exchange> = {
    "path, percent-encoded": (value) => exchange({ target: `/x/${encodeURIComponent(value)}` }),
    "query, as forms encode": (value) => exchange({ target: `/x?${new URLSearchParams({ q: value })}` }),
    "query, nested": (value) =>
      exchange({ target: `/x?next=${encodeURIComponent(`https://y/?q=${encodeURIComponent(value)}`)}` }),
    "request header": (value) => exchange({ headers: [["x-anything", `a ${value}`]] }),
    "response header": (value) => exchange({}, { headers: [["link", `<https://y/?q=${encodeURIComponent(value)}>`]] }),
    "Basic credentials": (value) => exchange({ headers: [["x-auth", `Basic ${base64(`ada:${value}`)}`]] }),
    "base64 for URLs": (value) => exchange({ target: `/x/${Buffer.from(`a${value}b`).toString("base64url")}` }),
    "text body": (value) => exchange({ body: utf8(`one ${value} two`) }),
    "JSON body": (value) => exchange({}, { headers: json, body: utf8(JSON.stringify({ a: [value] })) }),
    "JSON in JSON": (value) =>
      exchange({}, { headers: json, body: utf8(JSON.stringify({ a: JSON.stringify([value]) })) }),
    "base64 in JSON": (value) =>
      exchange({}, { headers: json, body: utf8(JSON.stringify({ a: base64(`ab${value}c`) })) }),
    "form body": (value) => exchange({ body: utf8(String(new URLSearchParams({ a: value }))) }),
    bytes: (value) =>
      exchange(
        {},
        {
          body: {
            encoding: "base64",
            text: Buffer.concat([Buffer.from([0xff, 0xc0]), Buffer.from(value), Buffer.from([0xfe])]).toString(
              "base64",
            ),
          },
        },
      ),
  };
  return fc.record({ value: secrets, place: fc.constantFrom(...Object.keys(places)) }).map(({ value, place }) => ({
    value,
    place,
    planted: places[place]?.(value) ?? exchange(),
  }));
}

/** Everything that a text says to a reader who decodes what can be decoded. */
function readings(text: string): string[] {
  const decoded = [text, text.replaceAll("+", " ")].map((each) =>
    each.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll("%", ""), "hex").toString()),
  );
  const runs = [...text.matchAll(/[\w+/-]{8,}/g)].flatMap(([run]) =>
    [0, 1, 2, 3].map((shift) => Buffer.from(run.slice(shift), "base64").toString()),
  );
  return [text, ...decoded, ...runs];
}

function strings(value: unknown): string[] {
  if (typeof value === "string") return [value, ...within(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(strings) : [];
}

function within(text: string): string[] {
  try {
    return strings(JSON.parse(text));
  } catch {
    return [];
  }
}

function carries(text: string, value: string): boolean {
  return [text, ...within(text)].flatMap(readings).some((reading) => reading.includes(value));
}

// Each secret is a pattern of its own to compile: some milliseconds.
test("a known secret is nowhere in a recording, in no form", { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(plantings(), ({ value, planted }) => {
      const { exchange: scrub } = createScrubber({ secrets: [{ alias: "full", value }] });
      expect(carries(toHar(tape(planted)), value)).toBe(true);
      expect(carries(toHar(tape(scrub(planted))), value)).toBe(false);
    }),
    law(40),
  );
});
