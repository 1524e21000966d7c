// The same requests, recorded and replayed by nock.back, by Polly.js and by tapedeck, beside what the server answered.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../../.ci/test-resources.ts";
import { scenarios } from "./scenarios.ts";

const child = fileURLToPath(new URL("recorders.ts", import.meta.url));
const document = new URL("../../../record/docs/order.md", import.meta.url);
const tools = ["nock.back", "Polly", "tapedeck"];

/** Starts a server that counts what it answers, until the test ends. */
async function startServer(): Promise<string> {
  let answered = 0;
  return serveUpstream(async (request, response) => {
    const url = new URL(request.url ?? "", "http://localhost");
    const body = Buffer.concat(await request.toArray()).toString();
    const name = { a: "alpha", z: "zeta" }[String(request.headers["x-tenant"])];
    const texts: Readonly<Record<string, () => string>> = {
      "/name": () => name ?? "none",
      "/search": () => url.searchParams.getAll("tag").join(""),
      "/orders": () => `order-${JSON.parse(body).n}`,
      "/me": () => (request.headers.cookie ? "in" : "out"),
    };
    answered += 1;
    response.end(`${texts[url.pathname]?.()}-${answered}`);
  });
}

/** Replays every scenario with a tool, each from what it recorded of a server that had just started. */
async function replayedBy(tool: string): Promise<Readonly<Record<string, string>>> {
  const newFolder = async (): Promise<string> => {
    const folder = await tempFolder();
    return folder;
  };
  const tasks = Object.keys(scenarios).map(async (name) => ({
    name,
    origin: await startServer(),
    folder: await newFolder(),
  }));
  const words = [child, tool, JSON.stringify(await Promise.all(tasks))];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}");
}

test("docs/order.md shows what each tool replays, and tapedeck replays what was recorded", async () => {
  const replayed = await Promise.all(tools.map(replayedBy));
  const rows = Object.entries(scenarios).map(([name, { answers }]) => {
    const texts = replayed.map((each) => each[name] ?? "");
    expect(texts.at(-1)).toBe(answers);
    return `| ${[name, answers, ...texts.map((each) => (each === answers ? "the same" : each))].join(" | ")} |`;
  });
  const table = [
    "| requests | recorded | nock.back | Polly.js | tapedeck |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ];
  expect(await readFile(document, "utf8")).toContain(`\n${table.join("\n")}\n`);
});
