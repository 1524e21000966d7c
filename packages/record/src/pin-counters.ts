import { pinRateLimit } from "@tapedeck/rate-limit";
import type { Exchange } from "@tapedeck/tape";

/**
 * Pins the counters of a rate limit to the values that recordings have.
 * @param recordedAt Time of recording, in epoch seconds.
 */
export function pinCounters(exchange: Exchange, recordedAt: number): Exchange {
  return { ...exchange, response: pinRateLimit(exchange.response, recordedAt) };
}
