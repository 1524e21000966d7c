import type { ReferenceCaller } from "./caller.ts";
import type { Vendor } from "./vendor.ts";

/** What the price of an answer depends on. */
interface Priced {
  readonly status: number;
  /** Preflights and `/rate_limit` are on the house. */
  readonly free: boolean;
}

/**
 * What an answer costs its caller: 1, with few exceptions. A refusal has no price: it is never spent.
 * @example
 * costOf({ status: 404, free: false }, caller, vendorOf("service")); // 1
 */
export function costOf(answer: Priced, caller: ReferenceCaller, vendor: Vendor): 0 | 1 {
  if (answer.free || answer.status >= 500) return 0;
  if (answer.status === 304 && vendor.freeNotModified && caller.credential === "valid") return 0;
  return 1;
}
