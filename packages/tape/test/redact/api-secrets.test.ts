// Secrets of public APIs, between « and »: each is hidden, and nothing beside it.
import { expect, test } from "vitest";
import type { Body, Exchange } from "../../src/exchange.ts";
import { createSecretMemory } from "../../src/redact/memory/secret-memory.ts";
import { findPlaceholders } from "../../src/redact/placeholder.ts";
import { createScrubber } from "../../src/redact/scrubber.ts";
import { asHidden, asSent, seen, told } from "./told.ts";

const scrubber = createScrubber();
const opaque = "a8Hk29dkL20skdJ3lsKz";
const hex = "9f86d081884c7d659a2feaa0c55ad015";
const textOf = ({ body }: { readonly body: Body | null }): string => (body?.encoding === "utf8" ? body.text : "");

type Sent = readonly [api: string, target: string, body?: string];
const sent: readonly Sent[] = [
  ["a code in a path, as signal-cli's", "/v1/register/+4312/verify/«123-456»"],
  ["a code of one time in a path", "/users/7/otp/«4829»?locale=en"],
  ["a device's code in a path", "/device-activation/«WDJB-MJHT»"],
  ["the key of Hue's bridge in a path", `/api/«${opaque}»/lights/1`],
  ["Podman's secret", "/v5.0.0/libpod/secrets/create?name=db", "«correct horse battery»"],
  ["a secret of several lines", "/secrets/db", "«A=hunter2\nB=x»\n"],
  ["a secret in a form", "/secrets", "name=db&value=«hunter2»&driver=file"],
  ["3-D Secure", "/acs", "creq=«eyJ0aHJlZURTU2Vy»&lang=en"],
  ["3-D Secure, the first version", "/acs", '{"PaReq":"«eJxVUm1v»","MD":"12"}'],
  [
    "names with a number",
    "/x",
    '{"password1":"«abc»","password12":"«abd»","secret_2":"«x»","accessToken2":"«z»","pin1":"«4829»","code_2":"«12345»"}',
  ],
  ["names with a number in a form", "/x", `pin1=«4829»&cvv=«123»&token_2=«${opaque}»&key1=«${hex}»&line2=Main`],
  ["codes in XML", "/x", "<card><cvv>«123»</cvv><exp>0129</exp></card>"],
  ["a card under its account", "/x", "ACCT=«4111111111111111»&EXPDATE=1030&CVV2=«123»&ACCTTYPE=4"],
  ["a card's code behind other words", "/x", '{"DS_MERCHANT_CVV2":"«123»","cardCvc":"«1234»","card_cvv":"«321»"}'],
  ["a login's code without what is beside it", "/x", `{"code":"«${hex}»","shop_id":1}`],
  ["passwords in Portuguese", "/x", '{"senhaAtual":"«abc»","novaSenha":"«abd»","confirmar_senha":"«abe»"}'],
  [
    "passwords in Spanish and German",
    "/x",
    '{"nuevaContraseña":"«abc»","contrasenia":"«abd»","kennwortBestätigung":"«x»"}',
  ],
  [
    "passwords in Slavic languages",
    "/x",
    '{"новыйПароль":"«abc»","пароль_новый":"«abd»","noveHeslo":"«x»","heslo":"word"}',
  ],
  [
    "passwords without signs between words",
    "/x",
    '{"新密码":"«abc»","新しいパスワード":"«abd»","새비밀번호":"«x»","密码确认":"«y»"}',
  ],
  ["passwords in other scripts", "/x", '{"mật_khẩu":"«abc»","รหัสผ่าน":"«abd»","סיסמה":"«x»","κωδικός":"«y»"}'],
  ["codes in other languages", "/x", '{"验证码":"«482913»","認証コード":"«482914»","codigoDeVerificacion":"«482915»"}'],
  ["a pin of something", "/x", '{"voicemailPin":"«482913»","led_pin":"13","spin":"1234"}'],
  ["a password behind no user, as Deluge's", "/json", '{"id":1,"params":["«deluge»"],"method":"auth.login"}'],
  [
    "Odoo's password in front of its method",
    "/jsonrpc",
    '{"params":{"args":["db",2,"«zz9»","res.partner","read",[[1]]],"method":"execute_kw","service":"object"}}',
  ],
  ["aria2's secret", "/jsonrpc", '{"method":"aria2.addUri","id":1,"params":["token:«hunter2»",["http://x/y"]]}'],
  [
    "aria2's secret in one call of several",
    "/jsonrpc",
    '{"method":"system.multicall","params":[[{"methodName":"aria2.tellActive","params":["token:«hunter2»"]}]]}',
  ],
  [
    "aria2's secret, by XML-RPC",
    "/rpc",
    "<methodName>aria2.pause</methodName><params><param><value><string>token:«hunter2»</string></value></param></params>",
  ],
  ["a session that is checked", "/rpc", `{"method":"auth.check_session","params":["«${hex}»"]}`],
  ["a token that is renewed", "/rpc", `{"method":"token.refresh","params":[7,"«${opaque}»"]}`],
  ["a token that is opened, by its password", "/rpc", '{"method":"api.getAccessToken","params":["ada","«zz9»"]}'],
  [
    "Meteor's token",
    "/sockjs",
    `{"msg":"method","id":"1","method":"login","params":[{"resume":"«${opaque}»","userId":"${opaque}"}]}`,
  ],
  [
    "a wallet's password",
    "/",
    '{"method":"personal_sendTransaction","params":[{"from":"0x1"},"«open sesame»"],"id":1}',
  ],
  ["the session of OpenWrt's calls", "/ubus", `{"id":1,"method":"call","params":["«${hex}»","network","status",{}]}`],
  ["a digest of JSON-RPC", "/rpc", `{"auth":{"username":"ada","response":"«${hex}${hex}»"}}`],
  ["a digest of FritzBox", `/login_sid.lua?username=ada&response=«2$${hex}»`],
  ["a signature with a secret", "/x", `{"mac":"«${hex}»","sign":"«${opaque}»"}`],
  ["a signature of an elliptic curve", "/x", `{"signature":{"r":"«0x${hex}${hex}»","v":28}}`],
  ["a launch of SMART", `/authorize?launch=«${opaque}»&aud=x`],
  ["a ticket of CAS in a path", `/v1/tickets/«TGT-1-${opaque}${opaque}»`],
  ["a payment that a bank confirms", "/x", `{"MD":"«${opaque}»","note":{"md":"# Hello 1 2 3 4 5 worlds"}}`],
  ["a password as a body", "/users/1/change-password", "«hunter2nexus»"],
  ["passwords by their age", "/users/1/password", '{"old":"«abc»","new":"«abd»","user":"ada"}'],
  ["variables of Nomad", "/v1/var/jobs/redis", '{"Path":"jobs/redis","Items":{"dsn":"«abc»"}}'],
  [
    "a path of TR-069",
    "/acs",
    '<Name>InternetGatewayDevice.LANDevice.1.WLANConfiguration.1.KeyPassphrase</Name><Value xsi:type="xsd:string">«w1f1pass»</Value>',
  ],
  ["ClickHouse's SQL", "/", "CREATE USER j IDENTIFIED WITH sha256_password BY '«qwerty12»'"],
  ["MySQL's SQL", "/", "ALTER USER 'j'@'%.h.example' IDENTIFIED BY '«swordfish»' REPLACE '«it''s old»'"],
  ["Oracle's SQL", "/", "ALTER USER j IDENTIFIED BY «swordfish»; SELECT 1"],
  ["InfluxDB's query", "/query?q=SET+PASSWORD+FOR+%22j%22+%3D+%27«swordfish»%27&db=x"],
  ["PostgreSQL's SQL in JSON", "/sql", '{"stmt":"CREATE ROLE j LOGIN ENCRYPTED PASSWORD \'«swordfish»\' CREATEDB"}'],
  ["SQL Server's SQL", "/", "ALTER LOGIN j WITH PASSWORD = N'«swordfish»' OLD_PASSWORD = '«dolphin»'"],
  ["Neo4j's Cypher", "/tx/commit", '{"statement":"ALTER CURRENT USER SET PASSWORD FROM "«dolphin»" TO "«swordfish»""}'],
  [
    "a call of Odoo's",
    "/jsonrpc",
    '{"method":"call","params":{"service":"object","method":"execute_kw","args":["db",2,"«swordfish»","res.partner","read",[[1]]]}}',
  ],
  ["CouchDB's administrator", "/_node/_local/_config/admins/ada", '"«swordfish»"'],
  ["what Keycloak binds to a directory with", "/x", '{"config":{"bindDn":["cn=a"],"bindCredential":["«swordfish»"]}}'],
  ["commands with a password", "/run", "sshpass -p «swordfish» ssh h; mysql -u root -p«dolphin» db; mysqldump -p db"],
  ["Kickstart", "/ks", "rootpw --plaintext «swordfish»\nlang en"],
  ["words of a wallet", "/x", `{"seed":"«${"awkward ".repeat(12)}end»","phrase":"good morning"}`],
  ["a token of TP-Link", "/cgi-bin/luci/;stok=«9f86»/admin/status"],
  ["a form that ends with a plus", "/x", `sign=«${hex}»&data=IUm0Qn29kZtoSC0zD2g+`],
  ["BSON", "/x", "\x02user\0\x04\0\0\0ada\0\x02password\0\x0a\0\0\0«hunter2bs»\0\0"],
  ["SNMP's community", "/snmp", '{"version":"2c","community":"«gardens»","port":161}'],
  ["SNMP's community in XML", "/x", "<snmp><community>«gardens»</community></snmp>"],
  ["SNMP's community in YAML", "/x", "snmp:\n  community: «gardens»\n"],
  ["SNMP's community in a query", "/snmp?target=1.2.3.4&community=«gardens»&version=2c"],
  [
    "a router's lines",
    "/config",
    "snmp-server community «gardens» RO\ncrypto isakmp key «swordfish» address 1.2.3.4\nusername ada privilege 15 password 7 «0822455D0A16»\nradius-server host 1.2.3.4 key «dolphin»\n option key '«w1f1pass»'\n",
  ],
  ["a router's line behind another", "/config", "hostname r1\nenable secret «swordfish»\n"],
  ["a router's line by its digits", "/config", "username ada password «hunter2»\nsnmp community «g4rdens»\n"],
  ["SNMP's community by its version", "/x", '{"community":"«gardens»","version":"2c"}'],
  ["SNMP's community by its port", "/x", '{"community":"«gardens»","host":"10.0.0.1:161"}'],
  ["a network's key", "/x", '{"values":{"key":"«swordfish»","encryption":"psk2"}}'],
  ["SQLCipher's key", "/sql", "PRAGMA key = '«swordfish»'; PRAGMA cipher_page_size = 4096"],
  ["what SQL encrypts with", "/sql", "SELECT pgp_sym_encrypt(f(a, 'b'), '«swordfish»'), crypt('«dolphin»', s) FROM t"],
  [
    "what ClickHouse reads elsewhere with",
    "/",
    "SELECT * FROM mysql('h:3306', 'db', 't', 'ada', '«swordfish»') JOIN s3('https://b/x', 'id', '«dolphin»')",
  ],
  [
    "ClickHouse's table elsewhere",
    "/",
    "FROM remote('h:9000', db, tbl, 'ada', '«swordfish»') JOIN remoteSecure('h', 'db.t', 'bob', '«dolphin»', rand())",
  ],
  ["a quote that SQL doubles", "/sql", "SELECT crypt('«it''s me»', salt), 'x'"],
  [
    "a header that a program sets",
    "/x",
    `r.Header.Set("X-Api-Key", "«hunter22»"); p.setProperty("db.password","«zz9!»")`,
  ],
  ["a variable before a command", "/x", "docker run -e DB_PASSWORD=«swordfish» x; A=1 B_TOKEN=«dolphin» cmd"],
  ["MongoDB's shell", "/run", `{"cmd":"db.auth('ada', '«swordfish»')"}`],
  ["a constant of PHP", "/x", "define( 'DB_PASSWORD', '«swordfish»' );"],
  ["a variable of HCL", "/x", 'variable "db_password" {\n  type = string\n  default = "«swordfish»"\n}'],
  ["bytes of Python", "/x", "{'secret': b'«swordfish»'}"],
  ["a container's environment", "/x", '{"Env":["PATH=/bin","DB_PASSWORD=«correct horse»","LANG=C"]}'],
  ["a command's environment", "/x", '{"script":"cd x && PGPASSWORD=«swordfish» psql; echo PASSWORD=********."}'],
  ["commands that log in", "/x", "docker login -u ada -p «swordfish» h; redis-cli -h h -a «dolphin» ping"],
  ["an attribute of DSML", "/x", '<attr name="userPassword"><value>«swordfish»</value></attr>'],
  ["an answer file of Windows", "/x", "<Password><Value>«swordfish»</Value><PlainText>true</PlainText></Password>"],
  ["SCIM's name of a password", "/x", '{"urn:ietf:params:scim:schemas:core:2.0:User:password":"«swordfish»"}'],
  ["the code of a login elsewhere", "/token", '{"grant_type":"authorization_code","code":"«swordfish»"}'],
  ["a part of a key that opens Vault", "/x", '{"key":"«41XwBpxjBdt3jb/YynH1b3wxnFXMFj+4+0c9FhUwpezc»"}'],
  ["codes in texts", "/sms", '{"text":"«482913» is your Acme login code","b":"Use «482914» to sign in. Order 123456"}'],
  [
    "codes that a text asks for",
    "/sms",
    "Enter «482913» as your PIN. Use «482914» to reset your password, or type «4829» as passcode",
  ],
  ["a password of one time in a text", "/sms", "Your one-time password is «482913»."],
  ["a hash of a directory", "/x", "ada:{SSHA}x\nada:«{SSHA}Gw7CajQxbuwFMxpLm2K4jRHzXBcMwobRpG46Xg==»\n"],
  ["a hash of Django", "/x", `{"a":"«pbkdf2_sha256$600000$a1B2$${opaque}${opaque}${opaque}=»"}`],
  ["the seeds of an authenticator", "/x", `{"uri":"«otpauth-migration://offline?data=${opaque}»"}`],
  ["a device that gets messages", "/x", `{"ids":["«cX3yOstVAjGRWdD7_wIYNT:APA91b${hex}${hex}»"]}`],
];
test.each(sent)("of what is sent is hidden: %s", (_api, target = "", body = "") => {
  const { request } = scrubber.exchange(told({ method: "POST", target: asSent(target), body: asSent(body) }));
  expect(scrubber.request(request)).toEqual(request);
  expect([request.target, textOf(request)].map(seen)).toEqual([target, body].map(asHidden));
});

type Answered = readonly [api: string, answer: string, target?: string, sent?: string];
const answered: readonly Answered[] = [
  [
    "Hue's bridge",
    `[{"success":{"username":"«${opaque}»","clientkey":"«${hex}»"}}]`,
    "/api",
    '{"devicetype":"app#x","generateclientkey":true}',
  ],
  ["a SIM", '{"iccid":"8931440400000000001","pin1":"«4829»","puk2":"«12345678»"}'],
  ["Matter", '{"qr_code":"«MT:Y.K9042C00KA0648G00»","manual_code":"«34970112332»","unit":"MT:km"}'],
  ["an eSIM", '{"matchingId":"«QR-G-5C-1LS»","smdpAddress":"rsp.example.com"}'],
  ["an eSIM, and no other match", '{"matchingId":"QR-G-5C-1LS","teams":2}'],
  ["an assertion of SAML", `<Assertion><SignatureValue>«${opaque}${opaque}»</SignatureValue></Assertion>`],
  ["an assertion of SAML, and no invoice", `<Invoice><SignatureValue>${opaque}${opaque}</SignatureValue></Invoice>`],
  ["a mail in German", '{"text":"Ihr Bestätigungscode lautet: «482913»\\nBestellung 123456"}'],
  ["a text in French", '{"body":"Votre code de vérification est «482913»"}'],
  ["a text in Spanish", '{"body":"Tu código de verificación es «482913». Vuelo 123456"}'],
  ["keys with a number", `{"token_1":"«${opaque}»","key1":"«${hex}»","item1":"${opaque}"}`],
  [
    "a key by what it may do, as Meilisearch's",
    `{"results":[{"key":"«${hex}${hex}»","uid":"${hex}","actions":["search"],"indexes":["${hex}"]},{"key":"${opaque}"}]}`,
  ],
  ["a key by what it may do, as Typesense's", `{"actions":["*"],"id":1,"metadata":{"a":{}},"value":"«${opaque}»"}`],
  ["a key by when it ends, as Tailscale's", `{"key":"«tskey-api-${opaque}»","capabilities":{"a":{}},"expires":"2027"}`],
  ["a token by its end, as Gitea's", `{"sha1":"«${hex}5ad0155d»","token_last_eight":"5ad0155d"}`],
  ["a key beside braces", `{"actions":["*"],"note":"a } b \\" {","key":"«${hex}»","tpl":"}}"}`],
  [
    "a key in JSON within a string",
    `{"key":"{\\"data\\":\\"«${hex}»\\",\\"note\\":\\"}\\",\\"scopes\\":\\"a\\"}","k":1}`,
  ],
  ["one of several codes", '{"recovery_code":"«273494»","backupCode":"«12345»"}'],
  ["what opens an encrypted disk", `{"key":"«${"146934-".repeat(7)}146934»"}`],
  ["a token by its id, as Proxmox'", '{"full-tokenid":"root@pam!t","value":"«1e5c8f94-429b-4c5f-aa50-6cc5ed624b94»"}'],
  [
    "OpenVPN's key of both sides",
    `«-----BEGIN OpenVPN Static key V1-----\n${hex}\n-----END OpenVPN Static key V1-----»`,
  ],
];
test.each(answered)("of an answer is hidden: %s", (_api, answer = "", target = "/x", body = "") => {
  const { response } = scrubber.exchange(told({ method: "POST", target, body, answer: asSent(answer) }));
  expect(seen(textOf(response))).toBe(asHidden(answer));
});

test.each([
  ["the key of a cache", `{"key":"${hex}","size_in_bytes":7,"last_accessed_at":"2026-01-01T00:00:00Z"}`],
  ["keys of permissions", '{"permissions":{"A":{"key":"ADMINISTER_2_PROJECTS_OF_4_USERS","type":"GLOBAL"}}}'],
  ["the id of what ends", `{"key":"507f1f77bcf86cd799439011","value":"a","expires":"2027"}`],
  ["a value", `{"value":"${opaque}","label":"a"}`],
  ["the key of a cache, in JSON within a string", `{"key":"{\\"digest\\":\\"${hex}\\",\\"n\\":1}","last_used_at":7}`],
])("of an answer stays: %s", (_what, answer) => {
  expect(textOf(scrubber.response(told({ answer }).response))).toBe(answer);
});

test("what a member tells of its neighbour follows into later messages, whoever said it first", () => {
  const memory = createSecretMemory();
  const [issued, sent] = [hex, opaque];
  const [{ request }, later] = [
    { target: "/keys", body: JSON.stringify({ actions: ["*"], value: sent }), answer: `{"key":"${issued}","acl":[]}` },
    { target: `/keys/of-${issued}/of-${sent}`, answer: JSON.stringify([issued, sent]) },
  ].map((each) => memory.exchange(told({ method: "POST", ...each }))) as [Exchange, Exchange];
  const said = findPlaceholders(textOf(request));
  expect(said).toEqual([expect.stringMatching(/^__redacted-field\.[\da-f]{10}__$/)]);
  expect(later.request.target).toMatch(/^\/keys\/of-__redacted-field__\/__redacted-field\.[\da-f]{10}__$/);
  expect(JSON.parse(textOf(later.response))).toEqual(["__redacted-field__", ...said]);
});

test.each<Sent>([
  ["an order that is confirmed", "/orders/confirm/123456"],
  ["a year behind a word of mails", "/verify/2024-2025"],
  ["a word behind one", "/verify/some-word"],
  ["a resource below /api", "/api/507f1f77bcf86cd799439011/items"],
  ["an account of a chain below /api", "/api/0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48/balance"],
  ["a Secret in YAML without data", "/api/v1/namespaces/d/secrets", "apiVersion: v1\nkind: Secret\n"],
  ["addresses of a pair", "/x", '{"token1":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","sha1":"a1","md5":"b2"}'],
  ["who is asked for", "/rpc", '{"method":"login.get_user_by_login","params":["ada"]}'],
  [
    "an account of a chain that a call names",
    "/rpc",
    '{"method":"getTokenAccountsByOwner","params":["4Qkev8aNZcqFNSRhQzwyLMFSsi94jHqE8WNVTJzTP99F",{}]}',
  ],
  ["a call that is cut off", "/rpc", '{"method":"login","params":[{"method":"login","params":[{"a":'],
  ["a number of a download", "/rpc", '{"method":"aria2.pause","params":["2089b05ecca3d829"]}'],
  ["the code of a terminology", "/Observation?code=http://loinc.org|1975-2"],
  ["an answer of a model", "/x", '{"response":"There are 4 cats, 5 dogs, 6 birds and 7 fishes"}'],
  ["a keyword", "/x", '{"palabraClave":"oferta","parolaChiave":"offerta","ultimaParola":"fine"}'],
  ["who is identified in prose", "/x", "They are identified by 'name', or identified as 'new'."],
  [
    "who is created in prose",
    "/x",
    "Creates a user identified by name. The password 'must' be long; alter a user's password 'rules'.",
  ],
  [
    "a column of a table",
    "/sql",
    "SELECT name FROM users WHERE password IS NULL; CREATE TABLE t (password text, name 'x')",
  ],
  ["a code for a discount", "/x", '{"text":"Tu código de descuento es 202612"}'],
  ["a community of people", "/x", '{"community":"gardens","communities":["a"],"version":2}'],
  ["prose on a router's words", "/x", "username and password for authentication, snmp community of people"],
  ["the name of a file", "/x", '{"key":"uploads/2026/AbCdEf12/GhIjKl34/MnOpQr567890AB"}'],
  ["a call that names a field", "/x", "translate('password', 'Password'); encrypt(data, key)"],
  [
    "an argument of another function",
    "/x",
    "robot.promote('release'); demote(\"ada\"); paraphrase(\"the cat sat\"); is_secure(\"https\"); useMysql(\"orders\"); aws_s3('b','x','y')",
  ],
  [
    "a function in a table",
    "/x",
    "const [, nth = 0] = functions.find(([name]) => crypt) ?? []; phrase('a b'); godb('x')",
  ],
  [
    "what a file's columns are",
    "/",
    "s3('https://b/x', 'CSV', 'name String, value UInt32'), s3('https://b/x', 'CSV', 'auto', 'gzip')",
  ],
  [
    "a call that labels a field",
    "/x",
    'addEventListener("password","change");e.setAttribute("data-password","hide");i18n.add("password","Passwort");labels.put("password","Mot de passe");header("token","Name of the column");define("PASSWORD","Passwort");p.setProperty("password","Passwort")',
  ],
  ["a community with as many comments", "/x", '{"community":"technology","comments":161,"score":5,"route":"2c"}'],
  [
    "numbers of prose",
    "/x",
    "listens on port 8080 to sign requests. It takes 5000 to pass the level, needs 8192 to pin the page. Added 2048 as passing tests, room 1204 as pin. Use 8080 to sign requests, use 4096 to pin a page, use 2048 as passing mark",
  ],
  ...[
    "enable secret scanning\n",
    "enable secret scanning\nenable password authentication\n",
    "username admin password reset\n",
    "radius key length\n",
    "snmp community strings\n",
    "snmp community strings are weak",
    "crypto isakmp key exchange is described in",
    "snmp-server community strings are weak",
  ].map((line): Sent => [`prose on a router's words: ${line.trim()}`, "/x", line]),
  ["a pass of another kind", "/x", '{"ski_pass":"season2024"}'],
  ["a variable of the environment in prose", "/x", "see TOKEN=value for details"],
  ["a line of an address", "/x", '{"line1":"Main St 4","address2":"B7"}'],
])("of what is sent stays: %s", (_what, target = "", body = "") => {
  const exchange = told({ method: "POST", target, body });
  expect(scrubber.exchange(exchange).request).toEqual(exchange.request);
});

test("sessions that are fields of an Authorization, as Tryton's, are not told of: they are told apart", () => {
  const ambiguous: string[] = [];
  const memory = createSecretMemory({ onAmbiguous: (each) => ambiguous.push(each) });
  for (const [at, user] of ["ada", "bob"].entries()) {
    const issued = `${at}${hex}`;
    const body = JSON.stringify({ method: "common.db.login", params: [user, { password: `hunter2${user}` }] });
    memory.exchange(told({ method: "POST", target: "/db/", body, answer: JSON.stringify({ result: [at, issued] }) }));
    memory.notice([["authorization", `Session ${btoa(`${user}:${at}:${issued}`)}`]]);
  }
  expect(ambiguous).toEqual([]);
});

test("an id that is all that a login is answered is its session, as Metabase's", () => {
  const sent = { method: "POST", body: '{"username":"ada","password":"hunter2nexus"}' };
  const answer = '{"id":"1e5c8f94-429b-4c5f-aa50-6cc5ed624b94"}';
  const { response } = createSecretMemory().exchange(told({ ...sent, target: "/api/session", answer }));
  expect(textOf(response)).toBe('{"id":"__redacted-field__"}');
});
