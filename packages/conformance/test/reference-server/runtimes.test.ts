import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type Runtime, runtimes } from "../../../../.ci/runtimes.ts";
import { type ReceivedResponse, sendRequest } from "./send-request.ts";

const main = fileURLToPath(new URL("../../src/reference-server/main.ts", import.meta.url));

async function addressesOf(child: ChildProcess): Promise<readonly string[]> {
  const addresses: string[] = [];
  if (child.stdout === null) throw new TypeError("Cannot read the command: its output is not piped");
  for await (const line of createInterface({ input: child.stdout })) {
    addresses.push(line.replace(/^\S+\s+/, ""));
    if (addresses.length === 2) break;
  }
  return addresses;
}

// What no two answers share, and what the runtime's own server says of the connection.
const ownWords = ["date", "x-service-request-id", "x-ratelimit-reset", "connection", "keep-alive"];

function lasting({ status, headers, bytes }: ReceivedResponse): Pick<ReceivedResponse, "status" | "text" | "headers"> {
  const compressed = headers["content-encoding"] === "gzip";
  // Each runtime brings a zlib of its own, and they pack the same text into a few bytes more or less.
  const left = new Set([...ownWords, ...(compressed ? ["content-length"] : [])]);
  return {
    status,
    text: (compressed ? gunzipSync(bytes) : bytes).toString(),
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !left.has(name))),
  };
}

async function tour(runtime: Runtime): Promise<readonly ReturnType<typeof lasting>[]> {
  const [command, ...words] = runtimes[runtime];
  const flags = ["--public-url", "https://api.service.example", "--limit-anonymous", "10"];
  const env = { ...process.env, STANDIN_TOKEN_FULL: "t-full", STANDIN_TOKEN_NARROW: "t-narrow" };
  const child = spawn(command, [...words, main, ...flags], { env, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [origin = "", city = ""] = await addressesOf(child);
    const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
      sendRequest(origin + path, { method, headers });
    return [
      await ask("/users/ada"),
      await ask("/users/ada", { "accept-encoding": "gzip" }),
      await ask("/users/ada", {}, "HEAD"),
      await ask("/users/ada", { "if-none-match": "*" }),
      await ask("/users/ada", { range: "bytes=0-9" }),
      await ask("/users/ada", {}, "OPTIONS"),
      await ask("/users/ada", {}, "PUT"),
      await ask("/zen"),
      await ask("/orgs/lighthouse/repos?page=2"),
      await ask("/user/repos", { authorization: "token t-full" }),
      await ask("/user/repos", { authorization: "token t-narrow" }),
      await ask("/user/repos", { authorization: "token nope" }),
      await ask("//nowhere"),
      await ask("/zen"),
      await sendRequest(`${city}/bicyclists/moscow`),
      await sendRequest(`${city}/bicyclists/paris`),
    ].map(lasting);
  } finally {
    const ended = once(child, "exit");
    child.kill();
    await ended;
  }
}

test.each(["deno", "bun"] as const)("%s answers as node does", async (tool) => {
  const [there, here] = await Promise.all([tour(tool), tour("node")]);
  expect(there).toEqual(here);
  expect(here.map(({ status }) => status)).toEqual([
    200, 200, 200, 304, 206, 204, 405, 200, 200, 200, 200, 401, 404, 403, 200, 404,
  ]);
});
