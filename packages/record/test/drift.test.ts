import { writeFile } from "node:fs/promises";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { type DriftOptions, type DriftReport, findDrift } from "../src/drift/index.ts";
import { clockAt } from "./clock.ts";
import { exchangesIn, record, textsIn } from "./recording.ts";

const origin = "https://api.service.example";
const full = "s3cr3t-t0ken-full";

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const json =
  (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    response
      .writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers })
      .end(JSON.stringify(body));

/** A service whose answers can be changed; it notes what it was asked. */
async function service(answers: Record<string, Answer>): Promise<{ from: string; asked: string[] }> {
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    (answers[request.url ?? ""] ?? json({ message: "Not Found" }, 404))(response, request);
  };
  return { from: await serveUpstream(listener), asked };
}

const reasons = ({ notAsked }: DriftReport): string[] =>
  notAsked.map(({ method, target, principal, reason }) => `${method} ${target} ${principal}: ${reason}`);

const found = (report: DriftReport): string[] =>
  report.found.map(
    ({ severity, kind, where, asked }) => `${severity} ${kind} ${where} in ${asked.method} ${asked.target}`,
  );

async function recorded(
  from: string,
  asks: readonly (readonly [target: string, options?: object])[],
): Promise<Pick<DriftOptions, "dir" | "from" | "origin" | "tokens">> {
  const dir = await tempFolder();
  await record({ from, out: dir, origin, tokens: { full } }, async ({ ask }) => {
    for (const [target, options] of asks) await ask({ target, ...options });
  });
  return { dir, from, origin, tokens: { full } };
}

test("drift asks again what can be asked, once each, and says why it did not ask the rest", async () => {
  const refusal = json({ message: "API rate limit exceeded" }, 403, {
    "x-ratelimit-remaining": "0",
    "x-ratelimit-limit": "60",
  });
  const answers: Record<string, Answer> = {
    "/a": json({ a: 1 }, 200, { etag: '"1"' }),
    "/b?access_token=s3cr3t-in-the-query": json({}),
    "/broken": json({}, 502),
    "/refused": refusal,
  };
  const { from, asked } = await service(answers);
  const options = await recorded(from, [
    ["/a"],
    ["/a"],
    ["/a", { method: "HEAD" }],
    ["/a", { headers: { "if-none-match": '"1"' } }],
    ["/a", { method: "POST" }],
    ["/b?access_token=s3cr3t-in-the-query"],
    ["/me", { headers: { cookie: "theme=dark; sid=0123456789abcdef0123456789abcdef" } }],
    ["/broken"],
    ["/refused", { spend: true }],
    ["/user", { as: "full" }],
  ]);
  asked.length = 0;
  const report = await findDrift({ ...options, tokens: {} });
  expect(asked.sort()).toEqual(["GET /a", "GET /a", "HEAD /a"]);
  expect(reasons(report)).toEqual([
    "POST /a anonymous: POST may change something",
    "GET /b?access_token=__redacted-parameter.adad39deca__ anonymous: the recording hides a secret that it was asked with",
    "GET /broken anonymous: an error of a bad moment was recorded (502)",
    "GET /me anonymous: the recording hides a secret that it was asked with",
    "GET /refused anonymous: it would take the whole rate limit (a recorded refusal)",
    'GET /user full: no token for alias "full"; give it one: --token full=ENV_NAME',
  ]);
  expect(report).toMatchObject({ asked: 3, found: [], failed: [], updated: [] });
});

test("drift compares with the last of several answers, and update records all of them again", async () => {
  let nth = 0;
  let renewed = false;
  const answers: Record<string, Answer> = {
    "/next": (response, request) => {
      nth += 1;
      json(renewed ? { nth, more: true } : nth === 1 ? { nth, first: true } : { nth })(response, request);
    },
    "/other": json({ a: 1 }),
  };
  const { from } = await service(answers);
  const options = await recorded(from, [["/next"], ["/next"], ["/next"], ["/other"]]);
  const before = await textsIn(options.dir);
  expect(await findDrift(options)).toMatchObject({ asked: 2, found: [] });
  renewed = true;
  nth = 0;
  const report = await findDrift({ ...options, update: true });
  expect(found(report)).toEqual(["info added /more in GET /next"]);
  expect(report.updated).toEqual(
    [1, 2, 3].map((nth) => `api.service.example/next/GET${nth === 1 ? "" : `.${nth}`}.har`),
  );
  const after = await textsIn(options.dir);
  expect(after["api.service.example/other/GET.har"]).toBe(before["api.service.example/other/GET.har"]);
  nth = 0;
  const anew = await recorded(from, [["/next"], ["/next"], ["/next"]]);
  const { "api.service.example/other/GET.har": _, ...next } = after;
  expect(next).toEqual(await textsIn(anew.dir));
});

test("update keeps what else is in the file, and drops the 304 of an answer that is no more", async () => {
  let etag = '"1"';
  let extra = {};
  const answers: Record<string, Answer> = {
    "/a": (response, request) => {
      if (request.headers["if-none-match"] === etag) response.writeHead(304, { etag }).end();
      else json({ a: 1, ...extra }, 200, { etag })(response, request);
    },
    "/a?page=2": json({ b: 2 }),
  };
  const { from } = await service(answers);
  const options = await recorded(from, [["/a"], ["/a", { headers: { "if-none-match": '"1"' } }], ["/a?page=2"]]);
  etag = '"2"';
  extra = { more: true };
  expect(found(await findDrift({ ...options, update: true }))).toEqual(["info added /more in GET /a"]);
  const kept = await exchangesIn(options.dir);
  expect(kept.map(({ request, response }) => [request.target, response.status])).toEqual([
    ["/a", 200],
    ["/a?page=2", 200],
  ]);
  expect(kept[0]?.response.headers).toContainEqual(["etag", '"2"']);
});

test("update leaves a recorded refusal in its place", async () => {
  let refuses = true;
  let extra = {};
  const answers: Record<string, Answer> = {
    "/a": (response, request) => {
      const [status, remaining] = refuses ? [403, "0"] : [200, "59"];
      json({ a: 1, ...extra }, status, { "x-ratelimit-limit": "60", "x-ratelimit-remaining": remaining })(
        response,
        request,
      );
    },
  };
  const { from } = await service(answers);
  const dir = await tempFolder();
  await record({ from, out: dir, origin }, async ({ ask }) => {
    await ask({ target: "/a", spend: true });
    refuses = false;
    await ask({ target: "/a", spend: true });
  });
  extra = { more: true };
  await findDrift({ dir, from, update: true });
  const kept = await exchangesIn(dir);
  expect(kept.map(({ response }) => [response.status, response.body?.text?.includes("more")])).toEqual([
    [403, false],
    [200, true],
  ]);
});

test("drift says what got no answer, and takes a service in trouble for no drift", async () => {
  const answers: Record<string, Answer> = { "/a": json({ a: 1 }), "/b": json({ b: 1 }), "/c": json({ c: 1 }) };
  const { from } = await service(answers);
  const options = await recorded(from, [["/a"], ["/b"], ["/c"]]);
  answers["/a"] = json({}, 503);
  answers["/b"] = (_response, request) => request.socket.destroy();
  const { now, wait } = clockAt(1000);
  const report = await findDrift({ ...options, retries: 1, pace: { now, wait } });
  expect(report.failed.map(({ target, reason }) => `${target}: ${reason}`)).toEqual([
    "/a: it kept answering 503",
    expect.stringMatching(/^\/b: connection closed before the whole answer was there\n {2}- try again/),
  ]);
  expect(report).toMatchObject({ asked: 1, found: [] });
});

test("drift from a port without a server fails once, and asks nothing more", async () => {
  const { from } = await service({ "/a": json({}) });
  const options = await recorded(from, [["/a"], ["/b"]]);
  const report = await findDrift({ ...options, from: "http://127.0.0.1:1" });
  expect(report.failed).toMatchObject([
    { target: "/a", reason: expect.stringMatching(/^connection refused/) as string },
  ]);
  expect(reasons(report)).toEqual(["GET /b anonymous: stopped after: connection refused"]);
});

test("drift asks from another origin what a page of another origin asked", async () => {
  const cors: Answer = (response, { headers, method }) => {
    if (method === "OPTIONS" && headers.origin === undefined) return void response.writeHead(405).end();
    const allowed = headers.origin ? { "access-control-allow-origin": "*" } : {};
    response.writeHead(200, allowed).end();
  };
  const { from } = await service({ "/a": cors });
  const origin = "https://page.example";
  const options = await recorded(from, [
    ["/a", { headers: { origin } }],
    ["/a", { method: "OPTIONS", headers: { origin, "access-control-request-method": "POST" } }],
  ]);
  expect(found(await findDrift(options))).toEqual([]);
});

test("drift keeps to the budget and the reserve, and its token to itself", async () => {
  const answers: Record<string, Answer> = {
    "/a": json({ a: 1 }, 200, {
      "x-ratelimit-limit": "60",
      "x-ratelimit-remaining": "7",
      "x-ratelimit-reset": "4600",
      date: new Date(1_000_000).toUTCString(),
    }),
  };
  answers["/b"] = answers["/a"] as Answer;
  const { from, asked } = await service(answers);
  const options = await recorded(from, [
    ["/a", { as: "full" }],
    ["/b", { as: "full" }],
  ]);
  asked.length = 0;
  const report = await findDrift({ ...options, budget: 1 });
  expect(asked).toEqual(["GET /a"]);
  expect(reasons(report)).toEqual(["GET /b full: the budget is spent"]);
  const { now, wait, waits } = clockAt(1000);
  const patient = await findDrift({ ...options, pace: { now, wait, reserve: 7 } });
  expect([patient.asked, waits]).toEqual([2, [3601]]);
  expect(JSON.stringify([report, patient])).not.toContain(full);
});

test("drift wants to know whose recordings to hold against a service", async () => {
  const { from } = await service({ "/a": json({ a: 1 }) });
  const { dir } = await recorded(from, [["/a"]]);
  await record({ from, out: dir, origin: "https://other.example" }, ({ ask }) => ask({ target: "/a" }));
  await expect(findDrift({ dir, from })).rejects.toThrow(
    "Cannot tell which recordings to hold against the service: there are some of several\n" +
      "  - choose one as origin (--origin): https://api.service.example, https://other.example",
  );
  await expect(findDrift({ dir, from, origin: "https://third.example" })).rejects.toThrow(
    'no recording is of the origin "https://third.example"',
  );
  expect(await findDrift({ dir, from, origin })).toMatchObject({
    origin,
    otherOrigins: ["https://other.example"],
    asked: 1,
  });
});

test("drift tells no secret of a file that another tool wrote", async () => {
  const { from } = await service({});
  const dir = await tempFolder();
  const request = { method: "GET", url: `${from}/zen?access_token=s3cr3t-T0ken-9xQ2`, headers: [] };
  const content = { text: '{"password":"s3cr3t-T0ken-9xQ2"}' };
  const entry = { startedDateTime: "2026-02-03T04:05:06Z", request, response: { status: 200, headers: [], content } };
  const har = { log: { version: "1.2", creator: { name: "x" }, entries: [entry] } };
  await writeFile(join(dir, "zen.har"), JSON.stringify(har));
  const report = await findDrift({ dir, from, values: true });
  expect(reasons(report)).toEqual([expect.stringContaining("GET /zen?access_token=__redacted-parameter__")]);
  expect(JSON.stringify(report)).not.toContain("s3cr3t");
});
