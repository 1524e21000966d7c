import type { Algorithm } from "../scheme/scheme.ts";
import { calendarEnd, periodSeconds } from "./calendar.ts";
import { concurrency } from "./concurrency.ts";
import { fixedWindow } from "./fixed-window.ts";
import { leakyBucket } from "./leaky-bucket.ts";
import type { Meter } from "./meter.ts";
import { slidingCounter } from "./sliding-counter.ts";
import { slidingLog } from "./sliding-log.ts";

/**
 * Makes the meter of a scheme's algorithm.
 * @example
 * meterOf({ kind: "sliding-log", limit: 5, seconds: 1 }).seconds; // 1
 */
export function meterOf(algorithm: Algorithm): Meter {
  return make(algorithm) as unknown as Meter;
}

function make(algorithm: Algorithm): unknown {
  switch (algorithm.kind) {
    case "fixed-window": {
      const { limit } = algorithm;
      if (algorithm.opens === "calendar") {
        const { period, zone = "UTC" } = algorithm;
        return fixedWindow(limit, periodSeconds[period], calendarEnd(period, zone));
      }
      const { seconds, opens } = algorithm;
      return opens === "clock"
        ? fixedWindow(limit, seconds, (now) => (Math.floor(now / seconds) + 1) * seconds)
        : fixedWindow(limit, seconds, (now) => now + seconds);
    }
    case "sliding-log":
      return slidingLog(algorithm.limit, algorithm.seconds);
    case "sliding-counter":
      return slidingCounter(algorithm.limit, algorithm.seconds);
    case "token-bucket":
      return leakyBucket(algorithm.capacity, algorithm.refillPerSecond);
    case "leaky-bucket":
      return leakyBucket(algorithm.capacity, algorithm.leakPerSecond);
    case "concurrency":
      return concurrency(algorithm.limit, algorithm.leaseSeconds);
  }
}
