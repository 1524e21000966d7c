import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Serves what a test makes up on a free port of this machine until the test ends; resolves to its base URL. */
export async function serveUpstream(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
