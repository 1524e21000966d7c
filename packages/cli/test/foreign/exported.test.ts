import { mkdir, readFile, writeFile } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fromTraffic } from "@msw/source/traffic";
import type { Exchange, Tape } from "@tapedeck/tape";
import { readTapes } from "@tapedeck/tape/files";
import { pollyFile, writePolly } from "@tapedeck/tape/formats";
import { getResponse } from "msw";
import { beforeAll, expect, test } from "vitest";
import { sharedFolder } from "../../../../.ci/test-resources.ts";
import { root } from "../command.ts";
import { tapedeck } from "../in-process.ts";

// What tapedeck exports, replayed by the tool itself, as it comes.

const folder = sharedFolder();
let tapes: readonly Tape[];
beforeAll(async () => {
  tapes = (await readTapes(join(root, "recordings"))).map(({ tape }) => tape);
});

/** What anybody may ask without a condition, each once: its first answer is the same in every tool. */
function plainRequests(): readonly (readonly [url: string, exchange: Exchange])[] {
  const asked = tapes.flatMap(({ origin, exchanges }) =>
    exchanges
      .filter(({ request: { method, headers } }) => method === "GET" && headers.every(([name]) => name === "accept"))
      .map((exchange) => [origin + exchange.request.target, exchange] as const),
  );
  const first = new Map(asked.toReversed());
  return [...first].filter(([, { request }]) => request.principal === "anonymous");
}

test("MSW answers from exported HAR, as @msw/source reads it", async () => {
  const file = join(folder, "all.har");
  expect(await tapedeck(["export", "recordings", "--format", "har", "--to", file])).toMatchObject({ code: 0 });
  const handlers = fromTraffic(JSON.parse(await readFile(file, "utf8")));
  const asked = plainRequests();
  expect(asked.length).toBeGreaterThan(15);
  for (const [url, { response }] of asked) {
    const answer = await getResponse(handlers, new Request(url));
    expect([url, answer?.status]).toEqual([url, response.status]);
    expect([url, (await answer?.text())?.replace(/\s/g, "")]).toEqual([
      url,
      (response.body?.text ?? "").replace(/\s/g, ""),
    ]);
  }
});

test("stock Polly.js answers from its exported recording, told not to compare headers", async () => {
  const to = join(folder, "polly");
  expect(await tapedeck(["export", "recordings", "--format", "polly", "--to", to])).toMatchObject({ code: 0 });
  const asked = plainRequests();
  const answers = await throughPolly(
    to,
    asked.map(([url]) => [url]),
  );
  for (const [at, [url, { response }]] of asked.entries()) {
    expect([url, answers[at]?.[0]]).toEqual([url, response.status]);
    expect([url, answers[at]?.[1].replace(/\s/g, "")]).toEqual([url, (response.body?.text ?? "").replace(/\s/g, "")]);
  }
});

test("stock Polly.js finds what has a query or a body, and gives answers in their order", async () => {
  const requests: ReadonlyArray<readonly [target: string, body?: string]> = [
    ["/q?b=1&a=x+y&a=%7E!'()*&c&d=&10=1&9=2&%C3%A9=%26"],
    ["/q"],
    ["/q", '{"b":[1.0]}'],
    ["/q", '{"b":[2]}'],
    ["/q"],
  ];
  const tape: Tape = {
    name: "x",
    origin: "http://api.service.example:8080",
    recordedAt: 0,
    exchanges: requests.map(([target, text], at) => ({
      request: {
        method: text === undefined ? "GET" : "POST",
        target,
        principal: "anonymous",
        headers: [["content-type", "application/json"]],
        body: text === undefined ? null : { encoding: "utf8", text },
      },
      response: {
        status: 200,
        headers: [],
        body: at === 1 ? { encoding: "base64", text: "AP8=" } : { encoding: "utf8", text: `answer ${at}` },
      },
    })),
  };
  const to = join(folder, "queries");
  const { content, warnings } = writePolly([tape]);
  expect(warnings).toEqual([]);
  await mkdir(join(to, pollyFile, ".."), { recursive: true });
  await writeFile(join(to, pollyFile), content);
  const answers = await throughPolly(
    to,
    requests.map(([target, body]) => [tape.origin + target, body]),
  );
  expect(answers.map(([, text]) => text)).toEqual(["answer 0", "\0\ufffd", "answer 2", "answer 3", "answer 4"]);
});

/** What Polly.js of the recorder's own dependencies gives from a folder: nothing of tapedeck stands between. */
async function throughPolly(
  folder: string,
  requests: ReadonlyArray<readonly [url: string, body?: string | undefined]>,
): Promise<ReadonlyArray<readonly [status: number, text: string]>> {
  const require = createRequire(join(root, "packages/record/src/index.ts"));
  const { Polly } = require("@pollyjs/core");
  for (const name of ["adapter-node-http", "persister-fs"]) {
    const plugin = require(`@pollyjs/${name}`);
    Polly.register(plugin.default ?? plugin);
  }
  const polly = new Polly("tapedeck", {
    adapters: ["node-http"],
    persister: "fs",
    persisterOptions: { fs: { recordingsDir: folder } },
    mode: "replay",
    recordIfMissing: false,
    matchRequestsBy: { headers: false },
    logLevel: "silent",
  });
  try {
    const answers = [];
    for (const [url, body] of requests) answers.push(await ask(url, body));
    return answers;
  } finally {
    await polly.stop();
  }
}

function ask(url: string, body?: string): Promise<readonly [status: number, text: string]> {
  return new Promise((resolve, reject) => {
    // By the property: Polly.js puts itself in its place.
    const agent = url.startsWith("https:") ? https : http;
    agent
      .request(url, { method: body === undefined ? "GET" : "POST" }, (answer) => {
        let text = "";
        answer
          .setEncoding("utf8")
          .on("data", (part: string) => {
            text += part;
          })
          .on("end", () => resolve([answer.statusCode ?? 0, text]));
      })
      .on("error", reject)
      .end(body);
  });
}
