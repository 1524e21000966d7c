import { type Credential, isBucket } from "./caller.ts";
import { limitOf, type Profile } from "./profile.ts";
import { at, freshQuota, type Quota } from "./quota.ts";

/**
 * A bucket with nothing left, in the window it is in.
 * @param held What it holds; undefined where nobody has spent from it yet.
 * @param now Epoch seconds.
 * @throws RangeError for a name that is no bucket's.
 * @example
 * exhausted("account ada", undefined, [], profiles.service, 1000); // { limit: 5000, used: 5000, resetsAt: 4600, … }
 */
export function exhausted(
  bucket: string,
  held: Quota | undefined,
  credentials: readonly Credential[],
  profile: Profile,
  now: number,
): Quota {
  if (!isBucket(bucket)) {
    throw new RangeError(`Cannot exhaust "${bucket}": a bucket is named "account NAME" or "address ADDRESS"`);
  }
  const [, account] = /^account (.*)$/s.exec(bucket) ?? [];
  const owner = credentials.find((credential) => (credential.account ?? credential.alias) === account);
  const limit = limitOf(profile, owner?.alias ?? account);
  const quota = at(held ?? freshQuota(limit, profile.windowSeconds, now), now);
  return { ...quota, used: quota.limit };
}
