export { checkRedact, mergeRedact, type RedactOptions } from "./options.ts";
export { findPlaceholders, isPlaceholder, placeholderFor } from "./placeholder.ts";
export { redactedUrl } from "./redacted-url.ts";
export { createSanitizer, normalize, type Sanitizer, type SanitizerOptions, sanitize } from "./sanitizer.ts";
export {
  createScrubber,
  type KnownSecret,
  type Scrubber,
  type ScrubberOptions,
} from "./scrubber.ts";
export { looksLikeIdentifier, looksLikeWord, shortestSecret } from "./secret-entropy.ts";
export { createSession, type Session, type SessionOptions, tagsIn } from "./session.ts";
