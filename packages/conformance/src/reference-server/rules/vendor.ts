/** How one vendor of this API names and does things where the contract leaves it open. */
export interface Vendor {
  /** As in `x-service-request-id`. */
  readonly word: string;
  /** As in `X-Service-OTP`. */
  readonly title: string;
  /** A 304 costs nothing when the request carried a valid credential. */
  readonly freeNotModified: boolean;
  /** Answers to a credential may be kept in private caches only. */
  readonly privateCache: boolean;
  /** Further ways in: `/rate_limit`, an `/api/v3` prefix, accounts and repositories by id; list links use ids. */
  readonly furtherRoutes: boolean;
}

/**
 * Looks up a vendor by its word; any other word gets the names, with the rules of `service`.
 * @example
 * vendorOf("github").title; // "GitHub"
 */
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
