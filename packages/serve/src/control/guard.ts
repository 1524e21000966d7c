import type { IncomingRequest } from "@tapedeck/replay";
import { ControlError } from "./control-error.ts";

/**
 * Lets callers on this machine through, under a name of this machine, and no page of another origin: no web site
 * reaches the control API through somebody's browser.
 * @throws ControlError (403) for all others.
 */
export function guard({ address, base, headers }: IncomingRequest): void {
  const { hostname } = new URL(base);
  if (!isLoopback(address)) throw new ControlError(403, "The control API answers this machine alone");
  if (!isLoopback(hostname)) throw new ControlError(403, `The control API is not to be had under the name ${hostname}`);
  const origin = headers["origin"];
  if (origin !== undefined && origin !== base)
    throw new ControlError(403, "The control API answers no other origin's page");
}

function isLoopback(name: string): boolean {
  return name === "localhost" || name === "::1" || name === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(name);
}
