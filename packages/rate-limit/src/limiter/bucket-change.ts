import type { Bucket } from "../algorithm/meter.ts";

/** Where buckets are read: a `Map`, or anything else that has them at hand. */
export interface BucketReader {
  get(bucket: string): Bucket | undefined;
}

/** What a bucket must hold for a change to be made (null for nothing yet), and what it holds then. */
export interface BucketChange {
  readonly bucket: string;
  readonly from: Bucket | null;
  readonly to: Bucket | null;
}
