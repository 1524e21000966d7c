// The same requests, recorded and replayed by nock.back, by Polly.js and by tapedeck, beside what the server answered.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { scenarios } from "./scenarios.ts";

const child = fileURLToPath(new URL("recorders.ts", import.meta.url));
const document = new URL("../../../record/docs/order.md", import.meta.url);
const tools = ["nock.back", "Polly", "tapedeck"];

/** Replays a scenario with a tool, from what it recorded of a server that has just started. */
async function replayedBy(tool: string, scenario: string): Promise<string> {
  let answered = 0;
  const server = createServer(async (request, response) => {
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
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const folder = await mkdtemp(join(tmpdir(), "tapedeck-order-"));
  try {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { stdout } = await promisify(execFile)(process.execPath, [child, tool, origin, folder, scenario]);
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}")[scenario];
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  }
}

test("docs/order.md shows what each tool replays, and tapedeck replays what was recorded", async () => {
  const rows = await Promise.all(
    Object.entries(scenarios).map(async ([name, { answers }]) => {
      const replayed = await Promise.all(tools.map((tool) => replayedBy(tool, name)));
      expect(replayed.at(-1)).toBe(answers);
      return `| ${[name, answers, ...replayed.map((texts) => (texts === answers ? "the same" : texts))].join(" | ")} |`;
    }),
  );
  const table = [
    "| requests | recorded | nock.back | Polly.js | tapedeck |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ];
  expect(await readFile(document, "utf8")).toContain(`\n${table.join("\n")}\n`);
});
