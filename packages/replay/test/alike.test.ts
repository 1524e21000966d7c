// Requests that the rule cannot tell apart, and whose headers can.
import { type TypedKind, typedLogin } from "@tapedeck/tape/internal";
import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { createPlayer, type PlayerOptions } from "../src/index.ts";
import { ask, exchange, headers, origin, tape, utf8 } from "./exchanges.ts";

type Sent = Readonly<Record<string, string>>;

/** Which of the recorded requests, counted from 1, had the answer to each of these; 501 for a miss. */
async function placesOf(
  recorded: readonly Sent[],
  asked: readonly Sent[],
  options: Partial<PlayerOptions> = {},
  principal = "anonymous",
) {
  const exchanges = recorded.map((sent, nth) =>
    exchange({ principal, headers: headers(...Object.entries(sent)) }, { body: utf8(String(nth + 1)) }),
  );
  const player = createPlayer({ tapes: [tape(...exchanges)], ...options });
  const places: number[] = [];
  for (const sent of asked) {
    const response = await player("http://localhost/users/ada", { headers: sent });
    places.push(response.ok ? Number(await response.text()) : response.status);
  }
  return places;
}

const [a, b, c] = [{ "x-tenant": "a" }, { "x-tenant": "b" }, { "x-tenant": "c" }];
const paged = (sent: Sent, page: string): Sent => ({ ...sent, "x-page": page });
const withNonce = (sent: Sent, nonce: string): Sent => ({ ...sent, "x-nonce": nonce });
// RFC 9421.
const signedBy = (key: string): Sent => ({ "signature-input": `sig=("@method");keyid="${key}"` });
const signed = (key: string, at: number): Sent => ({
  "signature-input": `sig=("@method");created=${at};keyid="${key}";nonce="b3k2pp5k7z0${at}b3k2"`,
  signature: `sig=:${btoa(`${key}${at}`)}:`,
});
const ignored = { match: [{ path: "/**", ignore: ["header.x-tenant"] }] };

const call = (target: string): Sent => ({ "x-amz-target": target, "x-amz-user": "a" });
const deleting = { "x-http-method-override": "DELETE", "x-tenant": "a" };
const copying = (from: string, sig: string): Sent => ({ "x-ms-copy-source": `http://localhost/${from}?sig=${sig}` });
test.each<[shows: string, recorded: Sent[], asked: Sent[], places: number[], options?: Partial<PlayerOptions>]>([
  ["its own tenant's answer, in any order", [a, b], [b, a, b], [2, 1, 2]],
  ["the answers of its tenant in recorded order", [a, b, a], [a, a, b], [1, 3, 2]],
  ["the answer to a request that had no such header, either", [a, {}], [{}, a], [2, 1]],
  [
    "the answer of the key that signs it",
    [signedBy("ada"), signedBy("bob")],
    [signed("bob", 1), signed("ada", 2)],
    [2, 1],
  ],
  ["its own tenant's answer, whatever the nonce", [withNonce(a, "1"), withNonce(b, "2")], [withNonce(b, "3")], [2]],
  ["answers in recorded order, where no request had its header", [a, b], [c, c], [1, 2]],
  ["a miss for another operation", [call("Db.List")], [call("Db.Limits"), a, call("Db.List")], [501, 501, 1]],
  ["the answers of its own operation", [call("Db.List"), call("Db.Limits")], [call("Db.Limits")], [2]],
  [
    "a miss for another method that a header names",
    [a, deleting],
    [{ ...deleting, "x-http-method-override": "PUT" }],
    [501],
  ],
  [
    "the answer to the same copy, however it is signed",
    [copying("a", "x1"), copying("b", "x2")],
    [copying("b", "x3")],
    [2],
  ],
  [
    "what a stub answers that names other headers, but not for what a plain request leaves out",
    [a],
    [call("Db.List"), deleting],
    [1, 501],
  ],
  [
    "what a stub answers that names other headers, after its own operation's",
    [a, call("Db.List")],
    [call("Db.Limits"), call("Db.List")],
    [1, 2],
  ],
  [
    "the answer to the same method in other letters",
    [deleting],
    [{ ...deleting, "x-http-method-override": "delete" }],
    [1],
  ],
  [
    "the answer to the same copy, with or without a slash",
    [{ "x-amz-copy-source": "/b/k" }],
    [{ "x-amz-copy-source": "b/k" }, { "x-amz-copy-source": "b/l" }],
    [1, 501],
  ],
  [
    "the answer to the copy of the same version",
    [{ "x-amz-copy-source": "b/k?versionId=1" }, { "x-amz-copy-source": "b/k" }],
    ["b/k?versionId=1", "b/k", "b/k?versionId=2"].map((source) => ({ "x-amz-copy-source": source })),
    [1, 2, 501],
  ],
  [
    "another call's answer, where that is ignored",
    [call("Db.List")],
    [call("Db.Limits")],
    [1],
    { match: [{ path: "/**", ignore: ["header.x-amz-target"] }] },
  ],
  [
    "its own tenant's answer, whether that had the header or not",
    [a, withNonce(b, "1")],
    [withNonce(a, "2"), withNonce(b, "3")],
    [1, 2],
  ],
  [
    "the answer to a request that had the header, where none had its value",
    [{}, withNonce({}, "1")],
    [withNonce({}, "2"), {}],
    [2, 1],
  ],
  [
    "answers in recorded order, where no request had all of it",
    [withNonce(a, "1"), withNonce(b, "2")],
    [withNonce(a, "2")],
    [1],
  ],
  ["answers in recorded order, where the header is ignored", [a, b], [b, a], [1, 2], ignored],
  [
    "the first of its tenant's answers, whatever others with more headers got",
    [paged(a, "1"), paged(a, "2"), b],
    [paged(a, "1"), a, b],
    [1, 1, 3],
  ],
  ["no other tenant's answer when its own are over", [a, b], [a, a], [1, 501], { afterLast: "end" }],
  ["any answer to a request that takes anything", [{ accept: "*/*" }, {}], [{}, {}], [1, 2]],
])("a request gets %s", async (_shows, recorded, asked, places, options) => {
  expect(await placesOf(recorded, asked, options)).toEqual(places);
});

test.each([
  ["/things?a", "/things?a="],
  ["/things?q=a+b", "/things?q=a%20b"],
  ["/~ada", "/%7Eada"],
  ["/things?a=1&b=2", "/things?b=2&a=1"],
  ["/things?q=%2f", "/things?q=%2F"],
  ["/things?token=__redacted-parameter.1f__&a", "/things?token=__redacted-parameter.1f__&a="],
])("%s and %s get their own answers, in any order", async (one, other) => {
  const recorded = [one, other].map((target) => exchange({ target }, { body: utf8(target) }));
  const player = createPlayer({ tapes: [tape(...recorded)] });
  const said: string[] = [];
  for (const target of [other, one, other]) said.push(await (await player(`http://localhost${target}`)).text());
  expect(said).toEqual([other, one, other]);
});

test("where the rule leaves the query out, it chooses no answer", async () => {
  const recorded = ["/things?t=1", "/things?t=2"].map((target) => exchange({ target }, { body: utf8(target) }));
  const player = createPlayer({ tapes: [tape(...recorded)], rule: ["method", "path"] });
  expect(await (await player("http://localhost/things?t=2")).text()).toBe("/things?t=1");
});

const login = (nth: string): Sent => ({ authorization: `Bearer __redacted-field${nth}__` });
const [ada, bob] = [login(""), login(".2")];
const real: Sent = { authorization: "Bearer 9f86d081884c7d659a2feaa0c55ad015" };
const withCookie = (sid: string, theme: string): Sent => ({ cookie: `theme=${theme}; sid=__redacted-cookie${sid}__` });

const typedCookie: Sent = { cookie: "sid=9f86d081884c7d659a2f" };

test.each<[shows: string, recorded: Sent[], asked: Sent[], places: number[]]>([
  ["its own login's answer, in any order", [ada, bob], [bob, ada, bob], [2, 1, 2]],
  ["its own login's answers in recorded order", [ada, bob, ada], [ada, bob, ada], [1, 2, 3]],
  [
    "its own login's answer, whatever else differs",
    [withNonce(ada, "1"), withNonce(bob, "2")],
    [withNonce(bob, "1"), withNonce(ada, "2")],
    [2, 1],
  ],
  ["answers in recorded order, where its token is real", [ada, bob], [real, real], [1, 2]],
  ["the answer to another real token first", [ada, {}], [real, ada], [2, 1]],
  [
    "its own session's answer, whatever other cookies say",
    [withCookie("", "1"), withCookie(".2", "2")],
    [withCookie(".2", "1"), withCookie("", "3")],
    [2, 1],
  ],
  [
    "an answer to a session if it has one that nobody recorded",
    [{ cookie: "sid=__redacted-cookie__" }, {}, { cookie: "sid=__redacted-cookie__" }],
    [typedCookie, {}, typedCookie],
    [1, 2, 3],
  ],
  ["its own login's answer among many", Array(150).fill([ada, bob]).flat(), [bob, ada, bob], [2, 1, 4]],
])("a request with an unnamed credential gets %s", async (_shows, recorded, asked, places) => {
  const sent = asked.map((each) => ({ ...real, ...each }));
  expect(await placesOf(recorded, sent, {}, "token")).toEqual(places);
});

test("requests that differ by a header alone get their own answers, in whatever order they are sent", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(a, b, c, {}, { cookie: "theme=dark" }), { minLength: 1, maxLength: 8 }),
      fc.infiniteStream(fc.nat()),
      async (recorded, order) => {
        const own = (sent: Sent): number[] => [...recorded.keys()].filter((at) => recorded[at] === sent);
        const asked = recorded.map((sent) => ({ sent, key: order.next().value ?? 0 })).sort((x, y) => x.key - y.key);
        const turns = new Map<Sent, number>();
        const expected = asked.map(({ sent }) => {
          const turn = turns.get(sent) ?? 0;
          turns.set(sent, turn + 1);
          return (own(sent)[turn] ?? 0) + 1;
        });
        expect(
          await placesOf(
            recorded,
            asked.map(({ sent }) => sent),
          ),
        ).toEqual(expected);
      },
    ),
    law(15),
  ));

/** Two users' logins, and what they asked for; `.3` is a refreshed login of the first. */
const posted = (user: string, token: string) =>
  exchange(
    { method: "POST", target: "/login", body: utf8(user) },
    { headers: headers(), body: utf8(`{"token":"__redacted-field${token}__"}`) },
  );
const logins = [posted("ada", ""), posted("bob", ".2"), posted("refresh=__redacted-field__", ".3")];
const seen = (nth: string) =>
  exchange(
    { principal: "token", headers: [["authorization", `Bearer __redacted-field${nth}__`]] },
    { body: utf8(nth) },
  );

test("whose a login is is found at any size, and reads no response that is read late", async () => {
  let reads = 0;
  const late = Array.from({ length: 10_001 }, (_, nth) => {
    const { request, response } = exchange({ method: nth % 2 ? "POST" : "GET", target: `/things/${nth}` });
    const get = (): typeof response.headers => {
      reads += 1;
      return response.headers;
    };
    return { request, response: Object.defineProperty({ ...response }, "headers", { get, enumerable: true }) };
  });
  const player = createPlayer({ tapes: [tape(...late, ...logins, seen(""))] });
  const statusFor = async (nth: string) => (await player("http://localhost/users/ada", { headers: login(nth) })).status;
  expect([await statusFor(".2"), await statusFor("")]).toEqual([501, 200]);
  const issued = { status: 200, headers: [], body: utf8('{"access_token":"9f86d081884c7d659a2feaa0c55ad015"}') };
  await player.store(ask("/login", {}, { method: "POST", body: new TextEncoder().encode("eve") }), issued, origin);
  const send = () => Promise.reject(new Error("upstream is asked for nothing"));
  const sent = await player.reveal(ask("/", { authorization: "Bearer __redacted-field.4__" }), send);
  expect(sent.headers).toEqual({ authorization: "Bearer 9f86d081884c7d659a2feaa0c55ad015" });
  expect(reads).toBe(0);
});

test.each([
  [
    "of another scope",
    "id=a&secret=__redacted-parameter.1f__&scope=read",
    "scope=write&id=a&secret=__redacted-parameter.1f__",
    200,
  ],
  ["of a scope beside one without", "id=a&scope=read", "id=a", 200],
  ["of another audience, in JSON", '{"id":"a","audience":"x"}', '{"id":"a","audience":"y"}', 200],
  ["of another account, in that scope", "id=a&scope=read", "id=b&scope=read", 501],
  ["of another account, in JSON", '{"id":"a","scope":"x"}', '{"id":"b","scope":"y"}', 501],
])(
  "a login %s gets the answer to its account's other one, and none of another's",
  async (_shows, one, other, status) => {
    const player = createPlayer({ tapes: [tape(posted(one, ""), posted(other, ".2"), seen(""))] });
    expect((await player("http://localhost/users/ada", { headers: login(".2") })).status).toBe(status);
  },
);

test("a login gets the answer to its account's other one, also where another account's came before it", async () => {
  const issuing = [posted("id=b", ""), posted("id=a&scope=read", ".2"), posted("id=a&scope=write", ".3")];
  const player = createPlayer({ tapes: [tape(...issuing, seen(""), seen(".2"))] });
  expect(await (await player("http://localhost/users/ada", { headers: login(".3") })).text()).toBe(".2");
});

test("a login that differs from another in scope alone gets what its own refreshed one got, in any order", async () => {
  const issuing = [posted("id=a&scope=read", ""), posted("id=a&scope=write", ".2")];
  const refreshing = posted("refresh=__redacted-field.2__", ".3");
  const player = createPlayer({ tapes: [tape(...issuing, refreshing, seen(""), seen(".3"))] });
  const said = async (nth: string) => (await player("http://localhost/users/ada", { headers: login(nth) })).text();
  expect([await said(".2"), await said(""), await said(".2"), await said(".3")]).toEqual([".3", "", ".3", ".3"]);
});

test("a login in the shape of a JWT gets no other user's answer", async () => {
  const jwt = (nth: string): string =>
    `eyJhbGciOiJub25lIn0.${btoa(JSON.stringify({ jti: `__redacted-jwt${nth}__` })).replace(/=+$/, "")}.redacted`;
  const issuing = ["", ".2"].map((nth) =>
    exchange(
      { method: "POST", target: "/login", body: utf8(nth) },
      { headers: headers(), body: utf8(`{"token":"${jwt(nth)}"}`) },
    ),
  );
  const own = exchange({ principal: "token", headers: [["authorization", "Bearer __redacted-jwt__"]] });
  const player = createPlayer({ tapes: [tape(...issuing, own)] });
  const asked = ["", ".2"].map((nth) =>
    player("http://localhost/users/ada", { headers: { authorization: `Bearer ${jwt(nth)}` } }),
  );
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 501]);
});

test.each<
  [shows: string, recorded: readonly string[], asked: string, status: number, options?: Partial<PlayerOptions>]
>([
  ["no other user's answer", [""], ".2", 501],
  ["none of other users' answers", ["", "", ".3"], ".2", 501],
  ["an answer to an earlier login of its own", [""], ".3", 200],
  ["an answer to a later login of its own", [".3"], "", 200],
  ["any answer, where nobody knows whose login it is", [""], ".4", 200],
  ["any answer, where the rule leaves callers out", [""], ".2", 200, { rule: ["method", "path"] }],
])("a login gets %s", async (_shows, recorded, asked, status, options = {}) => {
  const player = createPlayer({ tapes: [tape(...logins, ...recorded.map(seen))], ...options });
  const response = await player("http://localhost/users/ada", { headers: login(asked) });
  expect(response.status).toBe(status);
  const [miss] = player.misses();
  if (status === 501)
    expect(miss?.closest?.differences).toEqual([
      {
        part: "principal",
        at: null,
        asked: `Bearer __redacted-field${asked}__`,
        recorded: `Bearer __redacted-field${recorded[0]}__`,
      },
    ]);
});

const begun = (user: string, sid: string) =>
  exchange(
    { method: "POST", target: "/session", body: utf8(user) },
    { headers: [["set-cookie", `sid=__redacted-cookie${sid}__`]], body: null },
  );

test.each<[shows: string, recorded: Sent[], asked: string, answer: number, options?: Partial<PlayerOptions>]>([
  ["no other user's answer", [withCookie("", "1")], ".2", 501],
  ["none of other users' answers", [withCookie("", "1"), withCookie(".3", "2")], ".2", 501],
  ["the answer to its account's other one", [withCookie(".2", "1"), withCookie(".3", "1")], "", 2],
  ["the answer that nobody's session got, and no other user's", [withCookie("", "1"), {}], ".2", 2],
  ["an answer without one", [{}], ".2", 1],
  ["any answer, where nobody knows whose session it is", [withCookie("", "1")], ".4", 1],
  ["any answer, where the rule leaves callers out", [withCookie("", "1")], ".2", 1, { rule: ["method", "path"] }],
])("a session gets %s", async (_shows, recorded, asked, answer, options = {}) => {
  const exchanges = recorded.map((sent, nth) =>
    exchange({ headers: headers(...Object.entries(sent)) }, { body: utf8(String(nth + 1)) }),
  );
  const begin = [begun("ada", ""), begun("bob", ".2"), begun("ada", ".3")];
  const player = createPlayer({ tapes: [tape(...begin, ...exchanges)], ...options });
  const response = await player("http://localhost/users/ada", { headers: withCookie(asked, "1") });
  expect(response.ok ? Number(await response.text()) : response.status).toBe(answer);
  if (answer === 501)
    expect(player.misses()[0]?.closest?.differences).toEqual([
      { part: "principal", at: null, asked: "__redacted-cookie.2__", recorded: "__redacted-cookie__" },
    ]);
});

const basic = (pair: string): Sent => ({ authorization: `Basic ${btoa(pair)}` });
const keptApart = (kind: TypedKind, pair: string): Sent => ({
  authorization: typedLogin(kind, basic(pair)["authorization"] ?? "") ?? "",
});
const refused = (pair: string): Sent => keptApart("refused", pair);
const user = (name: string): Sent => keptApart("user", `${name}:any`);

test.each<[shows: string, recorded: Sent[], asked: string[], places: number[]]>([
  ["its own wrong password's answer", [refused("ada:wrong"), {}], ["ada:right", "ada:wrong"], [2, 1]],
  ["the right one's answer, whatever the password is in a replay", [refused("ada:wrong"), {}], ["ada:dummy"], [2]],
  [
    "its own of two wrong ones' answers",
    [refused("ada:wrong"), refused("bob:wrong"), {}],
    ["bob:wrong", "ada:wrong", "ada:right", "bob:wrong"],
    [2, 1, 3, 2],
  ],
  ["a refusal, where nothing else was recorded", [refused("ada:wrong"), refused("bob:wrong")], ["eve:wrong"], [1]],
  [
    "its answers in recorded order, if it was taken after it was refused",
    [refused("ada:new"), refused("ada:new"), {}],
    ["bob:right", "ada:new", "ada:new"],
    [3, 1, 2],
  ],
  [
    "its own user's answers, whatever the password is in a replay, but for one that was refused",
    [{}, user("bob"), refused("bob:wrong"), user("eve")],
    ["eve:a", "bob:a", "ada:a", "bob:wrong", "bob:b", "zoe:a"],
    [4, 2, 1, 3, 2, 1],
  ],
  ["the answer of the only user", [refused("bob:wrong"), user("bob")], ["ada:a"], [2]],
  ["no answer of several other users", [user("bob"), user("eve")], ["ada:a"], [501]],
  ["what an issued login got, before what was refused", [refused("bob:wrong"), ada], ["ada:right"], [2]],
])("a login gets %s", async (_shows, recorded, asked, places) => {
  expect(await placesOf(recorded, asked.map(basic), {}, "token")).toEqual(places);
});

test("a session gets its own answers, also of more than 256 that are equal", async () => {
  const sessions = Array.from({ length: 300 }, (_, nth) => withCookie(nth % 2 === 0 ? "" : ".2", String(nth)));
  const asked = [withCookie(".2", "x"), withCookie(".2", "x"), withCookie("", "x"), {}];
  expect(await placesOf(sessions, asked)).toEqual([2, 4, 1, 1]);
});
