import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import { bytesOf, messageOf, type Plant, type Step } from "./plant.ts";

/** A service that answers what was planted. */
export interface Service {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Starts a service that answers the steps of plants; each has its own path. */
export async function serve(plants: readonly Plant[]): Promise<Service> {
  const steps = new Map<string, Step>();
  for (const plant of plants) for (const step of plant.steps) steps.set(keyOf(step.target), step);
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      const answer = steps.get(keyOf(request.url ?? ""))?.answer;
      if (answer === undefined) response.writeHead(404).end("{}");
      else if (answer.broken) request.socket.destroy();
      else response.writeHead(answer.status, answer.headers).end(bytesOf(answer.body));
    });
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request, socket, head) => {
    const messages = steps.get(keyOf(request.url ?? ""))?.messages;
    if (messages === undefined) return void socket.destroy();
    sockets.handleUpgrade(request, socket, head, (peer) => {
      const said = messages.filter(({ from }) => from === "server");
      peer.once("message", () => {
        for (const { data } of said) peer.send(messageOf(data));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, close };
}

function keyOf(target: string): string {
  return target.split(/[/?]/, 3).join("/");
}
