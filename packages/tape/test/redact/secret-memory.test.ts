import { expect, test } from "vitest";
import type { HeaderList } from "../../src/exchange.ts";
import { tagOf } from "../../src/redact/memory/pseudonym.ts";
import { recordedHits } from "../../src/redact/memory/recorded-tags.ts";
import { createSecretIndex } from "../../src/redact/memory/search/secret-index.ts";
import { createSecretMemory } from "../../src/redact/memory/secret-memory.ts";
import { createScrubber } from "../../src/redact/scrubber.ts";
import { utf8 } from "../tapes.ts";
import { login, opaque, told } from "./told.ts";

test("a stretch that repeats two secrets, one as it is and one in base64, has the same placeholder whichever was sent first", () => {
  const plain = "k3yOfAda9";
  const [one, other] = [
    { value: plain, placeholder: "__redacted-field.1a__" },
    { value: btoa(plain), placeholder: "__redacted-field.2b__" },
  ].map((each) => ({ ...each, isAlias: false }));
  const texts = [
    [one, other],
    [other, one],
  ].map((known) => {
    const index = createSecretIndex();
    for (const each of known) if (each !== undefined) index.add(each);
    return createScrubber({}, { index }).text(`it is ${btoa(plain)} there`);
  });
  expect(texts[0]).toBe(texts[1]);
});

test("a named value that is base64 of another secret has the tag of the whole value, whatever names it", () => {
  const value = btoa('{"password":"correct-horse-9"}');
  const clean = (text: string): string => createSecretMemory().target(text);
  const [, placeholder = ""] = clean(`/a?password=${value}`).split("=");
  expect(placeholder).toContain(tagOf(value));
  expect(clean(`/a?x=%3Cpassword%3E${value}%3C%2Fpassword%3E`)).toBe(
    `/a?x=%3Cpassword%3E${placeholder}%3C%2Fpassword%3E`,
  );
});

test("every part of a response is read: its reason, trailers, early hints and messages", () => {
  const secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
  const headers = [["x-note", secret]] as const;
  const data = { encoding: "utf8", text: `{"token":"${secret}"}` } as const;
  const response = {
    status: 200,
    reason: `OK ${secret}`,
    headers,
    trailers: headers,
    informational: [{ status: 103, headers }],
    messages: [{ from: "server", afterMs: 0, data }],
    closed: { code: 1000, reason: secret, from: "server", afterMs: 0 },
    body: null,
  } as const;
  expect(JSON.stringify(createSecretMemory().response(response))).not.toContain(secret);
});

test("a message of a client over a WebSocket is hidden as a request is; what its server issued is that, also when sent back", () => {
  const said = (from: "client" | "server", token: string) => {
    return { from, afterMs: 0, data: { encoding: "utf8", text: JSON.stringify({ token }) } } as const;
  };
  const memory = createSecretMemory();
  const { messages } = memory.response({
    status: 101,
    headers: [],
    body: null,
    messages: [said("client", opaque(1)), said("server", opaque(2)), said("client", opaque(2))],
  });
  const asked = createSecretMemory().request(
    told({ method: "GET", body: JSON.stringify({ token: opaque(1) }) }).request,
  ).body;
  const issued = { encoding: "utf8", text: '{"token":"__redacted-field__"}' };
  expect(messages?.map(({ data }) => data)).toEqual([asked, issued, issued]);
});

test.each(["hunter2", "hun>ter2", "hun<ter2", 'hun"ter2'])(
  "of a form with the password %s, what is behind it stays",
  (password) => {
    const part = (name: string, value: string): string =>
      `--bnd\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const { request } = told({
      method: "POST",
      headers: [["content-type", "multipart/form-data; boundary=bnd"]],
      body: `${part("password", password)}${part("report", "january")}--bnd--\r\n`,
    });
    const clean = createSecretMemory().request(request).body?.text ?? "";
    expect(clean).toBe(
      `${part("password", clean.match(/__redacted-password\.\w+__/)?.[0] ?? "none")}${part("report", "january")}--bnd--\r\n`,
    );
  },
);

test("a token that an answer issued is that also where a person would type one", () => {
  const memory = createSecretMemory();
  const issuing = told({ method: "POST", body: "{}", answer: `{"token":"${opaque(1)}"}` });
  const placeholder = "__redacted-field__";
  expect(memory.response(issuing.response, issuing.request).body?.text).toBe(`{"token":"${placeholder}"}`);
  const { request } = told({ method: "POST", body: `{"user":"ada","password":"${opaque(1)}"}` });
  expect(memory.request(request).body?.text).toBe(`{"user":"ada","password":"${placeholder}"}`);
});

test("a credential with an alias goes by that at a place of its own, too; a word that is a password stays elsewhere", () => {
  const memory = createSecretMemory({ secrets: [{ alias: "full", value: "s3cr3t-t0ken" }] });
  expect(memory.headers([["x-api-key", "s3cr3t-t0ken"]])).toEqual([["x-api-key", "__redacted-full__"]]);
  const { request } = told({ method: "POST", body: '{"password":"repository","note":"repository"}' });
  expect(memory.request(request).body?.text).toMatch(/"note":"repository"\}$/);
});

test("a credential with an alias changes no tag of the value that it stands in", () => {
  const target = (value: string): string =>
    createSecretMemory({ secrets: [{ alias: "full", value }] }).target(`/x?code=a1B2c3D4e5F6g7H8.${value}.zz`);
  expect(target("s3cr3t-t0ken")).toBe(target("0ther-t0ken-9"));
});

test("a target that was read before is read again once a session has waited for what it follows", async () => {
  const memory = createSecretMemory();
  const tokens = Array.from({ length: 120 }, (_, at) => `a7Xq2LmZ9pRt4KwB6n${at}`);
  expect(memory.target(`/x/${tokens[7]}`)).toBe(`/x/${tokens[7]}`);
  const body = { encoding: "utf8", text: JSON.stringify(tokens.map((token) => ({ token }))) } as const;
  await memory.whenReady(() => memory.response({ status: 200, headers: [], body }));
  expect(memory.target(`/x/${tokens[7]}`)).not.toContain(tokens[7]);
});

test("a header that was read as ordinary before is read again: for what is known since, and by other names", () => {
  const memory = createSecretMemory();
  const link = `/things/${opaque(7)}`;
  const inLink = (): HeaderList => memory.exchange(told({ answered: [["x-next", link]] })).response.headers;
  expect([inLink(), inLink()]).toEqual([[["x-next", link]], [["x-next", link]]]);
  memory.exchange(told({ answer: JSON.stringify({ token: opaque(7) }) }));
  expect(inLink()).toEqual([["x-next", "/things/__redacted-field__"]]);

  const query = `/a?key=${opaque(8)}`;
  const came = told({ answered: ["x-next", "location"].map((name) => [name, query] as const) });
  expect(createSecretMemory().exchange(came).response.headers[1]).toEqual([
    "location",
    "/a?key=__redacted-parameter__",
  ]);
});

test("what an answer issues is hidden in all that follows, and a replay's client sends its placeholder", () => {
  const [first, second] = login(createSecretMemory(), "ada", opaque(1));
  expect(first?.response.headers).toEqual([["set-cookie", "sid=__redacted-cookie__; Path=/; HttpOnly"]]);
  expect(first?.response.body?.text).toBe(
    '{"access_token":"__redacted-field__","refresh_token":"__redacted-field.2__"}',
  );
  expect(second?.request.target).toBe("/sessions/__redacted-cookie__/items?key=__redacted-field__");
  expect(second?.request.headers).toEqual([["cookie", "sid=__redacted-cookie__; theme=dark"]]);
  const replayed = createSecretMemory({ recorded: [] }).request(second?.request ?? told({}).request);
  expect(replayed).toEqual(second?.request);
});

test("a placeholder that a client was given and sends back in a form is itself", () => {
  const text = "grant_type=authorization_code&code=__redacted-parameter.2__&redirect_uri=http%3A%2F%2Fa.example%2F";
  const headers = [["content-type", "application/x-www-form-urlencoded;charset=UTF-8"]] as const;
  const asked = {
    method: "POST",
    target: "/token",
    principal: "token",
    headers,
    body: { encoding: "utf8", text },
  } as const;
  expect(createSecretMemory().request(asked).body?.text).toBe(
    text.replace("__redacted-parameter.2__", "__redacted-parameter.2__"),
  );
});

test("what an answer issues anew each time keeps one placeholder over recordings, and two sessions have two", () => {
  const [one, other] = [1, 2].map((seed) => login(createSecretMemory(), "ada", opaque(seed)));
  expect(other).toEqual(one);
  const memory = createSecretMemory();
  login(memory, "ada", opaque(3));
  const [first, second] = login(memory, "bob", opaque(4));
  expect(first?.response.headers).toEqual([["set-cookie", "sid=__redacted-cookie.2__; Path=/; HttpOnly"]]);
  expect(second?.request.target).toBe("/sessions/__redacted-cookie.2__/items?key=__redacted-field.3__");
});

test.each([
  ["codes", "/airports?code=EDDF", "/airports?code=KJFK"],
  ["passwords", "/login?password=hunter2", "/login?password=hunter3"],
  ["keys", `/x?api_key=${opaque(1)}`, `/x?api_key=${opaque(2)}`],
])("two requests that differ in hidden %s stay two, and one stays one", (_shows, one, other) => {
  const [memory, replay] = [createSecretMemory(), createSecretMemory({ recorded: [] })];
  expect(memory.target(one)).not.toBe(memory.target(other));
  expect(replay.target(one)).toBe(memory.target(one));
  expect(memory.target(memory.target(one))).toBe(memory.target(one));
});

test("a value has one placeholder whatever it is coded in", () => {
  const memory = createSecretMemory();
  const said = ["/x?password=a%2Fb1", "/x?password=a/b1", "/x?password=%61%2fb1"].map(memory.target);
  expect(new Set(said).size).toBe(1);
});

test("an opaque value that a recorded request hides is hidden wherever a replay's request repeats it", () => {
  const key = opaque("key");
  const exchange = createSecretMemory().exchange(told({ target: `/k/${key}`, headers: [["x-api-key", key]] }));
  expect(exchange.request.target).not.toContain(key);
  expect(createSecretMemory({ recorded: [exchange] }).target(`/k/${key}`)).toBe(exchange.request.target);
});

test("what is longer than any secret that is followed is no recorded one, and overflows no stack", () => {
  const found = (text: string): number => [...recordedHits(text, () => "__redacted-x.1f__")].filter(Boolean).length;
  expect([opaque(1), `${opaque(1)} ${opaque(2)}`, opaque(1).repeat(500_000)].map(found)).toEqual([1, 2, 0]);
});

test("numbers under the names of secrets stay numbers, and different ones different", () => {
  const memory = createSecretMemory();
  const said = [111111, 222222, 111111].map(
    (otp) => memory.request(told({ body: `{"otp":${otp}}` }).request).body?.text,
  );
  expect(said[0]).toMatch(/^\{"otp":77700\d{4}\}$/);
  expect([said[0] === said[1], said[0] === said[2]]).toEqual([false, true]);
  expect(memory.request(told({ body: said[0] ?? "" }).request).body?.text).toBe(said[0]);
});

test("a password in a page is sent back as it stands there, or as it was, and is one request", () => {
  const page = told({ target: "/", answer: '<script>const password = "hunter2hunter2";</script>' });
  const post = (password: string) =>
    told({ method: "POST", target: "/login", body: new URLSearchParams({ password }).toString() });
  const memory = createSecretMemory();
  const shown = /"(.*)"/.exec(memory.exchange(page).response.body?.text ?? "")?.[1] ?? "";
  expect(shown).toMatch(/^__redacted-password\.[\da-f]+__$/);
  const recorded = memory.exchange(post("hunter2hunter2"));
  const replay = createSecretMemory({ recorded: [recorded] });
  for (const password of [shown, "hunter2hunter2"])
    expect(replay.request(post(password).request).body?.text).toBe(`password=${shown}`);
  expect(replay.request(post("hunter3hunter3").request)).not.toEqual(recorded.request);
});

const token = "q8Zr2Lk9Pw4Vt7Ys3Bn6";
const long = "lorem ipsum ".repeat(2000);
const password = { password: "hunter22" };

test.each<[shows: string, headers: HeaderList, issues: object]>([
  ["a long text", [], { access_token: token, long, ...password }],
  ["a cookie", [["set-cookie", `sid=${token}`]], { long, ...password }],
  ["a short text", [], { access_token: token, all: ["a", "b", "c"].map((each) => ({ password: `hunter-${each}` })) }],
])("what %s issues beside guessable values is hidden where the answer repeats it", async (_shows, headers, issues) => {
  const memory = createSecretMemory();
  const text = JSON.stringify({ note: `the token is ${token} today`, ...issues });
  const response = {
    status: 200,
    headers: [["content-type", "application/json"] as const, ...headers],
    body: utf8(text),
  };
  const request = { method: "POST", target: "/login", principal: "anonymous", headers: [], body: null };
  const clean = await memory.whenReady(() => memory.exchange({ request, response }));
  expect(JSON.stringify(clean)).not.toContain(token);
});

test.each<[shows: string, cookies: readonly (readonly [sent: string, set: string])[], names: readonly string[]]>([
  [
    "two sessions that GETs issued",
    [
      ["", "1"],
      ["", "2"],
      ["1", ""],
      ["2", ""],
    ],
    ["__redacted-cookie__"],
  ],
  [
    "one that each answer renews",
    [
      ["", "1"],
      ["1", "2"],
      ["2", "3"],
      ["3", ""],
    ],
    [],
  ],
  [
    "one that its client never sends",
    [
      ["", "1"],
      ["", "2"],
      ["2", ""],
    ],
    [],
  ],
])("of %s it is told whether they share a placeholder", (_shows, cookies, names) => {
  const ambiguous: string[] = [];
  const memory = createSecretMemory({ onAmbiguous: (placeholder) => ambiguous.push(placeholder) });
  for (const [sent, set] of cookies) {
    const headers = (name: string, nth: string): HeaderList => (nth === "" ? [] : [[name, `sid=${opaque(nth)}`]]);
    memory.exchange({
      request: { method: "GET", target: "/", principal: "anonymous", headers: headers("cookie", sent), body: null },
      response: { status: 200, headers: headers("set-cookie", set), body: null },
    });
  }
  expect(ambiguous).toEqual(names);
});

test("a JWT stays one where that is asked for, and is known as a placeholder", () => {
  const jwt = [{ alg: "HS256", typ: "JWT" }, { sub: "ada" }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const memory = createSecretMemory({ shaped: ["jwt"] });
  const { response } = memory.exchange(told({ method: "POST", answer: `{"id_token":"${jwt}.${opaque(1)}"}` }));
  const shown = /"([^"]*\..*)"/.exec(response.body?.text ?? "")?.[1] ?? "";
  expect(JSON.parse(atob(shown.split(".")[1] ?? ""))).toEqual({ jti: "__redacted-jwt__" });
  expect(memory.target(`/x?id_token=${shown}`)).toBe(`/x?id_token=${shown}`);
  expect(createSecretMemory().text(shown)).toBe(shown);
  expect(createSecretMemory().target(`/me/${jwt}.${opaque(1)}`)).toMatch(/^\/me\/__redacted-jwt\.\w+__$/);
});

test.each([
  ["MD5", "password", "2ab96390c7dbe3439de74d0c9b0b1767"],
  ["SHA-256", "passwordHash", "f52fbd32b2b3b86ff88ef6c490628285f482af15ddcb29541f94bcf526a3f6c7"],
  ["MD5 in base64", "password", "KrljkMfb40Od500MmwsXZw=="],
  ["base64", "api_key", "Y29ycmVjdCBob3JzZSBiYXR0ZXJ5IHN0YXBsZQ=="],
  ["hexadecimal", "api_key", "636f727265637420686f727365206261747465727920737461706c65"],
])(
  "a password in %s under %j has the tag of what could be guessed: 12 bits that are slow to try",
  (_how, name, value) => {
    const { request } = createSecretMemory().exchange(told({ body: JSON.stringify({ [name]: value }) }));
    expect(request.body?.text).toMatch(/__redacted-(?:password|field)\.[\da-f]{3}__/);
  },
);

test("a hash of a password, which is another each time, has no tag", () => {
  const { response } = createSecretMemory().exchange(
    told({ answer: '{"password_hash":"66HrSg81uwYCpOpxeSL9K2EiBIs36l"}' }),
  );
  expect(response.body?.text).toBe('{"password_hash":"__redacted-field__"}');
});

test("a password that is the login leaves the login", () => {
  const { request, response } = createSecretMemory().exchange(
    told({ body: '{"login":"octocat1","password":"octocat1"}', answer: "hello octocat1" }),
  );
  expect(request.body?.text).toMatch(/^\{"login":"octocat1","password":"__redacted-password\.[\da-f]+__"\}$/);
  expect(response.body?.text).toBe("hello octocat1");
});

// Of a hundred thousand likely values, hundreds have the same tag: whoever tries them all does not know which it was. All
// of them take scrypt too long to try here, so the length of the tag says it.
test("a tag of what could be guessed leaves at least 256 values of its kind, and 12 bits at most are told", () => {
  const digits = (value: string): number => Number.parseInt(tagOf(value), 16);
  for (const pin of ["1234", "0000", "9999"]) expect(digits(pin)).toBeLessThan(2 ** 5);
  for (const code of ["EDDF", "KJFK"]) expect(digits(code)).toBeLessThan(2 ** 10);
  for (const password of ["correct horse battery", "hunter2hunter2"]) expect(digits(password)).toBeLessThan(2 ** 12);
  expect(tagOf(opaque(1))).toMatch(/^[\da-f]{10}$/);
});
