import type { ReferenceWorld } from "../documents/documents.ts";
import type { ReferenceFault } from "../fault.ts";
import type { Grants } from "./caller.ts";
import type { ReferenceQuota } from "./quota.ts";
import type { Vendor } from "./vendor.ts";

/** Everything an answer depends on besides the request: the settings, and the past. */
export interface Service {
  readonly world: ReferenceWorld;
  readonly vendor: Vendor;
  readonly grants: Grants;
  readonly publicUrl: string;
  readonly limits: { readonly anonymous: number; readonly token: number };
  readonly windowSeconds: number;
  /** Epoch seconds. */
  readonly now: () => number;
  /** The fault that it makes on purpose. */
  readonly fault: ReferenceFault;
  /** By bucket; a bucket appears with its first request. */
  readonly quotas: Map<string, ReferenceQuota>;
  /** How many zen lines were given out. */
  zenGiven: number;
}
