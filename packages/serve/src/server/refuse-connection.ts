import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { failureResponse } from "./dispatch.ts";
import type { Failure } from "./failure.ts";

/** How long a client has to read the reason of a refusal. */
const lingerMilliseconds = 1000;

/** Refuses, with the reason, on a connection from which no request could be read, and ends it. */
export function refuseConnection(socket: Duplex, failure: Failure): void {
  const { status, headers, body } = failureResponse({ ...failure, closes: true });
  // RFC 9110, section 15.5.6: a 405 lists what is allowed.
  const allowed = status === 405 ? [["allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"] as const] : [];
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...[...allowed, ...headers].map((field) => field.join(": ")),
  ];
  // The rest of the request is read and dropped: a client that is still sending would not read the answer.
  socket.resume();
  socket.end(`${head.join("\r\n")}\r\n\r\n${new TextDecoder().decode(body ?? new Uint8Array())}`);
  const timer = setTimeout(() => socket.destroy(), lingerMilliseconds);
  socket.once("close", () => clearTimeout(timer));
}
