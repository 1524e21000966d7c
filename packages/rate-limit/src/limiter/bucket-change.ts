import type { Bucket } from "../algorithm/meter.ts";

/** Where buckets are read: a `Map`, or anything else that has them at hand. */
export interface BucketReader {
  get(bucket: string): Bucket | undefined;
}

/** The state that a bucket must have for a change to be made (null for none yet), and its state afterwards. */
export interface BucketChange {
  readonly bucket: string;
  readonly from: Bucket | null;
  readonly to: Bucket | null;
}
