import { canonical } from "../canonical.ts";
import type { Exchange } from "../exchange.ts";
import { pinNoise } from "../noise.ts";
import type { Scrubber } from "./scrubber.ts";

/**
 * The form in which an exchange stands in a recording: secrets hidden, noise pinned, canonical text. Recorder, import,
 * replay, verify and drift all use this one function, so what one of them writes, the others read as their own. Doing it
 * twice is doing it once.
 * @param recordedAt The moment that the recording carries, epoch seconds.
 * @example
 * sanitize(exchange, createScrubber(), pinnedMoment).request.target; // "/users/ada?access_token=[parameter]"
 */
export function sanitize(exchange: Exchange, scrubber: Scrubber, recordedAt: number): Exchange {
  return normalize(scrubber.exchange(exchange), recordedAt);
}

/** The same of an exchange that holds no secret: a recorded one, or one that was generated. */
export function normalize(exchange: Exchange, recordedAt: number): Exchange {
  return canonical(pinNoise(exchange, recordedAt));
}
