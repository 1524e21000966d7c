import type { ReferenceWorld } from "./documents/documents.ts";
import { accountIn } from "./documents/visible-documents.ts";
import { smallWorld } from "./documents/world.ts";
import { faultNamed } from "./faults.ts";
import { listenAt, type Origin } from "./http/listen.ts";
import { answerReference } from "./rules/answer.ts";
import type { Grants } from "./rules/caller.ts";
import type { Service } from "./rules/service.ts";
import { vendorOf } from "./rules/vendor.ts";

export type { ReferenceWorld, RepositoryDocument, UserDocument } from "./documents/documents.ts";
export { faults } from "./faults.ts";
export type { Origin } from "./http/listen.ts";
export type { Grants } from "./rules/caller.ts";

/** Options of a reference server. */
export interface OriginOptions {
  /** Default: 0, a free port. */
  readonly port?: number;
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** The origin in links. Default: its own URL. */
  readonly publicUrl?: string;
  /** Returns epoch seconds. Default: the machine's clock. */
  readonly now?: () => number;
  /** Default 60 and 5000. */
  readonly limits?: { readonly anonymous?: number; readonly token?: number };
  /** Default 3600. */
  readonly windowSeconds?: number;
  /** `service` (default) or `github`: header names and rules. */
  readonly vendor?: string;
  /** The account and scopes of each token. Default: none, so that every credential is unknown. */
  readonly tokens?: Grants;
  /** Default {@link smallWorld}. */
  readonly world?: ReferenceWorld;
  /** The fault to make, to test whether a check finds it. Default: none. */
  readonly fault?: string;
}

/** Starts a server that stands for the live API: to record from, and to compare a replay with. */
export async function startOrigin(options: OriginOptions = {}): Promise<Origin> {
  const { tokens = {}, world = smallWorld() } = options;
  for (const { account } of Object.values(tokens)) {
    if (accountIn(world, { login: account }) === undefined) {
      throw new RangeError(
        `Cannot start the reference server: a token belongs to "${account}", who is not in its world`,
      );
    }
  }
  return await listenAt({ port: options.port, host: options.host }, (url) => {
    const service: Service = {
      world,
      vendor: vendorOf(options.vendor ?? "service"),
      grants: tokens,
      publicUrl: (options.publicUrl ?? url).replace(/\/+$/, ""),
      limits: { anonymous: options.limits?.anonymous ?? 60, token: options.limits?.token ?? 5000 },
      windowSeconds: options.windowSeconds ?? 3600,
      now: options.now ?? (() => Date.now() / 1000),
      fault: faultNamed(options.fault),
      quotas: new Map(),
      zenGiven: 0,
    };
    return (ask) => answerReference(service, ask);
  });
}
