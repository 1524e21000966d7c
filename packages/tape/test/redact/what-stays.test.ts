import { expect, test } from "vitest";
import { createScrubber } from "../../src/redact/scrubber.ts";

const scrubber = createScrubber();

test.each([
  ["a log", 'level=warn msg="invalid password" user=joe1234 status=401'],
  ["a log whose names have several words", 'msg="bad token" requestId=8f7sd89f7s9d87f http.path=/v1'],
  ["a log in JSON", String.raw`{"log":"ts=2024 msg=\"no api key\" path=/v1/users2 method=GET"}`],
  ["a log with tabs", "invalid password\tuser=joe1234"],
  ["attributes", '<input type="password" maxlength=128><label for="password" data-id=label-2x>'],
  ["options", "run -e DB_PASSWORD --name=web-12345 --no-password --host=db01.example image"],
  ["what a program writes of an object", "Token(id=abc12345, name=ci2024) and secret {name=db-main-01}"],
  ["a cell of what has no signs", "| token | limit=100 | id |\n<th>Token</th><td>id=abc12345</td>"],
])("a value with another name stays behind a secret's: %s", (_shows, text) => {
  expect(scrubber.text(text)).toBe(text);
});

test.each([
  "repo:*:pull:push:admin",
  "chr1:5012:A:G:rs123",
  "main.c:5120:3:error:E1234",
  "trace:5001:worker:main:started",
  "root:*:0:0:System",
  "arn:*:s3:bucket:thing",
  "[x]:25 09:12 10:30",
])("what is no line of a file of passwords stays: %s", (text) => {
  expect(scrubber.text(text)).toBe(text);
  expect(scrubber.text(JSON.stringify({ text }))).toBe(JSON.stringify({ text }));
});

test.each([
  ["where a secret is kept", "/run/secrets/db_password"],
  ["a file of a home", "~/.netrc"],
  ["a file below a folder of a home", "~/.aws/credentials"],
  ["a file of words", "/etc/passwd"],
  ["a mask of dots", "......"],
  ["a mask of hyphens", "----"],
])("a value stays under a secret's name: %s", (_shows, value) => {
  const text = JSON.stringify({ password: value, csrf_token: value });
  expect(scrubber.text(text)).toBe(text);
});

test.each([
  ["when a session ends", '{"session_expires_at":1732800000,"sessionTimeout":36000000}'],
  ["when somebody logged in", '{"auth_time":1732800000}'],
  ["how long a form is good", '{"csrf_cookie_age":31449600}'],
  [
    "how a form is protected",
    '{"csrf_param":"authenticity_token","csrf_header":"X-CSRF-TOKEN","csrfMode":"double-submit-cookie"}',
  ],
])("%s stays", (_shows, text) => {
  expect(scrubber.text(text)).toBe(text);
});

const opaque = "q7Zp4mX9vB2nR8kT5wLc";

test.each(["public_id", "public_keys", "public_key_id", "public_key_hash", "publicKeySha256"])(
  "%s is a parameter and a member that stays",
  (name) => {
    const body = { encoding: "utf8", text: JSON.stringify({ [name]: opaque }) } as const;
    const sent = { method: "POST", target: `/x?${name}=${opaque}`, principal: "anonymous", headers: [], body };
    expect(scrubber.request(sent)).toEqual(sent);
  },
);

test.each(["crn", "x-auth-request-id", "x-login-request-id", "x-session-trace-id"])(
  "%s is a header that stays",
  (name) => {
    const sent = { method: "GET", target: "/", principal: "anonymous", headers: [[name, opaque]], body: null } as const;
    expect(scrubber.request(sent)).toEqual(sent);
  },
);

test("the path of an object that may be read, and that ends, is no key, whatever its folders are named", () => {
  const key = `users/${opaque}/photos/2024/img01`;
  for (const more of [{ permissions: ["read"] }, { expires_at: "2026-01-01" }])
    expect(scrubber.text(JSON.stringify({ key, ...more }))).toBe(JSON.stringify({ key, ...more }));
});

test.each(["xxxx2024", "hidden", "read", "config.hunter", "****cdef"])(
  "%s stays in an answer, and may be a password that is sent",
  (value) => {
    const body = { encoding: "utf8", text: JSON.stringify({ user: "ada", password: value }) } as const;
    expect(scrubber.response({ status: 200, headers: [], body }).body).toEqual(body);
    const sent = { method: "POST", target: "/login", principal: "anonymous", headers: [], body } as const;
    expect(scrubber.request(sent).body?.text).not.toContain(value);
  },
);

test.each([
  "jdbc:sqlserver://srv.database.windows.net:1433;database=db;user=ada@srv;encrypt=true;",
  "SMTP=smtp://mail.example:25;FROM=noreply@example.com",
  "[redis](redis://cache:6379),ada@x.example",
])("an address without a password stays: %s", (text) => {
  expect(scrubber.text(text)).toBe(text);
});

const message = "Passwords need at least eight signs";
test.each([
  ["what a validation says", { errors: { password: { code: "too_short", message, path: "password" } } }],
  ["how it is", { password: { status: "expired", id: "pw_123" } }],
  ["whose it is", { password: { user_id: "a1b2c3d4-0000-4000-8000-000000000001", username: "joe-smith" } }],
  ["of codes", { recovery_codes: { status: "generated", id: "rc_12345678", description: message } }],
  ["a field of a form", { password: { id: "password", name: "password", label: "Your password", help: message } }],
  ["of a phrase", { passphrase: { status: "none", id: "pp_123" } }],
])("an object of a password's name keeps what it says of itself: %s", (_shows, said) => {
  for (const text of [JSON.stringify(said), JSON.stringify(said, null, 2)]) expect(scrubber.text(text)).toBe(text);
});

test.each([
  ["a count", '{"errors":{"password":4,"token":2},"suites":[{"pass":12}]}'],
  [
    "what is masked but for its end",
    '{"password":"xxxx1234","apiKey":"****cdef","secret":"[REDACTED]","token":"hidden"}',
  ],
  ["a reference of Terraform and of a program", 'password = var.db_password\nsecret = os.environ["DB_SECRET"]\n'],
  ["what a page calls a field", '{"new_password":"Neues Passwort","otp":"One-time code","token":"Access token"}'],
  ["a token of the next page", '{"nextForwardToken":"f/31132629274945519779805322857203735586714454643391594505"}'],
  ["the name of a secret elsewhere", "auth:\n  existingSecret: my-secret1\n"],
  ["the public key of an assembly, as .NET shortens it", '<assembly name="System" publicKeyToken="31bf3856ad364e35"/>'],
  ["words and what they weigh", '{"tokens":["Hello","Ġworld2","##ing","[CLS]","0x1f","BTC","v1.2.3"]}'],
  ["what a token may do", "permissions:\n  id-token: write\n"],
  ["a number used once, of a block", '{"height":800000,"nonce":106861918}'],
  [
    "the name that Kubernetes made for a secret",
    '{"volumes":[{"name":"default-token-a2ui3","secret":{"secretName":"default-token-a2ui3","defaultMode":420}}]}',
  ],
  [
    "of a secret where it is kept and its size",
    '{"secret":{"secretName":"db-creds","defaultMode":420},"privateKey":{"rotationPolicy":"Always","size":2048}}',
  ],
  ["a schema in YAML", "properties:\n  apiKey:\n    type: string\n    description: secret\n    in: user\n"],
  [
    "a schema that says what a value is",
    '{"secret":{"type":"object","properties":{"value":{"description":"The secret"}}}}',
  ],
  ["the text of a style", '.a::before{content:"password: ";color:#ff5733}.b[data-key="secret1"]{}'],
  ["the fragment of a link behind an entity", "<a href='/x?a=1&amp;page=2#top'>"],
  [
    "a database without a password",
    '{"a":"mysql://db:3306/x?mail=ada@b.example","b":"mongodb://h1:27017,h2:27017/x?u=a@b.example"}',
  ],
  ["a dictionary of a program", 'password = {"min":8}\ntoken = { "a" : "b" }\n'],
  [
    "Okta's links that change a password",
    '{"changePassword":{"href":"https://a.example/users/00ub0oNGTSWTBKOLGLNR/change_password","method":"POST","hints":{"allow":["POST"]}}}',
  ],
  ["Solid's links", '{"controls":{"password":{"login":"https://a.example/.account/login/password/"}}}'],
  ["a link without its host", '{"_links":{"password":{"href":"/users/{id}/password"}}}'],
  ["yes and no of one letter", "CREATESECURETOKEN=Y&TENDER=C"],
  ["an account, without a card", '{"account":"4444333322221111","csc":"123"}'],
  ["what a usage calls a password", "Run `app --password <password> --token $TOKEN`.\nThen x1y2z3a4.\n"],
])("an answer keeps %s", (_what, text) => {
  expect(scrubber.response({ status: 200, headers: [], body: { encoding: "utf8", text } }).body?.text).toBe(text);
});

test.each([
  ["with a thought, as Gemini has it", { parts: [{ text: "Yes", thoughtSignature: opaque }] }],
  ["of a thought, as Claude has it", { content: [{ type: "thinking", thinking: "So", signature: opaque }] }],
])("what a model signed stays when it is sent back: %s", (_shows, said) => {
  const body = { encoding: "utf8", text: JSON.stringify(said) } as const;
  const sent = { method: "POST", target: "/x", principal: "anonymous", headers: [], body } as const;
  expect(scrubber.request(sent)).toEqual(sent);
});

test("a client's id is no secret", () => {
  const text = `{"client_id":"${opaque}"}`;
  const target = `/x?client_id=${opaque}&zone_id=9f86d081884c7d659a2feaa0c55ad015`;
  const sent = {
    method: "POST",
    target,
    principal: "anonymous",
    headers: [],
    body: { encoding: "utf8", text },
  } as const;
  expect(scrubber.request(sent)).toEqual(sent);
});

const described = { type: "string", enum: ["a1", "b2"], example: "abc12345", default: "none1" };
test.each([
  ["a member called value", { secret: { type: "object", properties: { value: described } } }],
  ["a list of such", { token: { type: "array", items: { type: "object", properties: { value: described } } } }],
  ["scopes that are URLs", { security: [{ oauth_token: ["https://www.googleapis.com/auth/drive"] }] }],
  ["scopes of two words", { security: [{ access_token: ["User.Read", "readOnly"] }, { password: ["read:users"] }] }],
])("a schema stays, however it is written: %s", (_shows, said) => {
  for (const text of [JSON.stringify(said), JSON.stringify(said, null, 2)]) expect(scrubber.text(text)).toBe(text);
});

test.each([
  "org/apache/maven/profiles/activation/DetectedProfileActivator.classRK\x07\xa6",
  "org/apache/maven/profiles/activation/ProfileActivationUtils$1.classmP",
  "javax/activation/MailcapCommandMap.class5x9",
])("a class in an archive stays, whatever bytes are behind it: %j", (text) => {
  expect(scrubber.text(text)).toBe(text);
});

test("what a format with lengths has behind a link that lets in stays", () => {
  const clean = scrubber.text("\xa4link\xd9\x2dhttps://www.example/reset/PAHYZWXbJfgcAAZM\xa3key\x01");
  expect(clean).toBe("\xa4link\xd9\x2dhttps://www.example/reset/__redacted-path__\xa3key\x01");
});

test.each(["%s", "%1$s", "%(password)s", "%-20s", "%lu", "%c", "%@", "{}", "{0}"])(
  "where a program writes a secret stays in an answer: %j",
  (directive) => {
    for (const text of [`unknown mnemonic: "${directive}"\0`, JSON.stringify({ password: directive })])
      expect(scrubber.text(text)).toBe(text);
  },
);

test("who a user is stays, as Confluence and Jira call it", () => {
  const text =
    '{"type":"known","username":"ada","userKey":"4028d6817f1e2a6c017f1e2b5d9a0001"} {"userKey":"JIRAUSER10100"}';
  expect(scrubber.text(text)).toBe(text);
});
