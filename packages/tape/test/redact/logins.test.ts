// Whose placeholder a login has, and which of them are told apart.
import { expect, test } from "vitest";
import { headerOf } from "../../src/http/headers.ts";
import { createSecretMemory } from "../../src/redact/memory/secret-memory.ts";
import { rememberTyped, typedLogin } from "../../src/redact/memory/typed-logins.ts";
import { login, opaque, told } from "./told.ts";

test("a login has another placeholder than what the answer to a GET before it issued to anybody", () => {
  const memory = createSecretMemory();
  const form = told({ target: "/login", answered: [["set-cookie", `sid=${opaque("anybody")}; Path=/`]] });
  expect(memory.exchange(form).response.headers).toEqual([["set-cookie", "sid=__redacted-cookie__; Path=/"]]);
  const [ada] = login(memory, "ada", opaque("ada"));
  expect(ada?.response.headers).toEqual([["set-cookie", "sid=__redacted-cookie.2__; Path=/; HttpOnly"]]);
});

test("a session that each answer to a GET renews keeps the placeholder of its login", () => {
  const memory = createSecretMemory();
  const [ada, bob] = ["ada", "bob"].map((who) => {
    login(memory, who, opaque(who));
    return memory.exchange(
      told({
        target: "/me",
        headers: [["cookie", `sid=${opaque(who)}`]],
        answered: [["set-cookie", `sid=${opaque(`${who}, renewed`)}; Path=/`]],
      }),
    );
  });
  expect(ada?.response.headers).toEqual([["set-cookie", "sid=__redacted-cookie__; Path=/"]]);
  expect(bob?.response.headers).toEqual([["set-cookie", "sid=__redacted-cookie.2__; Path=/"]]);
  const next = told({ target: "/me", headers: [["cookie", `sid=${opaque("bob, renewed")}`]] });
  expect(memory.exchange(next).request.headers).toEqual([["cookie", "sid=__redacted-cookie.2__"]]);
});

test("a login that was refused is told apart, and a user by Basic or Digest, if a person may have typed it", () => {
  const memory = createSecretMemory();
  const sent = (authorization: string, status: number): string | undefined => {
    const { request, response } = told({ headers: [["authorization", authorization]] });
    const raw = { request: { ...request, principal: "token" }, response: { ...response, status } };
    const clean = memory.exchange(raw);
    expect(memory.exchange(clean)).toEqual(clean);
    return clean.request.headers.find(([name]) => name === "authorization")?.[1];
  };
  const basic = (pair: string): string => `Basic ${btoa(pair)}`;
  const ada = sent(basic("ada:right"), 200);
  expect(ada).toMatch(/^Basic __redacted-user\.[\da-f]{1,3}__$/);
  expect(sent(basic("ada:right"), 401)).toBe(ada);
  const bob = sent(basic("bob:right"), 200);
  expect(bob).not.toBe(ada);
  expect(bob).toMatch(/^Basic __redacted-user\.[\da-f]{1,3}__$/);
  expect(sent(basic(`bob:${opaque(2)}`), 403)).toBe(bob);
  expect(sent(basic("ada:other"), 200)).toBe(ada);
  expect(sent(basic(`${opaque(3)}:`), 200)).toBeUndefined();
  const wrong = sent(basic("ada:wrong"), 401);
  expect(wrong).toMatch(/^Basic __redacted-refused\.[\da-f]{3}__$/);
  expect(sent(basic("ada:wrong"), 200)).toBe(wrong);
  expect(typedLogin("refused", basic("ada:wrong"))).toBe(wrong);
  expect(sent(basic("bob:wrong"), 401)).not.toBe(wrong);
  expect(sent(basic("eve:hunter2"), 403)).toMatch(/^Basic __redacted-refused\.[\da-f]{3}__$/);
  expect(sent("Bearer no-such-token", 401)).toMatch(/^Bearer __redacted-refused\.[\da-f]{3}__$/);
  expect(sent(`Bearer ${opaque(1)}`, 401)).toBeUndefined();
  const digest = sent('Digest username="ada", nonce="1"', 401);
  expect(digest).toMatch(/^Digest __redacted-user\.[\da-f]{1,3}__$/);
  expect(sent('Digest nonce="2", Username=ada, nc=1', 200)).toBe(digest);
  expect(sent('Digest username="bob", nonce="1"', 200)).not.toBe(digest);
  expect(sent(`Digest username="${opaque(4)}", nonce="1"`, 200)).toBeUndefined();
  // The first word of a passphrase is no scheme.
  const phrase = sent("correct horse", 401);
  expect(phrase).toMatch(/^Bearer __redacted-refused\.[\da-f]{3}__$/);
  expect(sent("wrong horse", 401)).not.toBe(phrase);
  expect(sent("Token horse", 401)).toMatch(/^Token __redacted-refused\.[\da-f]+__$/);
});

test.each(["Basic", "Bot", "Digest", "Hawk", "Key", "SSWS"])(
  "a scheme %s before a placeholder is no secret",
  (scheme) => {
    const { headers } = told({ headers: [["authorization", `${scheme} __redacted-refused.e06__`]] }).request;
    expect(createSecretMemory().headers(headers)).toEqual(headers);
  },
);

test("a hundred logins are kept apart, and no more: the tag of each takes long", () => {
  const mixed: string[] = [];
  const typed = rememberTyped(
    () => {},
    () => false,
    (each) => mixed.push(each),
  );
  const authorization = (nth: number): string => `Bearer wrong-${nth}`;
  for (let nth = 0; nth <= 100; nth++) typed.note(authorization(nth), 401);
  expect(typed.find(authorization(99))).toMatch(/^Bearer __redacted-refused\.[\da-f]+__$/);
  expect(typed.find(authorization(100))).toBeNull();
  expect(mixed).toEqual([authorization(100)]);
});

test.each([
  ["a password", { body: "username=ada&password=hunter22" }, "hunter22"],
  ["a key in a header", { headers: [["x-api-key", opaque(1)]] as const }, opaque(1)],
  ["a token in a query", { target: `/users?access_token=${opaque(1)}` }, opaque(1)],
])(
  "%s has the placeholder of its own place, whether an Authorization without an alias sent it before or not",
  (_, sent, secret) => {
    const { request } = told(sent);
    const [memory, another] = [createSecretMemory(), createSecretMemory()];
    memory.add([{ alias: "token", value: secret }]);
    expect(memory.request(request)).toEqual(another.request(request));
    expect(memory.text(`it is ${secret}`)).toBe("it is __redacted-token__");
  },
);

test("a key in a header has the placeholder of its own place, wherever else it was sent before", () => {
  const keyed = told({ headers: [["x-api-key", opaque(1)]] });
  const alone = createSecretMemory().request(keyed.request);
  for (const before of [
    { target: `/users?api_key=${opaque(1)}` },
    { body: `{"access_token":"${opaque(1)}"}` },
    { headers: [["cookie", `sid=${opaque(1)}`]] as const },
  ]) {
    const memory = createSecretMemory();
    const recorded = memory.exchange(told(before));
    expect(memory.request(keyed.request)).toEqual(alone);
    expect(createSecretMemory({ recorded: [recorded] }).request(keyed.request)).toEqual(alone);
  }
  const issuing = createSecretMemory();
  issuing.exchange(
    told({ method: "POST", answer: `{"api_key":"${opaque(1)}","authorization":"Bearer ${opaque(2)}"}` }),
  );
  const sent = [opaque(1), opaque(2)].map((key) => issuing.headers([["x-api-key", key]])[0]?.[1]);
  expect(sent).toEqual(["__redacted-field__", "__redacted-field.2__"]);
});

/** NTLM's last message, of a domain of one letter and a user. */
function ntlm(named: Buffer, width: number, flags: number, nth: number): string {
  const message = Buffer.concat([Buffer.alloc(72, nth), named]);
  message.write("NTLMSSP\0\x03\0\0\0", 0, "latin1");
  for (const [at, length, from] of [
    [28, width, 72],
    [36, named.length - width, 72 + width],
  ] as const) {
    message.writeUInt16LE(length, at);
    message.writeUInt32LE(from, at + 4);
  }
  message.writeUInt32LE(flags, 60);
  return message.toString("base64");
}

test.each<[scheme: string, sent: (user: string, nth: number) => string]>([
  [
    "AWS4-HMAC-SHA256",
    (user, nth) => `AWS4-HMAC-SHA256 Credential=AKIA${user}/2026010${nth}/eu/s3/aws4_request, Signature=${nth}5d6`,
  ],
  ["AWS", (user, nth) => `AWS AKIA${user}:${nth}frJIUN8DYpKDtOLCwo`],
  ["Hawk", (user, nth) => `Hawk id="${user}", ts="135383223${nth}", nonce="j4h3g", mac="${nth}6R4rV5iE"`],
  ["OAuth", (user, nth) => `OAuth oauth_consumer_key="app", oauth_token="${user}", oauth_signature="b${nth}YT5"`],
  ["SharedKeyLite", (user, nth) => `SharedKeyLite ${user}:${nth}ctzMq410TV3wS7upTBcunJ=`],
  [
    "EG1-HMAC-SHA256",
    (user, nth) =>
      `EG1-HMAC-SHA256 client_token=akab-${user};access_token=akab-x;timestamp=2026;nonce=${nth};signature=${nth}6R`,
  ],
  [
    "SharedAccessSignature",
    (user, nth) => `SharedAccessSignature sr=sb%3a%2f%2fx&sig=${nth}frJ%3d&se=176722560${nth}&skn=${user}`,
  ],
  [
    "OCI's Signature",
    (user, nth) => `Signature version="1",keyId="t.1/u.${user}/20:3b",algorithm="rsa",signature="${nth}qdx"`,
  ],
  ["HMAC-SHA256", (user, nth) => `HMAC-SHA256 SignedHeaders=host&Credential=${user}&Signature=${nth}frJ=`],
  ["Signature", (user, nth) => `Signature keyId="${user}",algorithm="hs2019",signature="${nth}qdx"`],
  ["NTLM", (user, nth) => `NTLM ${ntlm(Buffer.from(`D${user}`, "utf16le"), 2, 1, nth)}`],
  ["NTLM in letters of one byte", (user, nth) => `NTLM ${ntlm(Buffer.from(`D${user}`), 1, 0, nth)}`],
])("users who sign by %s are told apart, however many requests they sign", (_scheme, sent) => {
  const memory = createSecretMemory();
  const stored = (user: string, nth: number): string | null => {
    const { request, response } = told({ headers: [["authorization", sent(user, nth)]] });
    const principal = "token";
    return headerOf(
      memory.exchange({ request: { ...request, principal }, response: { ...response, status: 200 } }).request.headers,
      "authorization",
    );
  };
  const own = stored("ada", 0);
  expect(own).toMatch(/^[\w-]+ __redacted-user\.[\da-f]+__$/);
  expect(stored("bob", 0)).not.toBe(own);
  for (let nth = 1; nth < 300; nth += 1) if (stored("ada", nth) !== own) expect(nth).toBe("none");
});

test("two users that are not kept apart, since there are too many, are told of", () => {
  const ambiguous: string[] = [];
  const memory = createSecretMemory({ onAmbiguous: (placeholder) => ambiguous.push(placeholder) });
  const ask = (authorization: string): void => {
    const { request, response } = told({ headers: [["authorization", authorization]] });
    memory.exchange({ request: { ...request, principal: "token" }, response });
  };
  for (let nth = 0; nth < 1000; nth++) ask(`Bearer word-${nth}`);
  ask(`Basic ${btoa("ada:right")}`);
  expect(ambiguous).toEqual([]);
  ask(`Basic ${btoa("bob:right")}`);
  expect(ambiguous).toEqual(["__redacted-token__"]);
});
