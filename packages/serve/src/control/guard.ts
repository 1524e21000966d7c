import { createHash, timingSafeEqual } from "node:crypto";
import { BlockList, isIP, isIPv6 } from "node:net";
import type { IncomingRequest } from "@tapedeck/replay";
import { isLoopback } from "@tapedeck/tape/internal";
import { ControlError } from "./operation.ts";

/** Who may call the control API besides callers on this machine, such as a test on a container's host. */
export interface ControlAccess {
  /** Addresses and networks: `192.168.1.7`, `172.17.0.0/16`, `::/0`. Default: only this machine's own. */
  readonly from?: readonly string[];
  /**
   * A secret that every caller must send, as `Authorization: Bearer …`. It lets callers in from any address and under
   * any name. Default: none is needed.
   */
  readonly token?: string;
}

/** Minimum length of a token: any client that reaches the port may try to guess it. */
const shortestControlToken = 16;

/**
 * Makes the guard of the control API: it lets in callers on this machine, or those of {@link ControlAccess}, under a
 * name of this machine or an address, and no page of another origin. So no web site reaches it through a browser: a
 * name that was rebound to this machine's address is still another name.
 * @throws RangeError for an invalid address or network, and for a token that can be guessed.
 */
export function createGuard({ from = [], token }: ControlAccess): (request: IncomingRequest) => void {
  const allowed = networksIn(from);
  if (token !== undefined && (token.length < shortestControlToken || /[^\x21-\x7e]/.test(token)))
    throw new RangeError(
      `Cannot guard the control API: its token has ${shortestControlToken} letters and digits at least, and no space`,
    );
  const expected = token === undefined ? null : digest(`Bearer ${token}`);
  return ({ address, base, headers }) => {
    const origin = headers["origin"];
    if (origin !== undefined && origin !== base)
      throw new ControlError(403, "The control API answers no other origin's page");
    if (expected !== null) {
      // RFC 9110, sections 11.1 and 11.4: a scheme in any case, and one or more spaces.
      const sent = String(headers["authorization"]).replace(/^bearer +/i, "Bearer ");
      if (timingSafeEqual(digest(sent), expected)) return;
      throw new ControlError(401, "The control API wants its token: Authorization: Bearer TOKEN");
    }
    if (!isLoopback(address) && !(isIP(address) !== 0 && allowed.check(address, familyOf(address))))
      throw new ControlError(
        403,
        "The control API answers this machine alone; to let others in, give it their addresses, or a token",
      );
    const name = /^https?:\/\/(.*?)(?::\d+)?$/.exec(base)?.[1] ?? "";
    const literal = name.replace(/^\[(.*)\]$/, "$1");
    if (!isLoopback(literal) && !(from.length > 0 && isIP(literal) !== 0))
      throw new ControlError(403, `The control API is not to be had under the name ${name}`);
  };
}

/**
 * Parses addresses and networks of callers.
 * @throws RangeError that names the invalid one.
 * @example
 * networksIn(["172.17.0.0/16"]).check("172.17.0.2"); // true
 */
export function networksIn(from: readonly string[]): BlockList {
  const list = new BlockList();
  for (const each of from) {
    const [address = "", bits] = each.split("/");
    const most = isIPv6(address) ? 128 : 32;
    if (isIP(address) === 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)))
      throw new RangeError(
        `Cannot let ${JSON.stringify(each)} call the control API: give an address, or a network such as 172.17.0.0/16`,
      );
    list.addSubnet(address, bits === undefined ? most : Number(bits), familyOf(address));
  }
  return list;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv6(address) ? "ipv6" : "ipv4";
}

// Of one length, whatever was sent.
function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
