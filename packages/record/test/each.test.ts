import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { type Plan, type PlanOptions, type PlanReport, recordPlan } from "../src/index.ts";
import { exchangesIn, record, textsIn } from "./recording.ts";

// Two accounts; ada's repositories stand on two pages.
const pages: Readonly<Record<string, readonly object[]>> = {
  "/users/ada/repos": [
    { name: "engine", owner: { login: "ada" }, stars: 1 },
    { name: "a b", owner: { login: "ada" } },
  ],
  "/users/ada/repos?page=2": [{ name: "loom", owner: { login: "ada" } }],
  "/users/grace/repos": [{ name: "cobol", owner: { login: "navy" } }],
  "/users/nobody/repos": [],
};

async function play(plan: Plan, options: PlanOptions = {}) {
  const asked: string[] = [];
  const steps: string[] = [];
  const from = await serveUpstream((request, response) => {
    const url = request.url ?? "";
    asked.push(`${url}${request.headers["if-none-match"] ? " if changed" : ""}`);
    if (url === "/users/ada/repos") response.setHeader("link", '</users/ada/repos?page=2>; rel="next"');
    if (url === "/users/gone/repos") return response.writeHead(404).end("{}");
    response.setHeader("content-type", "application/json").setHeader("etag", `"${url}"`);
    if (request.headers["if-none-match"] === `"${url}"`) return response.writeHead(304).end();
    return response.end(JSON.stringify(pages[url] ?? { url }));
  });
  const out = await tempFolder();
  const run = async (more: PlanOptions): Promise<PlanReport> => {
    const reports: PlanReport[] = [];
    await record({ from, out }, async (recorder) => {
      const onProgress: PlanOptions["onProgress"] = ({ done, of }) => steps.push(`${done}/${of}`);
      reports.push(await recordPlan(recorder, plan, { onProgress, ...options, ...more }));
    });
    return reports[0] as PlanReport;
  };
  return { out, asked, steps, run, report: await run({}) };
}

const everyRepository: Plan = {
  requests: [
    { path: "/repos/{owner.login}/{name}", each: "/users/{user}/repos", for: { user: ["ada", "grace", "nobody"] } },
    { path: "/zen" },
  ],
};

const lists = ["/users/ada/repos", "/users/ada/repos?page=2", "/users/grace/repos", "/users/nobody/repos"];
const repositories = ["/repos/ada/engine", "/repos/ada/a%20b", "/repos/ada/loom", "/repos/navy/cobol"];

test("a step with each asks for the list, all its pages, and then once for each item", async () => {
  const { asked, steps, report, out } = await play(everyRepository);
  expect(asked).toEqual([...lists, "/zen", ...repositories]);
  expect(report).toEqual({ asked: 9, skipped: [], failed: [] });
  expect(steps.at(-1)).toBe("9/9");
  expect(new Set((await exchangesIn(out)).map(({ request }) => request.target))).toEqual(new Set(asked));
});

test("at any concurrency the files are the same, and a second run asks only for what changed", async () => {
  const one = await play(everyRepository);
  const many = await play(everyRepository, { concurrency: 4 });
  const texts = await textsIn(one.out);
  expect(await textsIn(many.out)).toEqual(texts);
  one.asked.length = 0;
  expect(await one.run({})).toMatchObject({ failed: [], asked: 9 });
  expect(one.asked).toEqual([...lists, "/zen", ...repositories].map((target) => `${target} if changed`));
  expect(await textsIn(one.out)).toEqual(texts);
});

test("a list that several steps need is asked once", async () => {
  const { asked, report } = await play({
    requests: [
      { path: "/repos/{name}", each: "/users/ada/repos" },
      { path: "/users/ada/repos", pages: "all" },
      { path: "/repos/{name}/tags", each: "/users/ada/repos" },
    ],
  });
  expect(asked.filter((target) => target.startsWith("/users"))).toEqual(lists.slice(0, 2));
  expect(asked).toHaveLength(2 + 3 + 3);
  expect(report).toEqual({ asked: 8, skipped: [], failed: [] });
});

test("an item's members go into the query as well, and the other keys of the step are the items' own", async () => {
  const { asked } = await play({
    requests: [{ path: "/search", query: { q: "repo:{name}" }, each: "/users/grace/repos", times: 2 }],
  });
  expect(asked).toEqual(["/users/grace/repos", "/search?q=repo%3Acobol", "/search?q=repo%3Acobol"]);
});

test.each<readonly [shows: string, step: Plan["requests"][number], reason: string]>([
  [
    "is no list",
    { path: "/repos/{name}", each: "/users/gone/repos" },
    "Cannot ask for each of /users/gone/repos: it was answered 404, with no JSON array; see that answer",
  ],
  [
    "lacks a member",
    { path: "/repos/{nam}", each: "/users/grace/repos" },
    "Cannot fill {nam}: an item of /users/grace/repos has no text or number of that name; did you mean {name}?",
  ],
  [
    "has another thing there",
    { path: "/repos/{owner}", each: "/users/grace/repos" },
    "Cannot fill {owner}: an item of /users/grace/repos has no text or number of that name",
  ],
])("an answer that %s fails the step, and the others go on", async (_shows, step, reason) => {
  const { report, asked } = await play({ requests: [step, { path: "/zen" }] });
  expect(report).toMatchObject({ failed: [{ reason }], again: [1] });
  expect(asked).toEqual([step.each, "/zen"]);
});

test("what the budget leaves of the items is said to be skipped, and their step's number asks for it again", async () => {
  const { report, run, out } = await play(everyRepository, { budget: 6 });
  expect(report.skipped.map(({ target }) => target)).toEqual(repositories.slice(1));
  expect(report.again).toEqual([1, 2]);
  await run({ budget: 100, only: report.again as number[] });
  expect(await exchangesIn(out)).toHaveLength(9);
});
