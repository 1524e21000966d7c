import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { bodyOf } from "../../src/body/body.ts";
import { createSecretMemory } from "../../src/redact/memory/secret-memory.ts";
import { isPlaceholder } from "../../src/redact/placeholder.ts";

// What an attack on the lists found; "S" is the secret.
const opaque = "a7Xq2LmZ9pRt4KwB6nYc";
const hex = "9f86d081884c7d659a2feaa0c55ad015";
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const nested = base64(base64(`{"password":"${opaque}"}`));
const coded = base64(JSON.stringify({ x: '{"password":"hunter22"}' }));
const bytes = (text: string, coding: BufferEncoding = "utf8"): Uint8Array => new Uint8Array(Buffer.from(text, coding));

const issued: readonly (readonly [place: string, text: string, secret?: string])[] = [
  ["a line of .npmrc", "//registry.example/:_authToken=S\nalways-auth=true\n"],
  ["a pair in .npmrc", `//r/:_auth=${base64(`ada:${opaque}`)}\n`, base64(`ada:${opaque}`)],
  ["a setting of Docker", JSON.stringify({ auths: { "https://r/": { auth: base64("ada:pw1") } } }), base64("ada:pw1")],
  [
    "a Secret of Kubernetes",
    `{"kind":"Secret","data":{"conn":"${base64("postgres")}"},"type":"Opaque"}`,
    base64("postgres"),
  ],
  ["a Secret of Kubernetes in YAML", "kind: Secret\nmetadata:\n  name: db\nstringData:\n  conn: S\n"],
  ["a kubeconfig", "users:\n- name: a\n  user:\n    client-key-data: S\n"],
  ["a block of YAML", "tls:\n  private_key: |\n    S\n    b\nnext: a\n"],
  ["a folded block of YAML", "token: >-\n  S\nnext: a\n"],
  ["flow of YAML", "db: {user: ada, password: S}\n"],
  ["a list of YAML", "passwords:\n  - S\n"],
  ["a tag of YAML", "password: !!str S\n"],
  ["three quotes of TOML", 'secret_key = """\nS\n"""\n'],
  ["a line without a blank", "password:S\n"],
  ["a Dockerfile", "FROM node\nENV API_KEY S\n"],
  ["an option of a command", "tool --user ada --password S db"],
  ["an option with a sign", "mysql --password=hunter22x db", "hunter22x"],
  ["an option in a list", '{"args":["--token","S"]}'],
  ["a variable in a list", '{"Env":["PATH=/bin","DB_PASSWORD=hunter22x"]}', "hunter22x"],
  ["words of a connection", '{"dsn":"host=h user=ada password=hunter22x dbname=x"}', "hunter22x"],
  ["curl's user", "curl -u ada:hunter22x https://x", "hunter22x"],
  ["curl's header", "curl -H 'X-Api-Key: S' https://x"],
  [".netrc", "machine a.example login ada password S\n"],
  ["prose", "Your temporary password is S\n"],
  ["prose of two words", "<p>Your API key: <code>S</code></p>"],
  ["a code in prose", "Your verification code is 482919.", "482919"],
  ["a column of CSV", "id,login,api_token\r\n1,ada,S\r\n2,grace,S2\r\n"],
  ["a column of CSV, in quotes", '"login","password","note"\n"ada","S","a ""b"", c"\n'],
  ["a column between semicolons", "login;password\nada;hunter22\n", "hunter22"],
  ["a column of TSV", "login\tpassword\tage\nada\tS\t12\n"],
  ["a cell of a table", "<tr><th>Password</th><td>S</td></tr>"],
  ["a message", "Access denied using password 'hunter22x'", "hunter22x"],
  ["Bearer in a message", "invalid token: Bearer S"],
  ["PHP", 'a:1:{s:8:"password";s:20:"S";}'],
  ["Ruby", '{"token"=>"S"}'],
  ["a property list", "<dict><key>API_KEY</key>\n<string>S</string></dict>"],
  ["XML-RPC", "<member><name>password</name><value><string>S</string></value></member>"],
  ["pairs of headers", '{"headers":[["x-api-key","S"]]}'],
  ["raw headers", '{"rawHeaders":["Host","x","X-Api-Key","S"]}'],
  ["a log of headers", '{"log":"> GET /x\\n> x-api-key: S\\n"}'],
  ["a script's cookie", '<script>document.cookie="session=S"</script>'],
  ["a key of AWS tags", '{"Parameters":[{"ParameterKey":"DbPassword","ParameterValue":"S"}]}'],
  ["a parameter of a store", '{"Name":"/prod/db/password","Type":"SecureString","Value":"S"}'],
  [
    "a variable with its type between",
    '[{"name":"DB_PASSWORD","type":"env","masked":[1,{}],"value":"hunter22x"}]',
    "hunter22x",
  ],
  ["a variable behind its value", '[{"defaultValue":"hunter22x","type":"env","key":"DB_PASSWORD"}]', "hunter22x"],
  ["a variable of a pod", 'env:\n  - name: "DB_PASSWORD"\n    value: "hunter22x"\n  - name: A\n', "hunter22x"],
  ["JSON in JSON in base64", `{"d":"${coded}"}`, coded],
  ["a password's field", '<input type="password" name="f1" value="hunter22x">', "hunter22x"],
  ["a password's field, behind its value", "<input value='hunter22x' name=f1 type=password>", "hunter22x"],
  ["PuTTY's key", "Public-Lines: 1\nAAAA\nPrivate-Lines: 2\nSSSS\nS\nPrivate-MAC: ab\n"],
  ["an option in a list, a word", '{"Cmd":["app","--password","hunter22x"]}', "hunter22x"],
  ["a patch", '[{"op":"replace","path":"/password","value":"S"}]'],
  ["a credential with a type", '{"credentials":[{"type":"password","value":"S"}]}'],
  ["a web key", '{"kty":"EC","crv":"P-256","x":"abc","d":"S"}'],
  ["the user of a URL", '{"url":"https://S@git.example/o/r.git"}'],
  ["a thin URL of a database", '{"c":"jdbc:oracle:thin:ada/hunter22x@h:1521:x"}', "hunter22x"],
  ["a signed form", '{"fields":{"key":"a","x-amz-signature":"S"}}'],
  ...["newpass", "oldPass", "current_pass", "confirm_pass", "newpw"].flatMap((name) => [
    [`a password that is changed: ${name}`, JSON.stringify({ [name]: "hunter22x" }), "hunter22x"] as const,
    [`a form that changes it: ${name}`, `user=ada&${name}=hunter22x`, "hunter22x"] as const,
  ]),
  ["csrf in a page", '<input type="hidden" name="csrf" value="S">'],
  ["an input without quotes", "<input type=hidden name=csrf_token value=S>"],
  ["an attribute of data", '<body data-csrf="S">'],
  ["csrf in JSON", '{"_csrf":"S"}'],
  ["csrf in a script", '<script>var c = {csrf: "S"};</script>'],
  ["SAML in a page", '<input type="hidden" name="SAMLResponse" value="S"/>'],
  ["recovery codes", '{"two_factor_recovery_codes":["abcd-1237"]}', "abcd-1237"],
  ["a seed", '{"seed_phrase":"zoo zoo wrong"}', "zoo wrong"],
  ["another spelling", '{"password2":"hunter22","passwordRepeat":"hunter22"}', "hunter22"],
  ["other languages", '{"mot_de_passe":"hunter22","пароль":"hunter22"}', "hunter22"],
  ...`mdp hasło haslo salasana jelszó lösenord passord adgangskode lozinka şifre kata_sandi 密碼 비밀번호 psw passw`
    .split(" ")
    .map((name) => [`a password called ${name}`, JSON.stringify({ [name]: "hunter22" }), "hunter22"] as const),
  ["a wallet's key", `{"x":"xprv${opaque.replace("0", "1").repeat(6).slice(0, 107)}"}`],
  ["a hash of a password", '{"hash":"$2b$12$abcdefghijklmnopqrstuvABCDEFGHIJKLMNOPQRSTUV0123456789."}', "uvABCD"],
  ["a ticket in a URL", '{"url":"wss://a.example/ws?ticket=S"}'],
  ["a magic link", "https://a.example/magic/S"],
  ["a link by its member", '{"invite_url":"https://a.example/i/S"}'],
  ["a webhook", '{"url":"https://a.example/webhooks/123456789/S"}'],
  ["base64 in base64", `{"d":"${nested}"}`, nested],
  [
    "a mail",
    `Content-Transfer-Encoding: quoted-printable\r\n\r\nhttps://a.example/x?reset_token=3D${opaque.slice(0, 9)}=\r\n${opaque.slice(9)}&a=3D1\r\n`,
    opaque.slice(9),
  ],
  ["an encrypted token", `see eyJhbGciOiJSU0EifQ.${hex}.${hex}.S.${hex}`],
];

test.each(issued.map(([place, text, secret = opaque]) => [place, text, secret] as const))(
  "%s of an answer is hidden",
  (_place, text, secret) => {
    const said = text.replaceAll("S", (sign, at: number) => (isSign(text, at) ? opaque : sign));
    expect(said).toContain(secret);
    const response = { status: 200, headers: [], body: bodyOf(bytes(said)) };
    expect(createSecretMemory().response(response).body?.text).not.toContain(secret);
  },
);

const sent: readonly (readonly [
  place: string,
  target: string,
  headers?: Readonly<Record<string, string>>,
  body?: string,
])[] = [
  ["a bot's path", `/bot123456789:AA${opaque}${opaque.slice(7)}/getMe`],
  ["a key behind a version", `/v1/${hex}/markets`],
  ["a reset", `/reset-password/${opaque}`],
  ["a reset in base64", `/reset-password/CfDJ8NrAkS%2BoJq%2F${opaque}%3D%3D`],
  ["a webhook", `/api/webhooks/123456789/${opaque}`],
  ["a session of ASP.NET", `/app/(S(${opaque}))/default.aspx`],
  ["a list of tokens", `/x?tokens[]=${opaque}`],
  ["an app's id", `/data?q=x&appid=${hex}`],
  ["the path of a referrer", "/x", { referer: `https://a.example/reset-password/${opaque}` }],
  ["a password of letters in a header", "/x", { "x-acme-pass": "hunter22" }],
  ["a protocol of WebSockets", "/x", { "sec-websocket-protocol": `base64url.bearer.authorization.k8s.io.${opaque}` }],
  ["a cookie without a name", "/x", { cookie: `theme=dark; ${opaque}` }],
  ["a cookie of letters", "/x", { cookie: "acme=abcdefghijklmnopabcdefgh" }],
  ["a form of InfluxDB 1", "/query", {}, "u=ada&p=hunter22&q=SHOW+DATABASES"],
  ["a form of Subsonic", "/rest/ping", {}, "v=1.16.1&p=hunter22&u=ada"],
  ["a code", "/x", {}, '{"phone":"1","code":"482915"}'],
  ["a code of a second factor", "/x", {}, '{"mfa":"482915"}'],
  ["a login of two letters", "/x", {}, '{"u":"ada","p":"hunter22"}'],
  ["a login of two letters, by mail", "/x", {}, '{"session":{"e":"ada@a.example","p":"hunter22"}}'],
  ["a login in Spanish", "/x", {}, '{"usuario":"ada","clave":"hunter22"}'],
  ["a form in Spanish", "/x", {}, "usuario=ada&clave=hunter22"],
  ["a share of an unseal key", "/x", {}, `{"key":"${hex}${hex}4a"}`],
  ["a webhook behind what it is for", `/hook/github/${opaque}`],
  ["a webhook of Slack without its host", `/services/T024BE7LD/B024BE7LD/${opaque}`],
  ["a login's flow", `/login/v2/flow/${opaque}${hex}`],
  ["a nonce of a card", "/x", {}, `{"source_id":"cnon:${opaque}"}`],
  [
    "a part without quotes",
    "/x",
    {},
    "--b\r\nContent-Disposition: form-data; name=password\r\n\r\nhunter22\r\n--b--\r\n",
  ],
  [
    "a signature in a part",
    "/x",
    {},
    `--b\r\nContent-Disposition: form-data; name="signature"\r\n\r\n${hex}\r\n--b--\r\n`,
  ],
  ["an assertion", "/x", {}, `assertion=${opaque}`],
  ["a query without a name", `/x?${hex}`],
  ["a query without a name, as it is compared", `/x?${hex}=`],
  ["a filter", "/x?filter=password%20eq%20'hunter22'"],
  ["a signature", "/x", {}, `{"nonce":1,"signature":"${hex}"}`],
  ["the PIN of a room", "/x", {}, '{"request":"join","room":1001,"pin":"hunter22"}'],
];

test.each(sent.map(([place, target, headers = {}, body = ""]) => [place, target, headers, body] as const))(
  "%s of a request is hidden, and another one is another",
  (_place, target, headers, body) => {
    const secrets = [opaque, hex, "hunter22", "abcdefghijklmnop", "482915"];
    const written = (change: (text: string) => string): string => {
      const list = Object.entries(headers).map(([name, value]) => [name, change(value)] as const);
      const request = { method: "POST", target: change(target), principal: "", headers: list };
      return JSON.stringify(
        createSecretMemory().request({ ...request, body: body === "" ? null : bodyOf(bytes(change(body))) }),
      );
    };
    const clean = written((text) => text);
    expect(secrets.filter((secret) => clean.includes(secret))).toEqual([]);
    expect(
      written((text) => secrets.reduce((all, secret) => all.replaceAll(secret, `${secret.slice(1)}7`), text)),
    ).not.toBe(clean);
  },
);

test("what stands in a file of gzip in base64 is hidden, and it is a file of gzip again", () => {
  const text = `{"awslogs":{"data":"${gzipSync('{"password":"hunter22x","a":"known-s3cret"}').toString("base64")}"}}`;
  const clean = createSecretMemory({ secrets: [{ alias: "full", value: "known-s3cret" }] }).text(text);
  const said = gunzipSync(Buffer.from(JSON.parse(clean).awslogs.data, "base64")).toString();
  expect(said).toBe('{"password":"__redacted-field__","a":"__redacted-full__"}');
});

test.each([
  ['{"card":{"number":"4242 4242 4242 4242","exp":1}}', true],
  ["card[number]=4242424242424242&card[exp]=1", true],
  ["<creditCard><cardNumber>4242424242424242</cardNumber></creditCard>", true],
  ["<card><pan>4242424242424242</pan><exp>1</exp></card>", true],
  ["creditCardNumber: 4242424242424242\n", true],
  ["<creditCard><cardNumber>4242424242424243</cardNumber></creditCard>", false],
  ["<orderNumber>4242424242424242</orderNumber>", false],
  ['{"card":{"number":"4242424242424243","exp":1}}', false],
  ['{"phone_number":"4242424242424242"}', false],
])("the number of a card is hidden by its check digit: %s", (body, isCard) => {
  const request = { method: "POST", target: "/x", principal: "", headers: [], body: bodyOf(bytes(body)) };
  expect(JSON.stringify(createSecretMemory().request(request)).includes("4242")).toBe(!isCard);
});

test("a password behind a scheme is hidden where it comes again", () => {
  const headers = [["x-authorization", "Bearer hunter22x"]] as const;
  const request = { method: "POST", target: "/a", principal: "", headers, body: bodyOf(bytes("\0hunter22x\x01")) };
  expect(JSON.stringify(createSecretMemory().request(request))).not.toContain("hunter22x");
});

test.each([
  ["a form", (value: string) => new URLSearchParams([["", value]]).toString().slice(1)],
  ["a component", encodeURIComponent],
  ["a URL's path", (value: string) => new URL(`http://h/${value}`).pathname.slice(1)],
  ["a URL's query", (value: string) => new URL(`http://h/?${value}`).search.slice(1)],
  ["JSON", (value: string) => JSON.stringify(value).slice(1, -1)],
  ["escape()", (value: string) => value.replace(/[^\w@*+./-]/g, "%")],
  ["curl's globs, YAML, a shell, a cookie, Windows", (value: string) => value.replace(/[^\w.-]/g, "?")],
])("a placeholder stays what it is in %s", (_what, write) => {
  const sent = createSecretMemory().target(`/token/${opaque}?code=EDDF`).split(/[/?=]/).slice(2);
  const placeholders = sent.filter((each) => isPlaceholder(each));
  expect(placeholders).toHaveLength(2);
  expect(placeholders.map(write)).toEqual(placeholders);
});

test.each([
  ["twelve bytes", "/reset/KVHJ133ufavSAZ_t"],
  ["twelve bytes without a digit", "/account/activate/PAHYZWXbJfgcAAZM"],
  [
    "a time and a digest of Django, behind a user in base64,",
    "/account/activate/MQ/c5t7rd-8fbc1871064274b01d3428f5b9b483f4",
  ],
])("%s behind a word of mails are hidden", (_what, target) => {
  expect(createSecretMemory().target(target)).toMatch(/\/__redacted-[a-z-]+\.[\da-f]{3,10}__$/);
});

test.each([
  ["a resource by its id", "/v2/550e8400-e29b-41d4-a716-446655440000/servers"],
  ["a resource by an ObjectId", "/v1/507f1f77bcf86cd799439011/x"],
  ["a commit", `/repos/a/b/commits/${hex}12345678`],
  ["a template", "/reset-password/{token}"],
  ["a name behind a word of mails", "/verify/organization-members-of-2026"],
  ["a moment without a name", "/x?1767225600000"],
  ["the page of a cursor", `/x?cursor=${opaque}&page_token=${opaque}&ExclusiveStartKey=${opaque}&skipToken=${opaque}`],
  ["the page of a state", `/x?pageState=${opaque}&scroll_id=${opaque}&delta_token=${opaque}&resumptionToken=${opaque}`],
])("%s stays in a path", (_what, target) => {
  expect(createSecretMemory().target(target)).toBe(target);
});

test.each([
  ["a lock file", `{"packages":{"node_modules/csrf":{"version":"3.1.0","integrity":"sha512-${base64(hex + hex)}"}}}`],
  ["UUIDs", '{"id":"550e8400-e29b-41d4-a716-446655440000","auth":{"id":"550e8400-e29b-41d4-a716-446655440000"}}'],
  ["a UUID under auth", '{"auth":"550e8400-e29b-41d4-a716-446655440000"}'],
  ["a URL with a variable", "https://ada:%PASSWORD%@h/x"],
  ["a path of a module", '{"csrf":["./dist/types/middleware/csrf"]}'],
  ["a cursor", `{"next_cursor":"${opaque}","pageInfo":{"endCursor":"${opaque}"}}`],
  ["an image", `{"image":"data:image/png;base64,${base64(hex.repeat(9))}"}`],
  ["a syntax tree", '{"type":"Token","value":"abc","tokens":[{"type":"Punctuator","value":"{"}]}'],
  ["prose about secrets", "The password must be at least 8 characters. See token: a word; secret is what you keep."],
  ["a program", "const token = scanner.scanToken(), password = getPassword2(user), secret: Secret = readSecret();"],
  ["a list of names", "password, token, secret\nare words, of many, kinds\n"],
  ["a table of counts", "model,prompt,token\na,12,512\n"],
  ["an error's code", '{"code":"40001","pin":"12"}'],
  ["the pin of a chip", '{"pin":"GPIO13"}'],
  ["currencies", '{"token0":{"symbol":"WETH"},"token1":{"symbol":"USDC"}}'],
  [
    "a boundary behind the end of an element",
    `<token>none</token></a>\r\n--uuid:7d4f1a3e-8b1c-4e9a-9c52-5a1f6f0e2b77--`,
  ],
  ["the next element's value", `<w:token></w:token> <a>7d4f1a3e8b1c4e9a9c525a1f6f0e2b77</a>`],
])("%s of an answer stays", (_what, text) => {
  const response = { status: 200, headers: [], body: bodyOf(bytes(text)) };
  expect(createSecretMemory().response(response).body?.text).toBe(text);
});

test.each([
  ["cookie", "session=true; theme=dark"],
  ["www-authenticate", 'Digest realm="x", nonce="__redacted-header__", qop="auth"'],
])("%s: %s stays", (name, value) => {
  const headers = [[name, value.replace("__redacted-header__", "abc123")]] as const;
  expect(createSecretMemory().response({ status: 200, headers, body: null }).headers).toEqual([[name, value]]);
});

// "S" by itself, no letter of a word.
function isSign(text: string, at: number): boolean {
  return !/\w/.test(text[at - 1] ?? "") && !/\w/.test(text[at + 1] ?? "");
}

test("a secret that repeats itself is hidden where it stands, at the beginning of a text too", () => {
  const memory = createSecretMemory();
  const text = `ghp_gr${"sswordpassword"}pass1363379315wordhp_gp_`;
  const request = { method: "POST", target: "/a", principal: "", headers: [], body: bodyOf(bytes(text)) };
  expect(memory.request(request).body?.text).toMatch(/^__redacted-github-token\.[\da-f]+__(?:_gp_)?$/);
});

test("a long line that is a value once what stands in it is hidden is hidden at once", () => {
  const once = createSecretMemory().text(`db:\n  password: h[t${'"a":"'.repeat(300)}"secret":"hunter22 x`);
  expect(createSecretMemory().text(once)).toBe(once);
});

test("what takes the place of a segment of a path is no secret", () => {
  const [clean, tagged] = [`/reset-password/${opaque}`, "/reset-password/__redacted-password.28d6bfd8c1__"];
  const once = createSecretMemory().target(clean);
  expect([createSecretMemory().target(once), createSecretMemory().target(tagged)]).toEqual([once, tagged]);
});

test.each([
  "\n\bpassword\u0012\u0010ñandú-s3creto-X9",
  "\u0002password\0\u0010\0\0\0äöüß-s3creto-X9\0",
  "\u0001secret\u0002abüx7Kq-s3creto-X9",
])("a serializer's secret is hidden where it begins in no ASCII: %j", (said) => {
  const { body } = createSecretMemory().response({ status: 200, headers: [], body: { encoding: "utf8", text: said } });
  expect(body?.encoding === "utf8" && body.text).not.toContain("s3creto");
});

test("bytes that only happen to spell a name stay as they are, and a serializer's secret does not", () => {
  const scrubbed = (said: string): string => {
    const { body } = createSecretMemory().response({ status: 200, headers: [], body: bodyOf(bytes(said, "latin1")) });
    return body?.encoding === "base64" ? atob(body.text) : "";
  };
  const noises = [
    "\xb5Pw\xad94\xe1\xba8\x1bs\xc4\x17\x9b\xe9\xd0?LO\xef",
    "\x1e\x12\x14pw`v\xd7\x06g0\xa9b\xfd{",
    "R\x05\x83Pw cg\x1c2\xe36E6\xaf",
  ];
  expect(noises.map(scrubbed)).toEqual(noises);
  expect(scrubbed("\x81\xa8password\xa9hunter22x\xa1a\xff")).not.toContain("hunter22x");
  expect(scrubbed("\x81\xa8password\xa6hunt22\xa1a\xff\xfe")).not.toContain("hunt22");
  expect(scrubbed("\x81\xa8password\xacp\xc3\xa4ssw\xc3\xb6rt9X\xa1a\xff")).not.toContain("rt9X");
  expect(scrubbed("\x82\xa3pwd\xa7hunt3r2\xa1a\xff")).not.toContain("hunt3r2");
  expect(scrubbed("\xff\0user\0ada\0pwd\0hunt3r2\0host\0h")).not.toContain("hunt3r2");
  expect(scrubbed("\xfe\x02pwd\0\x08\0\0\0hunt3r2\0\x02a\0")).not.toContain("hunt3r2");
});
