import process from "node:process";
import { expect, test } from "vitest";
import { bytesOf } from "../../src/body/body.ts";
import { createScrubber } from "../../src/redact/scrubber.ts";
import { base64, inLines } from "../base64.ts";
import { exchange, utf8 } from "../tapes.ts";
import { marked } from "./told.ts";

const secret = "s3cr3t/t0ken+v@lue";
const scrubber = createScrubber({
  secrets: [{ alias: "full", value: secret }],
  headers: ["X-Session"],
  parameters: ["sid"],
  fields: ["pin.code"],
});
const a36 = "a1B2".repeat(9);

const opaqueState = "a7Xq2LmZ9pRt4KwB6nYc";

test.each([
  ["in plain", `<${secret}>`, "<__redacted-full__>"],
  ["percent-encoded", `/x/${encodeURIComponent(secret)}/y`, "/x/__redacted-full__/y"],
  ["percent-encoded in small letters", "s3cr3t%2ft0ken%2bv%40lue", "__redacted-full__"],
  ["percent-encoded here and there", "s3cr3t/t0ken+v%40lue", "__redacted-full__"],
  ["percent-encoded where it need not be", "%733cr3t/t0ken+v@lue", "__redacted-full__"],
  ["percent-encoded twice", encodeURIComponent(encodeURIComponent(secret)), "__redacted-full__"],
  ["in JSON that escapes slashes", '["s3cr3t\\/t0ken+v@lue"]', '["__redacted-full__"]'],
  ["in JSON that escapes by number", '["s3cr3t\\u002Ft0ken\\u002bv@lue"]', '["__redacted-full__"]'],
  ["in base64", base64(secret), /^__redacted-full__.{0,4}$/],
  ["in base64, a character further", base64(`a${secret}:`), /^.{2}__redacted-full__.{0,4}$/],
  ["in base64, two characters further", base64(`aa${secret}:`), /^.{3}__redacted-full__.{0,4}$/],
  ["in base64 for URLs", Buffer.from(`xx${secret}`).toString("base64url"), /^.{3}__redacted-full__.{0,3}$/],
  [
    "in base64 in lines",
    `"${inLines(base64(`${"x".repeat(40)}${secret}.`), "\\n")}"`,
    /^"[^\\]+__redacted-full__[\w=]{0,4}"$/,
  ],
  [
    "in base64 in lines of MIME",
    inLines(base64(`${"x".repeat(41)}${secret}.`), "\r\n"),
    /^\w+__redacted-full__[\w=]{0,4}$/,
  ],
  [
    "in base64 in lines, in a form",
    inLines(base64(`${"x".repeat(42)}${secret}.`), "%0A"),
    /^\w+__redacted-full__[\w=]{0,4}$/,
  ],
  ["in Basic credentials", `Basic ${base64(`ada:${secret}`)}`, /^Basic .{0,6}__redacted-full__.{0,4}$/],
  ["each time", `${secret} ${secret}`, "__redacted-full__ __redacted-full__"],
])("scrubber hides a known credential %s", (_shows, text, clean) => {
  if (typeof clean === "string") expect(scrubber.text(text)).toBe(clean);
  else expect(scrubber.text(text)).toMatch(clean);
});

test("scrubber hides a credential that begins like another one", () => {
  const pair = [
    { alias: "short", value: "abcdefgh" },
    { alias: "long", value: "abcdefghijkl" },
  ];
  expect(createScrubber({ secrets: pair }).text("abcdefghijkl abcdefgh")).toBe("__redacted-long__ __redacted-short__");
});

test("scrubber hides a credential with letters of any script, also among bytes that are no text", () => {
  const { exchange: clean } = createScrubber({ secrets: [{ alias: "full", value: "schlüssel-ключ" }] });
  const bytes = Buffer.concat([Buffer.from([0xff]), Buffer.from("schlüssel-ключ"), Buffer.from([0xfe])]);
  const { body } = clean(exchange({}, { body: { encoding: "base64", text: bytes.toString("base64") } })).response;
  expect(Buffer.from(bytesOf(body)).toString("latin1")).toBe("\xff__redacted-full__\xfe");
});

test("scrubber refuses to look for a credential that cannot be told from words", () => {
  const secrets = [{ alias: "full", value: "1234567" }];
  expect(() => createScrubber({ secrets })).toThrowErrorMatchingInlineSnapshot(
    `[RangeError: Cannot hide the credential "full": it has 7 characters, and fewer than 8 cannot be told from ordinary text]`,
  );
});

test.each([
  ["a commit", "da39a3ee5e6b4b0d3255bfef95601890afd80709"],
  ["a node id", "MDQ6VXNlcjE="],
  ["a word that only begins alike", "ghp_short"],
  ["a prefix within a word", `xghp_${a36}`],
  ["a prefix in prose", "xoxb-is-a-prefix-of-tokens sk-ant-colony-optimisation-of-routes task-proj-1"],
  ["talk of keys", '"It begins with -----BEGIN PRIVATE KEY----- and goes on.\\nThen it ends."'],
  [
    "base64 of other things",
    `{"a":"${Buffer.from("ghp_ is what tokens begin with, and glpat- also; AKIA".repeat(4)).toString("base64")}"}`,
  ],
  ["letters that are percent-encoded", "/x?q=%61%62%5Fc&token%5Ftype=bearer"],
  ["ordinary words of parameters", "/x?code=US&signature=false&sig=null&token=public&code=404"],
  ["cookies that are asked for", "/x?cookie=accepted"],
  ["a mark before a sign of base64", "Basic YWRh__redacted-token__== __redacted-token__="],
  ["objects of headers' names", '{"authorization":{"id":1,"url":"u","scopes":["a"]},"cookie":{"name":"n","ttl":5}}'],
  ["the schema of a member", '{"properties":{"token":{"type":"string"},"secret":{"type":["string","null"]}}}'],
  ["counts", '{"usage":{"token":512,"secret":-3},"jwt":1.5}'],
  ["names among names", '{"name":"token","id":"x"} {"name":"token"} ["name","token","value"] {"name":"x","value":"y"}'],
  ["other parts of a form", '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nx\r\n--b--\r\n'],
  ["a public key", "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----"],
  ["an empty parameter", "/x?token=&code="],
  ["a parameter whose name only ends alike", "/x?my_code=1&barcode=2"],
  ["a parameter in prose", "the code=1"],
  ["an empty member", '{"token": "", "secret": null, "password": false, "otp": 0}'],
  ["a member whose name only ends alike", '{"next_page_token_count": 1, "my token": "x"}'],
  ["the word as a value", '{"kind": "token"}'],
  ["a mark", '{"token": "__redacted-full__", "url": "/x?code=__redacted-parameter__"}'],
  ["a mark within", '{"token": ["__redacted-full__", {"a": "__redacted-field__", "n": 0}]}'],
  ["what says nothing within", '{"token": ["", null, true, false, 0, [], {}, {"a": ""}]}'],
  [
    "objects of other names",
    '{"tokens":["a"],"code":{"a":"b"},"license":{"key":"mit"},"permissions":{"pull":"x","secrets":"read"},"secrets":["a"]}',
  ],
  ["every digit and escape around", '{"n":1.50e+01,"s":"\\u0041\\/","token":[],"m":12345678901234567890}'],
  ["an address with no password", "git@host:path mailto:a@b ssh://git@host/x https://ada@host/x"],
  ["an @ behind the host", "https://host/@name:x https://host?a:b@c https://host#a:b@c https:\\/\\/host\\/@name:x"],
  ["a port", "https://host:8080/a@b (https://host:8080),ada@host https://host:80 a@b https://[::1]:80/@x"],
  ["credentials that are marks", "https://__redacted-credentials__@host https://ada:__redacted-full__@host"],
  ["a value that is none", '{"token": abc, "x": "y"} "token" "x" {"token":}'],
])("scrubber leaves %s", (_shows, text) => {
  expect(scrubber.text(text)).toBe(text);
});

test("scrubber leaves what APIs answer every day", () => {
  const day = {
    token_type: "bearer",
    expires_in: 3600,
    password_reset_url: "https://x/reset?page=2&per_page=100",
    tokens: ["a"],
    secret_scanning: { status: "enabled" },
    secret_type: "github_personal_access_token",
    next_page_token: "Y3Vyc29yOnYyOpHOAAAAAQ==",
    cursor: "Y3Vyc29yOnYyOpK5MjAyNi0wMS0wMVQwMDowMDowMFrOBfXhAA==",
    node_id: "MDEwOlJlcG9zaXRvcnkxMjk2MjY5",
    new_node_id: "R_kgDOAAATxQ",
    sha: "da39a3ee5e6b4b0d3255bfef95601890afd80709",
    digest: "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    integrity: "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
    etag: 'W/"a8f5f167f44f4964e6c998dee827110c"',
    uuid: "123e4567-e89b-12d3-a456-426614174000",
    verification: { verified: true, reason: "valid", signature: "-----BEGIN PGP SIGNATURE-----", payload: "tree" },
    code_of_conduct: { key: "mit", url: "https://x/codes_of_conduct/mit" },
    code: 404,
    public_key: `-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----`,
    key: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl",
    archive_url: "https://x/repos/a/b/{archive_format}{/ref}",
    content: inLines(base64("# A readme\n\nwith a few lines of text, none of which is a secret; ".repeat(4)), "\n"),
    permissions: { admin: false, pull: true },
    usage: { input_tokens: 5, token: 512 },
    authorizations_url: "https://x/authorizations",
  };
  for (const text of [JSON.stringify(day), JSON.stringify(day, null, 2), JSON.stringify(JSON.stringify(day))]) {
    expect(scrubber.text(text)).toBe(text);
  }
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
  ["of JWTs' headers", "", "-eyJabcdefgh"],
  ["of JWTs' payloads", "", ".eyJabcdefgh"],
  ["of keys", "", "-----BEGIN PRIVATE KEY-----"],
  ["of keys that were cut off", "", "-----BEGIN PRIVATE KEY-----\nAAAA\n"],
  ["of prefixes", "", "xoxb-"],
  ["of prefixes in base64", "", "Z2hwX"],
  ["of a base64 run", "", "docF"],
  ["of lines of base64", "", `${"A".repeat(60)}\n`],
  ["of percent signs", "", "%25"],
  ["of encoded letters", "", "%41"],
  ["of names", "", "token="],
  ["of brackets", "a", "__redacted-token__="],
  ["of lists in lists", "", '{"secrets":[{"apiKeys":{'],
  ["of names in lists", "", '"auth":["a",'],
  ["of signatures in signatures", "", '{"signature":['],
  ["of objects in objects", "", '"tokens":{"":"",'],
  ["of lines", "", 'password "a" '],
  ["of neighbours", "", '"name":"token",'],
  ["of neighbours in front", '"value":"x"', ',"name":"token"'],
  ["of parts of a form", "", 'name="token"\r\n\r\n'],
  ["of messages", "", "Authorization: Bearer "],
  ["of attributes of an element", "<a ", 'name="token" '],
  ["of elements that were cut off", "", '<password a="b" '],
  ["of quotes that open", "", "password='"],
  ["of dots behind a value", "--token a1b2c3d4e5", "."],
])("scrubber goes once through a long text %s", (_shows, first, again = first) => {
  const start = process.cpuUsage();
  scrubber.text(first + again.repeat(100_000 / again.length));
  const { user, system } = process.cpuUsage(start);
  // A twentieth of a second. Where each character is looked at from each other one, it is ten at least.
  expect((user + system) / 1e6, "seconds of the processor").toBeLessThan(3);
  const once = scrubber.text(first + again.repeat(20_000 / again.length));
  expect(scrubber.text(once)).toBe(once);
});

test("scrubber reads the messages of a conversation", () => {
  const data = { encoding: "utf8", text: `{"token":"ghp_0123456789abcdefghijABCDEFGHIJ012345"}` } as const;
  const messages = [{ from: "server", afterMs: 0, data }] as const;
  const { messages: clean } = scrubber.response({ status: 101, headers: [], body: null, messages });
  expect(clean?.[0]?.data.text).toBe('{"token":"__redacted-github-token__"}');
});

test.each([
  ["among words", "see https://«ada:abc»@host/x"],
  ["with a port", "https://«ada:123»@host:8080/x"],
  ["with no user", "redis://«:abc»@host"],
  ["with no password", "https://«abc:»@host"],
  ["with signs in it", "https://«ada@x:a@b'c:d»@host/@y"],
  ["in JSON", '["https:\\/\\/«ada:abc»@host\\/x"]'],
  ["in JSON in JSON", '["\\"https:\\\\\\/\\\\\\/«ada:abc»@host\\""]'],
  ["each time", "a://«b:c»@d,a://«b:c»@d"],
  ["beside a parameter", "https://«ada:abc»@host?token=«parameter|abc»"],
])("scrubber hides user and password of a URL %s", (_shows, text) => {
  const { raw, clean } = marked(text, "credentials");
  expect(scrubber.text(raw)).toBe(clean);
});

test.each([
  ["whole", "authorization", "«Basic YTpi»"],
  ["on responses too", "set-cookie", "sid=«cookie|1»; Path=/; HttpOnly"],
  ["of a name that was added", "x-session", "«abc»"],
  ["known by its alias", "x-api-key", `«full|${secret}»`],
  ["of a name in JSON", "webhook-secret", "«abc»"],
  ["of a name behind x", "x-psk", "«abc»"],
  ["that leads to a state", "location", `/cb?state=«parameter|${opaqueState}»`],
  ["spelled otherwise", "xapikey", "«abc»"],
  ["of no secret name only in part", "link", "</x?token=«parameter|abc»>; rel=next"],
  ["but not an empty one", "cookie", ""],
  ["but not a mark", "cookie", "__redacted-header__"],
])("scrubber hides a header %s", (_shows, name, value) => {
  const { raw, clean } = marked(value, "header");
  const { request, response } = scrubber.exchange(exchange({ headers: [[name, raw]] }, { headers: [[name, raw]] }));
  expect([request.headers, response.headers]).toEqual([[[name, clean]], [[name, clean]]]);
});

test("scrubber reports each thing it hides, by kind, and no mark", () => {
  const kinds: string[] = [];
  const watched = createScrubber({ secrets: [{ alias: "full", value: secret }], onRedact: (kind) => kinds.push(kind) });
  const clean = watched.exchange(
    exchange(
      { target: `/x?token=abc&q=${secret}`, headers: [["cookie", "theme=dark; session=b"]] },
      { body: utf8(`{"otp":12,"text":"ghp_${a36}"}`) },
    ),
  );
  expect(kinds.splice(0)).toEqual(["parameter", "full", "cookie", "field", "github-token"]);
  watched.exchange(clean);
  expect(kinds).toEqual([]);
});
