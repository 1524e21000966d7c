import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { HeaderList } from "../../src/exchange.ts";
import { createScrubber } from "../../src/redact/scrubber.ts";
import { exchange, utf8 } from "../tapes.ts";
import { marked } from "./told.ts";

const scrubber = createScrubber();
const opaque = "a8Hk29dkL20skdJ3lsKz";

// MS-NLMP, section 2.2.1.2, with a time in its target information.
const zeros = "\0".repeat(8);
function ntlm(challenge: string, time: string): string {
  return btoa(
    `NTLMSSP\0\x02\0\0\0${"\0".repeat(12)}${challenge.slice(0, 8)}${zeros.repeat(3)}\x07\0\x08\0${time}\0\0\0\0`,
  );
}

const lock = "03eda7f7-01e6-4096-8974-dfbd5fc7aaf6";

test.each([
  ["x-token", "«x1»"],
  ["x-client-secret", "«x1»"],
  ["x-password", "«x1»"],
  ["dd-api-key", "«x1»"],
  ["x-session-id", "«x1»"],
  ["apisecretaccesskey", "«x1»"],
  ["verif-hash", "«x1»"],
  ["x-whatever", `«${opaque}»`],
  ["x-whatever", "blue"],
  ["x-github-delivery", opaque],
  ["x-fapi-interaction-id", opaque],
  ["webhook-id", `msg_${opaque}`],
  ["x-event-key", `«${opaque}»`],
  ["x-csrf-token", "Fetch"],
  ["accept", "application/vnd.a8Hk29dkL20skdJ3lsKz"],
  ["x-svn-base-fulltext-md5", "8bbd4c5bd2a9a8ecf0d14c0b9cdfe8a1"],
  ["signature-input", 'sig1=("@method" "@path");keyid="ada"'],
  ["x-auth-md5", "«8bbd4c5bd2a9a8ecf0d14c0b9cdfe8a1»"],
  ["lock-token", `<opaquelocktoken:${lock}>`],
  ["if", `(<opaquelocktoken:${lock}>)`],
  ["x-hgarg-1", "nodes=8bbd4c5bd2a9a8ecf0d14c0b9cdfe8a1"],
  ["cookie", "grafana_session=«cookie|x1»; grafana_session_expiry=1700000500"],
  ["cookie", `sid=«cookie|x1»; theme=dark; other=«cookie|${opaque}»`],
  ["cookie", `sid=«cookie|${opaque}&x1=${opaque}»`],
  ["cookie", `user=«cookie|id=1&token=${opaque}»`],
  ["cookie", `user=«cookie|{"id":1,"token":"${opaque}"}»; theme={"a":"dark"}`],
  ["cookie", `user="«cookie|{\\"id\\":1,\\"token\\":\\"${opaque}\\"}»"`],
  ["cookie", 'user={"password":"«field|sunshine»"}; theme=dark'],
  ["cookie", `sid=«cookie|${opaque}"x1»; session="«cookie|x1;y2»"; auth=«cookie|"x1»`],
])("scrubber hides a request header by name or looks: %s: %s", (name, value) => {
  const { raw, clean } = marked(value, "header");
  expect(scrubber.exchange(exchange({ headers: [[name, raw]] })).request.headers).toEqual([[name, clean]]);
});

test.each([
  ["set-cookie", "sid=«cookie|x1»; Path=/; HttpOnly; SameSite=Lax"],
  ["set-cookie", "theme=dark; Path=/"],
  ["set-cookie", `sid=«cookie|${opaque}&x1»`],
  ["set-cookie", `user=«cookie|{"id":1,"token":"${opaque}"}»; Path=/`],
  ["www-authenticate", 'Bearer realm="a b", token="«x1»", error="invalid_token"'],
  ["www-authenticate", "Negotiate «oYG2MIGzoAMKAQA=», Basic"],
  ["etag", `"${opaque}"`],
  ["lock-token", `<opaquelocktoken:${lock}>`],
])("scrubber hides what a response header %s says", (name, value) => {
  const { raw, clean } = marked(value, "header");
  expect(scrubber.exchange(exchange({}, { headers: [[name, raw]] })).response.headers).toEqual([[name, clean]]);
});

test("scrubber hides challenge and time in a response header of NTLM", () => {
  const said = (...parts: Parameters<typeof ntlm>): HeaderList => [["proxy-authenticate", `NTLM ${ntlm(...parts)}`]];
  const { response } = scrubber.exchange(exchange({}, { headers: said("challenge", "moment!!") }));
  expect(response.headers).toEqual(said(zeros, zeros));
});

const digest = createHash("sha256").update('{"pin":"4711"}').digest("base64");

test.each([
  ["etag", `W/"e-${digest.slice(0, 27)}"`, 'W/"__redacted-header__"'],
  ["repr-digest", `sha-256=:${digest}:`, "sha-256=:__redacted-header__:"],
  ["oc-checksum", `SHA256:${digest}`, "SHA256:__redacted-header__"],
  ["x-amz-meta-sha256", digest, "__redacted-header__"],
  ["etag", '"7"', '"7"'],
  ["last-modified", "Thu, 01 Jan 2026 00:00:00 GMT", "Thu, 01 Jan 2026 00:00:00 GMT"],
])("scrubber hides a digest of a body that it hides something in: %s: %s", (name, value, clean) => {
  const response = (pin: string) => ({ headers: [[name, value]] as HeaderList, body: utf8(`{"password":${pin}}`) });
  const headersOf = (pin: string) => scrubber.exchange(exchange({}, response(pin))).response.headers;
  expect([headersOf('"4711"'), headersOf("null")]).toEqual([[[name, clean]], [[name, value]]]);
});

test("scrubber hides the digest of what is put into a store, if it hides something in that", () => {
  const put = (method: string, pin: string): HeaderList =>
    scrubber.exchange({
      request: { method, target: "/settings", principal: "", headers: [], body: utf8(`{"password":${pin}}`) },
      response: { status: 200, headers: [["etag", `"${digest}"`]], body: null },
    }).response.headers;
  expect([put("PUT", '"4711"'), put("PUT", "null"), put("POST", '"4711"')].flat().map(([, value]) => value)).toEqual([
    '"__redacted-header__"',
    `"${digest}"`,
    `"${digest}"`,
  ]);
});

const attributes =
  "atime:1795907144/ctime:1795907140/gname:root/md5:160d5383834a36c3f39e36f77ecda52d/mode:33188/uname:root";

test.each([
  ["x-amz-meta-s3cmd-attrs", attributes, attributes],
  ["x-object-meta-mtime", "1795907144.387Z9dq2PfKa1xU7b", "1795907144.387Z9dq2PfKa1xU7b"],
  ["x-amz-meta-x-amz-key-v2", digest, "__redacted-header__"],
  ["x-account-meta-temp-url-key", "q7Zp4mX9vB2nR8kT5wLc", "__redacted-header__"],
])("what a client keeps beside an object of a store stays, unless its name tells a key: %s", (name, value, clean) => {
  expect(scrubber.exchange(exchange({ headers: [[name, value]] }, {})).request.headers).toEqual([[name, clean]]);
});
