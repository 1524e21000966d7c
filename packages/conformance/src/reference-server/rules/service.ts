import type { ReferenceWorld } from "../documents/documents.ts";
import type { ReferenceFault } from "../fault.ts";
import type { Grants } from "./caller.ts";
import type { ReferenceQuota } from "./quota.ts";
import type { Vendor } from "./vendor.ts";

/** The settings and the state of a server. */
export interface Service {
  readonly world: ReferenceWorld;
  readonly vendor: Vendor;
  readonly grants: Grants;
  readonly publicUrl: string;
  readonly limits: { readonly anonymous: number; readonly token: number };
  readonly windowSeconds: number;
  /** Epoch seconds. */
  readonly now: () => number;
  /** The fault to make. */
  readonly fault: ReferenceFault;
  /** By bucket. */
  readonly quotas: Map<string, ReferenceQuota>;
  /** Number of answers to `/zen` so far. */
  zenGiven: number;
}
