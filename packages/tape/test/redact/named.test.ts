import { expect, test } from "vitest";
import { secretNames, secretSuffixes } from "../../src/redact/judge/names.ts";
import { createScrubber } from "../../src/redact/scrubber.ts";
import { marked } from "./told.ts";

const secret = "s3cr3t/t0ken+v@lue";
const scrubber = createScrubber({
  secrets: [{ alias: "full", value: secret }],
  headers: ["X-Session"],
  parameters: ["sid"],
  fields: ["pin.code"],
});

test.each([
  ["first", "/x?access_token=«abc»"],
  ["later, before others", "/x?a=1&client_secret=«abc»&b=2"],
  ["in any letters", "/x?Access_Token=«abc»"],
  ["in a form", "code=«abcd»&state=1"],
  ["in a link", '<https://x/y?page=2&token=«abc»>; rel="next"'],
  ["in JSON that escapes the sign before it", '{"u":"/x?a=1\\u0026token=«abc»"}'],
  ["in HTML", '<a href="/x?a=1&amp;token=«abc»">'],
  ["before a fragment", "/x?token=«abc»#top"],
  ["of a name that was added", "/x?sid=«abc»"],
  ["spelled otherwise", "/x?accessToken=«abc»&client-secret=«abc»"],
  ["that is the same in JSON", "a=1&webhook_secret=«abc»&totp=«1»&csrf_token=«abc»"],
  ["in a fragment", "https://x/#access_token=«abc»&state=1"],
  ["behind a semicolon", "/x?a=1;access_token=«abc»;b=2"],
  ["in a URL in a parameter", "/x?to=https%3A%2F%2Fy%3Ftoken%3D«abc»%26b%3D1&c=2"],
  ["in a URL, encoded twice", "/x?to=y%253Ftoken%253D«abc»%2526b"],
  ["with its value encoded", "/x?token=«a%26b%3Dc»&d=e"],
  ["whose name is encoded", "/x?access%5Ftoken=«abc»&private%2Dtoken=«abc»"],
  ["in brackets", "user[password]=«abc»&user[otp]=«12»&x=1"],
  ["before its index", "token[0]=«abc»&user[password][10][2]=«abc»&secret[]=«abc»&page[0]=abc"],
  ["of a path, but not the rest of that", "/x;token=«abc»/y;password=«a9»?b=2"],
  ["behind a semicolon of a query, to its end", "/x?a=1;token=«ab/c»;b=2"],
  ["in one word", "?dbpassword=«abc»&refreshtoken=«def»&pagetoken=x&eostoken=y"],
  [
    "of a session or key, in one word",
    "?apisessionid=«abc»&sshprivatekey=«def»&appsessionkey=«ghi»&sxsrf=«j»&sessionids=x",
  ],
  ["with a number behind its name", "?password2=«abc»"],
  ["but nothing behind a placeholder", "__redacted-password__ a1b2c3d4e5f6g7h8"],
  ["in encoded brackets", "user%5Bpassword%5D=«abc»&x=1"],
  [
    "that signs a link for whom it names",
    "/x?user=17&plan=2&hash=«path|c9c3df4dea3a2a14b964a85c1d5d8721»&a=1 /y?a=1&hash=c9c3df4dea3a2a14b964a85c1d5d8721",
  ],
  ["on a line of its own", "user=ada\npassword=«abc»\nx=1"],
  ["on a line in JSON", '"user=ada\\npassword=«abc»\\nx=1"'],
  ["with slashes that JSON escapes", '"https:\\/\\/x?token=«a\\/b»&c=d"'],
  ["in JSON that escapes both signs", '"/x?a=1\\u0026token\\u003d«abc»"'],
  ["that is no ordinary word", "/x?code=«USA1»&signature=«nope»&token=«abc»&password=«false»"],
  ["that only looks like a mark", "/x?token=«[12,34]»&password=«[hunter2!]»"],
  ["known by its alias", `/x?token=«full|${encodeURIComponent(secret)}»`],
])("scrubber hides a parameter %s", (_shows, text) => {
  const { raw, clean } = marked(text, "parameter");
  expect(scrubber.text(raw)).toBe(clean);
});

const nested = JSON.stringify({ token: '«a"b\\»', url: "x" });
test.each([
  ["at the top", '{"token":"«abc»","id":1}'],
  ["at any depth", '[{"a":{"password" : "«abc»"}}]'],
  ["with a number", '{"api_key_2":"«abc»","secretV2":"«b»"}'],
  ["of a pair", '{"pool_token_1":"abc","refresh_token_1":"«b»"}'],
  [
    "that authorizes",
    '{"authorizationKey":"«26769835-0f80-478e-906d-6d9bab07ef21»","authorizationUseStatus":"Available"}',
  ],
  [
    "that is typed once",
    '{"mfaVerificationCode":"«228798»","sms_verification_code":«number|1234»,"addressVerificationCode":"A5"}',
  ],
  [
    "that a user's address names",
    '{"credentials":{"ada@x.example":"«5859b4b37276-3af52e3b»"},"state":{"ada@x.example":"a1b2c3d4e5"}}',
  ],
  [
    "of a client and of an operator, as Parse's SDK sends them, and of a licence",
    '{"_ApplicationId":"my-app","_JavaScriptKey":"«abc»","_MaintenanceKey":"«def»","licenceKey":"«ghi»"}',
  ],
  ["of a meeting", '{"password_for_pmi":"«792824»","password_for_pmi_meetings":"all"}'],
  ["that is one of a list", '{"tokens":["«13e0ae629c708af6»","«156102684b1be0dd»"],"id":1}'],
  ["that is a digest", '{"password_md5":"«abc»","md5":"b"}'],
  ["in any letters", '{"Client_Secret":"«abc»"}'],
  ["with quotes and backslashes in it", '{"token":"«a\\"b\\\\»","id":1}'],
  ["that is a number", '{"otp":«number|123456»,"id":1}'],
  ["that is a fraction", '{"otp":«number|-1.5e+3»}'],
  ["laid out over lines", '{\n  "token":\n    "«abc»"\n}'],
  ["of a name that was added", '{"pin.code":"«abc»","pinxcode":"abc"}'],
  ["known by its alias", `{"token":"«full|${secret}»"}`],
  ["of which the mark is a part", '{"token":"«x __redacted-full__»"}'],
  ["in JSON in a string", JSON.stringify({ body: nested })],
  ["in JSON in JSON in a string", JSON.stringify(JSON.stringify({ body: nested }))],
  ["in pretty JSON in a string", JSON.stringify('{\n  "token": "«abc/d\\n»",\n  "otp": «number|12»\n}')],
  ["in JSON in a string, slashes escaped", '"{\\"token\\":\\"«a\\/b»\\"}"'],
  ["whose text was cut off", '{"id":1,"token":"«abc»'],
  ["whose text was cut off in a string", '["{\\"token\\":\\"«abc»", 1]'],
  ["that is a list", '{"token": ["«abc»", "«x»"], "tokens": ["y"]}'],
  [
    "that is an object, but not its names",
    '{"password":{"v":"«abc»","n":«number|1234»,"t":true,"deep":[{"v":null,"w":"«x»"},«number|-1.5»]},"v":"y","n":12}',
  ],
  ["that is a list laid out over lines", '{\n  "otp": [\n    «number|123456»,\n    "«a\\"]b»"\n  ]\n}'],
  [
    "that is an object in pretty JSON in JSON in a string",
    JSON.stringify(
      JSON.stringify({
        body: '{\n  "secret": {\n    "a\\"b": [\n      "«x\\"\\\\»",\n      «number|123»\n    ]\n  }\n}',
      }),
    ),
  ],
  ["that was cut off within", '{"token":{"v":["«abc»","«de»'],
  ["that was cut off within a string", '["{\\"token\\":[\\"«abc»", "«x»"]'],
  ["that is no JSON from somewhere on", '{"token":["«abc»", +, "x"]}'],
  ["in camel case", '{"accessToken":"«abc»","AccessToken":"«abc»"}'],
  ["with a hyphen", '{"access-token":"«abc»","accesstoken":"«abc»"}'],
  ["that only looks like a mark", '{"password":"«[hunter2…]»","private_key":"«[12,34]»","otp":"«[123456]»"}'],
  ["that is a number and no count", '{"token":«number|12345678»,"passcode":«number|12»}'],
  ["within an object of a header's name", '{"authorization":{"id":1,"token":"«abc»"}}'],
  ["beside its name", '{"name":"access_token","value":"«abc»","id":"x"}'],
  ["before its name", '[{"value":"x","name":"y"},{"value":"«abc»", "name":"token"}]'],
  [
    "beside its name, in a string",
    JSON.stringify('[\n  {\n "key": "otp",\n "value": «number|12» },\n {\n "value": "«a»",\n "key": "otp"\n }\n]'),
  ],
  [
    "that is a part of a form",
    '--b\r\ncontent-disposition: form-data; name="password"\r\ncontent-type: text/plain\r\n\r\n«parameter|hunter2»\r\n--b--\r\n',
  ],
  [
    "that is a field of a page",
    '<input type="hidden" name="authenticity_token" value="«abc»" /><input name="q" value="x" />',
  ],
  [
    "that is a session of BOSH",
    "<body sid='«01b65993-2c12-4c68-b839-db0f1199c275»' rid='7' xmlns='http://jabber.org/protocol/httpbind'/>",
  ],
  ["of a header's name", '{"X-GitHub-OTP":«number|654321»,"cookie":["«a=b»"]}'],
  ["of a name after X-", '{"X-Contrasena":«number|1234»}'],
  ["of an added header's name", '{"x-session":"«abc»","xSession":"«abc»"}'],
])("scrubber hides a member %s", (_shows, text) => {
  const { raw, clean } = marked(text);
  expect(scrubber.text(raw)).toBe(clean);
});

test("scrubber reads a member of each name that is listed", () => {
  const missed = [...secretNames, ...secretSuffixes].filter((name) =>
    scrubber.text(`{"a":1,"${name}":"Zx81kk2Lm9Qr7Tv3","b":2}`).includes("Zx81"),
  );
  expect(missed).toEqual([]);
});

test("scrubber hides a member of any length, and takes its time for none", () => {
  const long = `{"token":"${"a\\\\".repeat(1_000_000)}","x":"${"\\\\".repeat(1_000_000)}"}`;
  expect(scrubber.text(long).startsWith('{"token":"__redacted-field__","x":')).toBe(true);
});

test("scrubber hides a member that resembles a template's variable, and takes its time for none", () => {
  expect(scrubber.text(`{"password":"{${"a".repeat(33)}!"}`)).toBe('{"password":"__redacted-field__"}');
});
