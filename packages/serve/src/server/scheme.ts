import type { Tls } from "./tls.ts";

/** The scheme of the URLs of a server. */
export type Scheme = "http" | "https";

/** Returns the scheme of a server, by its key and certificate. */
export function schemeOf({ tls }: { readonly tls: Tls | null }): Scheme {
  return tls === null ? "http" : "https";
}
