import { expect, test } from "vitest";
import { createSecretMemory } from "../../src/redact/memory/secret-memory.ts";
import { createScrubber } from "../../src/redact/scrubber.ts";
import { exchange, utf8 } from "../tapes.ts";
import { marked, told } from "./told.ts";

const scrubber = createScrubber();
const opaque = "a8Hk29dkL20skdJ3lsKz";
const f = "__redacted-field__";
const none = { body: null };
const moment = "2026-03-01T10:00:00Z";

test.each([
  ["Vault's first store", "/v1/secret/app", { foo: "«zz1»", bar: "«zz2»" }],
  ["Vault's second store", "/v1/secret/data/app", { options: { cas: 0 }, data: { a: "«zz1»" } }],
  ["Heroku's variables", "/apps/x/config-vars", { FOO: "«zz1»" }],
  ["a key of Consul", "/v1/kv/prod/db/password", "«zz1z»"],
  ["Azure's Key Vault", "/secrets/db?api-version=7.4", { value: "«zz1»", contentType: "text" }],
  ["Google's Secret Manager", "/v1/projects/p/secrets/db:addVersion", { payload: { data: "«eno5»" } }],
  ["a Secret's patch", "/api/v1/namespaces/d/secrets/db", { data: { conn: "«eno5»" } }],
  ["Docker", "/v1.43/secrets/create", { Name: "app", Labels: {}, Data: "«eno5»" }],
  ["Doppler", "/v3/configs/config/secrets", { project: "p", secrets: { A: "«zz1»" } }],
  ["Databricks", "/api/2.0/secrets/put", { scope: "s", key: "k", string_value: "«zz1»" }],
  ["Vercel's variables", "/v10/projects/p/env", { key: "FOO", value: "«zz1»", type: "encrypted" }],
  ["Netlify's variables", "/api/v1/accounts/a/env", [{ key: "FOO", values: [{ value: "«zz1»", context: "all" }] }]],
  ["a login under other names", "/login", { who: "ada", open: "«sesame1»" }],
  ["a login, the password first", "/api/session", { k: "«sesame1»", usr: "ada" }],
  ["a login by position", "/login", ["ada", "«sesame1»"]],
  ["the address of a webhook of one's own", "/setWebhook", { url: `https://a.example/tg/«path|${opaque}»` }],
])("the target tells the secret in what is sent: %s", (_shows, target, body) => {
  const { raw, clean } = marked(body);
  const sent = (text: string) => exchange({ method: "PUT", target, body: utf8(text) }, none);
  expect(scrubber.exchange(sent(raw)).request).toEqual(sent(clean).request);
  expect(scrubber.exchange(sent(clean))).toEqual(sent(clean));
});

test.each([
  [
    "Vault's first store",
    "/v1/secret/app",
    { lease_id: "", lease_duration: 2764800, data: { foo: "«zz1»" }, warnings: null },
  ],
  ["Databricks", "/api/2.0/secrets/get?key=db", { key: "db", value: "«eno5»" }],
  ["a token that Cloudflare makes", "/client/v4/user/tokens", { result: { id: "1", value: `«${opaque}»` } }],
  ["a token of a tunnel", "/accounts/1/cfd_tunnel/2/token", { result: `«${opaque}»` }],
  ["a key that an API makes", "/api/keys", { id: 1, name: "ci", key: `«${opaque}»` }],
  ["a key of a version", "/api/v1/keys", { id: 1, name: "ci", key: `«${opaque}»` }],
  ["a key among API keys", "/v1/org/api_keys", { id: 1, name: "ci", key: `«${opaque}»` }],
  ["a token alone", "/token", `«${opaque}»`],
  ["a token alone, as JSON", "/api/token", `"«${opaque}»"`],
  ["a password alone", "/secrets/5/fields/password", '"«x1y!»"'],
  ["a password that is checked out", "/Accounts/1/Password/Retrieve", '"«x1y!»"'],
  ["a secret alone", "/secrets/acct/variable/db", "«x1y!»"],
  ["secrets by their paths", "/get-secret-value", { "/db/main": "«x1y!»" }],
  ["CyberArk", "/AIMWebService/api/Accounts?Object=O", { Content: "«x1y!»", UserName: "svc", Safe: "S" }],
  ["what was decrypted", "/api/stacks/o/p/s/decrypt", { plaintext: "«eno5»" }],
  ["recovery codes", "/user/two-factor-recovery-codes", ["«a1b2c-d3e4f»"]],
  ["recovery codes in an object", "/recovery-codes", { codes: ["«a1b2c-d3e4f»"] }],
])("the target tells the secret in an answer: %s", (_shows, target, body) => {
  const { raw, clean } = marked(body);
  const answered = (text: string) => exchange({ target }, { body: utf8(text) });
  expect(scrubber.exchange(answered(raw)).response).toEqual(answered(clean).response);
  expect(scrubber.exchange(answered(clean))).toEqual(answered(clean));
});

test.each([
  [
    "what describes secrets",
    "/repos/a/b/actions/secrets",
    { total_count: 1, secrets: [{ name: "X", created_at: moment }] },
  ],
  ["a list of Vault", "/v1/secret/metadata/app", { data: { keys: ["foo", "bar"] } }],
  ["tokens without their value", "/tokens", [{ id: 1, name: "ci", key: "550e8400-e29b-41d4-a716-446655440000" }]],
  ["keys of a cache", "/api/keys", [{ key: "user:1:name", ttl: 5 }, { key: "550e8400-e29b-41d4-a716-446655440000" }]],
  ["public keys", "/user/keys", [{ id: 1, key: `ssh-rsa ${opaque}` }]],
  ["a session that is asked for", "/session", { user: "ada", theme: "dark" }],
  ["a password that is changed", "/me/password", "updated"],
  ["webhooks", "/hooks", [{ url: "https://api.example/items/507f1f77bcf86cd799439011" }]],
])("an answer about %s stays", (_shows, target, body) => {
  const answered = exchange({ target }, { body: utf8(JSON.stringify(body)) });
  expect(scrubber.exchange(answered).response).toEqual(answered.response);
});

test("an id beside a name is a session where sessions begin, and a session that Ping's servers call so anywhere", () => {
  const body = utf8('{"username":"ada","password":"hunter2nexus"}');
  const answerTo = (target: string, answer: object): unknown => {
    const answered = { body: utf8(JSON.stringify(answer)) };
    const { response } = createSecretMemory().exchange(exchange({ method: "POST", target, body }, answered));
    return JSON.parse((response.body as { readonly text: string }).text);
  };
  const made = { id: opaque, name: "ada" };
  expect(answerTo("/api/sessions", made)).toEqual({ ...made, id: f });
  expect(answerTo("/api/login", made)).toEqual(made);
  expect(answerTo("/authenticate", { tokenId: `${opaque}*AAJ*`, realm: "/" })).toEqual({ tokenId: f, realm: "/" });
});

test.each([
  ["a login with a word beside the password", "/login", { password: "__redacted-field__", user: "ada" }],
  ["a login by a provider", "/auth", { provider: "github", type: "oauth" }],
  ["a login's way back", "/login", { user: "ada", next: "/home" }],
  ["a session of a conference", "/sessions", { name: "Ada's talk", room: "Neumann" }],
  ["how a code comes", "/login", { phone: "+34600111222", channel: "whatsapp" }],
  ["another object of two texts", "/users", { who: "ada", open: "sesame1" }],
])("%s stays", (_shows, target, body) => {
  const sent = exchange({ method: "POST", target, body: utf8(JSON.stringify(body)) });
  expect(scrubber.exchange(sent).request).toEqual(sent.request);
});

const digest = "3d21ec53a331a6f037a91c368710b99387d012c1";
const session = "0424bd59b807674191e7d77572075f33";
const uuid = "35dbf0b7-4080-4d8b-a91a-884b3db74598";
test.each([
  ["GraphQL", { data: { login: `«${uuid}»` } }],
  ["JSON-RPC", { jsonrpc: "2.0", result: `«${session}»`, id: 1 }],
  ["JSON that is one text", `"«${session}»"`],
  ["a text", `«${uuid}»`],
  ["the id of a session", { session: { id: `«${session}»`, user: "ada" } }],
  ["sid", { data: { sid: `«${session}»` }, success: true }],
  ["an id that is no usual one", { id: `«${opaque}»`, userId: 7 }],
  [
    "XML-RPC",
    `<?xml version="1.0"?><methodResponse><params><param><value><string>«${session}»</string></value></param></params></methodResponse>`,
  ],
  ["SOAP", `<s:Body><loginReturn>«${session}»</loginReturn></s:Body>`],
])("what a password is answered is a session: %s", (_shows, answer) => {
  const { raw, clean } = marked(answer);
  const asked = { method: "POST", target: "/api", body: '{"user":"ada","password":"correct-horse-1815"}' };
  const hidden = createSecretMemory().exchange(told({ ...asked, answer: raw }));
  expect(hidden.response.body).toEqual(utf8(clean));
  expect(scrubber.exchange(hidden)).toEqual(hidden);
});

test("a session that answers a login without a body is hidden", () => {
  const asked = {
    method: "POST",
    target: "/api/session",
    headers: [["authorization", "Basic YWRhOmNvcnJlY3Q="]],
  } as const;
  expect(createSecretMemory().exchange(told({ ...asked, answer: `"${session}"` })).response.body).toEqual(
    utf8(`"${f}"`),
  );
});

test("a session without a name tells its users apart", () => {
  const hiding = createSecretMemory();
  const sent = ["ada", "bob"].map((user, at) => {
    const body = JSON.stringify({ query: "mutation{login}", variables: { user, password: `correct-horse-${at}` } });
    const answer = JSON.stringify({ data: { login: uuid.replace("35", `${at}${at}`) } });
    hiding.exchange(told({ method: "POST", target: "/graphql", body, answer }));
    const headers = [["authorization", `Bearer ${uuid.replace("35", `${at}${at}`)}`]] as const;
    const me = told({ target: "/me", headers });
    return hiding.exchange({ ...me, request: { ...me.request, principal: "token" } }).request.headers;
  });
  expect(sent[0]).not.toEqual(sent[1]);
});

test("what a login is answered, by its path and its password, are sessions, but for ids and what is public", () => {
  const password = "correct-horse-1815";
  const answer = { a: session, b: { c: opaque, user_id: opaque.toUpperCase(), publicKey: "x7Kd83jL2m5Qp9Rz4Tw1" } };
  const clean = { ...answer, a: f, b: { ...answer.b, c: f.replace("field", "field.2") } };
  const logins = [
    { method: "POST", target: "/login.php", body: JSON.stringify({ user: "ada", password }) },
    { method: "POST", target: `/auth?password=${password}` },
  ] as const;
  for (const login of logins) {
    const hidden = createSecretMemory().exchange(told({ ...login, answer: JSON.stringify(answer) }));
    expect(hidden.response.body).toEqual(utf8(JSON.stringify(clean)));
    expect(scrubber.exchange(hidden)).toEqual(hidden);
  }
  const got = told({ target: `/cgi?user=ada&passwd=${password}`, answer: JSON.stringify({ data: session }) });
  expect(createSecretMemory().exchange(got).response.body).toEqual(utf8(JSON.stringify({ data: f })));
});

test("the session of LoopBack is an id beside its user's", () => {
  const id = `${opaque}${opaque}${session}`;
  const asked = {
    method: "POST",
    target: "/api/Users/login",
    body: '{"email":"a@b.c","password":"correct-horse-1815"}',
  };
  const answer = (said: string) => JSON.stringify({ id: said, ttl: 1_209_600, userId: 1 });
  expect(createSecretMemory().exchange(told({ ...asked, answer: answer(id) })).response.body).toEqual(utf8(answer(f)));
});

test.each([
  ["the id of a new user", { id: uuid, name: "ada" }],
  ["an id that is all it is answered", { id: "00ub0oNGTSWTBKOLGLNR" }],
  ["an id of another name", { host_uuid: `${session}a1b2c3d4`, name: "ada" }],
  ["a revision", { ok: true, rev: `1-${session}` }],
  ["Twilio's id", { sid: `SM${session}` }],
  [
    "an address and its public key",
    { address: "0x52908400098527886E0F7030069857D2E4169EE7", public_key: `0x04${session}` },
  ],
  ["what is encrypted", { data: { ciphertext: `vault:v1:${opaque}${opaque}` } }],
  ["several opaque values", { checksum: session, build: opaque }],
  ["what is beside a token that is named", { access_token: "__redacted-field__", build: opaque }],
  ["a digest of what was sent, as GitHub's of a file", { sha: digest, url: `https://api/git/blobs/${digest}` }],
  ["a digest by any name of one", { file: { id: 7, contentSha256: digest.repeat(2) } }],
  ["a digest by its own name", { md5: digest.slice(8) }],
  ["a digest of a resource", { integrity: "sha256-Xr9Kd72mQpLz81nVbC3eRXr9Kd72mQpLz81nVbC3eR4=" }],
  ["when it ends", { expires: "2026-01-01T00:00:00.123456Z", name: "ada" }],
  ["a page", `<html><body><p>${session}</p></body></html>`],
])("what a password is answered stays: %s", (_shows, answer) => {
  const written = typeof answer === "string" ? answer : JSON.stringify(answer);
  const asked = { method: "POST", target: "/users", body: '{"name":"ada","password":"correct-horse-1815"}' };
  expect(createSecretMemory().exchange(told({ ...asked, answer: written })).response.body).toEqual(utf8(written));
});

const other = "x9Kd72mQpLz81nVbC3eR";
test.each([
  ["ids of what it shows", { user: { id: opaque, name: "Joe" }, teams: [{ id: other }] }],
  ["whose it is", { id: opaque, firstName: "Ada" }],
  ["several ids", { id: opaque, workspace_id: other }],
  ["what is called public", { uid: other, image: opaque, id: other }],
  ["an id of what it shows alone", { ok: true, customer: { id: opaque } }],
  ["what is asked next", { status: "mfa_required", factor_id: opaque }],
  ["an id beside a session's cookie", { id: opaque }, `sid=${session}; HttpOnly`],
])("what a login is answered stays: %s", (_shows, said, cookie = "theme=dark") => {
  const [body, answer] = ['{"username":"joe","password":"correct-horse-1815"}', JSON.stringify(said)];
  const answered = [["set-cookie", cookie]] as const;
  const asked = told({ method: "POST", target: "/login", body, answered, answer });
  expect(createSecretMemory().exchange(asked).response.body).toEqual(utf8(answer));
});

test.each([
  ["an id", { data: { id: opaque } }, { data: { id: f } }],
  [
    "an id of what is called one",
    { id: opaque, name: "joe", type: "session" },
    { id: f, name: "joe", type: "session" },
  ],
  ["a reference", { ref: opaque, state: "ok" }, { ref: f, state: "ok" }],
  ["what has no such name, beside a cookie", { id: other, a: opaque }, { id: other, a: f }, `sid=${session}`],
])("what a login is answered alone is a session: %s", (_shows, said, clean, cookie = "theme=dark") => {
  const body = '{"username":"joe","password":"correct-horse-1815"}';
  const answered = [["set-cookie", cookie]] as const;
  const asked = told({ method: "POST", target: "/login", body, answered, answer: JSON.stringify(said) });
  expect(createSecretMemory().exchange(asked).response.body).toEqual(utf8(JSON.stringify(clean)));
});

test("Consul's value as it is is hidden by its key, but not that there is none", () => {
  const asked = told({ target: "/v1/kv/app/db-password?raw", answer: "swordfish" });
  expect(createSecretMemory().exchange(asked).response.body).toEqual(utf8(f));
  const none = { ...asked, response: { ...asked.response, status: 404, body: utf8("No such key") } };
  expect(createSecretMemory().exchange(none).response.body).toEqual(utf8("No such key"));
});

test("what a form token is answered stays", () => {
  const hiding = createSecretMemory();
  hiding.exchange(told({ target: "/form", answer: `{"csrf_token":"${opaque}"}` }));
  const answer = `{"result":"${session}"}`;
  const saved = told({ method: "POST", target: "/items", body: `{"csrf_token":"${opaque}"}`, answer });
  expect(hiding.exchange(saved).response.body).toEqual(utf8(answer));
});

test.each([
  ["auth.createToken", `«${opaque}»`],
  ["getAccessToken", `«${opaque}»`],
  ["user/generate_api_key", { id: 7, name: "ci", value: `«${opaque}»` }],
  ["getToken", opaque],
  ["tokens.list", [opaque]],
  ["renewSession", "session-of-ada-17"],
])("the method of JSON-RPC tells whether its result is a token: %s", (method, result) => {
  const { raw, clean } = marked({ jsonrpc: "2.0", id: 1, result });
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { name: "ci" } });
  const asked = (answer: string) => told({ method: "POST", target: "/rpc", body, answer });
  expect(scrubber.exchange(asked(raw)).response).toEqual(asked(clean).response);
});

test.each([
  ["personal_newAccount", ["p3rsonal-pw"], `0x${"7e9fb40f66"}${"c4e132fa5e".repeat(3)}`],
  ["personal_sendTransaction", [{ from: "0x7e9f" }, "p3rsonal-pw"], `0x${"7e9fb40f".repeat(8)}`],
])("what an Ethereum wallet makes with a password stays: %s", (method, params, result) => {
  const answer = JSON.stringify({ id: 1, jsonrpc: "2.0", result });
  const [call, first] = [
    { method, params, id: 1 },
    { jsonrpc: "2.0", id: 1, method, params },
  ];
  for (const body of [call, first].map((each) => JSON.stringify(each))) {
    const { request, response } = createSecretMemory().exchange(told({ method: "POST", target: "/", body, answer }));
    expect(JSON.stringify(request)).not.toContain("p3rsonal-pw");
    expect(response.body).toEqual(utf8(answer));
  }
});

test.each([
  ["a key of GitLab's", { id: 1, title: "laptop", key: `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${opaque}${opaque} ada` }],
  ["a key in PEM", { value: `-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA${opaque}\n-----END PUBLIC KEY-----\n` }],
])("what is public stays in an answer about keys: %s", (_shows, body) => {
  const target = "/api/v4/keys/1";
  const answer = exchange({ target }, { body: utf8(JSON.stringify(body)) });
  expect(scrubber.exchange(answer)).toEqual(answer);
});
