import type { Bucket } from "../algorithm/meter.ts";
import { readBucketName } from "./partition.ts";
import type { CompiledPolicy } from "./policy.ts";

/** The settings of a bucket to change; absent ones stay. `null` removes the bucket. */
export type BucketSetting = {
  /** A limit of its own. If more is used, the limit is used up. */
  readonly limit?: number;
  readonly used?: number;
  /** Sets `used` to the limit minus this. 0 exhausts the bucket. */
  readonly remaining?: number;
  /** End of a fixed window, in epoch seconds; later than now. */
  readonly resetsAt?: number;
  /** Epoch seconds until which everything is refused. */
  readonly blockedUntil?: number;
} | null;

/**
 * Computes the change of a bucket.
 * @throws RangeError if no policy has such a bucket, or a number is invalid.
 */
export function changeBucket(
  policies: ReadonlyMap<string, CompiledPolicy>,
  buckets: BucketReader,
  bucket: string,
  setting: BucketSetting,
  now: number,
): BucketChange {
  const { policy: name, parts } = readBucketName(bucket);
  const policy = policies.get(name);
  // Without a credential, the address stands for the account.
  const isNamed = (key: string): boolean =>
    key in parts || ((key === "account" || key === "credential") && "address" in parts);
  const missing = policy?.source.partition?.find((key) => !isNamed(key));
  if (policy === undefined || missing !== undefined) {
    const shapes = [...policies.values()].map(({ source }) => JSON.stringify(namingOf(source.name, source.partition)));
    throw new RangeError(`Not a bucket: ${JSON.stringify(bucket)}; one is named ${shapes.join(" or ")}`);
  }
  const from = buckets.get(bucket) ?? null;
  if (setting === null) return { bucket, from, to: null };

  const before = from?.limit ?? policy.limitFor(parts["account"] ?? parts["credential"]);
  const limit = setting.limit ?? before;
  const fault = faultOf(setting, limit, policy, now);
  if (fault !== null) throw new RangeError(`Cannot set ${bucket}: ${fault}`);

  const { meter } = policy;
  const current = meter.current(from ?? undefined, before, now);
  const { used, remaining, resetsAt, blockedUntil } = setting;
  const spent = used ?? (remaining === undefined ? meter.used(current, limit, now) : limit - remaining);
  const same = used === undefined && remaining === undefined && resetsAt === undefined && setting.limit === undefined;
  const kept: Bucket = {
    ...current,
    ...(setting.limit !== undefined && { limit }),
    ...(blockedUntil !== undefined && { blockedUntil }),
  };
  return { bucket, from, to: same ? kept : meter.set(kept, Math.min(spent, limit), limit, now, resetsAt) };
}

function faultOf(
  setting: NonNullable<BucketSetting>,
  limit: number,
  policy: CompiledPolicy,
  now: number,
): string | null {
  const { used, remaining, resetsAt, blockedUntil } = setting;
  for (const [name, value] of Object.entries({ limit: setting.limit, used, remaining })) {
    if (value === undefined) continue;
    if (!(Number.isSafeInteger(value) && value >= 0)) return `${name} is a whole number from 0, not ${value}`;
    if (value > limit) return `${name} is ${value}, and the limit ${limit}`;
  }
  if (used !== undefined && remaining !== undefined && used + remaining !== limit)
    return `used ${used} and remaining ${remaining} do not make the limit ${limit}`;
  const { kind } = policy.source.algorithm;
  if (resetsAt !== undefined && kind !== "fixed-window") return `a ${kind} has no window that ends`;
  for (const [what, at] of [
    ["its window cannot end", resetsAt] as const,
    ["it cannot be blocked until", blockedUntil] as const,
  ]) {
    if (at !== undefined && !(Number.isFinite(at) && at > now))
      return `${what} at ${at}, since it is ${now}; set the clock`;
  }
  return null;
}

function namingOf(name: string, partition: readonly string[] = []): string {
  return partition.length === 0 ? name : `${name} ${partition.map((key) => `${key} ${key.toUpperCase()}`).join(", ")}`;
}

/** A source of buckets, such as a `Map`. */
export interface BucketReader {
  get(bucket: string): Bucket | undefined;
}

/** A change of a bucket: the state that it must have before (null for none), and its state afterwards. */
export interface BucketChange {
  readonly bucket: string;
  readonly from: Bucket | null;
  readonly to: Bucket | null;
}
