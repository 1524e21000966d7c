import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createScrubber } from "../../src/redact/scrubber.ts";
import { marked } from "./told.ts";

const scrubber = createScrubber();
const opaque = "a8Hk29dkL20skdJ3lsKz";

test.each([
  ["a line of .env", "DB_PASSWORD=«parameter|hunter2»\nPORT=80"],
  ["a form whose first name it is", "token=«parameter|abc%26d»&client_id=app&pin"],
  [
    "a form as a browser writes it",
    "user%5Bpassword%5D=«parameter|a%26b%22c%3C12»&x%5Bsecret%5D%5B%5D=«parameter|a%3Db%5C»&b=1",
  ],
  ["base64 beside a space of a form", "q=Authorization%3A+Bearer+«header|p%2B0K3Gssxbgk5ul9%2FD8TcAQfJz3%3D»"],
  ["a line of a shell", "export API_TOKEN='«a b»'"],
  ["a line of YAML", "db:\n  password: «hunter2»\n  port: 80"],
  ["a header of a program, but for its scheme", 'fetch("/me", { authorization: "Bearer «s3cr3t»" })'],
  ["a constant with its type", 'const apiKey: string = "«x1»";'],
  [
    "a link that lets in, among others of a password, and what is no link",
    '{"password":{"reset":"«https://a.example/x/a8Hk29dkL20skdJ3lsKz»","b":"«https://ada:pw@a.example/»","c":"«/hunter2»","d":"«https://a.example/reset/482910»","e":"«https://a.example/r/Xk9pQ»","href":"«/hunter2»","method":"«hunter2»","value":"«https://a.example/x»"}}',
  ],
  [
    "a PIN in an object of secrets, whose name ends as that of a time does",
    '{"secret":{"pin":"«123456»","expires_in":"3600","createdAt":"1767225600"}}',
  ],
  [
    "an opaque member of a token",
    `{"token":{"creation":"«${opaque}»","type":"Bearer","issued_at":"2026-01-01T00:00:00Z"}}`,
  ],
  ["a line of YAML with an anchor", "password: &p «hunter2»\nb: *p"],
  [
    "a session in a path, but not the query behind it",
    "/cart;jsessionid=«parameter|541E626FF5C84FAE4E6D7E23DE53FE67»?page=2 <a href='cart;jsessionid=«parameter|541E626FF5C84FAE4E6D7E23DE53FE67»?page=3'>",
  ],
  ["a connection string, to its end", "Endpoint=sb://a/;password=«parameter|a/b?c=d»"],
  ["a connection string, with signs in it", "Server=a;Password=«parameter|Tr0ub#4dor9>x\\4Yz`<»;Encrypt=True"],
  ["a pair of a log, with an apostrophe in it", "ts=1 password=«abc'def9» user=joe"],
  ["an option with signs", "influx -password «a,b9(c» -x; psql --password=«x7(k,9dLm», --db=a1b2 --pass-file=a1"],
  ["an option in quotes, whatever signs it has", "run --password '«a,b9cd(eF»' -x"],
  [
    "a header of curl, in JSON, but not what a shell puts into one",
    String.raw`{"cmd":"curl -H \"X-Api-Key: «a(b9cd,eF»\" -H 'Authorization: Bearer «a(b9cd,eF»' -H \"X-Api-Key: a(x9$KEY)\""}`,
  ],
  ["a line of TOML", 'db_password = "«x1»"'],
  ["an element of XML", "<a:secretKey x='1'>«hu2»</a:secretKey>"],
  [
    "an attribute with entities, in JSON",
    String.raw`{"a":"<input type=\"password\" value=\"«Ab9&quot;kQ7&amp;z»\"><p data-a=\"{&quot;password&quot;:&quot;«x1»&quot;}\">"}`,
  ],
  [
    "a password that a form asks for twice",
    "a[plainPassword][first]=«parameter|p1»&a[plainPassword][second]=«parameter|p1»",
  ],
  [
    "a random password that Terraform keeps",
    '[{"type":"random_password","instances":[{"attributes":{"length":16,"result":"«zz9»"}}]}]',
  ],
  ["the key that an error repeats", "Incorrect API key provided: «sk-yyw0UaB9zShPrk5AGOOekvSK». See a page"],
  ["the configuration of a runner, which has its key", `{"encoded_jit_config":"«${opaque}»"}`],
  ["a word and the word for it", '{"initial_password":"«Mango-Secret»","otp":"One-Time-Password"}'],
  [
    "PostgreSQL's file of passwords",
    "# hostname:port:database:username:password\nlocalhost:5432:*:ada:«credentials|zz9»\ndb.example:6432:a:b:«credentials|a\\:b9»\n127.0.0.1:5432:5432\n",
  ],
  [
    "Postfix' file of passwords",
    '{"a":"[smtp.example]:587 a@b.example:«credentials|zz9»\\nsmtp.other.example relay:«credentials|a%9»\\n# x y:z\\n","b":"see [a]: b c:d"}',
  ],
  ["an attribute", '<user name="ada" password="«x1»"/>'],
  ["an attribute without quotes", "<input name=csrf_token value=«a1b2c3d4e5f6»>"],
  ["a meta element", '<meta name="csrf-token" content="«abc»">'],
  ["an input, its value first", "<input value='«abc»' name='otp'>"],
  ["a literal of GraphQL", 'mutation { login(password: "«x1»") }'],
  ["a literal in a string of JSON", '{"query":"{ login(password: \\"«x1»\\") }"}'],
  [
    "a variable of GraphQL, by the argument that it stands for",
    '{"query":"query($n: ID, $p: Pass) { login(name: $n, password: $p) { id } }","variables":{"n":"ada","p":"«x1»"}}',
  ],
  [
    "variables before their query, of a field of an input",
    '{"variables":{"v":"«x1»","w":"x2"},"query":"mutation { login(input: {name: $w, newPassword: $v}) { id } }"}',
  ],
  [
    "variables of GraphQL by GET",
    "/graphql?query=query(%24p%3APass)%7Blogin(password%3A%24p)%7Bid%7D%7D&variables=%7B%22p%22%3A%22«x1»%22%7D",
  ],
  ["single quotes", "{'password': '«x1»'}"],
  ["names with a prefix", '{"pwd":"«x»","secret_key_base":"«y»","dbPassword":"«z»"}'],
  [
    "the password of a call",
    '[{"method":"auth.login","id":1,"params":["ada","«hunter2»"]},{"method":"change_password","params":["«a1b»","«c2d»"]}]',
  ],
  ["an object with the URL of an OAuth flow", '{"client_secret":{"current":"«hunter22abc»","tokenUrl":"«u»"}}'],
  [
    "an object in a string, which clients parse",
    String.raw`{"SecretString":"{\"username\":\"«ada»\",\"password\":\"«hunter22»\",\"x\":\"«hidden-99»\",\"port\":5432}"}`,
  ],
  [
    "an object in a string that is not so plain",
    String.raw`{"SecretString":"«{\"a\":\"b\\\"c\"}»","secret":"«{\"pin\":12345678}»","client_secret":"«{\"a\":{\"b\":\"c\"}}»"}`,
  ],
  ["a connection string", '{"dsn":"host=h password=«zz4» dbname=d","log":"level=info token=«x1»"}'],
  ["a structure of XML-RPC", "<member><name>user_pass</name><value><string>«zz9»</string></value></member>"],
  ["a property list", "<key>Password</key>\n<string>«zz9»</string>"],
  [
    "a call of WordPress",
    "<methodName>wp.getPosts</methodName><params><param><value><int>1</int></value></param><param><value>ada</value></param><param><value>«zz9»</value></param></params>",
  ],
  [
    "a login by XML-RPC",
    "<methodName>auth.login</methodName><params><param><value><string>ada</string></value></param><param><value>«zz9»</value></param><param><value><int>60</int></value></param></params>",
  ],
  [
    "a login at Odoo",
    "<methodName>authenticate</methodName><params><param><value><string>db</string></value></param><param><value><string>ada</string></value></param><param><value><string>«zz9»</string></value></param><param><value><struct></struct></value></param></params>",
  ],
  ["a program that mixes its quotes", `{"X-Api-Key":'«zz9»'}`],
  [
    "a list of secrets, in GraphQL's variables too",
    '{"variables":{"input":{"app":"a","secrets":[{"key":"FOO","value":"«zz1»","scope":"x"}]}}}',
  ],
  [
    "the keys of a SIM",
    '{"iccid":"89314","ki":"«01a8cef7807576281deffc725ed035c1»","opc":"«01a8cef7807576281deffc725ed035c2»"}',
  ],
  [
    "the keys of LoRaWAN",
    '{"nwk_key":{"key":"«a1»"},"keys":{"f_nwk_s_int_key":{"key":"«b2»"},"app_s_key":{"key":"«c3»"}}}',
  ],
  ["a code in a page of a mail", "<p>Or enter code <b>«839201»</b></p>"],
  [
    "keys of things, markets and processors",
    '{"local_key":"«zz9»","networkKey":"«zz9»","pskKey":"«zz9»","listenKey":"«zz9»","transaction_key":"«zz9»","token_hash":"«zz9»","puk":"«zz9»","cardCode":"«zz9»"}',
  ],
  ["a token that starts something, and not the first of a page", '{"autoStartToken":"«zz9»","startToken":"zz9"}'],
  [
    "the id of a session, and not that of another object",
    '{"sid":"«q7Zp4mX9vB2nR8kT5wLc»","x":{"sid":"AC0123456789abcdef0123456789abcdef"}}',
  ],
  ["the id of a session in XML", '<body sid="«q7Zp4mX9vB2nR8kT5wLc»"/>'],
  ["the id of a statement in a policy", '{"Sid":"AllowS3ReadOnlyAccess2","Effect":"Allow"}'],
  [
    "a key that signs transactions of DNS, and not any key",
    '[{"algorithm":"hmac-sha256","key":"«q7Zp4mX9vB2nR8kT5wLcAA==»"},{"key":"q7Zp4mX9vB2nR8kT5wLcBB=="}]',
  ],
  [
    "Azure's Key Vault, in either order",
    '[{"value":"«zz9»","id":"https://v.vault.azure.net/secrets/a/1"},{"id":"https://v.vault.azure.net/secrets/b","value":"«zz8»"}]',
  ],
  [
    "Google's Secret Manager",
    '{"name":"projects/1/secrets/s/versions/1","payload":{"data":"«eno5»","dataCrc32c":"1"}}',
  ],
  [
    "Vault's store",
    '{"data":{"data":{"a":"«zz9»","b":"«zz8»"},"metadata":{"created_time":"2026-03-01T10:00:00Z","version":1}}}',
  ],
  ["the picture of a seed", '{"qr":"«data:image/png;base64,iVBO»","otpauth":null}'],
  ["an id of a secret", '{"SecretID":"«7b2e5f0a-93cd-4e1b-a6f8-1d2c3b4a5968»"}'],
  [
    "a variable that says so of itself, in either order",
    '[{"key":"A","value":"«zz9»","hcl":false,"sensitive":true},{"masked":true,"key":"B","value":"«zz8»"},{"isSecret":true,"value":«number|712»}]',
  ],
  ["etcd, by a key in base64", '{"kvs":[{"key":"cHJvZC9kYl9wYXNzd29yZA==","version":"1","value":"«eno5»"}]}'],
  [
    "a form, beside a parameter that names it",
    "key=DB_PASSWORD&value=«zz9»&Option.1.OptionName=API_KEY&Option.1.Value=«zz8»",
  ],
  ["what Vault answers when it is made", `{"keys":["«${opaque}»"],"keys_base64":["«${opaque}=»"],"root_token":"«x1»"}`],
  ["what Vault prints when it is made", `Unseal Key 1: «${opaque}x=»\nUnseal Key 2: «${opaque}y=»\n`],
  ["an answer to a question", '{"recovery_question":{"question":"Who?","answer":"«Annie»"},"security_answer":"«zz9»"}'],
  [
    "a call of a wallet",
    '[{"method":"personal_unlockAccount","params":["0xab","«zz9»",300]},{"method":"importprivkey","params":["«zz8»","cold"]},{"method":"wp.getUsersBlogs","params":["ada","«zz7»"]}]',
  ],
  ["a wallet's file", '{"crypto":{"ciphertext":"«ab12»","kdf":"scrypt"}}'],
  ["Elasticsearch's key in base64", `{"id":"a","api_key":"«x1»","encoded":"«${btoa("a:x1y2")}»"}`],
  ["a coding behind its name", '{"private_key_pem":"«zz9»","seedHex":"0","unsealKeysB64":["«zz8»"]}'],
  ["recovery codes, below their heading", "Your backup codes:\n1. «1234 5678»\n2. «2345 6789»\n"],
  ["recovery codes, in a page", "<h2>Recovery codes</h2><ul><li>«a1b2c-d3e4f»</li><li>«abcde-fghij»</li></ul>"],
  ["a session", `{"session":"«${opaque}»"}`],
  [
    "JSON in a member of what looks like a schema",
    String.raw`{"token":{"type":"object","data":"{\"password\":\"«zz9»\"}"}}`,
  ],
  ["what a template puts out", '{"dbPassword":{"type":"Object","value":{"primary":"«zz9»"}}}'],
  ["a list, of which no scheme of OpenAPI has the name", '{"security":"on","apis":[{"access_token":["«default»"]}]}'],
  ["passwords by their users", '{"passwords":{"status":"«hunter2»"}}'],
  ["the password of one who is called user", '{"password":{"user":"«hunter2»"}}'],
  ["a phrase that reads as a sentence", '{"passphrase":{"description":"«correct horse battery staple»"}}'],
  ["a card of an answer", '{"card_number":"«4111111111111111»","expiry":"12/27"}'],
  ["prose, with a sign in it", '{"message":"Your password is «aB3=xY9zQ7»"}'],
  ["a cell, with a sign in it", "<td>Password</td><td>«aB3=xY9zQ7»</td>"],
  ["cells and an option that another name could begin", "| db-password | «winter=2024» |\n--password «dragon=2024x»"],
  ["a quote, with a sign in it", 'CONFIG SET requirepass "«winter=2024»"'],
  ["JSON in JSON, with the other quote in it", String.raw`{"body":"{\"secret\":\"«DnExnP9',wkeUiyD»\"}"}`],
  ["a list that is called security", '{"security":[{"backup_codes":["«82736451»"]},{"password":["«Winter2024!»"]}]}'],
  ["an object of a type that data has, too", '{"token":{"type":"map","secret":"«q7Zp4mX9vB2nR8kT5wLc»"}}'],
  ["passwords by their users", '{"passwords":{"admin":"«Sommer2023!»","user":"«Winter2024!»"}}'],
  [
    "a sentence that is a password",
    '{"password":"«show me the secret 99»","passphrase":"«{Passw0rd}»","pwd":"«MY-DOG-PASS»"}',
  ],
  ["a path that is a password", '{"password":"«~/hunter2»","secret":"«/app/s3cr3t»"}'],
  ["a statement without a blank", "ALTER USER joe PASSWORD'«credentials|x9a8b7»'"],
  ["a key behind the account's name", '{"method":"import_priv_key","params":["«acct»","«q7Zp4mX9vB2nR8kT5wLc»"]}'],
  ["an option whose value has a sign", "--password «k7x9=Tq2m»"],
  [
    "a header, and not the name of what goes there",
    "Authorization: Bearer «header|abcdefgh1234»\nAuthorization: Bearer YOUR_API_KEY",
  ],
])("scrubber hides a secret in %s", (_shows, text) => {
  const { raw, clean } = marked(text);
  expect(scrubber.text(raw)).toBe(clean);
  expect(scrubber.text(clean)).toBe(clean);
});

test.each([
  ["what a validation says", '{"password":["is too short"],"token":"can\'t be blank"}'],
  ["a schema", '{"password":{"type":"string","minLength":8},"token":{"$ref":"#/components/schemas/Token"}}'],
  [
    "a schema with a member called value",
    '{"AccessKey":{"type":"object","properties":{"value":{"type":"string"},"use":{"enum":["Read"]}}}}',
  ],
  [
    "a schema that says much",
    JSON.stringify({ api_key: { description: `The "key" ${"of it. ".repeat(400)}`, type: "apiKey", in: "query" } }),
  ],
  ["a model of AWS", '{"members":{"ClientSecret":{"locationName":"client_secret"},"ApiKey":{"shape":"S1x"}}}'],
  [
    "what a scheme of OpenAPI lets a client do",
    '{"security":[{},{"accessToken":["all"],"apiToken":["read:x"]},{"accessToken":["users"]}]}',
  ],
  [
    "where a secret stands",
    '{"client_secret":"$response.body#/client_secret","password":"#/components/schemas/Password"}',
  ],
  ["what stands for one", "/x?apikey={YourApiKey}&token=:token&api_key=xxxxxxxx&password=MY_DB_PASSWORD&secret=---"],
  ["an error that is called like one", '{"delete-last-secret":{"description":"You can not delete your only secret"}}'],
  ["the path to a token", '{"server_token":{"route":"/api/oauth/v1/token"}}'],
  ["another name behind pass", "To get the first page of results, pass pagenumber=0, or pass `Options.Format=Zilla3`"],
  ["a pattern of tokens", "^import-token-[0-9a-zA-Z]{16,64}$"],
  [
    "words without a sign between them",
    "/V1.0/InternalLocationWithBusinessHours and /v1/appStoreVersionPhasedReleases",
  ],
  ["an OAuth flow of OpenAPI", '{"flows":{"password":{"scopes":{},"tokenUrl":"token"}}}'],
  ["what other calls are given", '{"method":"list","params":["ada","hunter2"]}'],
  ["when a secret ends", '{"client_secret":{"value":"__redacted-field__","expires_at":1767225600}}'],
  ["the name of a secret", '{"SecretId":"arn:aws:secretsmanager:us-east-1:123456789012:secret:prod/db-a1B2c3"}'],
  ["variables that are none", '[{"key":"A","value":"zz9","sensitive":false},{"required":true,"value":"zz8"}]'],
  ["what has another key in base64", '{"key":"cHJvZC9wb3J0","value":"eno5"}'],
  ["other keys", `{"keys":["${opaque}"],"key":"${opaque}","sort_key":"${opaque}"}`],
  ["a phone number and an order", '{"number":"4242424242424242","phone_number":"+15017122661","exp":1}'],
  ["an answer, a page and a word", '{"question":"Who?","answer":"Annie","user":"ada","p":"home","parola":"ciao"}'],
  ["prose about recovery codes", "Recovery codes are used once.\nKeep them in a safe place.\n"],
  ["the picture of a code", '{"qr_code":"data:image/png;base64,iVBO","price":7}'],
  ["a session that is a word", '{"session":"morning"}'],
  [
    "when a token ends",
    '{"token":{"expires_at":"2026-11-27T01:00:00.000Z"},"accessToken":{"expires":"Fri, 27 Nov 2026 01:00:00 GMT"}}',
  ],
  [
    "when a token ends, in XML",
    "<SessionToken>__redacted-field__</SessionToken><Expiration>2026-11-27T01:00:00Z</Expiration>",
  ],
  [
    "what OpenStack says of a token",
    JSON.stringify({
      token: {
        methods: ["password"],
        user: { id: "423f19a4ac1e4f48bbb4180756e6eb6c", name: "admin2", domain: { id: "default", name: "Default" } },
        catalog: [{ type: "identity", endpoints: [{ url: "http://10.0.0.1:5000", region_id: "RegionOne" }] }],
        audit_ids: ["ZzZwkUflQfygX7pdYDBCQQ"],
        expires_at: "2026-11-27T01:00:00.000000Z",
      },
    }),
  ],
  ["dependencies", '{"dependencies":{"cookie":"0.7.1","token":"^1.2.3"}}'],
  ["tokens of a language model", '{"token":" the","logprob":-0.1,"bytes":[32,116]}'],
  ["the token of a currency", '{"token":"ETH"}'],
  ["a token of signs alone, which is none", String.raw`{"csrftoken":"+\\"}`],
  ["the token of the next page", '{"next_page_token":"abc","nextPageToken":"def"}'],
  ["a digest", "docker://repo:tag@sha256:0123456789abcdef"],
  ["a script as small as can be", "this.keyMap={Enter:function(){e.picked=!0}},e.addKeyMap(this.keyMap),a1B2c3D4e5=1"],
  ["an expression of such a script", "e.push({marker:s,token:e.tokens.length-1,password:t.password})"],
  ["a type", "type Query {\n  password: String!\n}"],
  ["a variable", "API_KEY=$API_KEY"],
  ["prose", "Enter your password: it must be long"],
  ["a comparison in a script", "e&&t.token===r.token-1&&n(t)"],
])("scrubber leaves %s", (_shows, text) => {
  expect(scrubber.text(text)).toBe(text);
});

test.each([
  ["a URL with a password", "/x?u=https%3A%2F%2F«credentials|ada%3ASECRET»%40h"],
  ["JSON", "/x?d=%7B%22access_token%22%3A%22«field|abc»%22%7D"],
  ["a header", "/x?h=Authorization%3A%20Bearer%20«header|abcdefgh1234»"],
  ["a name", "/x?access%5Ftoken=«abc»"],
  ["what looks like a token", `/x?key=«${opaque}»&q=a+b%20c`],
  ["a password beside a user", "/q?u=ada&p=«hunter2»"],
  ["a password of a network", "/wifisave?s=home&p=«hunter2»"],
  ["pairs between semicolons", `/x?id=7;password=«hunter2»;name=ada&key=«${opaque}»;next=1`],
  ["a page", "/q?u=ada&p=12&q=p"],
  ["no secret", "/x%20y?q=%22hi%22&key=name"],
])("scrubber reads a target in decoded form: %s", (_shows, target) => {
  const { raw, clean } = marked(target, "parameter");
  expect(scrubber.target(raw)).toBe(clean);
  expect(scrubber.target(clean)).toBe(clean);
});

test("scrubber reads again around what it hid until nothing is left", () => {
  const once = scrubber.target(String.raw`/a?passwd:"5%2522cd\%2522cd\2%2522cd`);
  expect([once, scrubber.target(once)]).toEqual(Array(2).fill('/a?passwd:"__redacted-field__'));
});

test.each([
  ["names", { names: ["sid"] }, "/x?sid=«1»"],
  ["parameters", { parameters: ["sid"] }, "/x?sid=«1»"],
  ["shapes", { shapes: { "acme-key": "acme_\\w{8}" } }, "/x?q=«acme-key|acme_12345678»"],
  ["keep, a name", { keep: ["access_token"] }, "/x?access_token=abc"],
  ["keep, a kind", { keep: ["github-token"] }, `/ghp_${"a1B2".repeat(9)}`],
])("scrubber is told what to hide beyond the defaults: %s", (_shows, redact, target) => {
  const { raw, clean } = marked(target, "parameter");
  expect(createScrubber(redact).target(raw)).toBe(clean);
});

test.each([6, 7, 9, 17])("a file in base64 stays, whatever it spells by chance: %i", (seed) => {
  const digest = (nth: number): string => createHash("sha384").update(`${seed} ${nth}`).digest("base64");
  const text = JSON.stringify({ data: Array.from({ length: 3000 }, (_, nth) => digest(nth)).join("") });
  const body = { encoding: "utf8", text } as const;
  expect(createScrubber().response({ status: 200, headers: [], body }).body?.text === text).toBe(true);
});
