import { type Item, type List, parseDictionary, parseList, serializeString } from "structured-headers";
import { memoizeShort } from "../limiter/memoize.ts";

// A longer field is not read.
const longestField = 8192;
const mostItems = 64;

/** A policy as `RateLimit-Policy` names it. */
export interface StructuredPolicy {
  readonly name: string | null;
  readonly limit: number | null;
  readonly unit: string | null;
  readonly seconds: number | null;
  /** The partition of the policy, in base64. */
  readonly partitionKey: string | null;
}

/** A standing as `RateLimit` tells it. */
interface StructuredStanding {
  readonly name: string | null;
  readonly limit: number | null;
  readonly remaining: number | null;
  /** Seconds until more is available. */
  readonly delta: number | null;
  readonly partitionKey: string | null;
}

/**
 * Writes an item of `RateLimit-Policy`.
 * @param space The white space before each parameter: none in the canonical form (RFC 9651, section 4.1.1.2).
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/11/
 * @example
 * policyItem({ name: "hour", limit: 1000, unit: null, seconds: 3600, partitionKey: null }, ""); // '"hour";q=1000;w=3600'
 */
export function policyItem({ name, limit, unit, seconds, partitionKey }: StructuredPolicy, space: string): string {
  const counted = unit === null || unit === "requests" ? "" : `;${space}qu=${stringOf(unit)}`;
  const window = seconds === null || seconds === 0 ? "" : `;${space}w=${integer(seconds)}`;
  return `${stringOf(name ?? "default")};${space}q=${integer(limit ?? 0)}${counted}${window}${keyOf(partitionKey, space)}`;
}

/** Writes an item of `RateLimit`; see {@link policyItem}. */
export function standingItem(
  { name, remaining, delta, partitionKey }: Omit<StructuredStanding, "limit">,
  space: string,
): string {
  const until = delta === null ? "" : `;${space}t=${integer(delta)}`;
  return `${stringOf(name ?? "default")};${space}r=${integer(remaining ?? 0)}${until}${keyOf(partitionKey, space)}`;
}

// The same texts are written many times a second.
const stringOf = memoizeShort(serializeString);

function keyOf(partitionKey: string | null, space: string): string {
  return partitionKey === null ? "" : `;${space}pk=:${partitionKey}:`;
}

/** Returns a number, at most the largest integer of a structured field: RFC 9651, section 3.3.1. */
function integer(value: number): number {
  return Math.min(value, 999_999_999_999_999);
}

/**
 * Reads `RateLimit-Policy`, also in the form of draft 07 and earlier (`100;w=60`). Returns none if it is malformed.
 * @example
 * readPolicies('"hour";q=1000;w=3600'); // [{ name: "hour", limit: 1000, unit: null, seconds: 3600, partitionKey: null }]
 */
export function readPolicies(field: string): readonly StructuredPolicy[] {
  return itemsOf(field).flatMap(([value, parameters]) => {
    const named = typeof value === "string";
    if (!named && typeof value !== "number") return [];
    const limit = countOf(named ? parameters.get("q") : value);
    const unit = parameters.get("qu");
    return limit === null
      ? []
      : [
          {
            name: named ? value : null,
            limit,
            unit: typeof unit === "string" ? unit : null,
            seconds: countOf(parameters.get("w")),
            partitionKey: bytesIn(parameters.get("pk")),
          },
        ];
  });
}

/**
 * Reads `RateLimit`, also in the form of draft 07 (`limit=100, remaining=50, reset=30`). Returns none if it is
 * malformed.
 */
export function readStandings(field: string): readonly StructuredStanding[] {
  const listed = itemsOf(field).flatMap(([value, parameters]) => {
    const remaining = countOf(parameters.get("r"));
    return typeof value !== "string" || remaining === null
      ? []
      : [
          {
            ...{ name: value, limit: null, remaining, delta: countOf(parameters.get("t")) },
            partitionKey: bytesIn(parameters.get("pk")),
          },
        ];
  });
  if (listed.length > 0 || field.length > longestField) return listed;
  try {
    const dictionary = parseDictionary(field);
    const [limit = null, remaining = null, delta = null] = ["limit", "remaining", "reset"].map((member) =>
      countOf(dictionary.get(member)?.[0]),
    );
    return remaining === null ? [] : [{ name: null, limit, remaining, delta, partitionKey: null }];
  } catch {
    return [];
  }
}

function itemsOf(field: string): readonly Item[] {
  if (field.length > longestField) return [];
  try {
    const isItem = (member: List[number]): member is Item => !Array.isArray(member[0]);
    return parseList(field).slice(0, mostItems).filter(isItem);
  } catch {
    return [];
  }
}

function countOf(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** Returns a byte sequence in base64 (RFC 9651, section 3.3.5); null for any other value. */
function bytesIn(value: unknown): string | null {
  return value instanceof ArrayBuffer ? btoa(String.fromCharCode(...new Uint8Array(value))) : null;
}
