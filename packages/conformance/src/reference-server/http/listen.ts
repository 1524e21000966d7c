import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type ReferenceRequest, type ReferenceResponse, referenceRequest } from "./message.ts";

/** A running server. */
export interface Origin {
  /** Its base URL, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Returns the number of requests so far. */
  readonly asked: () => number;
  close(): Promise<void>;
}

/** Where to listen. */
interface Address {
  readonly port?: number | undefined;
  readonly host?: string | undefined;
}

/** Listens and answers requests. The answers may depend on the URL, which is known only then. */
export async function listenAt(
  place: Address,
  answersAt: (url: string) => (ask: ReferenceRequest) => ReferenceResponse,
): Promise<Origin> {
  const { port: wanted = 0, host = "127.0.0.1" } = place;
  let asked = 0;
  let answer: (ask: ReferenceRequest) => ReferenceResponse = () => ({ status: 503, headers: {}, body: null });
  const server = createServer((incoming, outgoing) => {
    asked += 1;
    incoming.resume();
    const { status, headers, body } = answer(referenceRequest(incoming));
    outgoing.sendDate = headers["date"] === undefined;
    outgoing.writeHead(status, { ...headers });
    outgoing.end(incoming.method === "HEAD" || body === null ? undefined : body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(wanted, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  answer = answersAt(url);
  return {
    url,
    port,
    asked: () => asked,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined || error === null ? resolve() : reject(error)));
        // close() alone would wait for a client that connected and never finishes its request.
        server.closeAllConnections();
      }),
  };
}
