import type { Bucket } from "../algorithm/meter.ts";

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
