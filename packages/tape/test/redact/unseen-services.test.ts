// Secrets of services that were tried without a look at the readers, between « and »; and what stays beside their kin.
import { expect, test } from "vitest";
import { createScrubber } from "../../src/redact/scrubber.ts";
import { asHidden, asSent, seen, told } from "./told.ts";

const scrubber = createScrubber();
const opaque = "a8Hk29dkL20skdJ3lsKzb7Qm4Xw9Rt2V";
const hex = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b";

test.each([
  [
    "what signs links and invitations",
    '{"PublicLinkSalt":"«abc»","hash_salt":"«x 1»","logged_in_salt":"«y»","salt":"z"}',
  ],
  ["a salt of a program", `define('NONCE_SALT', "«p;3Rk} w!n»");`],
  ["a wallet's words in a list", '{"mnemonic_sentence":["«squirrel»","«silly»"],"seed_words":["«twice»"]}'],
  ["a directory's password", "ldap_default_authtok_type = password\nldap_default_authtok = «swordfish»\n"],
  ["a directory's credentials", '{"bindDN":"cn=svc","bindCredentials":"«swordfish»"}'],
  [
    "a key of a consumer, and of links",
    '{"consumerKey":"«QHh80XTPMUmg7Pg0NsnDAtkHNLt6ajKl»","u":"/d?tempauth=«a»&id=1 /f?rlkey=«b»&dl=0 /s/1?zak=«c»"}',
  ],
  [
    "a bearer's, by its name",
    `{"bearer":"«${opaque}»","scheme":"bearer"} /x?sas=«${opaque}»&page=2&userkey=«x1»&log_pass=«y2»`,
  ],
  ["names in one word, and the other way round", '{"ipsecpsk":"«x1»","wpapsk":"«y2»"} /x?pwdOld=«a1»&pwdNew=«b2»'],
  ["what a domain moves with", '{"authinfo":"«k9!Tz$4mQ2»","domain":"x.example"}'],
  ["what a WebSocket's client answers", `{"op":1,"d":{"authentication":"«${opaque}»"}}`],
  ["a card's code, second version", '{"pan":"«5555555555554444»","cvc2":"«967»","cvv2":"«123»"}'],
  ["a code that ends in seconds", `{"expiresInSeconds":299,"code":"«${opaque}»"}`],
  [
    "a code that a page posts",
    `<input type="hidden" name="code" value="«${opaque}»"><input name="code" value="SUMMER25">`,
  ],
  [
    "a value by its attribute",
    '[{"attribute":"auth_type","value":"userpass"},{"attribute":"password","value":"«x1»"}]',
  ],
  ["a value by its kind", '{"auth":{"kind":"password","value":"«x1»"},"t":{"kind":"Token","value":"let"}}'],
  ["parameters in Ruby's log", '{"otp_attempt"=>"«581520»", "password"=>"«x1»", "page"=>"2"}'],
  ["a TAN", "«470514» ist Ihre TAN für die Zahlung, 470515 ist Ihre Nummer"],
  ["keys of several peers", '10.0.0.1 10.0.0.2 : PSK "«swordfish»"\n'],
  ["a table below a commented heading", "# client\tserver\tsecret\nada\t*\t«swordfish»\n"],
  [
    "rows with other strings, and what is no value beside them",
    "insert into u (password, at) values (E'«swordfish»', 1), (_utf8'«x1»', now() + interval '1 day');",
  ],
  ["a login of IMAP", "a1 AUTHENTICATE PLAIN «AGFkYQBzd29yZGZpc2g=»\r\n"],
  ["a login of SMTP in lines", "<< 334 UGFzc3dvcmQ6\n>> «c3dvcmRmaXNo»\n<< 235 2.7.0 ok\n"],
  ["a password without a hash", "ada@b.example:«{PLAIN}swordfish»::::::\n"],
  ["a machine that joins a cluster", "kubeadm join 10.0.0.1:6443 --token «pahcyk.df3b20238506dd82» --v 5\n"],
  ["a directory's command", `ldapsearch -x -D "cn=admin,dc=x" -w «swordfish» -b dc=x -s sub\n`],
  ["a command of MongoDB", "mongosh -u root -p «swordfish» --quiet\nmongodump -p «12345» -u ada\n"],
  [
    "what Redis logs",
    '1700000000.123 [0 127.0.0.1:5] "AUTH" "«swordfish»"\n1700000000.124 [0 127.0.0.1:5] "GET" "page"\n',
  ],
  ["a user of Redis", "user ada on sanitize-payload >«swordfish» ~* +@all\nuser bob on nopass ~*\n"],
  ["a variable before a command, amid a line", "  206 ops PGPASSWORD=«swordfish» psql -h db -U app\n"],
  ["a connection in PHP's trace", "#0 /db.php(12): PDO->__construct('mysql:host=db;d...', 'app', '«swordfish»')\n"],
  [
    "a signature in hexadecimal",
    `"https://b.example/k?q-ak=1&q-signature=«${hex}»&x-oss-signature=«${hex}»&etag=${hex}"`,
  ],
  [
    "what SQL inserts",
    "INSERT INTO `u` (`id`, `api_token`, `n`, `password`) VALUES (1,'«b1»',NULL,'«c2»'),(1,'«a''b\\'1»',NOW(),'«swordfish»'),\n(2, NULL, 'x', '«y2»');INSERT INTO t (a) VALUES ('z');",
  ],
  [
    "what PostgreSQL copies",
    'COPY public.u (id, "reset_token", n) FROM stdin;\n1\t«ab"c1»\t2\n2\t\\N\tx\n\\.\nSELECT 1\t2\t3\n',
  ],
  ["a list of tokens in YAML", `tokens:\n  - «${opaque}»\n  - "«${hex}»" # new\n  - name: ${opaque}\nn: 1\n`],
])("hidden is %s", (_what, text) => {
  expect(seen(scrubber.text(asSent(text)))).toBe(asHidden(text));
});

test.each([
  ["a request in a log", '"GET /reset-password HTTP/1.1" 200 512\n"POST /oauth/token HTTP/2.0" 401 12\n'],
  [
    "what a schema says of a field",
    "password:\n  type: string\n  minLength: 8\n  pattern: a1b2c3d4e5\n  title: Pass1\n",
  ],
  ["what a program calls", "token = make_token(user)\n$password = $_POST['password'];\n"],
  ["a table below a commented heading", "# name\tkeys\nada\tfour5\n"],
  ["a list of words in YAML", "tokens:\n  - the\n  - kettle2\nkeys:\n- ctrl+shift+p\nsecrets:\n  - db-password\n"],
  [
    "what SQL inserts elsewhere",
    "INSERT INTO u (id, token_count) VALUES (1,'a''b1'); INSERT INTO t VALUES ('token', 'x1y2z3');",
  ],
  ["a port of MongoDB's", "docker run -d --name mongo -p 127.0.0.1:27017:27017 x\nmongod is run with -p port\n"],
  ["what is not Redis' user", "user ada on host >file9\n"],
  ["what is not Redis' command", '[server] "AUTH" "PLAIN"\n'],
  ["what is coded as a prompt is, elsewhere", "prompt: UGFzc3dvcmQ6\nnext\n"],
  ["a template", "GET /{PLAIN}/items\nmechanisms {PLAIN}|{LOGIN}, {{PLAIN}}text\n"],
  ["a signal's modulation", '{"qpsk":"3/4 rate","dbpsk":"half","16apsk":"x9"}'],
  ["how an API is asked", '{"authInfo":"oauth2"}'],
  ["a program's map", 'data = {"password" => Hash::make($request->password), "token" => Self::Token}\n'],
  ["Redis' other commands", '1700000000.123 [0 127.0.0.1:5] "SET" "counter" "12"\n'],
])("%s stays", (_what, text) => {
  expect(scrubber.text(text)).toBe(text);
});

test.each([
  ["a consumer of a queue", "/w", '{"consumerKey":"orders-topic-1"}'],
  ["what a job may do with a token", "/w", "permissions:\n  id-token: write\n"],
  ["a concept's code", "/Condition", '{"coding":[{"system":"http://snomed.info/sct","code":"38341003"}]}'],
  ["a search by a concept", "/Observation?code=http%3A%2F%2Floinc.org%7C8867-4", ""],
])("of what is sent stays %s", (_what, target, body) => {
  const { request } = scrubber.exchange(told({ method: "POST", target, body }));
  expect([request.target, request.body]).toEqual([target, told({ body }).request.body]);
});

test.each([
  ["what a person types in an app of a system", '{"code":"«482913»","system":"ios"}', ""],
  ["a credential that a gateway forwards", "{}", `Bearer «${opaque}»`],
])("of what is sent is hidden %s", (_what, body, forwarded) => {
  const headers = [
    ["x-forwarded-authorization", asSent(forwarded)],
    ["x-forwarded-user", opaque],
  ] as const;
  const { request } = scrubber.exchange(told({ method: "POST", body: asSent(body), headers }));
  expect(request.headers.map(([, value]) => seen(value))).toEqual([asHidden(forwarded), opaque]);
  expect(seen(request.body?.text ?? "")).toBe(asHidden(body));
});

test.each([
  'ldapsearch "a" ',
  "mongosh -u ",
  "mongosh -p a",
  "[0 127.0.0.1:5] ",
  "user ada on ",
  '] "AUTH" "a" ',
  "334 UGFzc3dvcmQ6\n>> ",
  "a : PSK ",
  '{"a"=>"b","pin_code"=>"',
  '<input name="code" value="a1',
  "{PLAIN}",
  "--token a1b2c3.a1b2",
  "insert into t (token) values (",
  "insert into t (token) values ('a\\",
  "insert into t (token) values (''",
  "insert into t (token) values ('a'),('b'),",
  "insert into t (token,",
  "COPY a (token) FROM stdin;\na\t",
  "- tokens:\n",
])("%j, repeated, is read in linear time", (begin) => {
  const text = begin.repeat(Math.ceil(200_000 / begin.length));
  const start = process.cpuUsage();
  scrubber.text(text);
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1e6, "seconds of the processor").toBeLessThan(2);
});
