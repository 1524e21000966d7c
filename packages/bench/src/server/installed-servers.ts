// Servers that are measured if they are installed, since they are too large for this repository: npm install --no-save
// mountebank wiremock, and a Java: Debian's default-jre-headless
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { freePort, temporaryFolder } from "../surroundings.ts";
import { bodyOf, headers, live, pathOf } from "./answers.ts";

/** A folder with a `node_modules` that has them. Default: this package. */
const installed = createRequire(join(process.env["BENCH_PEERS"] ?? import.meta.dirname, "package.json"));
const headersOf = (at: number): object =>
  Object.fromEntries([...headers, ...live, ["content-length", String(bodyOf(at).length)]]);

/** Starts mountebank as its documentation recommends for answers by path, without debugging, which stores requests. */
export async function startMountebank(resources: number): Promise<string> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const mb = join(dirname(installed.resolve("mountebank/package.json")), "bin/mb");
  run(process.execPath, [mb, "--port", String(adminPort), "--nologfile", "--loglevel", "error"]);
  const stubs = Array.from({ length: resources }, (_, at) => ({
    predicates: [{ equals: { method: "GET", path: pathOf(at) } }],
    // It closes each connection after an answer that does not say this.
    responses: [{ is: { statusCode: 200, headers: { ...headersOf(at), connection: "keep-alive" }, body: bodyOf(at) } }],
  }));
  await answered(`http://127.0.0.1:${adminPort}/imposters`, { port, protocol: "http", stubs });
  return `http://127.0.0.1:${port}`;
}

/** Starts WireMock as its documentation recommends for load, without a journal and a log of requests. */
export async function startWireMock(resources: number): Promise<string> {
  const build = join(dirname(installed.resolve("wiremock/package.json")), "build");
  const jar = readdirSync(build).find((name) => name.endsWith(".jar")) ?? "";
  const folder = temporaryFolder();
  mkdirSync(join(folder, "mappings"));
  const mappings = Array.from({ length: resources }, (_, at) => ({
    request: { method: "GET", urlPath: pathOf(at) },
    response: { status: 200, headers: headersOf(at), body: bodyOf(at) },
  }));
  writeFileSync(join(folder, "mappings/all.json"), JSON.stringify({ mappings }));
  const port = await freePort();
  const words = ["--port", String(port), "--root-dir", folder, "--no-request-journal", "--disable-request-logging"];
  run("java", ["-jar", join(build, jar), ...words, "--disable-banner"]);
  const url = `http://127.0.0.1:${port}`;
  await answered(url + pathOf(0));
  return url;
}

/** Starts a program that ends with this process, and the other way round. */
export function run(program: string, words: readonly string[]): void {
  const child = spawn(program, words, { stdio: "ignore" });
  child.once("error", () => process.exit(1)).once("exit", () => process.exit(1));
  process.once("exit", () => child.kill());
}

/** Sends requests until there is an answer, to servers that do not say when they listen. */
export async function answered(url: string, body?: unknown): Promise<void> {
  const request = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  for (let tries = 0; tries < 300; tries += 1) {
    const response = await fetch(url, request).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Cannot measure: nothing answers at ${url}`);
}
