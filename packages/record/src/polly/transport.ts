import { Buffer } from "node:buffer";
import http from "node:http";
import https from "node:https";
import { Polly, type PollyEntry } from "./polly.ts";
import { TapePersister } from "./tape-persister.ts";
import { WireAdapter } from "./wire-adapter.ts";

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

/** Puts Polly.js between whoever sends and the network. Other requests of the process pass. */
export function openWire(timeoutSeconds: number): Wire {
  const reading = new Map<string, (entry: PollyEntry) => Promise<void>>();
  const polly = createPolly(async (ticket, entry) => reading.get(ticket)?.(entry));
  const adapter = polly.adapters.get(WireAdapter.id) as unknown as WireAdapter;
  const agents = { "http:": new http.Agent({ keepAlive: true }), "https:": new https.Agent({ keepAlive: true }) };
  const sending = new Set<Promise<void>>();
  let tickets = 0;

  return {
    send<T>({ method, url, headers, body }: Message, read: (entry: PollyEntry) => Promise<T>): Promise<T> {
      const ticket = String(tickets++);
      let sent: http.ClientRequest | null = null;
      let late: Error | null = null;
      const timer = setTimeout(() => {
        late = Object.assign(new Error("timed out"), { code: "ETIMEDOUT" });
        sent?.destroy(late);
      }, timeoutSeconds * 1000);
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      let isRead = false;
      reading.set(ticket, async (entry) => {
        clearTimeout(timer);
        isRead = true;
        // Here, and not when Polly.js has ended with it: whoever asked should not wait for that.
        resolve(await read(entry));
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

function createPolly(save: (ticket: string, entry: PollyEntry) => Promise<void>): Polly {
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
