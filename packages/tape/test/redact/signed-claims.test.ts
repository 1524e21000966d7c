import { expect, test } from "vitest";
import { tagOf } from "../../src/redact/memory/pseudonym.ts";
import { createSecretMemory } from "../../src/redact/memory/secret-memory.ts";
import { utf8 } from "../tapes.ts";
import { opaque, told } from "./told.ts";

test("a JWT that a recording knows by all of it is found by that", () => {
  const jwt = `eyJhbGciOiJIUzI1NiJ9.${btoa('{"role":"anon","iat":1}').replace(/=+$/, "")}.${opaque(1)}`;
  const target = `/a?apikey=__redacted-jwt.${tagOf(jwt)}__`;
  expect(createSecretMemory({ recorded: [told({ target })] }).target(`/a?apikey=${jwt}`)).toBe(target);
});

test("a JWT that a client signs anew is one value, told apart by its claims", () => {
  const memory = createSecretMemory();
  const part = (value: object | string): string =>
    Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
  const sent = (claims: object | string, signature: string): string => {
    const jwt = `${part({ alg: "RS256", typ: "JWT" })}.${part(claims)}.${signature}`;
    const body = utf8(`grant_type=jwt-bearer&assertion=${jwt}`);
    const headers = [["content-type", "application/x-www-form-urlencoded"]] as const;
    return memory.request({ method: "POST", target: "/token", principal: "anonymous", headers, body }).body?.text ?? "";
  };
  const claims = { iss: "robot", sub: "ada", aud: "https://service.example", iat: 1_767_225_600, exp: 1_767_229_200 };
  const first = sent(claims, opaque(1));
  expect(first).toMatch(/assertion=__redacted-jwt\.[\da-f]{1,3}__$/);
  expect(sent({ ...claims, iat: 1_767_225_661, exp: 1_767_229_261, jti: "2f" }, opaque(2))).toBe(first);
  expect(sent({ ...claims, sub: "bob" }, opaque(1))).not.toBe(first);
  expect(sent({ ...claims, scope: "write" }, opaque(1))).not.toBe(first);
  // A request to log in that is signed: RFC 9101.
  const request = { ...claims, state: opaque(3), nonce: opaque(4), code_challenge: opaque(5), scope: "openid" };
  const again = { ...request, state: opaque(6), nonce: opaque(7), code_challenge: opaque(8) };
  expect(sent(again, opaque(2))).toBe(sent(request, opaque(1)));
  expect(sent({ ...again, scope: "openid email" }, opaque(2))).not.toBe(sent(request, opaque(1)));
  // The id alone may say whose it is, as in a link to confirm an address; so may a number that is read inexactly.
  expect(sent({ iss: "a", iat: 1, jti: "2f" }, opaque(1))).not.toBe(sent({ iss: "a", iat: 1, jti: "3f" }, opaque(2)));
  expect(sent({ exp: 1 }, opaque(1))).not.toBe(sent({ exp: 2 }, opaque(2)));
  const numbered = (id: string): string => `{"sub":${id},"iat":1}`;
  expect(sent(numbered("1234567890123456788"), opaque(1))).not.toBe(sent(numbered("1234567890123456789"), opaque(2)));
  // Without a time it may be a credential itself, and has the tag of one.
  expect(sent({ iss: "robot" }, opaque(1))).not.toBe(sent({ iss: "robot" }, opaque(2)));
});
