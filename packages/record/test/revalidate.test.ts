import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { type Plan, type PlanOptions, type RecorderOptions, recordPlan } from "../src/index.ts";
import { exchangesIn, record, textsIn } from "./recording.ts";

const plan: Plan = {
  requests: [
    { path: "/list", pages: "all", revalidate: true },
    {
      path: "/users/{name}",
      for: { name: ["ada", "bob"] },
      headers: { accept: "application/json", cookie: "id=c00kie-1" },
    },
    { path: "/plain", times: 2 },
    { path: "/users/ada?access_token=s3cr3t-query", as: "full" },
  ],
};
const tokens = { full: "s3cr3t-t0ken" };

interface Service {
  readonly from: string;
  /** What was answered, in order. */
  readonly log: string[];
  version: number;
}

async function versioned(): Promise<Service> {
  const log: string[] = [];
  const service = { from: "", log, version: 1 };
  service.from = await serveUpstream((request, response) => {
    const url = request.url ?? "";
    const version = url.startsWith("/users/bob") ? service.version : 1;
    const etag = `W/"${version} ${url.slice(0, 8)}"`;
    if (url !== "/plain") response.setHeader("etag", etag);
    if (url === "/list") response.setHeader("link", `<http://${request.headers.host}/list?page=2>; rel="next"`);
    const status = request.headers["if-none-match"] === etag ? 304 : 200;
    log.push(`${status} ${url}`);
    if (status === 304) return response.writeHead(304).end();
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify({ url, version, token: `echo-${request.headers.cookie}` }));
  });
  return service;
}

const run = (service: Service, out: string, options: PlanOptions = {}, changed: Partial<RecorderOptions> = {}) =>
  record({ tokens, from: service.from, out, ...changed }, (recorder) => recordPlan(recorder, plan, options));

test("a plan that is run again asks only for what changed; a 304 leaves the file untouched", async () => {
  const out = await tempFolder();
  const service = await versioned();
  expect((await run(service, out)).summary()).toMatchObject({ captured: 9, unchanged: 0 });
  const texts = await textsIn(out);
  const times = async () => Promise.all(Object.keys(texts).map(async (file) => (await stat(join(out, file))).mtimeMs));
  const before = await times();
  service.log.length = 0;
  expect((await run(service, out)).summary()).toMatchObject({ captured: 0, unchanged: 9 });
  expect(service.log.filter((line) => line.startsWith("200"))).toEqual(["200 /plain", "200 /plain"]);
  expect(await textsIn(out)).toEqual(texts);
  expect(await times()).toEqual(before);
});

test("what did change is recorded, as it would be without the question whether it did", async () => {
  const [out, whole] = [await tempFolder(), await tempFolder()];
  const service = await versioned();
  await run(service, out);
  service.version = 2;
  expect((await run(service, out)).summary()).toMatchObject({ captured: 1, unchanged: 8 });
  await run(service, whole);
  expect(await textsIn(out)).toEqual(await textsIn(whole));
});

test("a plan can be recorded afresh", async () => {
  const out = await tempFolder();
  const service = await versioned();
  await run(service, out);
  service.log.length = 0;
  await run(service, out, { fresh: true });
  expect(service.log.filter((line) => line.startsWith("304"))).toEqual(["304 /list", "304 /list?page=2"]);
});

test("what is to be hidden now is hidden in what is on file, too, though nothing changed", async () => {
  const out = await tempFolder();
  const service = await versioned();
  await run(service, out);
  const { captured } = (await run(service, out, {}, { redact: { fields: ["version"] } })).summary();
  expect(captured).toBe(7);
  const bodies = (await exchangesIn(out)).map(({ response }) => response.body?.text ?? "");
  expect(bodies.filter((text) => text.includes('"version": 1'))).toEqual([]);
});

test("a recording that was mended by hand is asked for by the etag that it holds", async () => {
  const out = await tempFolder();
  const service = await versioned();
  await run(service, out);
  const texts = await textsIn(out);
  for (const [file, text] of Object.entries(texts)) {
    if (file.includes("/bob/")) await writeFile(join(out, file), text.replaceAll('W/\\"1', 'W/\\"0'));
  }
  expect((await run(service, out)).summary()).toMatchObject({ captured: 1, unchanged: 8 });
  expect(await textsIn(out)).toEqual(texts);
});
