import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { generate } from "selfsigned";
import { onTestFinished } from "vitest";

/** Serves over TLS, with a certificate of its own that the test's process is told to trust or not. */
export async function serveSecurely(
  listener: RequestListener,
): Promise<{ readonly from: string; readonly certificate: string }> {
  const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], {
    extensions: [
      {
        name: "subjectAltName",
        altNames: [
          { type: 2, value: "localhost" },
          { type: 7, ip: "127.0.0.1" },
        ],
      },
    ],
  });
  const server = createServer({ cert, key }, listener);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { certificate: cert, from: `https://localhost:${(server.address() as AddressInfo).port}` };
}
