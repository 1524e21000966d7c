import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { type Plan, type PlanOptions, type PlanReport, recordPlan } from "../src/index.ts";
import { clockAt } from "./clock.ts";
import { exchangesIn, record } from "./recording.ts";

/** Records a plan from a service that says what it was sent, after as many 503s as it is told to give first. */
async function play(plan: Plan, options: PlanOptions = {}, failures = 0) {
  const asked: string[] = [];
  let left = failures;
  const from = await serveUpstream(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    asked.push([request.method, request.url, request.headers["content-type"], body].filter(Boolean).join(" "));
    if (left-- > 0) return response.writeHead(503).end();
    if (request.url === "/carts")
      return response.setHeader("content-type", "application/json").end('[{"id":7},{"id":9}]');
    return response.end("ok");
  });
  const out = await tempFolder();
  let report: PlanReport | null = null;
  const pace = clockAt(1_767_225_600);
  await record({ from, out, pace }, async (recorder) => {
    report = await recordPlan(recorder, plan, options);
  });
  return { asked, out, report: report as unknown as PlanReport };
}

test("a plan writes: every method, bodies as JSON or text, placeholders in them", async () => {
  const { asked, out } = await play({
    requests: [
      {
        path: "/carts/{id}",
        method: "PUT",
        body: { id: "{id}", tags: ["{id}", "{other}"], n: 1 },
        for: { id: [1, "a b"] },
      },
      { path: "/notes", method: "POST", body: "as it stands {braces}" },
      {
        path: "/graphql",
        method: "POST",
        headers: { "Content-Type": "application/graphql" },
        body: "{ user { login } }",
      },
      { path: "/carts/1", method: "PATCH", body: null },
      { path: "/carts/1", method: "DELETE" },
      { path: "/carts", method: "PROPFIND", body: "<propfind/>" },
      { path: "/carts/{id}/items", each: "/carts", method: "POST", body: { cart: "{id}" } },
    ],
  });
  expect(asked.toSorted()).toEqual(
    [
      'PUT /carts/1 application/json {"id":"1","tags":["1","{other}"],"n":1}',
      'PUT /carts/a%20b application/json {"id":"a b","tags":["a b","{other}"],"n":1}',
      "POST /notes text/plain;charset=UTF-8 as it stands {braces}",
      "POST /graphql application/graphql { user { login } }",
      "PATCH /carts/1 application/json null",
      "DELETE /carts/1",
      "PROPFIND /carts text/plain;charset=UTF-8 <propfind/>",
      "GET /carts",
      'POST /carts/7/items application/json {"cart":"7"}',
      'POST /carts/9/items application/json {"cart":"9"}',
    ].toSorted(),
  );
  expect(await exchangesIn(out)).toHaveLength(10);
});

test.each<readonly [method: "POST" | "PATCH" | "PUT" | "DELETE" | "GET", times: number]>([
  ["POST", 1],
  ["PATCH", 1],
  ["PUT", 2],
  ["DELETE", 2],
  ["GET", 2],
])("a %s that meets an error of the service is sent %i times", async (method, times) => {
  const { asked } = await play({ requests: [{ path: "/a", method }] }, {}, 1);
  expect(asked).toHaveLength(times);
});

test("a plan of a few lines that names more than memory holds asks what its budget allows, and says where to go on", async () => {
  const values = Array.from({ length: 100 }, (_, at) => at);
  const plan: Plan = { requests: [{ path: "/{a}/{b}/{c}/{d}", for: { a: values, b: values, c: values, d: values } }] };
  const { asked, report } = await play(plan, { budget: 3 });
  expect(asked).toEqual(["GET /0/0/0/0", "GET /0/0/0/1", "GET /0/0/0/2"]);
  expect(report.skipped.length).toBeLessThan(2000);
  expect(report.skipped.at(-1)?.reason).toBe(
    "the budget is spent; so are all from request 1001 on: go on with --only 1001-100000000",
  );
});

test("a value that leads to another path fails that request alone", async () => {
  const { asked, report } = await play({
    requests: [{ path: "/users/{name}", for: { name: ["..", "%2e%2E", ".", "ada"] } }],
  });
  expect(asked).toEqual(["GET /users/%252e%252E", "GET /users/ada"]);
  expect(report.failed.map(({ reason }) => reason)).toEqual([
    'Cannot ask for /users/..: "." and ".." as values of a placeholder lead to another path',
    'Cannot ask for /users/.: "." and ".." as values of a placeholder lead to another path',
  ]);
});

test("a plan reads what it writes before and after, as its steps say, also where several are asked at once", async () => {
  const reads: Plan["requests"] = [{ path: "/a" }, { path: "/b" }];
  const { asked } = await play(
    { requests: [...reads, { path: "/a", method: "DELETE" }, { path: "/b", method: "DELETE" }, ...reads] },
    { concurrency: 4 },
  );
  expect([asked.slice(0, 2).sort(), asked.slice(2, 4), asked.slice(4).sort()]).toEqual([
    ["GET /a", "GET /b"],
    ["DELETE /a", "DELETE /b"],
    ["GET /a", "GET /b"],
  ]);
});
