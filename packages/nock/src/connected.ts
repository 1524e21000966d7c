import { ClientRequest } from "node:http";
import type { Socket } from "node:net";

// A method of requests on Node; their types omit it.
const prototype = ClientRequest.prototype as unknown as { onSocket?: (socket: Socket, ...more: unknown[]) => void };
const told: ReadonlySet<unknown> = new Set(["connect", "ready", "secureConnect"]);

let real: typeof prototype.onSocket;

/**
 * Makes the sockets of nock report at once that they are connected, and its requests that their body is wanted
 * (`Expect: 100-continue`). nock reports the first only with the answer, and the second never, so a client that waits
 * for one before it sends a body (Connect-RPC's, AWS's) would wait forever: the answer waits for the body.
 * @param answers Returns whether a player answers for an origin: another one says itself what it wants.
 */
export function connectAtOnce(answers: (origin: string) => boolean): void {
  const { onSocket } = prototype;
  if (real !== undefined || onSocket === undefined) return;
  real = onSocket;
  prototype.onSocket = function (this: ClientRequest, socket, ...more) {
    const isAnswered = (): boolean => answers(`${this.protocol}//${this.getHeader("host")}`);
    const tellAll = (): void => {
      tell(socket);
      if (/^100-continue$/i.test(String(this.getHeader("expect"))) && isAnswered()) this.emit("continue");
    };
    if (socket?.constructor.name === "MockHttpSocket") this.once("socket", () => void Promise.resolve().then(tellAll));
    Reflect.apply(onSocket, this, [socket, ...more]);
  };
}

/** Undoes {@link connectAtOnce}. */
export function connectLate(): void {
  if (real !== undefined) prototype.onSocket = real;
  real = undefined;
}

function tell(socket: Socket): void {
  if (!socket.connecting || ![...told].some((event) => socket.listenerCount(event as string) > 0)) return;
  const { emit } = socket;
  emit.call(socket, "connect");
  emit.call(socket, "ready");
  if ("encrypted" in socket) emit.call(socket, "secureConnect");
  // Once: a client may start sending then.
  socket.emit = ((event: string, ...values: unknown[]) =>
    !told.has(event) && Reflect.apply(emit, socket, [event, ...values])) as typeof emit;
}
