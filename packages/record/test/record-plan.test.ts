import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { serveUpstream } from "../../../.ci/test-resources.ts";
import { type Plan, type PlanOptions, type PlanReport, recordPlan } from "../src/index.ts";
import { exchangesOf } from "./recording.ts";

const limit = 10;

interface Played {
  readonly asked: readonly string[];
  readonly report: PlanReport;
  readonly kept: readonly (readonly [status: number, target: string, principal: string])[];
  readonly steps: readonly string[];
}

// A service of five pages, etags, a rate limit of ten, and one route that leads its reader astray.
async function play(plan: Plan, options: PlanOptions = {}, changed: Record<string, string> = {}): Promise<Played> {
  const asked: string[] = [];
  let used = 0;
  const who = ({ headers }: IncomingMessage) =>
    headers.authorization === undefined ? "" : ` ${headers.authorization}`;
  const from = await serveUpstream((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    asked.push(`${request.method} ${request.url}${who(request)}`);
    if (pathname === "/nolimit") return response.end("ok");
    used += 1;
    const refused = pathname !== "/endless" && used > limit;
    response.setHeader("x-ratelimit-limit", limit).setHeader("x-ratelimit-remaining", Math.max(0, limit - used));
    response.setHeader("etag", `W/"${request.url}"`);
    if (refused) return response.writeHead(403).end("refused");
    if (request.headers["if-none-match"] === `W/"${request.url}"`) return response.writeHead(304).end();
    const page = Number(searchParams.get("page") ?? 1);
    if (pathname === "/list" && page < 5) response.setHeader("link", `</list?page=${page + 1}>; rel="next"`);
    if (pathname === "/loop") response.setHeader("link", '</loop>; rel="next"');
    if (pathname === "/astray") response.setHeader("link", '<http://127.0.0.1:1/steal>; rel="next"');
    return response.end("ok");
  });
  const steps: string[] = [];
  let report: PlanReport | null = null;
  const tokens = { full: "s3cr3t-t0ken" };
  const exchanges = await exchangesOf({ tokens, from, ...changed }, async (recorder) => {
    report = await recordPlan(recorder, plan, {
      onProgress: ({ done, of }) => steps.push(`${done}/${of}`),
      ...options,
    });
  });
  const kept = exchanges.map(({ request, response }) => [response.status, request.target, request.principal] as const);
  if (report === null) throw new Error("the plan did not end");
  return { asked, report, kept, steps };
}

test.each<readonly [shows: string, step: Plan["requests"][number], asked: readonly string[]]>([
  ["asks once by default", { path: "/a" }, ["GET /a"]],
  ["asks several times", { path: "/a", times: 3 }, ["GET /a", "GET /a", "GET /a"]],
  ["takes other methods", { path: "/a", method: "HEAD" }, ["HEAD /a"]],
  ["asks as an alias", { path: "/a", as: "full" }, ["GET /a Bearer s3cr3t-t0ken"]],
  ["adds a query", { path: "/a?x=1", query: { q: "a b&c", n: 2, on: true } }, ["GET /a?x=1&q=a%20b%26c&n=2&on=true"]],
  [
    "fills placeholders in",
    { path: "/repos/{repo}", for: { repo: ["o/n", "a b"] } },
    ["GET /repos/o/n", "GET /repos/a%20b"],
  ],
  [
    "takes every combination",
    { path: "/{a}", query: { b: "{b}" }, for: { a: [1, 2], b: ["x", "y"] } },
    ["GET /1?b=x", "GET /1?b=y", "GET /2?b=x", "GET /2?b=y"],
  ],
  ["follows two pages", { path: "/list", pages: 2 }, ["GET /list", "GET /list?page=2"]],
  [
    "follows all pages",
    { path: "/list", pages: "all" },
    ["GET /list", "GET /list?page=2", "GET /list?page=3", "GET /list?page=4", "GET /list?page=5"],
  ],
  ["goes round no loop of pages", { path: "/loop", pages: "all" }, ["GET /loop"]],
  ["asks again whether it changed", { path: "/a", revalidate: true }, ["GET /a", "GET /a"]],
  [
    "revalidates each page",
    { path: "/list", pages: 2, revalidate: true },
    ["GET /list", "GET /list", "GET /list?page=2", "GET /list?page=2"],
  ],
])("recordPlan() %s", async (_shows, step, asked) => {
  const played = await play({ requests: [step] });
  expect(played.asked).toEqual(asked);
  expect(played.report).toEqual({ asked: asked.length, failed: [], skipped: [] });
  expect(played.kept).toHaveLength(asked.length);
});

test("recordPlan() keeps the 304 that a revalidation gets", async () => {
  const { kept } = await play({ requests: [{ path: "/a", revalidate: true }] });
  expect(kept).toEqual([
    [200, "/a", "anonymous"],
    [304, "/a", "anonymous"],
  ]);
});

test("recordPlan() tells how many requests have ended, of those that are known to lie ahead", async () => {
  const requests = [
    { path: "/nolimit", times: 3 },
    { path: "/nolimit?x", revalidate: true },
  ];
  const { steps } = await play({ requests });
  expect(steps[0]).toBe("1/5");
  // Lanes end as they may. One answer has no etag to ask again by: what lies ahead is one less from then on.
  expect(new Set(steps.map((step) => step.split("/")[0]))).toEqual(new Set(["1", "2", "3", "4"]));
  expect(steps.at(-1)).toBe("4/4");
});

test("recordPlan() exhausts the limit last, and keeps the refusal alone", async () => {
  const plan: Plan = { requests: [{ path: "/x", exhaust: true }, { path: "/a" }, { path: "/b" }] };
  const { asked, kept, report, steps } = await play(plan, { concurrency: 4 });
  expect(asked).toHaveLength(limit + 1);
  expect(asked.slice(2)).toEqual(Array.from({ length: limit - 1 }, () => "GET /x"));
  expect(kept).toEqual([
    [200, "/a", "anonymous"],
    [200, "/b", "anonymous"],
    [403, "/x", "anonymous"],
  ]);
  expect(report.asked).toBe(limit + 1);
  expect(steps.at(-1)).toBe(`${limit + 1}/${limit + 1}`);
});

test.each([
  ["/endless", limit + 1, /asked 11 times under a limit of 10, and nothing refused/],
  ["/nolimit", 1, /name no rate limit/],
])("recordPlan() gives up to exhaust %s", async (path, times, reason) => {
  const { asked, kept, report } = await play({ requests: [{ path, exhaust: true }] });
  expect(asked).toHaveLength(times);
  expect(kept).toEqual([]);
  expect(report.failed).toEqual([
    { method: "GET", principal: "anonymous", reason: expect.stringMatching(reason) as string, target: path },
  ]);
});

test("recordPlan() keeps to its budget and says what it did not ask", async () => {
  const plan: Plan = { requests: [{ path: "/a" }, { path: "/list", pages: "all" }, { path: "/b", as: "full" }] };
  const { asked, report } = await play(plan, { budget: 3 });
  expect(asked).toEqual(["GET /a", "GET /list", "GET /list?page=2"]);
  const reason = "the budget is spent";
  expect(report).toEqual({
    again: [2, 3],
    asked: 3,
    failed: [],
    skipped: [
      { method: "GET", principal: "anonymous", reason, target: "/list?page=3" },
      { method: "GET", principal: "full", reason, target: "/b" },
    ],
  });
});

test("recordPlan() asks as it is told where a step does not say", async () => {
  const { kept } = await play({ requests: [{ path: "/a" }, { path: "/b", as: "anonymous" }] }, { as: "full" });
  expect(kept).toEqual([
    [200, "/a", "full"],
    [200, "/b", "anonymous"],
  ]);
});

test("recordPlan() asks nothing under an alias that has no credential", async () => {
  const plan: Plan = { requests: [{ path: "/a" }, { path: "/b", as: "ful" }] };
  await expect(play(plan)).rejects.toThrow(/asks as "ful".*did you mean "full"/);
});

test("recordPlan() takes no credential to another host, whatever a link says", async () => {
  const { asked, report } = await play({ requests: [{ path: "/astray", pages: "all", as: "full" }] });
  expect(asked).toHaveLength(1);
  expect(report.failed[0]?.reason).toMatch(/Cannot ask http:\/\/127\.0\.0\.1:1: credentials for .* are not for others/);
});

test("recordPlan() stops when the service cannot be reached, and says what is left", async () => {
  const plan: Plan = { requests: [{ path: "/a" }, { path: "/b" }, { path: "/c" }] };
  const { report } = await play(plan, {}, { from: "http://127.0.0.1:1" });
  expect(report.asked).toBe(1);
  expect(report.failed.map(({ target }) => target)).toEqual(["/a"]);
  expect(report.skipped.map(({ target }) => target)).toEqual(["/b", "/c"]);
  expect(report.skipped[0]?.reason).toMatch(/stopped after: Cannot record GET .*connection refused/);
});
