import http from "node:http";
import https from "node:https";
import process from "node:process";
import { proxyVariables, rawFields } from "@tapedeck/tape/internal";
import type { Method } from "../observation.ts";
import { type ObservedResponse, responseOf } from "../response.ts";

/**
 * Sends one request on a connection of its own, through a proxy if the environment names one, and returns the response
 * as it comes: without following or decoding anything.
 * @param timeoutSeconds How long the whole response may take.
 * @throws Error with the system's or the runtime's `code`: `ECONNREFUSED`, `ETIMEDOUT`, …
 * @example
 * (await send("GET", "https://api.service.example/zen", {}, 30)).status; // 200
 */
export function send(
  method: Method,
  url: string,
  headers: Readonly<Record<string, string>>,
  timeoutSeconds: number,
): Promise<ObservedResponse> {
  return new Promise((resolve, reject) => {
    const { request, Agent } = url.startsWith("https:") ? https : http;
    const agent = new Agent({ keepAlive: false, proxyEnv: proxyVariables(new URL(url).hostname, process.env) });
    const outgoing = request(url, { method, headers, agent });
    const limit = setTimeout(() => {
      outgoing.destroy(Object.assign(new Error("no whole answer in time"), { code: "ETIMEDOUT" }));
    }, timeoutSeconds * 1000);
    const fail = (error: unknown): void => {
      clearTimeout(limit);
      reject(error);
    };
    outgoing.on("error", fail);
    outgoing.on("response", async (incoming) => {
      try {
        const chunks: Uint8Array[] = [];
        for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
        clearTimeout(limit);
        resolve(responseOf(incoming.statusCode ?? 0, rawFields(incoming.rawHeaders), Buffer.concat(chunks)));
      } catch (error) {
        fail(error);
      }
    });
    outgoing.end();
  });
}
