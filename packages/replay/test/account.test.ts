// Whose a login is, by what the requests that it goes back to sent, and said of who sends them.
import { expect, test } from "vitest";
import { createPlayer } from "../src/handlers/player.ts";
import { kinshipOf } from "../src/login/account.ts";
import { ask, exchange, headers, indexFrom, tape, textOf, utf8 } from "./exchanges.ts";

const placeholderOf = (nth: number): string => `__redacted-cookie${nth === 1 ? "" : `.${nth}`}__`;
/** A request that sends an earlier session, or none, and gets a session of its own. */
type Sent = readonly [
  target: string,
  body: string,
  sends?: number | undefined,
  headers?: Readonly<Record<string, string>>,
];
const issuing = (logins: readonly Sent[]) =>
  logins.map(([target, body, sends, others = {}], at) =>
    exchange(
      {
        method: "POST",
        target,
        body: utf8(body),
        headers: headers(
          ...Object.entries(others),
          ...(sends === undefined ? [] : ([["cookie", `sid=${placeholderOf(sends)}`]] as const)),
        ),
      },
      { headers: headers(["set-cookie", `sid=${placeholderOf(at + 1)}; Path=/`]) },
    ),
  );
const [right, wrong] = ["__redacted-password.94d__", "__redacted-password.d80__"];
const login = (user: string, password = right): string => `user=${user}&password=${password}`;

test.each<[shows: string, logins: readonly Sent[], kinship: string, other?: number]>([
  [
    "another user logs in, while its browser sends the first one's session",
    [
      ["/login", login("ada")],
      ["/login", login("bob"), 1],
    ],
    "other account",
  ],
  [
    "a user logs in again, while its browser sends the old session",
    [
      ["/login", login("ada")],
      ["/login", login("ada"), 1],
    ],
    "same login",
  ],
  [
    "a user logs in again after another one, whose session it sends",
    [
      ["/login", login("ada")],
      ["/login", login("bob"), 1],
      ["/login", login("ada"), 2],
    ],
    "same login",
    1,
  ],
  [
    "another user logs in by JSON",
    [
      ["/login", `{"email":"ada","password":"${right}"}`],
      ["/login", `{"email":"bob","password":"${right}"}`, 1],
    ],
    "other account",
  ],
  [
    "another user logs in by XML without a name",
    [
      ["/login", `<u>ada</u><p>${right}</p>`],
      ["/login", `<u>bob</u><p>${wrong}</p>`, 1],
    ],
    "other account",
  ],
  [
    "an answer renews a session",
    [
      ["/login", login("ada")],
      ["/save", "note=x", 1],
      ["/save", "note=y", 2],
    ],
    "same login",
  ],
  [
    "a token is renewed, by an application with a key",
    [
      ["/token", login("ada")],
      ["/token", `refresh_token=${placeholderOf(1)}&client_id=app&client_secret=__redacted-field.9f86d08188__`],
    ],
    "same login",
  ],
  [
    "its user confirms the password",
    [
      ["/login", login("ada")],
      ["/confirm", `password=${right}`, 1],
    ],
    "same login",
  ],
  [
    "its user changes the password",
    [
      ["/login", login("ada")],
      ["/password", `old=${right}&new=${wrong}`, 1],
    ],
    "same login",
  ],
  [
    "a session goes on as another user's",
    [
      ["/login", login("ada")],
      ["/switch", "user=bob", 1],
    ],
    "other account",
  ],
  [
    "a password alone, which is not its user's, is sent in it",
    [
      ["/login", login("ada")],
      ["/login", `password=${wrong}`, 1],
    ],
    "other account",
  ],
  [
    "two users log in in two steps",
    [
      ["/user", "user=ada"],
      ["/user", "user=bob"],
      ["/password", `password=${right}`, 1],
      ["/password", `password=${right}`, 2],
    ],
    "other account",
  ],
  [
    "one user does, twice",
    [
      ["/user", "user=ada"],
      ["/user", "user=ada"],
      ["/password", `password=${right}`, 1],
      ["/password", `password=${right}`, 2],
    ],
    "same login",
  ],
  [
    "two users turn one visitor's session into theirs",
    [
      ["/cart", "sku=7"],
      ["/login", login("ada"), 1],
      ["/login", login("bob"), 1],
    ],
    "other account",
  ],
  [
    "an API's key logs in, while the session of another one is sent",
    [
      ["/session", "", undefined, { "x-api-key": "__redacted-header.1111111111__" }],
      ["/session", "", 1, { "x-api-key": "__redacted-header.2222222222__" }],
    ],
    "other account",
  ],
  [
    "two users log in by Basic",
    [
      ["/session", "", undefined, { authorization: "Basic __redacted-user.1111111111__" }],
      ["/session", "", undefined, { authorization: "Basic __redacted-user.2222222222__" }],
    ],
    "other account",
  ],
])(
  "the last login and the one before it, or the first, where %s",
  (_shows, logins, kinship, other = logins.length - 1) => {
    const index = indexFrom([issuing(logins)]);
    expect(kinshipOf(index, placeholderOf(logins.length), placeholderOf(other))).toBe(kinship);
  },
);

test("who logs in while its browser sends another user's session gets no answer of that one's, with the session or without", () => {
  const [ada, bob] = issuing([
    ["/login", login("ada")],
    ["/login", login("bob"), 1],
  ]) as [ReturnType<typeof exchange>, ReturnType<typeof exchange>];
  const cart = exchange(
    { target: "/cart", headers: [["cookie", `sid=${placeholderOf(1)}`]] },
    { headers: [], body: utf8("ada's") },
  );
  const player = createPlayer({ tapes: [tape(ada, cart, bob)] });
  const cookie = `sid=${placeholderOf(2)}`;
  const body = new TextEncoder().encode(login("bob"));
  expect(player.answer(ask("/login", {}, { method: "POST", body })).status).toBe(200);
  expect(player.answer(ask("/cart", { cookie })).status).toBe(501);
  expect(textOf(player.answer(ask("/cart", { cookie: `sid=${placeholderOf(1)}` })))).toBe("ada's");
});
