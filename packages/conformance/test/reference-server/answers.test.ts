import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { smallWorld } from "../../src/reference-server/documents/world.ts";
import { type Origin, startOrigin } from "../../src/reference-server/origin.ts";
import { sendRequest } from "./send-request.ts";

const now = 1_700_000_000;
const tokens = {
  "t-full": { account: "ada", scopes: ["repo"] },
  "t-narrow": { account: "ada", scopes: [] },
};

let origin: Origin;
beforeAll(async () => {
  origin = await startOrigin({ now: () => now, tokens, limits: { anonymous: 1000 } });
});
afterAll(() => origin.close());

const ask = (path: string, authorization?: string) =>
  sendRequest(origin.url + path, authorization === undefined ? {} : { headers: { authorization } });
const names = async (path: string, authorization?: string) =>
  JSON.parse((await ask(path, authorization)).text).map((one: { name: string }) => one.name);
const basic = (pair: string) => `Basic ${btoa(pair)}`;

describe("endpoints", () => {
  test("/zen gives another line each time, round and round", async () => {
    const own = await startOrigin({ now: () => now });
    const lines: string[] = [];
    for (let turn = 0; turn < smallWorld().zen.length + 1; turn += 1)
      lines.push((await sendRequest(`${own.url}/zen`)).text);
    await own.close();
    expect(lines.slice(0, -1)).toEqual(smallWorld().zen);
    expect(lines.at(-1)).toBe(lines[0]);
  });

  test("/zen is plain text, also for a token", async () => {
    const { status, headers } = await ask("/zen", "token t-full");
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(headers["etag"]).toBeUndefined();
    expect(headers["x-ratelimit-limit"]).toBe("5000");
  });

  test.each([
    ["/users/{username} gives an account", "/users/ada", "login", "ada"],
    ["/users/{username} gives an organization", "/users/lighthouse", "type", "Organization"],
    ["/user gives the caller's own account", "/user", "login", "ada"],
    ["/repos/{owner}/{repo} gives a repository", "/repos/ada/tabulator", "full_name", "ada/tabulator"],
    ["two slashes count as one", "//users//ada", "login", "ada"],
    ["a percent-encoded name is decoded", "/users/%61da", "login", "ada"],
  ])("%s", async (_shows, path, field, value) => {
    const { status, text } = await ask(path, "token t-full");
    expect(status).toBe(200);
    expect(JSON.parse(text)[field]).toBe(value);
  });

  test("bodies are compact JSON with links to the server's own address", async () => {
    const { text } = await ask("/repos/paper-boats/crane");
    expect(text).toBe(JSON.stringify(JSON.parse(text)));
    expect(JSON.parse(text).url).toBe(`${origin.url}/repos/paper-boats/crane`);
    expect(text).not.toContain(".invalid");
  });

  test("bodies and links carry the public URL, when there is one", async () => {
    const own = await startOrigin({ publicUrl: "https://api.service.example/" });
    const { text, headers } = await sendRequest(`${own.url}/orgs/lighthouse/repos`);
    await own.close();
    expect(text).not.toContain(own.url);
    expect(JSON.parse(text)[0].url).toBe("https://api.service.example/repos/lighthouse/lamp-01");
    expect(headers["link"]).toContain("<https://api.service.example/orgs/lighthouse/repos?page=2>");
  });

  test("list items lack four fields of the single repository, and no other", async () => {
    const [item] = JSON.parse((await ask("/orgs/paper-boats/repos")).text);
    const whole = JSON.parse((await ask("/repos/paper-boats/crane")).text);
    const missing = Object.keys(whole).filter((field) => !(field in item));
    expect(missing.sort()).toEqual(["network_count", "organization", "subscribers_count", "temp_clone_token"]);
  });
});

describe("credentials", () => {
  test.each([
    ["token T", "token t-full", 200],
    ["Bearer T", "Bearer t-full", 200],
    ["Basic account:T", basic("ada:t-full"), 200],
    ["the scheme in any case", "TOKEN t-full", 200],
    ["an unknown token", "token nope", 401],
    ["an unknown Basic token", basic("ada:nope"), 401],
    ["a name every object has", "token constructor", 401],
    ["no scheme", "t-full", 401],
    ["another scheme", "Digest t-full", 401],
    ["an empty token", "token ", 401],
    ["Basic without a colon", basic("t-full"), 401],
  ])("%s", async (_shows, authorization, status) => {
    const reply = await ask("/user", authorization);
    expect(reply.status).toBe(status);
    expect(reply.headers["x-ratelimit-limit"]).toBe(status === 200 ? "5000" : "1000");
    if (status === 401) expect(JSON.parse(reply.text).message).toBe("Bad credentials");
  });

  test("a bad credential spoils public data too", async () => {
    expect((await ask("/users/ada", "token nope")).status).toBe(401);
    expect((await ask("/zen", "token nope")).status).toBe(401);
  });

  test.each([
    ["the caller's list", "/user/repos"],
    ["the account's list", "/users/ada/repos"],
  ])("%s shows private repositories to the scope alone", async (_shows, path) => {
    expect(await names(path, "token t-full")).toEqual(["difference-engine", "loom-notes", "tabulator"]);
    expect(await names(path, "token t-narrow")).toEqual(["difference-engine", "tabulator"]);
  });

  test.each([
    ["anonymous", undefined, 404],
    ["without the scope", "token t-narrow", 404],
    ["with the scope", "token t-full", 200],
  ])("a private repository %s", async (_shows, authorization, status) => {
    expect((await ask("/repos/ada/loom-notes", authorization)).status).toBe(status);
  });

  test("a token of nobody in the world is refused at the start, and not named", async () => {
    const starting = startOrigin({ tokens: { "t-lost": { account: "nobody", scopes: [] } } });
    await expect(starting).rejects.toThrow('a token belongs to "nobody"');
    await expect(starting).rejects.not.toThrow("t-lost");
  });
});

describe("errors", () => {
  test.each([
    ["/user without a credential", "GET", "/user", 401, "Requires authentication"],
    ["/user/repos without a credential", "GET", "/user/repos", 401, "Requires authentication"],
    ["an unknown account", "GET", "/users/nobody", 404, "Not Found"],
    ["a name every object has", "GET", "/users/constructor", 404, "Not Found"],
    ["an unknown repository", "GET", "/repos/ada/nothing", 404, "Not Found"],
    ["repositories of an unknown account", "GET", "/users/nobody/repos", 404, "Not Found"],
    ["a user, asked for as an organization", "GET", "/orgs/ada/repos", 404, "Not Found"],
    ["an unknown route", "GET", "/nowhere", 404, "Not Found"],
    ["a broken percent sign", "GET", "/users/%E0%A4", 404, "Not Found"],
    ["a route of the other vendor", "GET", "/rate_limit", 404, "Not Found"],
    ["POST", "POST", "/users/ada", 405, "Method Not Allowed"],
    ["DELETE", "DELETE", "/repos/ada/tabulator", 405, "Method Not Allowed"],
  ])("%s", async (_shows, method, path, status, message) => {
    const reply = await sendRequest(origin.url + path, { method });
    expect(reply.status).toBe(status);
    expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(Object.keys(JSON.parse(reply.text))).toEqual(["message", "documentation_url"]);
    expect(JSON.parse(reply.text).message).toBe(message);
    expect(reply.headers["allow"]).toBe(status === 405 ? "GET, HEAD, OPTIONS" : undefined);
    expect(Number(reply.headers["x-ratelimit-remaining"])).toBeLessThan(1000);
  });
});

describe("headers", () => {
  test("a JSON answer wears everything of contract 4.1", async () => {
    const { headers, bytes } = await ask("/users/ada");
    const {
      etag,
      "x-service-request-id": id,
      "x-ratelimit-remaining": left,
      "x-ratelimit-used": used,
      ...rest
    } = headers;
    expect(rest).toEqual({
      "content-type": "application/json; charset=utf-8",
      server: "stand-in",
      "cache-control": "public, max-age=60, s-maxage=60",
      vary: "Accept, Accept-Encoding, X-Requested-With",
      "last-modified": "Sat, 20 Jan 2024 16:45:30 GMT",
      "x-service-media-type": "service.v3; format=json",
      "access-control-expose-headers":
        "ETag, Link, Location, Retry-After, X-Service-OTP, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Used, X-RateLimit-Reset, X-OAuth-Scopes, X-Accepted-OAuth-Scopes, X-Poll-Interval, X-Service-Media-Type, Deprecation, Sunset",
      "access-control-allow-origin": "*",
      "strict-transport-security": "max-age=31536000; includeSubdomains; preload",
      "x-frame-options": "deny",
      "x-content-type-options": "nosniff",
      "x-xss-protection": "1; mode=block",
      "referrer-policy": "origin-when-cross-origin, strict-origin-when-cross-origin",
      "content-security-policy": "default-src 'none'",
      "x-ratelimit-limit": "1000",
      "x-ratelimit-reset": String(now + 3600),
      "accept-ranges": "bytes",
      "content-length": String(bytes.length),
      date: "Tue, 14 Nov 2023 22:13:20 GMT",
      connection: "close",
    });
    expect(etag).toMatch(/^W\/"[0-9a-f]{64}"$/);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(Number(left) + Number(used)).toBe(1000);
  });

  test("a list was last modified when its youngest member was", async () => {
    expect((await ask("/orgs/paper-boats/repos")).headers["last-modified"]).toBe("Fri, 01 Mar 2024 12:00:00 GMT");
  });

  test("no header comes twice", async () => {
    const { names: sent } = await ask("/orgs/lighthouse/repos");
    expect(sent).toEqual([...new Set(sent)]);
  });

  test("each answer has a request id of its own", async () => {
    const ids = [await ask("/zen"), await ask("/zen")].map(({ headers }) => headers["x-service-request-id"]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  test("any Accept is answered with JSON", async () => {
    for (const accept of ["", "text/html", "application/vnd.service.preview+json"]) {
      const { status, headers } = await sendRequest(`${origin.url}/users/ada`, { headers: { accept } });
      expect([status, headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    }
  });
});

test("asked() counts every request, whatever became of it", async () => {
  const before = origin.asked();
  await ask("/users/ada");
  await ask("/nowhere");
  await sendRequest(`${origin.url}/zen`, { method: "OPTIONS" });
  expect(origin.asked() - before).toBe(3);
});

test("a client that never finishes its request does not hold up close()", async () => {
  const own = await startOrigin();
  const client = connect(own.port, "127.0.0.1");
  client.write("GET /zen HTTP/1.1\r\n");
  await once(client, "connect");
  await sendRequest(`${own.url}/zen`); // by then the server knows the half request
  await own.close();
  client.destroy();
});

test("fetch, with its pooled connections, is answered and does not hold up close()", async () => {
  const own = await startOrigin();
  const user = await (await fetch(`${own.url}/users/grace-lin`)).json();
  expect(user).toMatchObject({ login: "grace-lin", site_admin: true });
  await own.close();
  await expect(fetch(`${own.url}/zen`)).rejects.toThrow();
});
