// Whom an answer issues a ticket, a code or a link to.
import { expect, test } from "vitest";
import { receiverOf } from "../../src/redact/memory/receiver.ts";
import { createSecretMemory } from "../../src/redact/memory/secret-memory.ts";
import { opaque, told } from "./told.ts";

type Asked = Omit<Parameters<typeof told>[0], "answer" | "answered">;

const json: readonly [string, string] = ["content-type", "application/json"];
const cookie: readonly [string, string] = ["cookie", "theme=dark"];
const post = (body: string, target = "/ticket", ...headers: (readonly [string, string])[]): Asked => ({
  method: "POST",
  target,
  headers,
  body,
});
const [key, other] = [opaque("key of ada"), opaque("key of bob")];
const withPassword = "user=ada&password=correct-horse7";

test.each<[shows: string, first: Asked, second: Asked]>([
  ["another user", post("user=ada"), post("user=bob")],
  ["another tenant in the body", post("user=ada&tenant=1"), post("user=ada&tenant=2")],
  ["another tenant in the path", post(withPassword, "/t/one/login"), post(withPassword, "/t/two/login")],
  ["another tenant in the query", post(withPassword, "/login?tenant=1"), post(withPassword, "/login?tenant=2")],
  ["another tenant in a header", post("user=ada", "/", ["x-tenant", "1"]), post("user=ada", "/", ["x-tenant", "2"])],
  ["another user of a gateway", post("account=a", "/", ["x-actor", "1"]), post("account=a", "/", ["x-actor", "2"])],
  ["another key in the body", post(`account=a&api_key=${key}`), post(`account=a&api_key=${other}`)],
  ["another key in the query", post("account=a", `/?api_key=${key}`), post("account=a", `/?api_key=${other}`)],
  ["another password", post("account=a&password=red-Cow22"), post("account=a&password=blue-horse7")],
  ["another user by a GET", { target: "/ticket?login_hint=ada" }, { target: "/ticket?login_hint=bob" }],
  ["another PIN", post(`{"account":"a","pin":"4711"}`, "/", json), post(`{"account":"a","pin":"5820"}`, "/", json)],
])("requests of two users have two receivers: %s", (_shows, ...asked) => {
  const [first, second] = asked.map((each) => receiverOf(createSecretMemory().request(told(each).request)));
  expect([first, second]).toEqual([expect.any(String), expect.any(String)]);
  expect(second).not.toBe(first);
});

test.each<[shows: string, asked: (token: string) => Asked]>([
  ["the same again", () => post("user=ada")],
  ["a token of a form in the body", (token) => post(`${withPassword}&csrf_token=${token}`, "/", cookie)],
  [
    "a token of a form in JSON",
    (token) => post(`{"user":"ada","password":"blue-horse7","csrf_token":"${token}"}`, "/", json),
  ],
  ["a token of a form in a header", (token) => post(withPassword, "/", ["x-csrf-token", token])],
  [
    "another visitor's cookie, by a GET",
    (token) => ({ target: "/in?user=ada", headers: [["cookie", `sid=${token}`]] }),
  ],
  ["a state in the query", (token) => post(withPassword, `/u/login?state=${token}`)],
  ["a state in the body", (token) => post(`${withPassword}&state=${token}&nonce=${token}`)],
  ["another cookie", (token) => post(withPassword, "/", ["cookie", `sid=${token}`])],
])("a user who asks once more is the same receiver, with %s", (_shows, asked) => {
  const [first, second] = [1, 2].map((nth) =>
    receiverOf(createSecretMemory().request(told(asked(opaque(nth))).request)),
  );
  expect(first).toEqual(expect.any(String));
  expect(second).toBe(first);
});

test.each<[shows: string, asked: (token: string) => Asked]>([
  ["nobody", () => post("{}", "/", json)],
  ["an account in a session", (token) => post("account=a", "/", ["cookie", `sid=${token}`])],
  ["an account, with a key in a header", () => post("account=a", "/", ["x-api-key", key])],
  ["an account, with a token that a page gave, in the body", (token) => post(`account=a&access_token=${token}`)],
  ["an account, with such a token in the query", (token) => post("account=a", `/?access_token=${token}`)],
  ["an account, with such a token in a header", (token) => post("account=a", "/", ["x-session-id", token])],
  ["an account, by a GET", () => ({ target: "/ticket?account=ada" })],
  ["a user whom another one asks for, by a GET", () => ({ target: "/ticket?user=ada", headers: [["x-api-key", key]] })],
])("nobody is the receiver where a request names %s", (_shows, asked) => {
  const memory = createSecretMemory();
  const token = opaque("a token that a page gave");
  memory.exchange(told({ target: "/page", answer: JSON.stringify({ access_token: token }) }));
  expect(receiverOf(memory.request(told(asked(token)).request))).toBeNull();
});
