// What the same tests of each runner ask with: a client over node:http, and Octokit over the global fetch.
import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import process from "node:process";
import { text } from "node:stream/consumers";
import { Octokit } from "@octokit/core";
import { paginateRest } from "@octokit/plugin-paginate-rest";
import { retry } from "@octokit/plugin-retry";

/** Base URL of the live API; while replaying there is nothing there. */
export const from: string = process.env["API_URL"] ?? "";
export const dir: string = process.env["API_RECORDINGS"] ?? "";
/** Anything will do while replaying. */
export const token: string = process.env["API_TOKEN"] ?? "a-placeholder-for-replays";

/** An unmodified Octokit that tries again whatever it can. */
export function octokit(): Octokit & ReturnType<typeof paginateRest> {
  const Client = Octokit.plugin(paginateRest, retry);
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  return new Client({ auth: token, baseUrl: from, log });
}

/** A status and a body, over `node:http`. */
export async function read(path: string): Promise<{ readonly status: number | undefined; readonly body: string }> {
  const request = http.get(from + path, { headers: { accept: "application/json" } });
  const [message] = (await once(request, "response")) as [IncomingMessage];
  return { status: message.statusCode, body: await text(message) };
}
