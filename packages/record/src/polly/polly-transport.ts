import { Buffer } from "node:buffer";
import http from "node:http";
import https from "node:https";
import { BodyTooLargeError, type RecordedResponse } from "@tapedeck/tape";
import type { Transport, WireRequest } from "../send/transport.ts";
import { Polly, type PollyEntry } from "./polly.ts";
import { responseIn } from "./polly-entry.ts";
import { type SaveEntry, TapePersister } from "./tape-persister.ts";
import { WireAdapter } from "./wire-adapter.ts";

/** What a transport takes of an answer before it gives up. */
export interface TransportLimits {
  /** How long one answer may take. */
  readonly timeoutSeconds: number;
  /** The bytes of an answer's body, as it comes and once it is decoded. */
  readonly maxBodyBytes: number;
}

/**
 * Sends with Polly.js, which records what comes. Other requests of the process pass.
 * @example
 * const transport = openPollyTransport({ timeoutSeconds: 30, maxBodyBytes: 64 * 1024 * 1024 });
 */
export function openPollyTransport({ timeoutSeconds, maxBodyBytes }: TransportLimits): Transport {
  const reading = new Map<string, (entry: PollyEntry) => void>();
  const polly = createPolly((ticket, entry) => reading.get(ticket)?.(entry));
  const adapter = polly.adapters.get(WireAdapter.id) as unknown as WireAdapter;
  const agents = { "http:": new http.Agent({ keepAlive: true }), "https:": new https.Agent({ keepAlive: true }) };
  const sending = new Set<Promise<void>>();
  let tickets = 0;

  return {
    send<T>({ method, url, headers, body }: WireRequest, read: (response: RecordedResponse) => Promise<T>): Promise<T> {
      const ticket = String(tickets++);
      let sent: http.ClientRequest | null = null;
      let late: Error | null = null;
      const timer = setTimeout(() => {
        late = Object.assign(new Error("timed out"), { code: "ETIMEDOUT" });
        sent?.destroy(late);
      }, timeoutSeconds * 1000);
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      let isRead = false;
      reading.set(ticket, (entry) => {
        clearTimeout(timer);
        isRead = true;
        // Here, and not when Polly.js has ended with it: the caller should not wait for that.
        responseIn(entry, maxBodyBytes).then(read).then(resolve, reject);
      });
      const ended = (error?: Error): void => {
        clearTimeout(timer);
        reading.delete(ticket);
        if (isRead && error === undefined) return;
        // In the middle of a body that looks like a connection that the other side closed.
        reject(late ?? error ?? new Error("Polly.js gave an answer that it did not record"));
      };
      const options = {
        agent: agents[url.protocol === "https:" ? "https:" : "http:"],
        onSent(request: http.ClientRequest): void {
          sent = request;
          // Polly.js gathers what comes, and makes texts of it that are as long.
          request.once("response", (response) => {
            const push = response.push.bind(response);
            let length = 0;
            response.push = (chunk: Uint8Array | null, encoding?: BufferEncoding) => {
              length += chunk?.length ?? 0;
              if (length <= maxBodyBytes) return push(chunk, encoding);
              late ??= new BodyTooLargeError(maxBodyBytes);
              request.destroy(late);
              return false;
            };
          });
          // A 101: what comes next is no answer. Nobody else would hear that the request has ended with it.
          request.once("upgrade", (_head, socket) => {
            socket.destroy();
            late = Object.assign(new Error("switched protocols"), { code: "EUPGRADE" });
            request.emit("error", late);
          });
        },
      };
      const asked = adapter.send(method, body.length > 0 ? Buffer.from(body) : "", {
        ticket,
        url: url.href,
        headers,
        parsedArguments: { options },
        ended,
      });
      const done = asked.catch(ended).then(() => void sending.delete(done));
      sending.add(done);
      return promise;
    },
    async close() {
      await Promise.all(sending);
      await polly.stop();
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function createPolly(save: SaveEntry): Polly {
  const polly = new Polly("tapedeck", {
    adapters: [WireAdapter as never],
    logLevel: "silent",
    matchRequestsBy: { body: false, headers: false, method: false, order: false, url: false },
    mode: "record",
    persister: TapePersister as never,
    persisterOptions: { disableSortingHarEntries: true, keepUnusedRequests: true, tape: { save } },
    recordFailedRequests: true,
  });
  // It copies what it can see of its configuration for each request, and reads but this there.
  for (const key of Object.keys(polly.config)) {
    Object.defineProperty(polly.config, key, { enumerable: key === "recordFailedRequests" });
  }
  return polly;
}
