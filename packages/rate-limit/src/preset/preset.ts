import { dialects } from "../dialect/dialects.ts";
import type { RateLimitScheme, Told } from "../scheme/scheme.ts";

/** A scheme that ships with tapedeck: what an API's publisher says of its limits, where, and when that was read. */
export interface Preset extends RateLimitScheme {
  readonly source: string;
  /** A day. */
  readonly date: string;
}

/** The day on which the publishers' pages were read. */
export const read = "2026-11-21";

/** Returns how a dialect of the table tells. */
export function tellAs(dialect: string): readonly Told[] {
  return dialects[dialect]?.tell ?? [];
}

/** Returns a JSON body for refusals. */
export function json(body: unknown): string {
  return JSON.stringify(body);
}
