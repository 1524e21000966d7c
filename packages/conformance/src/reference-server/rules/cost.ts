import type { ReferenceCaller } from "./caller.ts";
import type { Vendor } from "./vendor.ts";

/** The facts on which the cost of an answer depends. */
interface Priced {
  readonly status: number;
  /** Preflights and `/rate_limit` are on the house. */
  readonly free: boolean;
}

/**
 * The cost of an answer: 1, with few exceptions. A refusal costs nothing.
 * @example
 * costOf({ status: 404, free: false }, caller, vendorOf("service")); // 1
 */
export function costOf(answer: Priced, caller: ReferenceCaller, vendor: Vendor): 0 | 1 {
  if (answer.free || answer.status >= 500) return 0;
  if (answer.status === 304 && vendor.freeNotModified && caller.credential === "valid") return 0;
  return 1;
}
