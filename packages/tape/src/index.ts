/**
 * An exchange and a tape as plain data, their canonical form, and the redaction of their secrets.
 * `@tapedeck/tape/files` reads and writes files.
 * @module
 */
export { bodyOf, bytesOf } from "./body/body.ts";
export { canonical } from "./canonical.ts";
export type {
  Body,
  Cut,
  Exchange,
  FiledBody,
  HeaderList,
  HeldBody,
  InformationalResponse,
  Principal,
  RecordedChunk,
  RecordedClose,
  RecordedMessage,
  RecordedRequest,
  RecordedResponse,
  Tape,
} from "./exchange.ts";
export { anonymous } from "./exchange.ts";
export { headerList, headerOf } from "./http/headers.ts";
export { pinnedMoment } from "./noise.ts";
export type { PackedExchange, PackedTapes, PackKeys } from "./packed.ts";
export { RecordingSyntaxError } from "./recording-error.ts";
export type { RedactOptions } from "./redact/options.ts";
export { createSanitizer, normalize, type Sanitizer, type SanitizerOptions, sanitize } from "./redact/sanitizer.ts";
export { createScrubber, type KnownSecret, type Scrubber, type ScrubberOptions } from "./redact/scrubber.ts";
