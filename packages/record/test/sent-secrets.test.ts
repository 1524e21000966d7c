// What is hidden by its name is hidden wherever the same exchange repeats it, unless it may be an ordinary word; and a
// recording says what an import says.
import { bytesOf, type Exchange } from "@tapedeck/tape";
import { describe, expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { cleanFound } from "../src/adopt.ts";
import { exchangesIn, record, textsIn } from "./recording.ts";

interface Told {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly answer: string | object;
  readonly answerHeaders?: Readonly<Record<string, string>>;
}

const session = "9f86d081884c7d659a2feaa0c55ad015";
const gitlab = `glpat-${"x1Y2z3".repeat(4)}`;
const github = `ghp_${"A1b2C3".repeat(6)}`;
const basic = (pair: string): Record<string, string> => ({ authorization: `Basic ${btoa(pair)}` });
const form = { "content-type": "application/x-www-form-urlencoded" };
const json = { "content-type": "application/json" };

async function recorded({
  method = "GET",
  target = "/a",
  headers = {},
  body,
  answer,
  answerHeaders = {},
}: Told): Promise<Exchange> {
  const from = await serveUpstream((_request, response) => {
    const type = typeof answer === "string" ? "text/plain" : "application/json";
    response.writeHead(200, { "content-type": type, ...answerHeaders });
    response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
  });
  const out = await tempFolder();
  await record({ from, out }, ({ player }) =>
    player(new Request(`http://any.where${target}`, { method, headers, ...(body !== undefined && { body }) })),
  );
  const [exchange] = await exchangesIn(out);
  if (!exchange) throw new Error("nothing was recorded");
  expect(Object.keys(await textsIn(out))[0]).toContain(exchange.request.target.split("?")[0]?.replace(/[[\]:]/g, "-"));
  return exchange;
}

async function imported({
  method = "GET",
  target = "/a",
  headers = {},
  body,
  answer,
  answerHeaders = {},
}: Told): Promise<Exchange> {
  const type = typeof answer === "string" ? "text/plain" : "application/json";
  const text = typeof answer === "string" ? answer : JSON.stringify(answer);
  const { authorization = null, ...rest } = headers;
  const [adopted] = cleanFound([
    {
      place: "entry 1",
      origin: "http://localhost:1",
      authorization,
      exchange: {
        request: {
          method,
          target,
          principal: authorization === null ? "anonymous" : "token",
          headers: Object.entries(rest),
          body: body === undefined ? null : { encoding: "utf8", text: body },
        },
        response: {
          status: 200,
          headers: Object.entries({ "content-type": type, ...answerHeaders }),
          body: { encoding: "utf8", text },
        },
      },
    },
  ]);
  const [exchange] = adopted?.exchanges ?? [];
  if (!exchange) throw new Error("nothing was imported");
  return exchange;
}

function textOf(exchange: Exchange): string {
  return new TextDecoder().decode(bytesOf(exchange.response.body));
}

describe.each([
  ["a recording", recorded],
  ["an import", imported],
])("%s", (_which, clean) => {
  test.each<[shows: string, told: Told, secret: string]>([
    [
      "a token's shape under a secret header, in base64",
      { headers: { "private-token": gitlab }, answer: `you said ${btoa(gitlab)}` },
      btoa(gitlab).slice(0, -4),
    ],
    [
      "a token's shape in a parameter, in base64",
      { target: `/a?access_token=${github}`, answer: { said: btoa(`x${github}`) } },
      btoa(`x${github}`).slice(4, -4),
    ],
    ["a parameter", { target: "/a?client_secret=s3cr3t-t0ken", answer: "you said s3cr3t-t0ken" }, "s3cr3t-t0ken"],
    ["a secret header", { headers: { "x-api-key": "s3cr3t-t0ken" }, answer: "you said s3cr3t-t0ken" }, "s3cr3t-t0ken"],
    [
      "a field of a form",
      { method: "POST", headers: form, body: "login=ada&password=hunter%2F2222", answer: { said: "hunter/2222" } },
      "2222",
    ],
    [
      "a member of a JSON body",
      { method: "POST", headers: json, body: '{"a":[{"clientSecret":"s3cr3t-t0ken"}]}', answer: "it is s3cr3t-t0ken" },
      "s3cr3t-t0ken",
    ],
    [
      "an item of a list under a secret's name",
      { method: "POST", headers: json, body: '{"password":["hunter22"]}', answer: "it is hunter22" },
      "hunter22",
    ],
    [
      "what the answer calls a secret",
      { answer: { access_token: "0paque-t0ken", hint: "use 0paque-t0ken" } },
      "0paque-t0ken",
    ],
    [
      "what the answer sets as a cookie, in its body",
      { answer: `your session is ${session}`, answerHeaders: { "set-cookie": `sid=${session}; Path=/` } },
      session,
    ],
    [
      "what the answer sets as a cookie, in a header",
      { answer: "ok", answerHeaders: { "set-cookie": `sid=${session}; Path=/`, "x-session": session } },
      session,
    ],
    [
      "a cookie that is percent-encoded",
      { headers: { cookie: `lang=en; sid=s%3A${session}` }, answer: { said: `s:${session}` } },
      session,
    ],
    [
      "a form that is the answer",
      { answer: "access_token=0paque-t0ken&scope=repo", answerHeaders: { ...form, "x-token": "0paque-t0ken" } },
      "0paque-t0ken",
    ],
    ["a long value of ?code=", { target: `/a?code=${session}`, answer: `no such code: ${session}` }, session],
    ["a password", { headers: basic("ada:hunter22"), answer: "it is hunter22" }, "hunter22"],
    ["a token in place of a name", { headers: basic(`${session}:`), answer: `hello ${session}` }, session],
  ])("hides %s", async (_shows, told, secret) => {
    const exchange = await clean(told);
    expect(JSON.stringify(exchange)).not.toContain(secret);
    expect(JSON.stringify(exchange)).toContain("[");
  });

  test.each<[shows: string, told: Told]>([
    [
      "an account in a cookie",
      {
        target: "/users/octocat1",
        headers: { cookie: "logged_in=yes; dotcom_user=octocat1" },
        answer: { login: "octocat1" },
      },
    ],
    ["a word in a cookie", { headers: { cookie: "theme=repository" }, answer: { node_id: "MDEwOlJlcG9zaXRvcnkx" } }],
    [
      "a repository in a cookie",
      {
        target: "/repos/octocat/hello-world-2026",
        headers: { cookie: "last=octocat/hello-world-2026" },
        answer: { full_name: "octocat/hello-world-2026" },
      },
    ],
    [
      "a moment in a cookie",
      { headers: { cookie: "seen=2026-01-01T00:00:00Z" }, answer: { created_at: "2026-01-01T00:00:00Z" } },
    ],
    ["a word in a parameter", { target: "/repository?token=repository", answer: { type: "repository" } }],
    ["an account in ?code=", { target: "/users/octocat1?code=octocat1", answer: { login: "octocat1" } }],
    [
      "an account that is its own password",
      { target: "/users/octocat1", headers: basic("octocat1:octocat1"), answer: { login: "octocat1" } },
    ],
    [
      "an account without a password",
      { target: "/users/octocat1", headers: basic("octocat1:"), answer: { login: "octocat1" } },
    ],
    [
      "a moment within a hidden object",
      { answer: { authorization: { created_at: "2026-01-01T00:00:00Z" }, pushed_at: "2026-01-01T00:00:00Z" } },
    ],
  ])("leaves %s where it is no secret", async (_shows, told) => {
    const exchange = await clean(told);
    expect(exchange.request.target.split("?")[0]).toBe((told.target ?? "/a").split("?")[0]);
    const { authorization: _hidden, ...others } = told.answer as Record<string, unknown>;
    expect(JSON.parse(textOf(exchange))).toMatchObject(others);
  });

  test("hides what looks like a token in the path as well, under the same placeholder", async () => {
    const exchange = await clean({
      target: `/sessions/${session}?page=2`,
      headers: { cookie: `sid=${session}` },
      answer: { id: session },
    });
    expect(exchange.request.target).toBe("/sessions/__redacted-cookie.4856274df0__?page=2");
    expect(textOf(exchange)).toBe('{"id":"__redacted-cookie.4856274df0__"}');
  });

  test("hides a credential in the path as well", async () => {
    const exchange = await clean({
      target: "/tokens/0paque-t0ken",
      headers: { authorization: "Bearer 0paque-t0ken" },
      answer: "ok",
    });
    expect(exchange.request.target).toBe("/tokens/__redacted-token__");
  });
});

test("an import hides in each exchange what another one sent", async () => {
  const one = (target: string, headers: Record<string, string>, text: string) => ({
    place: "",
    origin: "http://localhost:1",
    authorization: null,
    exchange: {
      request: { method: "GET", target, principal: "anonymous", headers: Object.entries(headers), body: null },
      response: { status: 200, headers: [], body: { encoding: "utf8", text } as const },
    },
  });
  const [adopted] = cleanFound([
    one(`/sessions/${session}`, {}, `it is ${session}`),
    one("/a", { cookie: `sid=${session}; user=octocat1` }, "hello octocat1"),
  ]);
  expect(adopted?.exchanges.map(({ response }) => response.body?.text)).toEqual([
    "it is __redacted-cookie.4856274df0__",
    "hello octocat1",
  ]);
  expect(adopted?.exchanges.map(({ request }) => request.target)).toEqual([
    "/sessions/__redacted-cookie.4856274df0__",
    "/a",
  ]);
});

test("recorder says in no failure what the request sent, nor later", async () => {
  const from = await serveUpstream((request) => request.socket.destroy());
  const out = await tempFolder();
  const said: string[] = [];
  const recorder = await record({ from, out }, async ({ ask, player, scrub }) => {
    const headers = { authorization: "Bearer UNNAMEDopaque99", cookie: `sid=${session}` };
    const response = await player(new Request(`http://any.where/reset/UNNAMEDopaque99/${session}`, { headers }));
    said.push(await response.text(), scrub(`later: ${session}, UNNAMEDopaque99`));
    said.push(
      String(
        await ask({ target: `/x/${session}`, headers: { cookie: `sid=${session}` } }).catch((error: unknown) => error),
      ),
    );
  });
  said.push(JSON.stringify(recorder.summary()));
  expect(recorder.summary().failed).toMatchObject([
    { target: "/reset/__redacted-token__/__redacted-cookie.4856274df0__" },
    { target: "/x/__redacted-cookie.4856274df0__" },
  ]);
  for (const secret of [session, "UNNAMEDopaque99"]) expect(said.join("\n")).not.toContain(secret);
});

test("recorder counts a secret that is repeated as often as it stands there", async () => {
  const from = await serveUpstream((_request, response) => response.end(`${session} and ${session}`));
  const recorder = await record({ from, out: await tempFolder() }, ({ ask }) =>
    ask({ target: "/a", headers: { cookie: `sid=${session}` } }),
  );
  expect(recorder.summary().redacted).toEqual({ cookie: 3 });
});

test.each([
  ["longer than is followed", `${session}${"x9".repeat(33_000)}`, true],
  ["shorter", session, undefined],
])("recorder says of a secret that is %s whether it may be left elsewhere", async (_shows, secret, unfollowed) => {
  const from = await serveUpstream((_request, response) => response.end(JSON.stringify({ access_token: secret })));
  const recorder = await record({ from, out: await tempFolder() }, ({ ask }) => ask({ target: "/a" }));
  expect(recorder.summary()).toMatchObject({ redacted: { field: 1 } });
  expect(recorder.summary().unfollowed).toBe(unfollowed);
});
