import { dialects } from "../dialect/dialects.ts";
import type { Algorithm, RateLimitScheme, Refusal, Told } from "../generated/scheme.ts";

/** A scheme that ships with tapedeck, from what an API's publisher says of its limits. */
export interface Preset extends RateLimitScheme {
  readonly source: string;
  /** The day when the source was read. */
  readonly date: string;
}

/** The day on which the publishers' pages were read. */
export const read = "2026-11-21";

/** Returns what a dialect of the table tells. */
export function tellAs(dialect: string): readonly Told[] {
  return dialects[dialect]?.tell ?? [];
}

/** Returns a fixed window, which the first request opens unless the clock does. */
export function perWindow(limit: number, seconds: number, opens?: "clock"): Algorithm {
  return { kind: "fixed-window", limit, seconds, ...(opens && { opens }) };
}

/** Returns a refusal with a JSON body. */
export function refusing(body: unknown, more: Partial<Refusal> = {}): Refusal {
  return { status: 429, ...more, body: JSON.stringify(body) };
}

/** The part of a refusal that tells how long to wait, in seconds. */
export const saysWhen: Pick<Refusal, "retryAfter"> = { retryAfter: "delta" };
