import crypto from "node:crypto";

/** Certificate and private key of a server over TLS, as PEM. */
export interface Tls {
  readonly key: string;
  /** The certificate, followed by those that sign it. */
  readonly cert: string;
}

/** The scheme of the URLs of a server. */
export type Scheme = "http" | "https";

/** Returns the scheme of a server, by its key and certificate. */
export function schemeOf({ tls }: { readonly tls: Tls | null }): Scheme {
  return tls === null ? "http" : "https";
}

/**
 * Returns why a server cannot be opened with a pair; null if it can. The runtimes' own servers find out at various
 * times, some only when a client asks.
 */
export function flawIn({ key, cert }: Tls): string | null {
  const certificate = readable(() => new crypto.X509Certificate(cert));
  if (certificate === null) return "the TLS certificate cannot be read; it is a file that begins BEGIN CERTIFICATE";
  const own = readable(() => crypto.createPrivateKey(key));
  if (own === null)
    return "the TLS key cannot be read; it is a file that begins BEGIN PRIVATE KEY, without a passphrase";
  return certificate.checkPrivateKey(own)
    ? null
    : "the TLS key is not that of the certificate; give the two of one pair";
}

function readable<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}
