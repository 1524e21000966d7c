import { expect, test } from "vitest";
import { revealed } from "../src/handlers/reveal.ts";
import { ask } from "./exchanges.ts";

const hidden = "__redacted-field.2__";
const values: Readonly<Record<string, string>> = { [hidden]: "a+b/c=", "__redacted-cookie__": "s%3Aab" };
const issuedAs = (placeholder: string): string | undefined => values[placeholder];
// With `shaped: ["jwt"]`.
const jwt = `eyJhbGciOiJub25lIn0.${btoa(JSON.stringify({ jti: hidden })).replace(/=+$/, "")}.redacted`;
const form = { "content-type": "application/x-www-form-urlencoded" };

test.each([
  ["a header", ask("/", { authorization: `Bearer ${hidden}` }), "Bearer a+b/c="],
  ["a token in the shape of a JWT", ask("/", { authorization: jwt }), "a+b/c="],
  ["a cookie, as it came", ask("/", { authorization: "sid=__redacted-cookie__" }), "sid=s%3Aab"],
  ["no other placeholder", ask("/", { authorization: "__redacted-field__" }), "__redacted-field__"],
  ["a page's of this machine", ask("/", { authorization: hidden, origin: "http://localhost:3000" }), "a+b/c="],
  ["no other page's", ask("/", { authorization: hidden, origin: "https://evil.example" }), hidden],
])("revealed() gives upstream %s", (_shows, request, sent) => {
  expect(revealed(request, issuedAs).headers["authorization"]).toBe(sent);
});

test("revealed() gives upstream each cookie's own value, where one placeholder stands for two", () => {
  const shared = "__redacted-cookie__";
  const byName = (placeholder: string, cookie?: string) =>
    placeholder === shared ? (cookie === "sid" ? "the-session" : "the-last") : undefined;
  const sent = ask("/", { cookie: `sid=${shared}; csrf=${shared}; theme=dark`, "x-csrf": shared });
  expect(revealed(sent, byName).headers).toMatchObject({
    cookie: "sid=the-session; csrf=the-last; theme=dark",
    "x-csrf": "the-last",
  });
});

test("revealed() codes what it puts into a target and a form", () => {
  const body = new TextEncoder().encode(`refresh_token=${hidden}`);
  const { target, body: sent } = revealed(ask(`/x?t=${hidden}`, form, { method: "POST", body }), issuedAs);
  expect(target).toBe("/x?t=a%2Bb%2Fc%3D");
  expect(new TextDecoder().decode(sent as Uint8Array)).toBe("refresh_token=a%2Bb%2Fc%3D");
});

test("revealed() leaves the bytes of a file beside a form's fields as they are", () => {
  const image = new Uint8Array([0x89, 0x50, 0xff, 0xc3]);
  const part = (text: string): number[] => [...new TextEncoder().encode(`--b\r\n\r\n${text}\r\n--b\r\n\r\n`), ...image];
  const body = new Uint8Array(part(hidden));
  const sent = revealed(
    ask("/x", { "content-type": "multipart/form-data; boundary=b" }, { method: "POST", body }),
    issuedAs,
  );
  expect([...(sent.body as Uint8Array)]).toEqual(part("a+b/c="));
});

test("revealed() escapes what it puts into JSON", () => {
  const body = new TextEncoder().encode(JSON.stringify({ token: hidden }));
  const { body: sent } = revealed(ask("/x", {}, { method: "POST", body }), () => 'a"b+\\');
  expect(JSON.parse(new TextDecoder().decode(sent as Uint8Array))).toEqual({ token: 'a"b+\\' });
});
