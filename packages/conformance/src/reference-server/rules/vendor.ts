/** The choices of a vendor where the contract leaves them open. */
export interface Vendor {
  /** As in `x-service-request-id`. */
  readonly word: string;
  /** As in `X-Service-OTP`. */
  readonly title: string;
  /** Whether a 304 with a valid credential is free. */
  readonly freeNotModified: boolean;
  /** Whether only private caches may store answers to a credential. */
  readonly privateCache: boolean;
  /** Whether there are `/rate_limit`, a prefix `/api/v3`, and paths by id, which links of lists then use. */
  readonly furtherRoutes: boolean;
}

/** Returns a vendor by its word. An unknown word has the rules of `service`. */
export function vendorOf(word: string): Vendor {
  const measured = word === "github";
  return {
    word,
    title: measured ? "GitHub" : word.slice(0, 1).toUpperCase() + word.slice(1),
    freeNotModified: measured,
    privateCache: measured,
    furtherRoutes: measured,
  };
}
