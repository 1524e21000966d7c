import { once } from "node:events";
import type { Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import type { ForeignClient } from "./foreign-client.ts";

type Done = (error: unknown, value?: unknown) => void;

interface XmlRpc {
  createServer(options: object): {
    readonly httpServer: Server;
    on(method: string, answer: (error: unknown, parameters: readonly number[], done: Done) => void): void;
  };
  createClient(url: string): { methodCall(method: string, parameters: readonly unknown[], done: Done): void };
}

const xmlRpc = createRequire(import.meta.url)("xmlrpc") as XmlRpc;

/** Everything is a POST of XML to one path, errors are 200s, and one answer is a 404 without a body. */
export const remoteCalls: ForeignClient = {
  name: "xmlrpc with its client",
  start: async () => {
    const server = xmlRpc.createServer({ host: "127.0.0.1", port: 0 });
    let sum = 0;
    server.on("add", (_error, parameters, done) => {
      sum += parameters.reduce((total, each) => total + each, 0);
      done(null, { sum, at: new Date(0), bytes: Buffer.from([1, 255]), text: "naïve <&>" });
    });
    server.on("fail", (_error, _parameters, done) => done({ faultCode: 3, faultString: "nö" }));
    server.on("NotFound", () => {});
    await once(server.httpServer, "listening");
    const { port } = server.httpServer.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}`, stop: () => server.httpServer.close() };
  },
  use: async (base) => {
    const client = xmlRpc.createClient(`${base}/RPC2`);
    const call = (method: string, ...parameters: readonly unknown[]): Promise<unknown> =>
      new Promise((resolve) =>
        client.methodCall(method, parameters, (error, value) => resolve(error ? String(error) : value)),
      );
    const seen: unknown[] = [];
    for (const numbers of [[1, 2], [3], [1, 2]]) seen.push(await call("add", ...numbers));
    return [...seen, await call("fail"), await call("nobody", { a: new Date(0) })];
  },
};
