import type { CalendarPeriod } from "../generated/scheme.ts";

const second = 1000;
const daySeconds = 86_400;

/** Length of a period in seconds, as people count it: a policy advertises it as its window. */
export const periodSeconds: Readonly<Record<CalendarPeriod, number>> = {
  minute: 60,
  hour: 3600,
  day: daySeconds,
  week: 7 * daySeconds,
  month: 30 * daySeconds,
};

/**
 * Makes the function that returns when the calendar period of a time ends. Weeks begin on Monday (ISO 8601). If a
 * zone's clocks are put forward over the end, it is the first moment after it.
 * @throws RangeError for a zone that the runtime does not know.
 * @example
 * calendarEnd("day", "UTC")(0); // 86400
 */
export function calendarEnd(period: CalendarPeriod, zone: string): (now: number) => number {
  const wallClock = wallClockIn(zone);
  const length = periodSeconds[period];
  // Clocks are put forward and back by whole parts of an hour: periods shorter than a day have a fixed length.
  if (length < daySeconds) return (now) => now + length - (wallClock(now) % length) - (now % 1);
  return (now) => {
    const wall = nextOnWall(period, wallClock(now));
    // The offset may change until then: it is one of those around the end.
    const guesses = [wall - daySeconds, wall + daySeconds].map((at) => wall - (wallClock(at) - at));
    const exact = guesses.filter((at) => at > now && wallClock(at) === wall);
    return exact.length > 0 ? Math.min(...exact) : Math.max(...guesses);
  };
}

/** Returns the wall-clock time of a zone, as seconds since 1970 as if it were UTC. */
function wallClockIn(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (at) => {
    const part: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(Math.floor(at) * second)) part[type] = Number(value);
    const { year = 1970, month = 1, day = 1, hour = 0, minute = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, part["second"] ?? 0) / second;
  };
}

function nextOnWall(period: CalendarPeriod, wall: number): number {
  if (period === "month") {
    const date = new Date(wall * second);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) / second;
  }
  // 1970 began on a Thursday.
  const shift = period === "week" ? 3 * daySeconds : 0;
  const length = periodSeconds[period];
  return (Math.floor((wall + shift) / length) + 1) * length - shift;
}
