import { readFile, stat, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { type Captured, type Plan, recordPlan } from "../src/index.ts";
import { exchangesIn, exchangesOf, record, textsIn } from "./recording.ts";

const plan: Plan = {
  requests: [
    { path: "/zen", times: 5 },
    { path: "/users/{name}", for: { name: ["ada", "bob", "cyd", "dan", "eve", "fay"] }, revalidate: true },
    { path: "/list", pages: "all" },
    { path: "/users/{name}", for: { name: ["ada", "bob"] }, as: "full" },
    { path: "/zen", as: "full", times: 2 },
    { path: "/zen", times: 2 },
  ],
};
const tokens = { full: "s3cr3t-t0ken" };

// Answers late or early by the path, so that the order of completion has nothing to do with that of the plan.
function rotating(): RequestListener {
  const times = new Map<string, number>();
  let count = 0;
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const time = (times.get(pathname) ?? 0) + 1;
    times.set(pathname, time);
    count += 1;
    const used = count;
    const send = () => {
      response.setHeader("x-ratelimit-limit", 60).setHeader("x-ratelimit-used", used);
      response.setHeader("x-ratelimit-remaining", 60 - used).setHeader("x-ratelimit-reset", 1_800_000_000 + used);
      response.setHeader("x-service-request-id", `${pathname}:${used}`).setHeader("etag", `W/"${pathname}"`);
      if (request.headers["if-none-match"]) return response.writeHead(304).end();
      const page = Number(searchParams.get("page") ?? 1);
      if (pathname === "/list" && page < 4) {
        response.setHeader("link", `<http://${request.headers.host}/list?page=${page + 1}>; rel="next"`);
      }
      response.setHeader("content-type", "application/json");
      return response.end(JSON.stringify({ pathname, page, time: pathname === "/zen" ? time : 0 }));
    };
    let turns = (pathname.charCodeAt(pathname.length - 1) * 7) % 13;
    const wait = () => (turns-- > 0 ? setImmediate(wait) : send());
    wait();
  };
}

async function recordOnce(out: string, concurrency: number): Promise<void> {
  const from = await serveUpstream(rotating());
  await record({ tokens, from, out }, (recorder) => recordPlan(recorder, plan, { concurrency }));
}

test("the same answers give the same bytes, at any concurrency", async () => {
  const [one, eight] = [await tempFolder(), await tempFolder()];
  await recordOnce(one, 1);
  await recordOnce(eight, 8);
  const texts = await textsIn(one);
  expect(Object.keys(texts)).toHaveLength(27);
  expect(await textsIn(eight)).toEqual(texts);
  const zen = (await exchangesIn(eight)).filter(({ request }) => request.target === "/zen");
  // In the plan's order, whichever worker asked.
  expect(zen.map(({ response }) => JSON.parse(response.body?.text ?? "").time)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(zen.map(({ request }) => request.principal).join()).toMatch(/^(anonymous,){5}(full,){2}anonymous,anonymous$/);
});

test("recording the same again touches no file and says so", async () => {
  const out = await tempFolder();
  await recordOnce(out, 4);
  const files = Object.keys(await textsIn(out)).map((file) => join(out, file));
  const before = await Promise.all(
    files.map(async (file) => [file, (await stat(file)).mtimeMs, (await stat(file)).ino]),
  );
  const from = await serveUpstream(rotating());
  const recorder = await record({ tokens, from, out }, (recorder) => recordPlan(recorder, plan));
  const after = await Promise.all(
    files.map(async (file) => [file, (await stat(file)).mtimeMs, (await stat(file)).ino]),
  );
  expect(after).toEqual(before);
  expect(recorder.summary()).toMatchObject({ captured: 0, unchanged: 27 });
});

test("nothing is lost when everything is asked of one file at once", async () => {
  const from = await serveUpstream((request, response) => response.end(request.url));
  const out = await tempFolder();
  const pages = Array.from({ length: 100 }, (_, at) => `/list?page=${at}`);
  const recorder = await record({ from, out }, ({ ask }) => Promise.all(pages.map((target) => ask({ target }))));
  const kept = await exchangesIn(out);
  expect(kept.map(({ request }) => request.target).toSorted()).toEqual(pages.toSorted());
  expect(kept.every(({ request, response }) => response.body?.text === request.target)).toBe(true);
  expect(recorder.summary().captured).toBe(100);
});

test("the same question asked many times at once is asked in turn, and the nth answer is kept nth", async () => {
  let time = 0;
  let open = 0;
  const from = await serveUpstream((_request, response) => {
    open += 1;
    const body = open > 1 ? "not alone" : String(++time);
    // Long enough for a second request to come in, were there one under way.
    let turns = 50;
    const wait = () => {
      if (turns-- > 0) return setImmediate(wait);
      open -= 1;
      return response.end(body);
    };
    wait();
  });
  const exchanges = await exchangesOf({ from }, ({ ask }) =>
    Promise.all(Array.from({ length: 20 }, () => ask({ target: "/zen" }))),
  );
  const kept = exchanges.map(({ response }) => Number(response.body?.text));
  expect(kept).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
});

test("an answer that changed takes its own place; what was not asked again stays", async () => {
  let version = 1;
  const from = await serveUpstream((request, response) => response.end(`${request.url} ${version}`));
  const out = await tempFolder();
  await record({ from, out }, async ({ ask }) => {
    for (const target of ["/a?page=1", "/a?page=2", "/a?page=2", "/b"]) await ask({ target });
  });
  version = 2;
  const events: Captured[] = [];
  await record({ from, out, onExchange: (event) => events.push(event) }, ({ ask }) => ask({ target: "/a?page=2" }));
  const texts = (await exchangesIn(out)).map(({ response }) => response.body?.text);
  expect(texts).toEqual(["/a?page=1 1", "/a?page=2 2", "/a?page=2 1", "/b 1"]);
  expect(events).toEqual([
    {
      method: "GET",
      target: "/a?page=2",
      principal: "anonymous",
      status: 200,
      outcome: "captured",
      file: "localhost/a/GET_page=2.har",
    },
  ]);
});

test("one changed field gives a one-line diff", async () => {
  let stars = 9;
  const from = await serveUpstream((_request, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify({ id: 1, stars, name: "x" }));
  });
  const out = await tempFolder();
  const file = join(out, "localhost/a/GET.har");
  await record({ from, out }, ({ ask }) => ask({ target: "/a" }));
  const before = (await readFile(file, "utf8")).split("\n");
  // One digit more: the length changes as well.
  stars = 10;
  await record({ from, out }, ({ ask }) => ask({ target: "/a" }));
  const after = (await readFile(file, "utf8")).split("\n");
  const changed = after.filter((line, at) => line !== before[at]);
  expect(after).toHaveLength(before.length);
  expect(changed).toHaveLength(1);
});

test("a new version of an answer takes the old version's revalidation with it", async () => {
  let version = 1;
  const from = await serveUpstream((request, response) => {
    response.setHeader("etag", `W/"${version}"`);
    response.writeHead(request.headers["if-none-match"] === `W/"${version}"` ? 304 : 200).end();
  });
  const out = await tempFolder();
  const watched: Plan = { requests: [{ path: "/a", revalidate: true }] };
  for (version of [1, 2, 3]) await record({ from, out }, (recorder) => recordPlan(recorder, watched));
  const kept = (await exchangesIn(out)).map(({ request, response }) => [response.status, request.headers]);
  expect(kept).toEqual([
    [200, []],
    [304, [["if-none-match", 'W/"3"']]],
  ]);
});

test("a file that is no recording is left as it is, and said to be the reason", async () => {
  const from = await serveUpstream((_request, response) => response.end("ok"));
  const out = await tempFolder();
  await record({ from, out }, ({ ask }) => ask({ target: "/a" }));
  const file = join(out, "localhost/a/GET.har");
  await writeFile(file, "<<<<<<< HEAD");
  const recorder = await record({ from, out }, ({ ask }) =>
    expect(ask({ target: "/a" })).rejects.toThrow(/Cannot read recording/),
  );
  expect(await readFile(file, "utf8")).toBe("<<<<<<< HEAD");
  expect(recorder.summary()).toMatchObject({ captured: 0, failed: [{ target: "/a" }] });
});
