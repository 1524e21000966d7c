/**
 * Checks that recordings are whole, canonical, true to their API and free of secrets: a recording as text here, those
 * of a folder in `@tapedeck/verify/files`. It prints nothing: `tapedeck verify` does.
 * @module
 */
export { canonicalText } from "./canonical-text.ts";
export { placeOf } from "./entries.ts";
export { type Finding, isMendable } from "./finding.ts";
export { type Beside, verifyRecording } from "./verify-recording.ts";
