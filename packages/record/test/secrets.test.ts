import { gzipSync } from "node:zlib";
import { compileApi } from "@tapedeck/api";
import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { createRecorder, UpstreamError } from "../src/index.ts";
import { everythingBelow, exchangesIn, exchangesOf, record, textsIn } from "./recording.ts";

const known = "kn0wn+tok/en=1234";
const stranger = "str4nger-token-5678";
const cookie = "c00k1e-9f86d081884c7d65";
const query = "qu3ry-token-3456";

// As it stands, in base64 at each of the three alignments, and percent-encoded.
function forms(secret: string): string[] {
  const within = ["", "x", "xx"].map((before) => {
    const text = Buffer.from(before + secret).toString("base64");
    return text.slice(Math.ceil((before.length * 8) / 6), Math.floor(((before.length + secret.length) * 8) / 6));
  });
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...within];
}

test("recorder puts no secret on disk, whichever way it travelled and in whatever form it came back", async () => {
  const from = await serveUpstream((request, response) => {
    const secrets = [known, stranger, cookie, query];
    const echo = {
      all: secrets.flatMap(forms),
      deep: [{ deeper: { headers: request.headers, url: request.url } }],
      temp_clone_token: "t3mp-clone-token",
    };
    const body = gzipSync(JSON.stringify(echo));
    const location = `/moved?access_token=${encodeURIComponent(query)}&back=${encodeURIComponent(known)}`;
    response.writeHead(request.url?.startsWith("/moved") ? 302 : 200, {
      "content-encoding": "gzip",
      "content-type": "application/json",
      location,
      "set-cookie": [`session=${cookie}`, "other=0th3r-cookie"],
      "x-echo": Buffer.from(`ada:${known}`).toString("base64"),
    });
    response.end(body);
  });
  const out = await tempFolder();
  const events: unknown[] = [];
  const tokens = { full: known };
  const recorder = await record(
    { tokens, from, onExchange: (event) => events.push(event), out },
    async ({ ask, player }) => {
      const headers = { cookie: `session=${cookie}; ${known}=${stranger}` };
      const target = `/things/${encodeURIComponent(known)}?access_token=${query}&plain=${encodeURIComponent(known)}`;
      await ask({ target, as: "full", headers });
      const basic = Buffer.from(`ada:${known}`).toString("base64");
      await player(
        new Request(`http://any.where${target}`, { headers: { ...headers, authorization: `Basic ${basic}` } }),
      );
      await player(
        new Request(`http://any.where/moved?access_token=${query}`, {
          headers: { ...headers, authorization: `Bearer ${stranger}` },
        }),
      );
    },
  );
  const exchanges = await exchangesIn(out);
  expect(exchanges.map(({ request }) => request.principal).toSorted()).toEqual(["full", "full", "token"]);
  const seen = `${await everythingBelow(out)}\n${JSON.stringify(events)}\n${JSON.stringify(recorder.summary())}`;
  for (const form of [...forms(known), "t3mp-clone-token", "0th3r-cookie"]) expect(seen).not.toContain(form);
  expect(recorder.summary().redacted).toMatchObject({ token: expect.any(Number) as number });
});

test.each([
  ["a query parameter", `/a?access_token=${query}`, {}, query],
  ["a cookie", "/a", { cookie: `session=${cookie}` }, cookie],
  ["an unknown token", "/a", { authorization: `token ${stranger}` }, stranger],
  [
    "an unknown token in place of a user name",
    "/a",
    { authorization: `Basic ${Buffer.from(`${stranger}:x-oauth-basic`).toString("base64")}` },
    stranger,
  ],
  [
    "an unknown password",
    "/a",
    { authorization: `Basic ${Buffer.from(`ada:${stranger}`).toString("base64")}` },
    stranger,
  ],
])("recorder hides %s that only the answer repeats", async (_shows, target, headers, secret) => {
  const from = await serveUpstream((_request, response) => {
    response.writeHead(401, { "content-type": "text/plain" }).end(`no such thing as ${forms(secret).join(", ")}`);
  });
  const out = await tempFolder();
  await record({ from, out }, ({ player }) => player(new Request(`http://any.where${target}`, { headers })));
  const disk = await everythingBelow(out);
  for (const form of forms(secret)) expect(disk).not.toContain(form);
});

test.each([
  ["a list", JSON.stringify({ token: ["list-secret-1", "x"] }), "list-secret-1"],
  ["an object", JSON.stringify({ a: [{ password: { v: "obj-secret-2" } }] }), "obj-secret-2"],
  [
    "an object in JSON in a string",
    JSON.stringify({ a: JSON.stringify({ otp: { v: ["str-secret-3"] } }) }),
    "str-secret-3",
  ],
  ["a member in camel case", JSON.stringify({ accessToken: "camel-secret-4" }), "camel-secret-4"],
  ["a member with a hyphen", JSON.stringify({ "access-token": "hyphen-secret-5" }), "hyphen-secret-5"],
  ["a query parameter in camel case", "/x?accessToken=query-secret-6", "query-secret-6"],
  ["the password in a URL", JSON.stringify({ u: "https://u:pw-in-url-7@host/x" }), "pw-in-url-7"],
  ["the password in a URL with escaped slashes", '{"u":"https:\\/\\/u:pw-in-url-8@host\\/x"}', "pw-in-url-8"],
  ["a one-time code", JSON.stringify({ headers: { "X-GitHub-OTP": "654321" } }), "654321"],
  ["the cookies", JSON.stringify({ headers: { Cookie: ["session=c00kie-9"] } }), "c00kie-9"],
  ["the authorization", JSON.stringify({ Authorization: ["Basic b64-secret-10"] }), "b64-secret-10"],
])("recorder hides %s that only the body holds", async (_shows, body, secret) => {
  const from = await serveUpstream((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  const out = await tempFolder();
  const recorder = await record({ from, out }, ({ ask }) => ask({ target: "/a" }));
  expect(await exchangesIn(out)).toHaveLength(1);
  expect(await everythingBelow(out)).not.toContain(secret);
  expect(recorder.summary().redacted).not.toEqual({});
});

test("recorder says no credential in an error, and none in the summary", async () => {
  const out = await tempFolder();
  const tokens = { full: known };
  const recorder = await createRecorder({ tokens, from: "http://127.0.0.1:1", out });
  const target = `/a?token=${query}&x=${encodeURIComponent(known)}`;
  const error = await recorder.ask({ as: "full", target }).catch((thrown: unknown) => thrown);
  await recorder.close();
  expect(error).toBeInstanceOf(UpstreamError);
  const said = `${error} ${(error as UpstreamError).stack} ${JSON.stringify(error)} ${JSON.stringify(recorder.summary())}`;
  for (const form of [...forms(known), query]) expect(said).not.toContain(form);
});

test.each([
  ["a short token", { a: "short" }, /its token has 5 characters/],
  ["a reserved alias", { anonymous: known }, /a meaning of its own/],
  ["a bracket", { "[a]": known }, /letters, digits/],
  ["a list", { "a,b": known }, /letters, digits/],
  ["a token as an alias", { [stranger]: stranger }, /^RangeError: Cannot use a token as an alias/],
  ["an alias without a letter", { 12: known }, /letters, digits/],
])("createRecorder() refuses %s and does not repeat the token", async (_shows, tokens, message) => {
  const out = await tempFolder();
  const error = await createRecorder({ tokens, from: "http://localhost", out }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RangeError);
  expect(String(error)).toMatch(message);
  for (const token of Object.values(tokens)) expect(String(error)).not.toContain(token);
});

test("recorder leaves the name of an account alone that is given beside a password", async () => {
  const from = await serveUpstream((_request, response) => response.end("hello ada-lovelace"));
  const authorization = `Basic ${Buffer.from(`ada-lovelace:${stranger}`).toString("base64")}`;
  const exchanges = await exchangesOf({ from }, ({ player }) =>
    player(new Request("http://any.where/a", { headers: { authorization } })),
  );
  expect(exchanges[0]?.response.body?.text).toBe("hello ada-lovelace");
});

test("recorder takes a credential among a question's headers for one", async () => {
  const from = await serveUpstream((request, response) => response.end(request.headers.authorization));
  const [exchange] = await exchangesOf({ from }, ({ ask }) =>
    ask({ target: "/a", headers: { Authorization: `token ${stranger}` } }),
  );
  expect(exchange?.request).toMatchObject({ headers: [], principal: "token" });
  expect(exchange?.response.body?.text).toBe("token __redacted-token__");
});

test("a credential that was not given does not share the alias of one that was", async () => {
  const [from, out] = [await serveUpstream((_request, response) => response.end("well")), await tempFolder()];
  const tokens = { token: known };
  await record({ from, out, tokens }, async ({ player }) => {
    for (const token of [known, stranger]) {
      await player(new Request("http://any.where/user", { headers: { authorization: `token ${token}` } }));
    }
  });
  expect((await exchangesIn(out)).map(({ request }) => request.principal).toSorted()).toEqual(["other", "token"]);
});

test("a credential that was sent once is hidden in what is asked and answered later", async () => {
  const [from, out] = [await serveUpstream((request, response) => response.end(request.url)), await tempFolder()];
  await record({ from, out }, async ({ player }) => {
    await player(new Request("http://any.where/user", { headers: { authorization: `token ${stranger}` } }));
    await player(new Request(`http://any.where/users/${stranger}`));
    await player(new Request("http://any.where/tokens", { method: "POST", body: `it is ${stranger}` }));
  });
  expect(JSON.stringify(await textsIn(out))).not.toContain(stranger);
});

test.each([
  [{ query: "c" }, "/hello?c=acme-cred-42", {}],
  [{ header: "x-acme" }, "/hello", { "x-acme": "acme-cred-42" }],
  [{ cookie: "theme" }, "/hello", { cookie: "lang=en; theme=hazelnut" }],
  [{ cookie: "flavour" }, "/hello", { cookie: "lang=en; flavour=acme-cred-42" }],
])(
  "a credential that a description places in %j is hidden, though its name be no secret's",
  async (form, target, headers) => {
    const from = await serveUpstream((request, response) =>
      response.end(JSON.stringify([request.url, request.headers["x-acme"], request.headers.cookie?.match(/acme.*/)])),
    );
    const [out, api] = [await tempFolder(), compileApi({ credentials: [form] })];
    await record({ from, out, api }, ({ ask }) => ask({ target, headers }));
    expect(JSON.stringify(await textsIn(out))).not.toMatch(/acme-cred-42|hazelnut/);
  },
);

test.each([
  ["compress", Uint8Array.of(31, 157, 144, 97), ["the coding compress"]],
  ["utf-8", "plain", undefined],
])("a recorder names the coding %s if nobody can read the body in it", async (coding, body, named) => {
  const from = await serveUpstream((_request, response) => {
    response.setHeader("content-encoding", coding).end(body);
  });
  await record({ from, out: await tempFolder() }, async ({ ask, summary }) => {
    await ask({ target: "/packed" });
    expect(summary().unread).toEqual(named);
  });
});

test("a recorder names the types in which no name tells a secret", async () => {
  const from = await serveUpstream((_request, response) => {
    response.setHeader("content-type", "application/grpc-web+proto; x=1").end("\n\u0003ada");
  });
  await record({ from, out: await tempFolder() }, async ({ ask, summary }) => {
    expect(summary()).not.toHaveProperty("unread");
    await ask({ method: "POST", target: "/e.v1.Notes/Login", headers: { "content-type": "application/proto" } });
    expect(summary().unread).toEqual(["application/grpc-web+proto", "application/proto"]);
  });
});
