import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { brotliCompressSync, gzipSync } from "node:zlib";

/** What is sent and answered where a secret is planted; bodies are bytes, one character each. */
export interface Planted {
  readonly method?: string;
  /** What stands behind the path. */
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly answered?: Readonly<Record<string, string>>;
  readonly answer?: string;
  /** Said over a WebSocket instead of a body; the service speaks once its client has. */
  readonly messages?: readonly Message[];
  /** What may come again of it; default: the secret. */
  readonly again?: string | null;
}

/** A message over a WebSocket. */
export interface Message {
  readonly from: "client" | "server";
  readonly data: string;
}

/** A place that a secret can be in. */
export interface Place {
  readonly name: string;
  readonly plant: (secret: string) => Planted;
}

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const text = { "content-type": "text/plain" };
const uri = encodeURIComponent;
const base64 = (value: string): string => Buffer.from(value).toString("base64");
const base64url = (value: string): string => Buffer.from(value).toString("base64url");
const wide = (value: string): string => Buffer.from(`\ufeff${value}`, "utf16le").toString("latin1");
const wideBig = (value: string): string => Buffer.from(`\ufeff${value}`, "utf16le").swap16().toString("latin1");
const multipart = (value: string): string =>
  `--b0\r\ncontent-disposition: form-data; name="title"\r\n\r\nx\r\n--b0\r\ncontent-disposition: form-data; name="password"\r\n\r\n${value}\r\n--b0--\r\n`;

const queries: Readonly<Record<string, (secret: string) => string>> = {
  "a token": (secret) => `?page=1&access_token=${secret}`,
  "a name with a prefix": (secret) => `?db-password=${secret}&b=1`,
  "a signature": (secret) => `?X-Amz-Signature=${secret}`,
  "a code": (secret) => `?code=${secret}&state=x`,
  "a key, by its looks": (secret) => `?key=${secret}`,
  "a sid, by its looks": (secret) => `?sid=${secret}`,
  "a ticket, by its looks": (secret) => `?ticket=${secret}`,
  "a name that is encoded": (secret) => `?access%5Ftoken=${secret}`,
  brackets: (secret) => `?user%5Bpassword%5D=${secret}`,
  "a URL": (secret) => `?next=${uri(`https://a.example/cb?token=${secret}&b=1`)}`,
  "a URL in a URL": (secret) => `?next=${uri(`https://a.example/?u=${uri(`https://b.example/?api_key=${secret}`)}`)}`,
  "a password of a URL": (secret) => `?u=${uri(`https://ada:${secret}@h.example`)}`,
  JSON: (secret) => `?d=${uri(JSON.stringify({ access_token: secret }))}`,
  "a header": (secret) => `?h=${uri(`Authorization: Bearer ${secret}`)}`,
  "behind a name in the path": (secret) => `/reset-password/${secret}x9Yz1Q2w3E4`,
  "a list of tokens": (secret) => `?tokens[]=${secret}x9Yz1Q2w3E4`,
  "a parameter of the path": (secret) => `/a;jsessionid=${secret}/b`,
  "JSON in base64, as a segment of the path": (secret) =>
    `/${base64url(JSON.stringify({ token: secret }))}/manifest.json`,
  "a literal of GraphQL": (secret) => `?query=${uri(`mutation { login(password: "${secret}") { id } }`)}`,
  "a header with plus signs": (secret) => `?h=Authorization:+Bearer+${secret}`,
};

const headers: Readonly<Record<string, (secret: string) => Readonly<Record<string, string>>>> = {
  "X-Token": (secret) => ({ "x-token": secret }),
  "X-Client-Secret": (secret) => ({ "x-client-secret": secret }),
  "DD-API-KEY": (secret) => ({ "dd-api-key": secret }),
  "X-Password": (secret) => ({ "x-password": secret }),
  "one that no list has": (secret) => ({ "x-acme": `${secret}` }),
  "one that no list has, with a scheme": (secret) => ({ "x-acme": `Acme ${secret}` }),
  Bearer: (secret) => ({ authorization: `Bearer ${secret}` }),
  Basic: (secret) => ({ authorization: `Basic ${base64(`ada:${secret}`)}` }),
  ApiKey: (secret) => ({ authorization: `ApiKey ${secret}` }),
  AWS4: (secret) => ({
    authorization: `AWS4-HMAC-SHA256 Credential=AKIAX/20260101/eu/s3/aws4_request, SignedHeaders=host, Signature=${secret}`,
  }),
  Digest: (secret) => ({ authorization: `Digest username="ada", realm="r", nonce="n", uri="/", response="${secret}"` }),
  "Proxy-Authorization": (secret) => ({ "proxy-authorization": `Bearer ${secret}` }),
  "a session cookie": (secret) => ({ cookie: `theme=dark; sid=${secret}` }),
  "a cookie, by its looks": (secret) => ({ cookie: `theme=dark; other=${secret}` }),
  "a cookie of JSON": (secret) => ({ cookie: `state=${uri(JSON.stringify({ token: secret }))}` }),
  "an OAuth 1 signature": (secret) => ({
    authorization: `OAuth oauth_consumer_key="k", oauth_token="${secret}", oauth_signature="${secret}%3D"`,
  }),
  "a condition, and a token": (secret) => ({ "if-none-match": `"${secret}"`, "if-match": secret, "x-token": secret }),
  "ordinary headers, and a token": (secret) => ({
    "idempotency-key": secret,
    "last-event-id": secret,
    "user-agent": `acme/1 (${secret})`,
    "x-request-id": secret,
    "x-token": secret,
  }),
  "a header that says a parameter": (secret) => ({ "user-agent": `acme/1 (access_token=${secret})` }),
  "a destination": (secret) => ({ destination: `https://a.example/x?access_token=${secret}` }),
  "a quoted cookie": (secret) => ({ cookie: `theme=dark; session="${secret}"` }),
  "a referrer": (secret) => ({ referer: `https://a.example/?access_token=${secret}` }),
};

const bodies: Readonly<
  Record<string, readonly [type: Readonly<Record<string, string>>, body: (secret: string) => string]>
> = {
  "a member of JSON": [json, (secret) => JSON.stringify({ deep: [{ dbPassword: secret }] })],
  "pretty JSON": [json, (secret) => JSON.stringify({ client_secret: [secret, { a: secret }] }, null, 2)],
  "JSON in a string": [json, (secret) => JSON.stringify({ payload: JSON.stringify({ token: secret }) })],
  "JSON in JSON in a string": [
    json,
    (secret) => JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ password: secret }) }) }),
  ],
  "JSON in base64": [json, (secret) => JSON.stringify({ payload: base64(JSON.stringify({ client_secret: secret })) })],
  "a name beside its value": [json, (secret) => JSON.stringify([{ name: "API_TOKEN", value: secret, type: "secret" }])],
  "a value before its name": [json, (secret) => JSON.stringify([{ value: secret, key: "password" }])],
  "lines of JSON": [{ "content-type": "application/x-ndjson" }, (secret) => `{"a":1}\n{"refresh_token":"${secret}"}\n`],
  "a form": [form, (secret) => `login=ada&password=${secret}`],
  "a form, by its looks": [form, (secret) => `ticket=${secret}&a=b`],
  "a form with brackets": [form, (secret) => `user%5Bpassword%5D=${secret}&x=1`],
  "a form with JSON": [form, (secret) => `payload=${uri(JSON.stringify({ token: secret }))}`],
  "a part of a form": [{ "content-type": "multipart/form-data; boundary=b0" }, multipart],
  "an element of XML": [
    { "content-type": "application/xml" },
    (secret) => `<?xml version="1.0"?><a:login><a:password x="1">${secret}</a:password></a:login>`,
  ],
  CDATA: [{ "content-type": "application/xml" }, (secret) => `<l><secretKey><![CDATA[${secret}]]></secretKey></l>`],
  "an attribute": [{ "content-type": "application/xml" }, (secret) => `<user name="ada" password="${secret}"/>`],
  "a setting of .NET": [{ "content-type": "application/xml" }, (secret) => `<add key="ApiKey" value="${secret}" />`],
  "a string of Android": [
    { "content-type": "application/xml" },
    (secret) => `<string name="api_key">${secret}</string>`,
  ],
  "a line of YAML": [{ "content-type": "application/yaml" }, (secret) => `db:\n  password: ${secret}\n  port: 80\n`],
  "a line of YAML in quotes": [{ "content-type": "application/yaml" }, (secret) => `db:\n  - password: "${secret}"\n`],
  "a line of TOML": [text, (secret) => `[db]\npassword = "${secret}"\n`],
  "a line of .env": [text, (secret) => `PORT=80\nexport DB_PASSWORD=${secret}\n`],
  ".npmrc": [text, (secret) => `//registry.example/:_authToken=${secret}\n`],
  "a block of YAML": [text, (secret) => `tls:\n  private_key: |\n    ${secret}\n    b\nnext: a\n`],
  "an option of a command": [text, (secret) => `tool --password=${secret} --verbose`],
  "an option in a list": [json, (secret) => JSON.stringify({ args: ["run", "--token", `${secret}x9Yz1Q2w3E4`] })],
  "variables of a container": [json, (secret) => JSON.stringify({ Env: ["PATH=/bin", `DB_PASSWORD=${secret}`] })],
  "a column of CSV": [{ "content-type": "text/csv" }, (secret) => `id,login,password\n1,ada,${secret}\n2,eve,\n`],
  "a column of TSV": [text, (secret) => `login\tapi_key\r\nada\t"${secret}"\r\n`],
  "a cell of a table": [text, (secret) => `<tr><th>Password</th><td>${secret}x9Yz1Q2w3E4</td></tr>`],
  "Bearer in a message": [text, (secret) => `invalid token: Bearer ${secret}x9Yz1Q2w3E4`],
  "csrf in JSON": [json, (secret) => JSON.stringify({ _csrf: secret })],
  "a patch": [json, (secret) => JSON.stringify([{ op: "add", path: "/dbPassword", value: secret }])],
  "a web key": [json, (secret) => JSON.stringify({ kty: "oct", k: `${secret}x9Yz1Q2w3E4` })],
  "a Secret of Kubernetes": [json, (secret) => JSON.stringify({ kind: "Secret", data: { conn: base64(secret) } })],
  "the user of a URL": [text, (secret) => `https://${secret}x9Yz1Q2w3E4@git.example/o/r.git`],
  "a magic link": [text, (secret) => `https://a.example/magic/${secret}x9Yz1Q2w3E4`],
  "a line of properties": [text, (secret) => `db.url=x\ndb.password=${secret}\n`],
  "a literal of GraphQL": [
    json,
    (secret) => JSON.stringify({ query: `mutation { login(user: "ada", password: "${secret}") { id } }` }),
  ],
  "a variable of GraphQL": [json, (secret) => JSON.stringify({ query: "mutation M", variables: { password: secret } })],
  "a header in a text": [text, (secret) => `curl -H "Authorization: Bearer ${secret}" https://a.example`],
  "a password of a URL": [text, (secret) => `DATABASE=postgres://ada:${secret}@db.example/x`],
  "a program": [text, (secret) => `const client = connect({ apiKey: '${secret}', retries: 3 });`],
  "single quotes": [text, (secret) => `{'password': '${secret}'}`],
  "UTF-16": [{ "content-type": "text/plain; charset=utf-16le" }, (secret) => wide(`{"password":"${secret}"}`)],
  "UTF-16, the larger byte first": [
    { "content-type": "text/plain; charset=utf-16be" },
    (secret) => wideBig(`{"password":"${secret}"}`),
  ],
  "JSON in gzip": [
    { ...json, "content-encoding": "gzip" },
    (secret) => gzipSync(JSON.stringify({ password: secret })).toString("latin1"),
  ],
  "a form in brotli": [
    { ...form, "content-encoding": "br" },
    (secret) => brotliCompressSync(`a=1&password=${secret}`).toString("latin1"),
  ],
  "a mapping of YAML in a line": [text, (secret) => `db: { user: ada, password: ${secret}, port: 80 }\n`],
  "a table of TOML in a line": [text, (secret) => `db = { user = "ada", password = "${secret}" }\n`],
  "a file that is compressed": [
    { "content-type": "application/gzip" },
    (secret) => gzipSync(JSON.stringify({ password: secret })).toString("latin1"),
  ],
  "SNMP's community": [json, (secret) => JSON.stringify({ version: "2c", community: secret, port: 161 })],
  "a router's line": [text, (secret) => `hostname r1\nsnmp-server community ${secret} RO\n`],
  "an argument of SQL": [text, (secret) => `SELECT pgp_sym_encrypt(x, '${secret}') FROM t`],
  "a statement of SQLite": [text, (secret) => `PRAGMA key = '${secret}'`],
  "a constant of PHP": [text, (secret) => `define('DB_PASSWORD', '${secret}');`],
  "a variable of a container, among others": [json, (secret) => JSON.stringify({ Env: ["A=1", `X_SECRET=${secret}`] })],
  "an attribute of DSML": [
    { "content-type": "application/xml" },
    (secret) => `<attr name="userPassword"><value>${secret}</value></attr>`,
  ],
  "a connection string of PostgreSQL": [json, (secret) => `{"dsn":"host=h user=a password=${secret} dbname=d"}`],
  "a structure of XML-RPC": [
    { "content-type": "text/xml" },
    (secret) => `<struct><member><name>user_pass</name><value><string>${secret}</string></value></member></struct>`,
  ],
  "a call of WordPress": [
    { "content-type": "text/xml" },
    (secret) =>
      `<methodCall><methodName>wp.getPosts</methodName><params><param><value><int>1</int></value></param><param><value><string>ada</string></value></param><param><value><string>${secret}</string></value></param></params></methodCall>`,
  ],
  "a property list": [{ "content-type": "text/xml" }, (secret) => `<key>Password</key>\n  <string>${secret}</string>`],
  "a program that mixes its quotes": [text, (secret) => `fetch(u,{headers:{"X-Api-Key":'${secret}'}})`],
  "a variable of a shell, by its looks": [text, (secret) => `export NPM_AUTH=${secret}x9Yz1Q2w3E4\n`],
  "a text of a client's secret": [json, (secret) => JSON.stringify({ keyId: "1", secretText: secret })],
  "a data key, by its looks": [json, (secret) => JSON.stringify({ Plaintext: base64(`${secret}x9Yz1Q2w3E4`) })],
  "the id of a session, by its looks": [
    json,
    (secret) => JSON.stringify({ sid: `${secret}x9Yz1Q2w3E4`, pingInterval: 1 }),
  ],
  "an attribute with the id of a session": [text, (secret) => `<body sid="${secret}x9Yz1Q2w3E4" wait="60"/>`],
  "a key of DNS": [
    json,
    (secret) => JSON.stringify({ name: "k.", algorithm: "hmac-sha256", key: `${secret}x9Yz1Q2w3E4` }),
  ],
  "Azure's Key Vault": [
    json,
    (secret) => JSON.stringify({ value: secret, id: "https://v.vault.azure.net/secrets/conn/0f1e", attributes: {} }),
  ],
  "Google's Secret Manager": [
    json,
    (secret) => JSON.stringify({ name: "projects/1/secrets/s/versions/1", payload: { data: base64(secret) } }),
  ],
  "Vault's secrets": [
    json,
    (secret) =>
      JSON.stringify({
        data: { data: { conn: secret }, metadata: { created_time: "2026-03-01T10:00:00Z", version: 1 } },
      }),
  ],
  "a link to verify an address": [text, (secret) => `https://a.example/verify-email/${secret}x9Yz1Q2w3E4`],
  "an event of a stream": [
    { "content-type": "text/event-stream" },
    (secret) => `event: a\ndata: {"token":"${secret}"}\n\n`,
  ],
  "a page's meta": [{ "content-type": "text/html" }, (secret) => `<meta name="csrf-token" content="${secret}">`],
  "a page's input": [
    { "content-type": "text/html" },
    (secret) => `<input value="${secret}" type="hidden" name="authenticity_token">`,
  ],
  "a page's script": [{ "content-type": "text/html" }, (secret) => `<script>window.apiKey = "${secret}";</script>`],
  "a page's script, as an attribute": [
    { "content-type": "text/html" },
    (secret) => `<div data-props="{&quot;accessToken&quot;:&quot;${secret}&quot;}"></div>`,
  ],
};

const answeredHeaders: Readonly<Record<string, (secret: string) => Readonly<Record<string, string>>>> = {
  "set-cookie": (secret) => ({ "set-cookie": `sid=${secret}; Path=/; HttpOnly` }),
  "set-cookie, by its looks": (secret) => ({ "set-cookie": `other=${secret}; Path=/` }),
  "www-authenticate": (secret) => ({ "www-authenticate": `Bearer realm="a", token="${secret}"` }),
  "a nonce of Digest": (secret) => ({ "www-authenticate": `Digest realm="a", nonce="${secret}", qop="auth"` }),
  "proxy-authenticate": (secret) => ({ "proxy-authenticate": `Basic realm="a", token=${secret}` }),
  "authentication-info": (secret) => ({ "authentication-info": `nextnonce="${secret}", qop=auth` }),
  refresh: (secret) => ({ refresh: `0; url=https://a.example/?access_token=${secret}` }),
  location: (secret) => ({ location: `https://a.example/cb?code=${secret}&state=1` }),
  link: (secret) => ({ link: `<https://a.example/?page=2&access_token=${secret}>; rel="next"` }),
  "x-session-id": (secret) => ({ "x-session-id": secret }),
  "x-auth-token": (secret) => ({ "x-auth-token": secret }),
};

const named = <T>(
  kind: string,
  table: Readonly<Record<string, T>>,
  plant: (each: T, secret: string) => Planted,
): Place[] =>
  Object.entries(table).map(([name, each]) => ({ name: `${kind}: ${name}`, plant: (secret) => plant(each, secret) }));

const pem = (secret: string): string =>
  `-----BEGIN PRIVATE KEY-----\n${base64(`${secret}${secret}`)}\n-----END PRIVATE KEY-----\n`;
const token = (secret: string): string => `glpat-${secret}a1B2c3D4e5`;
const published: readonly Place[] = [
  { name: "request body: a private key", plant: (secret) => ({ body: pem(secret), again: null }) },
  { name: "answer's body: a private key", plant: (secret) => ({ answer: pem(secret), again: null }) },
  { name: "request body: a token", plant: (secret) => ({ body: `it is ${token(secret)}`, again: token(secret) }) },
  { name: "answer's body: a token", plant: (secret) => ({ answer: `it is ${token(secret)}`, again: token(secret) }) },
  { name: "path: a token", plant: (secret) => ({ target: `/${token(secret)}/x`, again: token(secret) }) },
];

const signature = createHash("sha256").update("signature").digest("base64url");
const signedParts = (claims: object): readonly [head: string, payload: string, signature: string] => [
  base64url('{"alg":"HS256","typ":"JWT"}'),
  base64url(JSON.stringify(claims)),
  signature,
];
const jwt = (secret: string): string => signedParts({ sub: "ada", door: secret, iat: 1767225600 }).join(".");
const ofJwt =
  (plant: (token: string) => Planted) =>
  (secret: string): Planted => ({
    ...plant(jwt(secret)),
    again: jwt(secret),
  });
const jws = (secret: string): string => {
  const [head, payload, sign] = signedParts({ door: secret, password: secret });
  return JSON.stringify({ payload, signatures: [{ protected: head, signature: sign }] });
};
const signed: Readonly<Record<string, (secret: string) => Planted>> = {
  "in a cookie": ofJwt((token) => ({ headers: { cookie: `theme=dark; other=${token}` } })),
  "in a signed cookie": ofJwt((token) => ({ headers: { cookie: `other=${uri(`s:${token}.${signature}`)}` } })),
  "in a cookie that is set": ofJwt((token) => ({
    method: "POST",
    body: "{}",
    answered: { "set-cookie": `other=${token}; Path=/` },
  })),
  "in a query": ofJwt((token) => ({ target: `?assertion=${token}` })),
  "in a path": ofJwt((token) => ({ target: `/${token}/x` })),
  "as a Bearer": ofJwt((token) => ({ headers: { authorization: `Bearer ${token}` } })),
  "in JSON of a request": ofJwt((token) => ({ headers: json, body: JSON.stringify({ a: [token] }) })),
  "in JSON of an answer": ofJwt((token) => ({ answered: json, answer: JSON.stringify({ a: [token] }) })),
  "in a text of an answer": ofJwt((token) => ({ answered: text, answer: `it is ${token}, and no other` })),
  "as the JSON of a JWS, in a request": (secret) => ({ headers: json, body: jws(secret) }),
  "as the JSON of a JWS, in an answer": (secret) => ({ answered: json, answer: jws(secret) }),
};

/** Every place, of requests and of answers. */
export const places: readonly Place[] = [
  ...published,
  ...named("claims that are signed", signed, (each, secret) => each(secret)),
  ...named("query", queries, (each, secret) => ({ target: each(secret) })),
  ...named("request header", headers, (each, secret) => ({ headers: each(secret) })),
  ...named("request body", bodies, ([type, body], secret) => ({ headers: type, body: body(secret) })),
  ...named("answer's header", answeredHeaders, (each, secret) => ({
    method: "POST",
    body: "{}",
    answered: each(secret),
  })),
  ...named("answer's body", bodies, ([type, body], secret) => ({ answered: type, answer: body(secret) })),
  ...named("message of a client", bodies, ([, body], secret) => ({
    messages: [
      { from: "client", data: body(secret) },
      { from: "server", data: "ok" },
    ],
  })),
  ...named("message of a service", bodies, ([, body], secret) => ({
    messages: [
      { from: "client", data: "go" },
      { from: "server", data: body(secret) },
    ],
  })),
];
