import { expect, test } from "vitest";
import { createScrubber } from "../../src/redact/scrubber.ts";

const secret = "s3cr3t/t0ken+v@lue";
const scrubber = createScrubber({
  secrets: [{ alias: "full", value: secret }],
  headers: ["X-Session"],
  parameters: ["sid"],
  fields: ["pin.code"],
});

test.each([
  ["first", "/x?access_token=abc", "/x?access_token=__redacted-parameter__"],
  ["later, before others", "/x?a=1&client_secret=abc&b=2", "/x?a=1&client_secret=__redacted-parameter__&b=2"],
  ["in any letters", "/x?Access_Token=abc", "/x?Access_Token=__redacted-parameter__"],
  ["in a form", "code=abcd&state=1", "code=__redacted-parameter__&state=1"],
  [
    "in a link",
    '<https://x/y?page=2&token=abc>; rel="next"',
    '<https://x/y?page=2&token=__redacted-parameter__>; rel="next"',
  ],
  [
    "in JSON that escapes the sign before it",
    '{"u":"/x?a=1\\u0026token=abc"}',
    '{"u":"/x?a=1\\u0026token=__redacted-parameter__"}',
  ],
  ["in HTML", '<a href="/x?a=1&amp;token=abc">', '<a href="/x?a=1&amp;token=__redacted-parameter__">'],
  ["before a fragment", "/x?token=abc#top", "/x?token=__redacted-parameter__#top"],
  ["of a name that was added", "/x?sid=abc", "/x?sid=__redacted-parameter__"],
  [
    "spelled otherwise",
    "/x?accessToken=abc&client-secret=abc",
    "/x?accessToken=__redacted-parameter__&client-secret=__redacted-parameter__",
  ],
  [
    "that is the same in JSON",
    "a=1&webhook_secret=abc&totp=1&csrf_token=abc",
    "a=1&webhook_secret=__redacted-parameter__&totp=__redacted-parameter__&csrf_token=__redacted-parameter__",
  ],
  ["in a fragment", "https://x/#access_token=abc&state=1", "https://x/#access_token=__redacted-parameter__&state=1"],
  ["behind a semicolon", "/x?a=1;access_token=abc;b=2", "/x?a=1;access_token=__redacted-parameter__;b=2"],
  [
    "in a URL in a parameter",
    "/x?to=https%3A%2F%2Fy%3Ftoken%3Dabc%26b%3D1&c=2",
    "/x?to=https%3A%2F%2Fy%3Ftoken%3D__redacted-parameter__%26b%3D1&c=2",
  ],
  ["in a URL, encoded twice", "/x?to=y%253Ftoken%253Dabc%2526b", "/x?to=y%253Ftoken%253D__redacted-parameter__%2526b"],
  ["with its value encoded", "/x?token=a%26b%3Dc&d=e", "/x?token=__redacted-parameter__&d=e"],
  [
    "whose name is encoded",
    "/x?access%5Ftoken=abc&private%2Dtoken=abc",
    "/x?access%5Ftoken=__redacted-parameter__&private%2Dtoken=__redacted-parameter__",
  ],
  [
    "in brackets",
    "user[password]=abc&user[otp]=12&x=1",
    "user[password]=__redacted-parameter__&user[otp]=__redacted-parameter__&x=1",
  ],
  [
    "in one word",
    "?dbpassword=abc&refreshtoken=def&pagetoken=x&eostoken=y",
    "?dbpassword=__redacted-parameter__&refreshtoken=__redacted-parameter__&pagetoken=x&eostoken=y",
  ],
  ["with a number behind its name", "?password2=abc", "?password2=__redacted-parameter__"],
  [
    "but nothing behind a placeholder",
    "__redacted-password__ a1b2c3d4e5f6g7h8",
    "__redacted-password__ a1b2c3d4e5f6g7h8",
  ],
  ["in encoded brackets", "user%5Bpassword%5D=abc&x=1", "user%5Bpassword%5D=__redacted-parameter__&x=1"],
  ["on a line of its own", "user=ada\npassword=abc\nx=1", "user=ada\npassword=__redacted-parameter__\nx=1"],
  ["on a line in JSON", '"user=ada\\npassword=abc\\nx=1"', '"user=ada\\npassword=__redacted-parameter__\\nx=1"'],
  [
    "with slashes that JSON escapes",
    '"https:\\/\\/x?token=a\\/b&c=d"',
    '"https:\\/\\/x?token=__redacted-parameter__&c=d"',
  ],
  [
    "in JSON that escapes both signs",
    '"/x?a=1\\u0026token\\u003dabc"',
    '"/x?a=1\\u0026token\\u003d__redacted-parameter__"',
  ],
  [
    "that is no ordinary word",
    "/x?code=USA1&signature=nope&token=abc&password=false",
    "/x?code=__redacted-parameter__&signature=__redacted-parameter__&token=__redacted-parameter__&password=__redacted-parameter__",
  ],
  [
    "that only looks like a mark",
    "/x?token=[12,34]&password=[hunter2!]",
    "/x?token=__redacted-parameter__&password=__redacted-parameter__",
  ],
  ["known by its alias", `/x?token=${encodeURIComponent(secret)}`, "/x?token=__redacted-full__"],
])("scrubber hides a parameter %s", (_shows, text, clean) => {
  expect(scrubber.text(text)).toBe(clean);
});

const nested = JSON.stringify({ token: 'a"b\\', url: "x" });
test.each([
  ["at the top", '{"token":"abc","id":1}', '{"token":"__redacted-field__","id":1}'],
  ["at any depth", '[{"a":{"password" : "abc"}}]', '[{"a":{"password" : "__redacted-field__"}}]'],
  [
    "with a number",
    '{"api_key_2":"abc","secretV2":"b"}',
    '{"api_key_2":"__redacted-field__","secretV2":"__redacted-field__"}',
  ],
  [
    "of a pair",
    '{"pool_token_1":"abc","refresh_token_1":"b"}',
    '{"pool_token_1":"abc","refresh_token_1":"__redacted-field__"}',
  ],
  ["that is a digest", '{"password_md5":"abc","md5":"b"}', '{"password_md5":"__redacted-field__","md5":"b"}'],
  ["in any letters", '{"Client_Secret":"abc"}', '{"Client_Secret":"__redacted-field__"}'],
  ["with quotes and backslashes in it", '{"token":"a\\"b\\\\","id":1}', '{"token":"__redacted-field__","id":1}'],
  ["that is a number", '{"otp":123456,"id":1}', '{"otp":777000000,"id":1}'],
  ["that is a fraction", '{"otp":-1.5e+3}', '{"otp":777000000}'],
  ["laid out over lines", '{\n  "token":\n    "abc"\n}', '{\n  "token":\n    "__redacted-field__"\n}'],
  [
    "of a name that was added",
    '{"pin.code":"abc","pinxcode":"abc"}',
    '{"pin.code":"__redacted-field__","pinxcode":"abc"}',
  ],
  ["known by its alias", JSON.stringify({ token: secret }), '{"token":"__redacted-full__"}'],
  ["of which the mark is a part", '{"token":"x __redacted-full__"}', '{"token":"__redacted-field__"}'],
  [
    "in JSON in a string",
    JSON.stringify({ body: nested }),
    JSON.stringify({ body: '{"token":"__redacted-field__","url":"x"}' }),
  ],
  [
    "in JSON in JSON in a string",
    JSON.stringify(JSON.stringify({ body: nested })),
    JSON.stringify(JSON.stringify({ body: '{"token":"__redacted-field__","url":"x"}' })),
  ],
  [
    "in pretty JSON in a string",
    JSON.stringify(JSON.stringify({ token: "abc/d\n", otp: 12 }, null, 2)),
    JSON.stringify('{\n  "token": "__redacted-field__",\n  "otp": 777000000\n}'),
  ],
  ["in JSON in a string, slashes escaped", '"{\\"token\\":\\"a\\/b\\"}"', '"{\\"token\\":\\"__redacted-field__\\"}"'],
  ["whose text was cut off", '{"id":1,"token":"abc', '{"id":1,"token":"__redacted-field__'],
  ["whose text was cut off in a string", '["{\\"token\\":\\"abc", 1]', '["{\\"token\\":\\"__redacted-field__", 1]'],
  [
    "that is a list",
    '{"token": ["abc", "x"], "tokens": ["y"]}',
    '{"token": ["__redacted-field__", "__redacted-field__"], "tokens": ["y"]}',
  ],
  [
    "that is an object, but not its names",
    '{"password":{"v":"abc","n":12,"t":true,"deep":[{"v":null,"w":"x"},-1.5]},"v":"y","n":12}',
    '{"password":{"v":"__redacted-field__","n":777000000,"t":true,"deep":[{"v":null,"w":"__redacted-field__"},777000000]},"v":"y","n":12}',
  ],
  [
    "that is a list laid out over lines",
    '{\n  "otp": [\n    123456,\n    "a\\"]b"\n  ]\n}',
    '{\n  "otp": [\n    777000000,\n    "__redacted-field__"\n  ]\n}',
  ],
  [
    "that is an object in pretty JSON in JSON in a string",
    JSON.stringify(JSON.stringify({ body: JSON.stringify({ secret: { 'a"b': ['x"\\', 1] }, id: 7 }, null, 2) })),
    JSON.stringify(
      JSON.stringify({
        body: JSON.stringify({ secret: { 'a"b': ["__redacted-field__", 777000000] }, id: 7 }, null, 2),
      }),
    ),
  ],
  ["that was cut off within", '{"token":{"v":["abc","de', '{"token":{"v":["__redacted-field__","__redacted-field__'],
  [
    "that was cut off within a string",
    '["{\\"token\\":[\\"abc", "x"]',
    '["{\\"token\\":[\\"__redacted-field__", "__redacted-field__"]',
  ],
  ["that is no JSON from somewhere on", '{"token":["abc", +, "x"]}', '{"token":["__redacted-field__", +, "x"]}'],
  [
    "in camel case",
    '{"accessToken":"abc","AccessToken":"abc"}',
    '{"accessToken":"__redacted-field__","AccessToken":"__redacted-field__"}',
  ],
  [
    "with a hyphen",
    '{"access-token":"abc","accesstoken":"abc"}',
    '{"access-token":"__redacted-field__","accesstoken":"__redacted-field__"}',
  ],
  [
    "that only looks like a mark",
    '{"password":"[hunter2…]","private_key":"[12,34]","otp":"[123456]"}',
    '{"password":"__redacted-field__","private_key":"__redacted-field__","otp":"__redacted-field__"}',
  ],
  ["that is a number and no count", '{"token":12345678,"passcode":12}', '{"token":777000000,"passcode":777000000}'],
  [
    "within an object of a header's name",
    '{"authorization":{"id":1,"token":"abc"}}',
    '{"authorization":{"id":1,"token":"__redacted-field__"}}',
  ],
  [
    "beside its name",
    '{"name":"access_token","value":"abc","id":"x"}',
    '{"name":"access_token","value":"__redacted-field__","id":"x"}',
  ],
  [
    "before its name",
    '[{"value":"x","name":"y"},{"value":"abc", "name":"token"}]',
    '[{"value":"x","name":"y"},{"value":"__redacted-field__", "name":"token"}]',
  ],
  [
    "beside its name, in a string",
    JSON.stringify(
      JSON.stringify(
        [
          { key: "otp", value: 12 },
          { value: "a", key: "otp" },
        ],
        null,
        2,
      ),
    ),
    JSON.stringify(
      JSON.stringify(
        [
          { key: "otp", value: 777000000 },
          { value: "__redacted-field__", key: "otp" },
        ],
        null,
        2,
      ),
    ),
  ],
  [
    "that is a part of a form",
    '--b\r\ncontent-disposition: form-data; name="password"\r\ncontent-type: text/plain\r\n\r\nhunter2\r\n--b--\r\n',
    '--b\r\ncontent-disposition: form-data; name="password"\r\ncontent-type: text/plain\r\n\r\n__redacted-parameter__\r\n--b--\r\n',
  ],
  [
    "that is a field of a page",
    '<input type="hidden" name="authenticity_token" value="abc" /><input name="q" value="x" />',
    '<input type="hidden" name="authenticity_token" value="__redacted-field__" /><input name="q" value="x" />',
  ],
  [
    "of a header's name",
    '{"X-GitHub-OTP":654321,"cookie":["a=b"]}',
    '{"X-GitHub-OTP":777000000,"cookie":["__redacted-field__"]}',
  ],
  [
    "of an added header's name",
    '{"x-session":"abc","xSession":"abc"}',
    '{"x-session":"__redacted-field__","xSession":"__redacted-field__"}',
  ],
])("scrubber hides a member %s", (_shows, text, clean) => {
  expect(scrubber.text(text)).toBe(clean);
});

test("scrubber hides a member of any length, and takes its time for none", () => {
  const long = `{"token":"${"a\\\\".repeat(1_000_000)}","x":"${"\\\\".repeat(1_000_000)}"}`;
  expect(scrubber.text(long).startsWith('{"token":"__redacted-field__","x":')).toBe(true);
});
