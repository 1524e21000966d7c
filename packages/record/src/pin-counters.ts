import { pinRateLimit } from "@tapedeck/rate-limit";
import type { Exchange } from "@tapedeck/tape";

/**
 * Pins the counters of a rate limit in the form in which a recording has them.
 * @param recordedAt The moment that the recording carries, epoch seconds.
 */
export function pinCounters(exchange: Exchange, recordedAt: number): Exchange {
  return { ...exchange, response: pinRateLimit(exchange.response, recordedAt) };
}
