// A credential that an answer issued, in the requests that send it.
import { createHash } from "node:crypto";
import { createPlayer, recordMisses } from "@tapedeck/replay";
import { headerOf } from "@tapedeck/tape";
import { readTapes } from "@tapedeck/tape/files";
import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import type { Summary } from "../src/index.ts";
import { exchangesIn, record, textsIn } from "./recording.ts";

type Fetch = (request: Request) => Promise<Response>;

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
        // In a longer word.
        await player(new Request(`http://localhost/me?from=v1.${token}&with=${btoa(`x:${token}`)}`));
      }
    });
    return textsIn(out);
  };
  expect(await once()).toEqual(await once());
  const player = createPlayer({ tapes: (await readTapes(out)).map(({ tape }) => tape) });
  for (const user of ["ada", "bob"]) {
    const login = await player(new Request("http://localhost/login", { method: "POST", body: user }));
    const { token } = (await login.json()) as { token: string };
    const asked = `http://localhost/me?from=v1.${token}&with=${btoa(`x:${token}`)}`;
    expect((await player(new Request(asked))).status).toBe(200);
  }
});

test("recorded again, a page shows the same placeholder for what a readable session cookie holds", async () => {
  const out = await tempFolder();
  let csrf = "";
  const from = await serveUpstream((request, response) => {
    const shown = request.method === "POST" ? "" : `<input type="hidden" name="csrf_token" value="${csrf}">`;
    const cookie = `session=${Buffer.from(JSON.stringify({ csrf, user: "ada" })).toString("base64url")}.aSdI9Q.kR3vX0bW2c9Yt7Lq5nZ8uJ1mHs4`;
    response.writeHead(200, { "content-type": "text/html", ...(shown === "" && { "set-cookie": cookie }) }).end(shown);
  });
  const recorded: unknown[] = [];
  for (csrf of [one, two]) {
    await record({ from, out }, async ({ player }) => {
      const login = await player(new Request("http://localhost/login", { method: "POST", body: '{"user":"ada"}' }));
      const [cookie = ""] = login.headers.getSetCookie();
      await player(new Request("http://localhost/", { headers: { cookie } }));
    });
    recorded.push(await exchangesIn(out));
  }
  expect(recorded[1]).toEqual(recorded[0]);
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

/** A service that answers each login with a token of its own, and each request with whose token it has. */
async function naming(): Promise<string> {
  const users = new Map<string | undefined, string>();
  return serveUpstream((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.method === "GET") return void response.end(JSON.stringify(users.get(request.headers.authorization)));
    const token = createHash("sha256").update(String(users.size)).digest("hex");
    users.set(`Bearer ${token}`, request.url?.slice(1).replace(/[?].*/, "") ?? "");
    response.end(JSON.stringify({ token }));
  });
}

/** Logs in to each of these, and asks who that is as often as it says. */
async function visit(player: Fetch, logins: Readonly<Record<string, number>>): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  for (const [login, times] of Object.entries(logins)) {
    const answer = await player(new Request(`http://localhost/${login}`, { method: "POST" }));
    const { token } = (await answer.json()) as { token: string };
    for (let nth = 0; nth < times; nth += 1) {
      const asked = new Request("http://localhost/me", { headers: { authorization: `Bearer ${token}` } });
      answers.push(await (await player(asked)).json());
    }
  }
  return answers;
}

test.each<[shows: string, ...runs: Readonly<Record<string, number>>[]]>([
  ["in another order", { ada: 2, bob: 2 }, { bob: 1, ada: 1 }],
  ["one after the other", { ada: 2 }, { bob: 1 }],
  ["with a new one first", { ada: 2, bob: 2 }, { cyd: 1, bob: 1 }],
])("recorded again into one folder %s, logins keep their own answers", async (_shows, ...runs) => {
  const [out, from] = [await tempFolder(), await naming()];
  for (const logins of runs) {
    const { summary } = await record({ from, out }, async ({ player }) => void (await visit(player, logins)));
    expect(summary().shared).toBeUndefined();
  }
  const play = createPlayer({ tapes: (await readTapes(out)).map(({ tape }) => tape) });
  for (const logins of runs)
    expect(await visit(play, logins)).toEqual(
      Object.entries(logins).flatMap(([user, times]) => Array(times).fill(user)),
    );
});

test.each([
  ["that it may be another's is told", [], true],
  ["nor is anything told where it is ignored", [{ path: "/ada", ignore: ["query.code_verifier"] }], false],
])(
  "what a login sends anew each time changes nothing else when it is recorded again; %s",
  async (_shows, match, isTold) => {
    const [out, from] = [await tempFolder(), await naming()];
    const verifiers = [one, two, "7d793037a0760186574b0282f2f435e7"];
    const told: Summary["shared"][] = [];
    const files: number[] = [];
    for (const verifier of verifiers) {
      const recorder = await record(
        { from, out, match },
        async ({ player }) => void (await visit(player, { [`ada?code_verifier=${verifier}`]: 1 })),
      );
      told.push(recorder.summary().shared);
      files.push((await exchangesIn(out)).filter(({ request }) => request.method === "GET").length);
    }
    const placeholder = "__redacted-field__";
    const request = expect.stringContaining("POST /ada?code_verifier=__redacted-");
    const again = isTold ? [{ placeholder, request, earlier: request }] : undefined;
    expect(told).toEqual([undefined, again, again]);
    expect(files).toEqual([1, 1, 1]);
  },
);

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
