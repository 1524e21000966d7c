// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source text.
import type { Change } from "./faults.ts";

/** Faults of what takes a request off a socket, by file below `packages/serve/src`. */
export const requestFaults: Readonly<Record<string, readonly Change[]>> = {
  "server/read-request.ts": [
    ["two Hosts are taken", "hosts.length > 1", "hosts.length > 2"],
    ["fields are not counted", "if (count > headerFields)", "if (count > headerFields * 10)"],
    ["another host's target is answered", "if (/^[a-z][a-z0-9+.-]*:\\/\\//i.test(target)) throw", "if (false) throw"],
    ["a fragment is a path", 'if (target.includes("#")) throw', "if (false) throw"],
    ["every name is ours", "return names === null ||", "return true || names === null ||"],
    ["HTTP/1.1 needs no Host", 'host === undefined && version === "1.0"', "host === undefined"],
    ["any transfer coding is taken", 'String(encoding).trim().toLowerCase() === "chunked"', "true"],
    [
      "a length beyond the bound is read",
      "if (bodyBytes !== undefined && Number(length) > bodyBytes) throw",
      "if (false) throw",
    ],
    ["a body beyond the bound is read", "if (length > most) throw new BodyTooLargeError(most);", ""],
    ["all bodies together have no bound", "if (pending > pendingBytes)", "if (false)"],
    ["what was held is held for ever", "    } finally {\n      pending -= heldBytes;", "    } finally {"],
    ["a port with a zero before it is one", "|| /^0./.test(port)", ""],
    [
      "an address in another spelling is one",
      "isIPv6(literal) && URL.parse(`http://${address}/`)?.hostname === address",
      "isIPv6(literal)",
    ],
    ["a name that is read otherwise is one", "URL.parse(`http://${small}/`)?.hostname === small", "true"],
    ["IPv4 in IPv6 is another caller", 'remote.replace(/^::ffff:(?=\\d+\\.)/, "")', "remote"],
  ],
};
