import { afterAll, beforeAll, expect, test } from "vitest";
import { type Origin, startOrigin } from "../../src/reference-server/origin.ts";
import { sendRequest } from "./send-request.ts";

const now = 1_700_000_000;
const tokens = { "t-full": { account: "ada", scopes: ["repo"] } };
const authorization = "token t-full";

let origin: Origin;
beforeAll(async () => {
  origin = await startOrigin({ now: () => now, tokens, vendor: "github", publicUrl: "https://api.example" });
});
afterAll(() => origin.close());

test("github puts its word into header names", async () => {
  const { headers } = await sendRequest(`${origin.url}/users/ada`);
  expect(headers["x-github-media-type"]).toBe("github.v3; format=json");
  expect(headers["x-github-request-id"]).toBeTruthy();
  expect(headers["access-control-expose-headers"]).toContain("X-GitHub-OTP");
  expect(JSON.stringify(headers).toLowerCase()).not.toContain("x-service");
});

test("github lets caches of one person alone keep what a token got", async () => {
  const open = await sendRequest(`${origin.url}/users/ada`);
  const own = await sendRequest(`${origin.url}/users/ada`, { headers: { authorization } });
  expect(open.headers["cache-control"]).toBe("public, max-age=60, s-maxage=60");
  expect(own.headers["cache-control"]).toBe("private, max-age=60, s-maxage=60");
});

test.each([
  ["/api/v3/users/ada", "/users/ada"],
  ["/api/v3/repos/ada/tabulator", "/repos/ada/tabulator"],
  ["/user/1/repos", "/users/ada/repos"],
  ["/organizations/10/repos", "/orgs/lighthouse/repos"],
  ["/repositories/103", "/repos/ada/tabulator"],
])("github serves %s as %s", async (further, path) => {
  const [one, other] = [await sendRequest(origin.url + further), await sendRequest(origin.url + path)];
  expect(one.status).toBe(200);
  expect(one.text).toBe(other.text);
  expect(one.headers["etag"]).toBe(other.headers["etag"]);
});

test.each(["/user/99/repos", "/user/ada/repos", "/organizations/1/repos", "/repositories/102", "/api/v3"])(
  "github has nothing at %s",
  async (path) => {
    expect((await sendRequest(origin.url + path)).status).toBe(404);
  },
);

test("github links lists by id", async () => {
  const { headers } = await sendRequest(`${origin.url}/orgs/lighthouse/repos`);
  expect(headers["link"]).toMatch(/^<https:\/\/api\.example\/organizations\/10\/repos\?page=2>; rel="next"/);
  const own = await sendRequest(`${origin.url}/users/ada/repos?per_page=1`);
  expect(own.headers["link"]).toMatch(/^<https:\/\/api\.example\/user\/1\/repos\?per_page=1&page=2>; rel="next"/);
});

test("github tells where a caller stands, for nothing", async () => {
  const own = await startOrigin({ now: () => now, tokens, vendor: "github", limits: { anonymous: 1 } });
  await sendRequest(`${own.url}/users/ada`);
  const reply = await sendRequest(`${own.url}/rate_limit`);
  const standing = { limit: 1, used: 1, remaining: 0, reset: now + 3600 };
  expect(reply.status).toBe(200);
  expect(reply.headers["cache-control"]).toBe("no-cache");
  expect(JSON.parse(reply.text)).toEqual({ resources: { core: standing }, rate: standing });
  const account = JSON.parse((await sendRequest(`${own.url}/api/v3/rate_limit`, { headers: { authorization } })).text);
  expect(account.rate).toEqual({ limit: 5000, used: 0, remaining: 5000, reset: now + 3600 });
  await own.close();
});

test("a vendor of one's own has its name, and the rules of service", async () => {
  const own = await startOrigin({ vendor: "acme" });
  const { headers } = await sendRequest(`${own.url}/users/ada`);
  expect(headers["x-acme-media-type"]).toBe("acme.v3; format=json");
  expect(headers["access-control-expose-headers"]).toContain("X-Acme-OTP");
  expect((await sendRequest(`${own.url}/api/v3/users/ada`)).status).toBe(404);
  await own.close();
});
