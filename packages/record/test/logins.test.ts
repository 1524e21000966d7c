// A credential that an answer issued, in the requests that send it.
import { createHash } from "node:crypto";
import { createPlayer, recordMisses } from "@tapedeck/replay";
import { type Exchange, headerOf } from "@tapedeck/tape";
import { readTapes, type Store } from "@tapedeck/tape/files";
import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import type { Summary } from "../src/index.ts";
import { issuedInRun } from "../src/store/shared-logins.ts";
import { exchangesIn, record, textsIn } from "./recording.ts";

const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString("base64")}`;

/** A service that answers each login with the next of these tokens. */
async function issuing(...tokens: readonly string[]): Promise<string> {
  const left = [...tokens];
  return serveUpstream((request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(request.method === "POST" ? { token: left.shift() } : { fine: true }));
  });
}

const [one, two] = ["9f86d081884c7d659a2feaa0c55ad015", "2c26b46b68ffc68ff99b453c1d304134"];

test.each<
  [shows: string, tokens: readonly [string, string], sent: (token: string) => string, recorded: readonly string[]]
>([
  [
    "under its scheme",
    [one, two],
    (token) => `token ${token}`,
    ["token __redacted-field__", "token __redacted-field.2__"],
  ],
  ["without a scheme", [one, two], (token) => token, ["Bearer __redacted-field__", "Bearer __redacted-field.2__"]],
  [
    "as the password of Basic",
    [one, two],
    (token) => basic(`x:${token}`),
    ["Basic __redacted-field__", "Basic __redacted-field.2__"],
  ],
  [
    "as the user of Basic",
    [one, two],
    (token) => basic(`${token}:`),
    ["Basic __redacted-field__", "Basic __redacted-field.2__"],
  ],
  [
    "where it looks like a word",
    ["token-ada", "token-bob"],
    (token) => `Bearer ${token}`,
    ["Bearer __redacted-field__", "Bearer __redacted-field.2__"],
  ],
  ["but for any other", [one, two], () => "Bearer 0ther-0123456789abcdef", ["", ""]],
])("a request keeps the placeholder of a token that an answer issued, %s", async (_shows, tokens, sent, recorded) => {
  const out = await tempFolder();
  const from = await issuing(...tokens);
  const { summary } = await record({ from, out }, async ({ player }) => {
    for (const [nth] of tokens.entries())
      await player(new Request("http://localhost/login", { method: "POST", body: `{"user":${nth}}` }));
    for (const [nth, token] of tokens.entries())
      await player(new Request(`http://localhost/me?${nth}`, { headers: { authorization: sent(token) } }));
  });
  const asked = (await exchangesIn(out)).filter(({ request }) => request.method === "GET");
  expect(asked.map(({ request }) => request.principal)).toEqual(["token", "token"]);
  expect(asked.map(({ request }) => headerOf(request.headers, "authorization") ?? "")).toEqual(recorded);
  expect(summary().ambiguous).toBeUndefined();
  expect(JSON.stringify(await textsIn(out))).not.toContain(tokens[0]);
});

test("a token that has an alias keeps it alone, and the other unnamed ones are told apart", async () => {
  const out = await tempFolder();
  const from = await issuing(one, two);
  await record({ from, out, tokens: { ada: one, token: "0ther-0123456789abcdef" } }, async ({ player }) => {
    for (const nth of [0, 1])
      await player(new Request("http://localhost/login", { method: "POST", body: String(nth) }));
    for (const token of [one, two])
      await player(new Request("http://localhost/me", { headers: { authorization: `Bearer ${token}` } }));
  });
  const asked = (await exchangesIn(out)).filter(({ request }) => request.method === "GET");
  expect(asked.map(({ request }) => [request.principal, headerOf(request.headers, "authorization")])).toEqual([
    ["ada", null],
    ["other", "Bearer __redacted-field__"],
  ]);
});

test("recorded again with new tokens, two logins give the same bytes", async () => {
  const out = await tempFolder();
  const from = await issuing(one, two, "7d793037a0760186574b0282f2f435e7", "4e07408562bedb8b60ce05c1decfe3ad");
  const once = async (): Promise<unknown> => {
    await record({ from, out }, async ({ player }) => {
      for (const user of ["ada", "bob"]) {
        const login = await player(new Request("http://localhost/login", { method: "POST", body: user }));
        const { token } = (await login.json()) as { token: string };
        await player(new Request("http://localhost/me", { headers: { authorization: `Bearer ${token}` } }));
      }
    });
    return textsIn(out);
  };
  expect(await once()).toEqual(await once());
});

test("a replay that records what is missing sends what it hides, and gives each login its own answers", async () => {
  const out = await tempFolder();
  const users = new Map<string | undefined, string>();
  const from = await serveUpstream((request, response) => {
    response.setHeader("content-type", "application/json");
    const { authorization = "", cookie = "" } = request.headers;
    if (request.method === "GET")
      return void response.end(JSON.stringify([users.get(authorization), users.get(cookie)]));
    let user = "";
    request.on("data", (chunk) => {
      user += String(chunk);
    });
    request.on("end", () => {
      const [token = "", sid = ""] = [1, 2].map((nth) =>
        createHash("sha256")
          .update(user + nth)
          .digest("hex"),
      );
      users.set(`Bearer ${token}`, user).set(`sid=s%3A${sid}`, user);
      response.setHeader("set-cookie", `sid=s%3A${sid}; Path=/`);
      response.end(JSON.stringify({ token }));
    });
  });
  const told = async (...names: readonly string[]): Promise<readonly unknown[]> => {
    const tapes = (await readTapes(out)).map(({ tape }) => tape);
    const answers: unknown[] = [];
    await record({ from, out, fillsGaps: true }, async (recorder) => {
      const ask = recordMisses(createPlayer({ tapes }), recorder.player, { from: "http://localhost" });
      const logins = [];
      for (const body of names) {
        const login = await ask(new Request("http://localhost/login", { method: "POST", body }));
        const cookie = login.headers.getSetCookie()[0]?.replace(/;.*/, "") ?? "";
        logins.push({ cookie, authorization: `Bearer ${((await login.json()) as { token: string }).token}` });
      }
      for (const headers of logins) {
        expect(headers.authorization).toContain("__redacted-");
        answers.push(await (await ask(new Request("http://localhost/me", { headers }))).json());
      }
    });
    return answers;
  };
  const twice = (name: string): readonly string[] => [name, name];
  expect(await told("ada", "bob")).toEqual([twice("ada"), twice("bob")]);
  expect(await told("cleo")).toEqual([twice("cleo")]);
  const asked = users.size;
  expect(await told("cleo", "bob", "ada")).toEqual([twice("cleo"), twice("bob"), twice("ada")]);
  expect(users.size).toBe(asked);
});

test("a placeholder that a login of an earlier run has, too, is told; recorded again in one run, it is not", async () => {
  const from = await serveUpstream((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.url?.endsWith("eve")) response.statusCode = 403;
    response.end(
      request.method === "POST" ? JSON.stringify({ token: `9f86d081884c7d65${request.url?.slice(1)}` }) : "{}",
    );
  });
  const out = await tempFolder();
  const sharedBy = async (...users: readonly string[]): Promise<Summary["shared"]> => {
    const recorder = await record({ from, out }, async ({ player }) => {
      for (const user of users) {
        await player(`http://localhost/login${user}`, { method: "POST" });
        await player(`http://localhost/me${user}`, {
          headers: { authorization: `Bearer 9f86d081884c7d65login${user}` },
        });
      }
    });
    return recorder.summary().shared;
  };
  expect(await sharedBy("ada")).toBeUndefined();
  expect(await sharedBy("ada")).toBeUndefined();
  expect(await sharedBy("eve")).toBeUndefined();
  expect(await sharedBy("bob")).toEqual([
    { placeholder: "__redacted-field__", request: "POST /loginbob", earlier: "POST /loginada" },
  ]);
  expect(await sharedBy("ada", "bob")).toBeUndefined();
});

test("no user of Basic gets another's answers, nor a wrong password the right one's, in whatever order they are replayed; recorded again, nothing differs", async () => {
  const out = await tempFolder();
  const from = await serveUpstream((request, response) => {
    const [user, password] = atob(request.headers.authorization?.slice(6) ?? "").split(":");
    response.statusCode = password === "right" ? 200 : 401;
    response.end(`${response.statusCode} ${user}`);
  });
  const asked = (pair: string) => new Request("http://localhost/me", { headers: { authorization: basic(pair) } });
  const pairs = ["ada:wrong", "ada:right", "bob:wrong", "bob:right", "ada:right"];
  const texts: unknown[] = [];
  for (let run = 0; run < 2; run++) {
    await record({ from, out }, async ({ player }) => {
      for (const pair of pairs) await player(asked(pair));
    });
    texts.push(await textsIn(out));
  }
  expect(texts[1]).toEqual(texts[0]);
  const play = createPlayer({ tapes: (await readTapes(out)).map(({ tape }) => tape) });
  const answers = [];
  for (const pair of pairs.toReversed()) answers.push(await (await play(asked(pair))).text());
  expect(answers).toEqual(["200 ada", "200 bob", "401 bob", "200 ada", "401 ada"]);
  expect(JSON.stringify(texts)).not.toMatch(/wrong|right/);
});

test("of a run that issues very much, the first placeholders are compared with those on file", async () => {
  const login = (nth: number, user: string): Exchange => ({
    request: { method: "POST", target: `/login${user}`, principal: "anonymous", headers: [], body: null },
    response: { status: 200, headers: [], body: { encoding: "utf8", text: `__redacted-field.${nth}__` } },
  });
  const asking = (nth: number): Exchange => ({
    request: {
      ...login(nth, "").request,
      method: "GET",
      headers: [["authorization", `Bearer __redacted-field.${nth}__`]],
    },
    response: { status: 200, headers: [], body: null },
  });
  const issued = issuedInRun(2);
  for (const nth of [1, 2, 3]) await issued.note(login(nth, "now"));
  const iterate = async function* () {
    yield { exchanges: [1, 2, 3].flatMap((nth) => [login(nth, "before"), asking(nth)]) };
  };
  const told = await issued.sharedWith({ iterate } as unknown as Pick<Store, "iterate">);
  expect(told.map(({ placeholder }) => placeholder)).toEqual(["__redacted-field.1__", "__redacted-field.2__"]);
});
