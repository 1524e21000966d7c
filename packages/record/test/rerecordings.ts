// Records the same answers many times, on each runtime and at each concurrency, and counts how many different results
// there are. Run by itself, it prints the table of many:
// usage: node packages/record/test/rerecordings.ts [RECORDINGS]
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { listRecordings } from "@tapedeck/tape/files";
import { type Runtime, runtimes } from "../../../.ci/runtimes.ts";
import type { Plan } from "../src/index.ts";

const child = fileURLToPath(new URL("rerecording-process.ts", import.meta.url));

/** What is asked: lines that follow each other, pages, revalidations, two credentials, a redirect, many queries of one path. */
export const plan: Plan = {
  requests: [
    { path: "/zen", times: 5 },
    { path: "/users/{name}", for: { name: ["ada", "bob", "cyd", "dan", "eve", "fay"] }, revalidate: true },
    { path: "/list", pages: "all" },
    { path: "/users/{name}", for: { name: ["ada", "bob"] }, as: "full" },
    { path: "/zen", as: "full", times: 2 },
    { path: "/moved" },
    { path: "/search?q={word}", for: { word: Array.from("abcdefghijklmnopqrstuvwxyz") } },
    { path: "/zen", times: 2 },
  ],
};

/** Records once for each concurrency, one after the other, and resolves to the hash of everything below each folder. */
export async function recordAgain(runtime: Runtime, concurrencies: readonly number[]): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "tapedeck-again-"));
  const server = createServer(unsteady());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  try {
    const file = join(folder, "plan.json");
    await writeFile(file, JSON.stringify(plan));
    const from = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const [program, ...words] = runtimes[runtime];
    await promisify(execFile)(program, [...words, child, from, folder, file, ...concurrencies.map(String)]);
    return await Promise.all(concurrencies.map((_, at) => hashOf(join(folder, String(at)))));
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  }
}

async function hashOf(folder: string): Promise<string> {
  const hash = createHash("sha256");
  for (const file of await listRecordings(folder)) hash.update(`${file}\n`).update(await readFile(join(folder, file)));
  return hash.digest("hex");
}

// Answers late or early by the path, with counters, dates and ids that differ each time. The first part of a path says
// for whom it counts.
function unsteady(): RequestListener {
  const times = new Map<string, number>();
  const used = new Map<string, number>();
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const [, run = "", ...rest] = pathname.split("/");
    const path = `/${rest.join("/")}`;
    const asker = request.headers.authorization ?? "";
    const count = (of: Map<string, number>, key: string): number => of.set(key, (of.get(key) ?? 0) + 1).get(key) ?? 0;
    const time = count(times, `${run} ${asker} ${path}`);
    const spent = count(used, `${run} ${asker}`);
    const send = () => {
      response.setHeader("x-ratelimit-limit", 5000).setHeader("x-ratelimit-used", spent);
      response.setHeader("x-ratelimit-remaining", 5000 - spent).setHeader("x-ratelimit-reset", 4_000_000_000 + spent);
      response.setHeader("x-service-request-id", `${Math.random()}`).setHeader("etag", `W/"${path}"`);
      if (request.headers["if-none-match"]) return response.writeHead(304).end();
      if (path === "/moved")
        return response.writeHead(302, { location: `http://${request.headers.host}/${run}/list` }).end();
      const page = Number(searchParams.get("page") ?? 1);
      if (path === "/list" && page < 4) {
        response.setHeader("link", `<http://${request.headers.host}/${run}/list?page=${page + 1}>; rel="next"`);
      }
      response.setHeader("content-type", "application/json");
      const said = { path, page, query: searchParams.get("q"), time: path === "/zen" ? time : 0, asker: asker.length };
      return response.end(JSON.stringify(said));
    };
    let turns = Math.floor(Math.random() * 30);
    const wait = () => (turns-- > 0 ? setImmediate(wait) : send());
    wait();
  };
}

if (import.meta.main) {
  const recordings = Number(process.argv[2] ?? 100);
  const names = Object.keys(runtimes) as Runtime[];
  const hashes = new Set<string>();
  console.log("| runtime | recordings | concurrency | hashes |\n| ------- | ---------: | ----------: | -----: |");
  for (const [at, name] of names.entries()) {
    const own = Array.from(Array(recordings).keys()).filter((number) => number % names.length === at);
    const concurrencies = own.map((_, nth) => 1 + ((nth * 11) % 32));
    const found = await recordAgain(name, concurrencies);
    for (const hash of found) hashes.add(hash);
    const range = `${Math.min(...concurrencies)} to ${Math.max(...concurrencies)}`;
    console.log(`| ${name} | ${found.length} | ${range} | ${new Set(found).size} |`);
  }
  console.log(`| all | ${recordings} | | ${hashes.size} |\n\n${[...hashes].join("\n")}`);
  if (hashes.size !== 1) process.exitCode = 1;
}
