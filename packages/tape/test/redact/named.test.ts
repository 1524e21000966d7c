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
  [
    "that is the same in JSON",
    "a=1&webhook_secret=abc&totp=1&csrf_token=abc",
    "a=1&webhook_secret=[parameter]&totp=[parameter]&csrf_token=[parameter]",
  ],
  ["in a fragment", "https://x/#access_token=abc&state=1", "https://x/#access_token=[parameter]&state=1"],
  ["behind a semicolon", "/x?a=1;access_token=abc;b=2", "/x?a=1;access_token=[parameter];b=2"],
  [
    "in a URL in a parameter",
    "/x?to=https%3A%2F%2Fy%3Ftoken%3Dabc%26b%3D1&c=2",
    "/x?to=https%3A%2F%2Fy%3Ftoken%3D[parameter]%26b%3D1&c=2",
  ],
  ["in a URL, encoded twice", "/x?to=y%253Ftoken%253Dabc%2526b", "/x?to=y%253Ftoken%253D[parameter]%2526b"],
  ["with its value encoded", "/x?token=a%26b%3Dc&d=e", "/x?token=[parameter]&d=e"],
  [
    "whose name is encoded",
    "/x?access%5Ftoken=abc&private%2Dtoken=abc",
    "/x?access%5Ftoken=[parameter]&private%2Dtoken=[parameter]",
  ],
  ["in brackets", "user[password]=abc&user[otp]=12&x=1", "user[password]=[parameter]&user[otp]=[parameter]&x=1"],
  ["in encoded brackets", "user%5Bpassword%5D=abc&x=1", "user%5Bpassword%5D=[parameter]&x=1"],
  ["on a line of its own", "user=ada\npassword=abc\nx=1", "user=ada\npassword=[parameter]\nx=1"],
  ["on a line in JSON", '"user=ada\\npassword=abc\\nx=1"', '"user=ada\\npassword=[parameter]\\nx=1"'],
  ["with slashes that JSON escapes", '"https:\\/\\/x?token=a\\/b&c=d"', '"https:\\/\\/x?token=[parameter]&c=d"'],
  ["in JSON that escapes both signs", '"/x?a=1\\u0026token\\u003dabc"', '"/x?a=1\\u0026token\\u003d[parameter]"'],
  [
    "that is no ordinary word",
    "/x?code=USA1&signature=nope&token=abc&password=false",
    "/x?code=[parameter]&signature=[parameter]&token=[parameter]&password=[parameter]",
  ],
  ["that only looks like a mark", "/x?token=[12,34]&password=[hunter2!]", "/x?token=[parameter]&password=[parameter]"],
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
  ["that is a number", '{"otp":123456,"id":1}', '{"otp":777000000,"id":1}'],
  ["that is a fraction", '{"otp":-1.5e+3}', '{"otp":777000000}'],
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
    JSON.stringify('{\n  "token": "[field]",\n  "otp": 777000000\n}'),
  ],
  ["in JSON in a string, slashes escaped", '"{\\"token\\":\\"a\\/b\\"}"', '"{\\"token\\":\\"[field]\\"}"'],
  ["whose text was cut off", '{"id":1,"token":"abc', '{"id":1,"token":"[field]'],
  ["whose text was cut off in a string", '["{\\"token\\":\\"abc", 1]', '["{\\"token\\":\\"[field]", 1]'],
  ["that is a list", '{"token": ["abc", "x"], "tokens": ["y"]}', '{"token": ["[field]", "[field]"], "tokens": ["y"]}'],
  [
    "that is an object, but not its names",
    '{"password":{"v":"abc","n":12,"t":true,"deep":[{"v":null,"w":"x"},-1.5]},"v":"y","n":12}',
    '{"password":{"v":"[field]","n":777000000,"t":true,"deep":[{"v":null,"w":"[field]"},777000000]},"v":"y","n":12}',
  ],
  [
    "that is a list laid out over lines",
    '{\n  "otp": [\n    123456,\n    "a\\"]b"\n  ]\n}',
    '{\n  "otp": [\n    777000000,\n    "[field]"\n  ]\n}',
  ],
  [
    "that is an object in pretty JSON in JSON in a string",
    JSON.stringify(JSON.stringify({ body: JSON.stringify({ token: { 'a"b': ['x"\\', 1] }, id: 7 }, null, 2) })),
    JSON.stringify(
      JSON.stringify({ body: JSON.stringify({ token: { 'a"b': ["[field]", 777000000] }, id: 7 }, null, 2) }),
    ),
  ],
  ["that was cut off within", '{"token":{"v":["abc","de', '{"token":{"v":["[field]","[field]'],
  ["that was cut off within a string", '["{\\"token\\":[\\"abc", "x"]', '["{\\"token\\":[\\"[field]", "[field]"]'],
  ["that is no JSON from somewhere on", '{"token":["abc", +, "x"]}', '{"token":["[field]", +, "x"]}'],
  ["in camel case", '{"accessToken":"abc","AccessToken":"abc"}', '{"accessToken":"[field]","AccessToken":"[field]"}'],
  ["with a hyphen", '{"access-token":"abc","accesstoken":"abc"}', '{"access-token":"[field]","accesstoken":"[field]"}'],
  [
    "that only looks like a mark",
    '{"password":"[hunter2…]","private_key":"[12,34]","otp":"[123456]"}',
    '{"password":"[field]","private_key":"[field]","otp":"[field]"}',
  ],
  ["that is a number and no count", '{"token":12345678,"passcode":12}', '{"token":777000000,"passcode":777000000}'],
  [
    "within an object of a header's name",
    '{"authorization":{"id":1,"token":"abc"}}',
    '{"authorization":{"id":1,"token":"[field]"}}',
  ],
  [
    "beside its name",
    '{"name":"access_token","value":"abc","id":"x"}',
    '{"name":"access_token","value":"[field]","id":"x"}',
  ],
  [
    "before its name",
    '[{"value":"x","name":"y"},{"value":"abc", "name":"token"}]',
    '[{"value":"x","name":"y"},{"value":"[field]", "name":"token"}]',
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
          { value: "[field]", key: "otp" },
        ],
        null,
        2,
      ),
    ),
  ],
  [
    "that is a part of a form",
    '--b\r\ncontent-disposition: form-data; name="password"\r\ncontent-type: text/plain\r\n\r\nhunter2\r\n--b--\r\n',
    '--b\r\ncontent-disposition: form-data; name="password"\r\ncontent-type: text/plain\r\n\r\n[parameter]\r\n--b--\r\n',
  ],
  [
    "that is a field of a page",
    '<input type="hidden" name="authenticity_token" value="abc" /><input name="q" value="x" />',
    '<input type="hidden" name="authenticity_token" value="[field]" /><input name="q" value="x" />',
  ],
  ["of a header's name", '{"X-GitHub-OTP":654321,"cookie":["a=b"]}', '{"X-GitHub-OTP":777000000,"cookie":["[field]"]}'],
  ["of an added header's name", '{"x-session":"abc","xSession":"abc"}', '{"x-session":"[field]","xSession":"[field]"}'],
])("scrubber hides a member %s", (_shows, text, clean) => {
  expect(scrubber.text(text)).toBe(clean);
});

test("scrubber hides a member of any length, and takes its time for none", () => {
  const long = `{"token":"${"a\\\\".repeat(1_000_000)}","x":"${"\\\\".repeat(1_000_000)}"}`;
  expect(scrubber.text(long).startsWith('{"token":"[field]","x":')).toBe(true);
});
