import type { ReferenceCaller } from "./caller.ts";
import type { Vendor } from "./vendor.ts";

/** The properties of an answer that its cost depends on. */
interface Priced {
  readonly status: number;
  /** Whether it is a preflight or `/rate_limit`. */
  readonly free: boolean;
}

/**
 * Returns the cost of an answer. A refusal costs nothing.
 * @example
 * costOf({ status: 404, free: false }, caller, vendorOf("service")); // 1
 */
export function costOf(answer: Priced, caller: ReferenceCaller, vendor: Vendor): 0 | 1 {
  if (answer.free || answer.status >= 500) return 0;
  if (answer.status === 304 && vendor.freeNotModified && caller.credential === "valid") return 0;
  return 1;
}
