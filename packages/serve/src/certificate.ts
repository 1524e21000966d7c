import { isIP } from "node:net";
import { generate } from "selfsigned";
import type { Tls } from "./server/tls.ts";

export { flawIn } from "./server/tls.ts";

/** The names of a server on this machine. */
export const ownNames: readonly string[] = ["localhost", "127.0.0.1", "::1"];

const dayMilliseconds = 86_400_000;

/**
 * Makes a key and a self-signed certificate for a server, in memory. A client that is given the certificate (`ca` of
 * `node:https`, `NODE_EXTRA_CA_CERTS`, `curl --cacert`) trusts the server; it can sign no other. Valid for a year.
 * @param names Host names and addresses of the server.
 * @see RFC 5280, section 4.2 (extensions); RFC 6125, section 6.4 (an address stands in a name of its own kind)
 * @example
 * const tls = await createCertificate();
 * const server = await listen(player, { tls });
 * get(`${server.url}/users/ada`, { ca: tls.cert }, (message) => {}); // of node:https
 */
export async function createCertificate(names: readonly string[] = ownNames): Promise<Tls> {
  if (!Array.isArray(names))
    throw new RangeError(`Cannot make a certificate: found ${typeof names} for its names; give a list of texts`);
  const now = Date.now();
  const [commonName = "localhost"] = names;
  const { private: key, cert } = await generate([{ name: "commonName", value: commonName }], {
    keyType: "ec",
    algorithm: "sha256",
    // Clients' clocks may be slow.
    notBeforeDate: new Date(now - dayMilliseconds),
    notAfterDate: new Date(now + 365 * dayMilliseconds),
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: names.map((name) => (isIP(name) === 0 ? { type: 2, value: name } : { type: 7, ip: name })),
      },
    ],
  });
  return { key, cert };
}
