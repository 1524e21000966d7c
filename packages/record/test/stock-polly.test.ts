import { mkdir, writeFile } from "node:fs/promises";
import http from "node:http";
import { dirname, join } from "node:path";
import { readTapes } from "@tapedeck/tape/files";
import { pollyFile, writePolly } from "@tapedeck/tape/formats";
import { expect, onTestFinished, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { FSPersister, HttpAdapter, Polly } from "../src/polly/polly.ts";
import { exchangesIn, exchangesOf, record } from "./recording.ts";

const tokens = { full: "s3cr3t-t0ken" };

/** Has Polly.js as it comes replay what was recorded, after one export. */
async function replay(out: string): Promise<void> {
  const { content } = writePolly((await readTapes(out)).map(({ tape }) => tape));
  const file = join(out, "polly", pollyFile);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  const polly = new Polly("tapedeck", {
    adapters: [HttpAdapter as never],
    logLevel: "silent",
    matchRequestsBy: { headers: false },
    mode: "replay",
    persister: FSPersister as never,
    persisterOptions: { fs: { recordingsDir: join(out, "polly") } },
    recordIfMissing: false,
  });
  onTestFinished(() => polly.stop());
}

interface Sent {
  readonly target: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
}

function send({ target, method = "GET", headers = {}, body }: Sent): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = http.request(`http://localhost${target}`, { headers, method }, async (response) => {
      resolve(`${response.statusCode} ${Buffer.concat(await response.toArray()).toString("base64")}`);
    });
    request.on("error", reject).end(body);
  });
}

test.each<readonly [shows: string, sent: Sent]>([
  ["a path", { target: "/a" }],
  ["a space in a query", { target: "/a?q=a+b" }],
  ["a space in another spelling", { target: "/a?q=a%20b&x=*~()!" }],
  ["parameters in another order", { target: "/a?b=1&a=2" }],
  ["a repeated parameter", { target: "/a?page=2&page=1" }],
  ["numbers as names", { target: "/a?10=a&9=b" }],
  ["a name without a value", { target: "/a?flag" }],
  ["letters beyond ASCII", { target: "/a?f=%C3%A9&e=" }],
  ["a known token", { target: "/a", headers: { authorization: `token ${tokens.full}` } }],
  ["an unknown token", { target: "/a", headers: { authorization: "Bearer another-token" } }],
  ["headers of its own", { target: "/a", headers: { accept: "x/y", "user-agent": "me", "x-time": "1" } }],
  ["another method", { target: "/a", method: "OPTIONS" }],
  ["a JSON body", { target: "/a", method: "POST", headers: { "content-type": "application/json" }, body: '{"a":1}' }],
  ["a text body", { target: "/a", method: "PUT", body: "text" }],
])("Polly.js finds what tapedeck recorded: %s", async (_shows, sent) => {
  const from = await serveUpstream(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    response.writeHead(sent.method === "PUT" ? 404 : 200, { "content-type": "text/plain" });
    response.end(Buffer.concat([Buffer.from(`${request.method} got `), body]));
  });
  const out = await tempFolder();
  const { body, headers, method, target } = sent;
  await record({ tokens, from, out }, ({ player }) =>
    player(
      new Request(`http://any.where${target}`, {
        headers: headers ?? {},
        method: method ?? "GET",
        body: (body as string) ?? null,
      }),
    ),
  );
  const [exchange] = await exchangesIn(out);
  const { status, body: kept } = exchange?.response ?? {};
  await replay(out);
  const text = kept?.encoding === "base64" ? kept.text : Buffer.from(kept?.text ?? "").toString("base64");
  expect(await send(sent)).toBe(`${status} ${text}`);
});

test("Polly.js plays repeated answers in their order", async () => {
  let time = 0;
  const from = await serveUpstream((_request, response) => response.end(`line ${++time}`));
  const out = await tempFolder();
  await record({ tokens, from, out }, async ({ ask }) => {
    for (let at = 0; at < 3; at += 1) await ask({ target: "/zen" });
  });
  await replay(out);
  const lines = [await send({ target: "/zen" }), await send({ target: "/zen" }), await send({ target: "/zen" })];
  expect(lines).toEqual([1, 2, 3].map((at) => `200 ${Buffer.from(`line ${at}`).toString("base64")}`));
  await expect(send({ target: "/zen" })).rejects.toThrow(/not found/);
});

test("a recorder is not in the way of another Polly.js and its nock in the process, nor these in its own", async () => {
  const from = await serveUpstream((request, response) => response.end(request.url));
  const other = new Polly("other", { adapters: [HttpAdapter as never], logLevel: "silent", mode: "passthrough" });
  onTestFinished(() => other.stop());
  const seen: string[] = [];
  other.server.any().on("request", ({ url }) => void seen.push(url));
  const exchanges = await exchangesOf({ from }, ({ ask }) => ask({ target: "/ours" }));
  const theirs = await new Promise<string>((resolve) => {
    http.get(`${from}/theirs`, async (response) => resolve(Buffer.concat(await response.toArray()).toString()));
  });
  expect(theirs).toBe("/theirs");
  expect(seen).toEqual([`${from}/theirs`]);
  expect(exchanges.map(({ request }) => request.target)).toEqual(["/ours"]);
});
