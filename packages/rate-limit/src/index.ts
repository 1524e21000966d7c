export type { Bucket } from "./algorithm/meter.ts";
export { type Dialect, dialects } from "./dialect/dialects.ts";
export { isCounter, type ToldHeader, toldHeader } from "./dialect/header-index.ts";
export { isDelta, type MomentForm, momentForms, readMoment } from "./dialect/moment.ts";
export { pinRateLimit } from "./dialect/pin.ts";
export { type PolicyReading, type RateLimitReading, readRateLimit } from "./dialect/read.ts";
export { recogniseDialect } from "./dialect/recognise.ts";
export { isRefusal, type RefusalKind, refusalOf } from "./dialect/refusal.ts";
export type { AnyHeaders, AnyResponse } from "./dialect/response.ts";
export { createWriter, type Writer, type WrittenRefusal } from "./dialect/write.ts";
export type * from "./generated/scheme.ts";
export type { BucketChange, BucketReader, BucketSetting } from "./limiter/change-bucket.ts";
export { valueByPointer } from "./limiter/json-pointer.ts";
export {
  commit,
  createLimiter,
  type Decision,
  type Limiter,
  type OverviewBody,
  type OverviewResource,
} from "./limiter/limiter.ts";
export { type BucketName, readBucketName } from "./limiter/partition.ts";
export type { CompiledPolicy, Standing } from "./limiter/policy.ts";
export type { LimitedAnswer, LimitedRequest } from "./limiter/request.ts";
export { createObserver, type RateLimitObserver } from "./observer/observer.ts";
export type { Preset } from "./preset/preset.ts";
export { presetNamed, presets } from "./preset/presets.ts";
export { checkScheme, type SchemeFile } from "./scheme/check-scheme.ts";
export { SchemeError } from "./scheme/scheme-error.ts";
