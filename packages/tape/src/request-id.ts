// The id of a request in headers of its answer: another one each time. Recordings have a fixed one in its place, of the
// same form, since clients parse it.
import { findPlaceholders } from "./redact/placeholder.ts";

const names =
  /^(?:(?:[a-z]+-)*(?:correlation|req|request|trace)-?id|x-amz-(?:id-2|rid)|x-guploader-uploadid|paypal-debug-id)$/;

/** Returns whether a header has the id of a request. */
export function isRequestIdName(name: string): boolean {
  return names.test(name);
}

// GitHub's: the lengths of its groups vary.
const [groups, groupsPinned] = [/^[\dA-F]+(?::[\dA-F]+){4}$/i, "0000:000000:0000000:0000000:00000000"];
const uuid = /([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})/i;
// Twilio's begins with RQ.
const prefix = /^(?:(?:req(?:uest)?|corr(?:elation)?|trace|txn|id)[._-]|RQ(?=[\da-f]{32}$))?/i;

/**
 * Returns the id that recordings have in place of an id of a request: the same for all ids of its form.
 * @example
 * pinnedRequestId("req_011CSHoEeqs5C35K2UUqR7Fy"); // "req_000000000000000000000001"
 * pinnedRequestId("0198f1c2-5b7e-7d3a-9c41-6f0e8a2b4d17"); // "00000000-0000-7000-8000-000000000001"
 */
export function pinnedRequestId(id: string): string {
  if (groups.test(id) || findPlaceholders(id).length > 0) return groupsPinned;
  const parts = id.split(uuid).map((part, at) => (at % 2 === 1 ? pinnedUuid(part) : pinnedPart(part)));
  return parts.join("").replace(/0(?=[^\dA-Za-z]*$)/, "1");
}

/** Returns whether a header of a recorded answer has such an id. */
export function isPinnedRequestId(name: string, value: string): boolean {
  return isRequestIdName(name) && (value === groupsPinned || pinnedRequestId(value) === value);
}

/** Keeps the version (RFC 9562, section 4.2). */
function pinnedUuid(id: string): string {
  return `00000000-0000-${id.charAt(14)}000-8000-000000000000`;
}

function pinnedPart(part: string): string {
  const [begin = ""] = prefix.exec(part) ?? [];
  const rest = part.slice(begin.length);
  // In base64 of any alphabet, the signs of an id are digits of it, as are its letters.
  const isBase64 = rest.split(/[^\dA-Za-z]+/).some((run) => /[a-z]/.test(run) && /[A-Z]/.test(run));
  return begin + rest.replace(isBase64 ? /[\w+/-]+/g : /\.\d+|[\dA-Za-z]+/g, pinnedRun);
}

/** Keeps the length of hexadecimal, mixed and long runs. Others vary in length, as those of counters and fractions. */
function pinnedRun(run: string): string {
  if (run.startsWith(".")) return ".0";
  if (run.length < 8) return "0";
  const isFixed = run.length >= 16 || /^(?:[\da-f]+|[\dA-F]+)$/.test(run) || (/[a-z]/.test(run) && /[A-Z]/.test(run));
  return "0".repeat(isFixed ? run.length : 8);
}
