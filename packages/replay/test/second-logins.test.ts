// Another user who logs in within the session of somebody who logged in before: the recorder says so.
import type { Exchange } from "@tapedeck/tape";
import { createSecretMemory } from "@tapedeck/tape/internal";
import { expect, test } from "vitest";
import { watchSecondLogins } from "../src/login/second-logins.ts";

const opaque = (text: string): string => Buffer.from(text.repeat(9)).toString("base64url").slice(0, 32);
const form: [string, string] = ["content-type", "application/x-www-form-urlencoded"];
type Sent = { readonly session?: string; readonly token?: string };

/** An exchange of a client; without a form, a GET. */
function exchange(target: string, text: string | null, { session, token }: Sent = {}, begins?: string): Exchange {
  const isToken = begins?.startsWith("token") === true;
  const headers: [string, string][] = [
    ...(text === null ? [] : [form]),
    ...(session ? [["cookie", `sid=${opaque(session)}; theme=dark`] as [string, string]] : []),
    ...(token ? [["authorization", `Bearer ${opaque(token)}`] as [string, string]] : []),
  ];
  const body = text === null ? null : ({ encoding: "utf8", text } as const);
  return {
    request: {
      method: text === null ? "GET" : "POST",
      target,
      principal: token ? "token" : "anonymous",
      headers,
      body,
    },
    response: {
      status: 200,
      headers:
        begins && !isToken ? [["set-cookie", `sid=${opaque(begins)}; Path=/`]] : [["content-type", "application/json"]],
      body: { encoding: "utf8", text: isToken ? JSON.stringify({ access_token: opaque(begins) }) : "{}" },
    },
  };
}

const login = (user: string, sent?: Sent, begins?: string, target = "/login"): Exchange =>
  exchange(target, `username=${user}&password=correct-horse-of-${user}`, sent, begins);
const me = (sent: Sent): Exchange => exchange("/me", null, sent);

const utf8 = (text: string) => ({ encoding: "utf8", text }) as const;
const redirect = (location: string): Partial<Exchange["response"]> => ({
  status: 302,
  headers: [["location", location]],
  body: null,
});

function answering(asked: Exchange, text: string): Exchange {
  return { ...asked, response: { ...asked.response, body: utf8(text) } };
}

function found(...all: readonly Exchange[]): readonly string[] {
  const memory = createSecretMemory();
  const second: string[] = [];
  const watch = watchSecondLogins((placeholder) => second.push(placeholder));
  for (const each of all) watch(memory.exchange(each));
  return second;
}

const session = { session: "1" };

test.each<[shows: string, all: readonly Exchange[], kind: string]>([
  ["a cookie", [login("ada", {}, "1"), me(session), login("bob", session), me(session)], "cookie"],
  ["a cookie, back and forth", [login("ada", {}, "1"), login("ada", session), login("bob", session)], "cookie"],
  ["a cookie, elsewhere", [login("ada", {}, "1"), login("bob", session, undefined, "/auth/sign-in")], "cookie"],
  ["a token", [login("ada", {}, "token 1"), login("bob", { token: "token 1" })], "field"],
  [
    "a cookie, with a token for a form",
    [login("ada", {}, "1"), answering(login("bob", session), `{"csrf_token":"${opaque("form")}"}`)],
    "cookie",
  ],
])("another user who logs in within the same session is noticed: %s", (_shows, all, kind) => {
  expect(found(...all)).toEqual([`__redacted-${kind}__`]);
});

test.each<[shows: string, all: readonly Exchange[]]>([
  ["one user", [login("ada", {}, "1"), me(session), login("ada", session), me(session)]],
  [
    "two clients",
    [login("ada", {}, "1"), login("bob", {}, "2"), login("ada", session), login("bob", { session: "2" })],
  ],
  ["a login that begins another session", [login("ada", {}, "1"), login("bob", session, "2"), me({ session: "2" })]],
  ["a login that issues another token", [login("ada", {}, "token 1"), login("bob", { token: "token 1" }, "token 2")]],
  [
    "another cookie beside it",
    [login("ada", {}, "1"), login("bob", session, "2", "/login"), login("ada", { session: "2" }, "3")],
  ],
  ["a token beside the cookie", [login("ada", {}, "1"), login("bob", session, "token 2")]],
  ["a user who is made", [login("ada", {}, "1"), login("bob", session, undefined, "/users")]],
  ["another password", [login("ada", {}, "1"), exchange("/login", "username=ada&password=a-new-Horse9", session)]],
  ["a form without a password", [login("ada", {}, "1"), exchange("/login", "username=bob", session)]],
  ["a session that recordings name", [exchange("/", null, {}, "1"), login("ada", session), login("bob", session)]],
])("nothing is noticed of %s", (_shows, all) => {
  expect(found(...all)).toEqual([]);
});

/** How services refuse a login: most forms, and many APIs, with no status that says so. */
const refusals: readonly (readonly [how: string, response: Partial<Exchange["response"]>])[] = [
  ["by a status", { status: 401 }],
  ["by an error", { body: utf8('{"error":"wrong password"}') }],
  ["by errors, as GraphQL has them", { body: utf8('{"data":null,"errors":[{"message":"wrong password"}]}') }],
  ["by a failure", { body: utf8('{"success":false}') }],
  ["by a status in its body", { body: utf8('{"status":"fail","data":{"password":"is wrong"}}') }],
  ["by the page of the login", redirect("https://service.example/login?next=%2Fme")],
  ["by a page that tells an error", redirect("/?login=failed")],
  [
    "by the form again",
    {
      headers: [["content-type", "text/html"]],
      body: utf8('<form method="post"><input name="username"><input name="password" type="password"></form>'),
    },
  ],
];

test.each(refusals)("a login that is refused %s is none", (_how, response) => {
  const refused = (asked: Exchange): Exchange => ({ ...asked, response: { ...asked.response, ...response } });
  const begins = [["set-cookie", `sid=${opaque("1")}; Path=/`]] as const;
  const beginning = (asked: Exchange): Exchange => {
    const { response } = refused(asked);
    return { ...asked, response: { ...response, headers: [...response.headers, ...begins] } };
  };
  expect(found(login("ada", {}, "1"), me(session), refused(login("bob", session)), me(session))).toEqual([]);
  // It may give its client the session that the next one goes on with.
  expect(found(beginning(login("ad")), me(session), login("ada", session), me(session))).toEqual([]);
});

test.each<[shows: string, response: Partial<Exchange["response"]>]>([
  ["an answer without errors", { body: utf8('{"errors":[],"error":null,"status":"ok"}') }],
  ["a page after it", redirect("/home?next=%2Flogin")],
  ["a page that asks for no password", { body: utf8("<p>The password was right.</p>") }],
])("a login is not taken for refused by %s", (_shows, response) => {
  const asked = login("bob", session);
  const second = { ...asked, response: { ...asked.response, ...response } };
  expect(found(login("ada", {}, "1"), second)).toEqual(["__redacted-cookie__"]);
});

const signIn = (names: string, sent?: Sent, begins?: string): Exchange =>
  exchange("/login", `${names}&password=correct-horse-of-ada`, sent, begins);

test.each<[shows: string, first: string, second: string, isAnother: boolean]>([
  ["the case of its name", "username=ada", "username=Ada", false],
  ["its address", "username=ada", "username=ada%40service.example", false],
  ["another field", "username=ada", "login=ada", false],
  ["an address in another field", "email=Ada%40Service.example", "username=ada", false],
  ["the address at another service", "email=ada%40acme.example", "email=ada%40beta.example", true],
  ["another tenant beside it", "username=ada&account=acme", "username=ada&account=beta", true],
  ["a number", "username=ada", "user_id=7", true],
])("a user is another one by %s: %s, %s: %s", (_shows, first, second, isAnother) => {
  expect(found(signIn(first, {}, "1"), me(session), signIn(second, session), me(session))).toHaveLength(
    Number(isAnother),
  );
});
