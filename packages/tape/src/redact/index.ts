export { isPlaceholder } from "./placeholder.ts";
export { redactedUrl } from "./redacted-url.ts";
export { normalize, sanitize } from "./sanitize.ts";
export { createSanitizer, type Sanitizer, type SanitizerOptions } from "./sanitizer.ts";
export {
  createScrubber,
  type KnownSecret,
  type RedactOptions,
  type Scrubber,
  type ScrubberOptions,
  shortestSecret,
} from "./scrubber.ts";
export { looksLikeIdentifier, looksLikeWord } from "./secret-entropy.ts";
