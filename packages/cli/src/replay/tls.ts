import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Tls } from "@tapedeck/serve";
import { systemReason, UserError } from "../command/user-error.ts";
import type { ReplayOptions } from "./options.ts";

/** The certificate of a replay over TLS, and the file that a client must trust. */
export interface ReplayTls {
  readonly tls: Tls;
  /** The file of the certificate that was made; null for the user's own, which clients already know. */
  readonly certificate: string | null;
  close(): Promise<void>;
}

/** Returns whether the options ask for TLS. */
export function wantsTls({ tls = false, tlsCa, tlsCert, tlsKey }: ReplayOptions): boolean {
  return tls || [tlsCa, tlsCert, tlsKey].some((each) => each !== undefined);
}

/**
 * Reads the user's own key and certificate, or makes a pair and writes the certificate, never the key, into the named
 * file, or into a temporary one that is removed when the replay ends.
 * @throws UserError for a file that cannot be read or written, and for a pair that is none.
 */
export async function tlsFor({ host, tlsCa, tlsCert, tlsKey }: ReplayOptions): Promise<ReplayTls> {
  // Loaded here, since few replays have certificates.
  const { createCertificate, flawIn, ownNames } = await import("@tapedeck/serve/certificate");
  if (tlsCert !== undefined && tlsKey !== undefined) {
    const tls = { cert: await textIn("--tls-cert", tlsCert), key: await textIn("--tls-key", tlsKey) };
    const flaw = flawIn(tls);
    if (flaw === null) return { tls, certificate: null, close: async () => {} };
    throw new UserError(`Cannot use "${tlsCert}" (--tls-cert) with "${tlsKey}" (--tls-key): ${flaw}`);
  }
  const tls = await createCertificate([...new Set([...ownNames, host])]);
  if (tlsCa !== undefined) {
    await writeFile(tlsCa, tls.cert).catch((cause: NodeJS.ErrnoException) => {
      throw new UserError(
        `Cannot write the certificate to "${tlsCa}" (--tls-ca): ${systemReason(cause)}; name a file in a folder that is there`,
        { cause },
      );
    });
    return { tls, certificate: tlsCa, close: async () => {} };
  }
  const folder = await mkdtemp(join(tmpdir(), "tapedeck-"));
  const certificate = join(folder, "ca.pem");
  await writeFile(certificate, tls.cert);
  return { tls, certificate, close: () => rm(folder, { recursive: true, force: true }) };
}

async function textIn(option: string, file: string): Promise<string> {
  return readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new UserError(`Cannot read "${file}" (${option}): ${systemReason(cause)}; name a PEM file`, { cause });
  });
}
