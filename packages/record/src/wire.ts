import { Buffer } from "node:buffer";
import http from "node:http";
import https from "node:https";
import { HttpAdapter, Polly, type PollyEntry, type PollyRequest } from "./polly.ts";
import { TapePersister } from "./tape-persister.ts";

/** A request as it goes out. */
export interface Message {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** The connection to the service, with Polly.js on it. */
export interface Wire {
  /**
   * Sends a message; whoever reads the entry that Polly.js made of it decides what comes of it.
   * Rejects with what went wrong on the way, or with what `read` threw.
   */
  send<T>(message: Message, read: (entry: PollyEntry) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Pending {
  readonly message: Message;
  readonly read: (entry: PollyEntry) => Promise<void>;
}

let live = false;

/**
 * Puts Polly.js between this process and the network. Only what goes through {@link Wire.send} is recorded; other
 * requests of the process pass.
 * @throws Error if the process has such a wire already, or another Polly.js or nock at work.
 */
export function openWire(timeoutSeconds: number): Wire {
  if (live) throw new Error("Cannot start a recorder: one is at work in this process already; close it first");
  const ours = new WeakMap<object, Pending>();
  const reading = new Map<string, Pending>();
  const playing = new Set<Promise<void>>();
  const polly = createPolly((ticket, entry) => reading.get(ticket)?.read(entry) ?? Promise.resolve());
  live = true;
  let tickets = 0;

  polly.server
    .any()
    .filter((request) => !ours.has((request as PollyRequest).requestArguments.req))
    .passthrough();
  polly.server.any().on("request", (raw) => {
    const request = raw as PollyRequest;
    // Polly.js keeps all requests for good, to count repeated ones in. The tape counts them itself.
    polly._requests.length = 0;
    // It would also make, and keep, a logger for each.
    Object.defineProperty(request, "log", { value: polly.logger.log });
    const pending = ours.get(request.requestArguments.req);
    if (!pending) return;
    const { method, url, headers, body } = pending.message;
    // What goes out is put in here, beneath Polly.js and its nock. They rewrite queries by rules of their own ("+",
    // repeated and bracketed names), and break the process on a body that its content-type does not fit.
    Object.defineProperty(request, "url", { value: url.href });
    Object.assign(request, { method, ...(body.length > 0 && { body: Buffer.from(body) }) });
    request.setHeaders({ ...headers });
    const ticket = String(tickets++);
    request.recordingId = ticket;
    request.recordingName = ticket;
    reading.set(ticket, pending);
    request.promise.catch(() => {}).finally(() => reading.delete(ticket));
  });

  const agents = { "http:": new http.Agent({ keepAlive: true }), "https:": new https.Agent({ keepAlive: true }) };
  return {
    send: (message, read) =>
      new Promise((resolve, reject) => {
        const { url } = message;
        const secure = url.protocol === "https:";
        const abort = new AbortController();
        const timer = setTimeout(() => abort.abort(), timeoutSeconds * 1000);
        const played = Promise.withResolvers<void>();
        playing.add(played.promise);
        // Whatever the reason: what was read and kept before has its answer already.
        const end = (reason: unknown) => {
          clearTimeout(timer);
          reject(reason);
          playing.delete(played.promise);
          played.resolve();
        };
        // Called as members of their modules, which is where Polly.js puts itself in between.
        const request = (secure ? https : http).request({
          agent: agents[secure ? "https:" : "http:"],
          hostname: url.hostname.replace(/^\[|\]$/g, ""),
          path: "/",
          protocol: url.protocol,
          signal: abort.signal,
          ...(url.port && { port: Number(url.port) }),
        });
        ours.set(request, {
          message,
          read: async (entry) => {
            clearTimeout(timer);
            try {
              // Not after Polly.js gave the answer back: its nock takes two timers for that, and nobody here reads it.
              resolve(await read(entry));
            } catch (error) {
              reject(error);
              throw error;
            }
          },
        });
        request.on("response", (response) => {
          response.resume();
          end(new Error("Polly.js gave an answer that it did not record"));
        });
        request.on("error", (error) => {
          // In the middle of a body an abort looks like a connection that the other side closed.
          const late = abort.signal.aborted ? Object.assign(new Error("timed out"), { code: "ETIMEDOUT" }) : null;
          end(late ?? error);
        });
        request.end();
      }),
    async close() {
      await Promise.all(playing);
      await polly.stop();
      for (const agent of Object.values(agents)) agent.destroy();
      live = false;
    },
  };
}

function createPolly(save: (ticket: string, entry: PollyEntry) => Promise<void>): Polly {
  try {
    return new Polly("tapedeck", {
      adapters: [HttpAdapter],
      // Also keeps it from saying that a browser is offline: Node has a navigator, and that has no onLine.
      logLevel: "silent",
      matchRequestsBy: { body: false, headers: false, method: false, order: false, url: false },
      mode: "record",
      persister: TapePersister as never,
      persisterOptions: { disableSortingHarEntries: true, keepUnusedRequests: true, tape: { save } },
      recordFailedRequests: true,
    });
  } catch (cause) {
    throw new Error(
      "Cannot start a recorder: another Polly.js, or the nock under it, is at work in this process; stop it first",
      { cause },
    );
  }
}
