import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A request that went through. */
export interface Passed {
  readonly method: string;
  readonly target: string;
  readonly authorization: string | undefined;
}

/** How a go-between differs from the service behind it. */
export interface Interference {
  /** Called before a request is passed on, with its number from 1: others may ask the service in the meantime. */
  readonly before?: (nth: number) => Promise<void>;
  /** Where the service is asked instead. */
  readonly retarget?: (target: string) => string;
  /** A redirect in place of the answer. */
  readonly redirect?: (target: string) => string | undefined;
  /** Response headers as they come; what it returns goes out in their place. */
  readonly headers?: (headers: Record<string, string>, nth: number) => Record<string, string>;
  /** Whether to hang up without an answer. */
  readonly hangUp?: (nth: number) => boolean;
}

/** Stands between a check and a service until the test ends, and notes what passes. */
export async function standBetween(
  upstream: string,
  interference: Interference = {},
): Promise<{ readonly url: string; readonly passed: readonly Passed[] }> {
  const passed: Passed[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { method = "GET", url = "/" } = incoming;
    passed.push({ method, target: url, authorization: incoming.headers.authorization });
    const nth = passed.length;
    if (interference.hangUp?.(nth)) {
      incoming.socket.destroy();
      return;
    }
    await interference.before?.(nth);
    const location = interference.redirect?.(url);
    if (location !== undefined) {
      outgoing.writeHead(301, { location }).end();
      return;
    }
    const { host: _, ...headers } = incoming.headers;
    const target = interference.retarget?.(url) ?? url;
    const onward = request(upstream + target, { method, headers, agent: false }, (answer) => {
      const came = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
      outgoing.writeHead(answer.statusCode ?? 502, interference.headers?.(came, nth) ?? came);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    onward.end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, passed };
}
