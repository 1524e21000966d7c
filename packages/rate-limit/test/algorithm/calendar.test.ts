import { expect, test } from "vitest";
import { calendarEnd } from "../../src/algorithm/calendar.ts";
import type { CalendarPeriod } from "../../src/index.ts";

test.each<[string, CalendarPeriod, string, string, string]>([
  ["midnight in UTC", "day", "UTC", "2026-01-01T12:00:00Z", "2026-01-02T00:00:00Z"],
  ["at midnight, the next one", "day", "UTC", "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"],
  ["midnight elsewhere", "day", "America/New_York", "2026-01-01T12:00:00Z", "2026-01-02T05:00:00Z"],
  ["a day of 23 hours", "day", "Europe/Berlin", "2026-03-28T23:30:00Z", "2026-03-29T22:00:00Z"],
  ["a day of 25 hours", "day", "Europe/Berlin", "2026-10-24T22:30:00Z", "2026-10-25T23:00:00Z"],
  ["an hour that comes twice", "hour", "Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25T01:00:00Z"],
  ["a zone of quarters of an hour", "hour", "Asia/Kathmandu", "2026-01-01T00:20:00Z", "2026-01-01T01:15:00Z"],
  ["weeks begin on Monday", "week", "UTC", "2026-11-22T10:00:00Z", "2026-11-23T00:00:00Z"],
  ["months differ in length", "month", "UTC", "2024-02-10T00:00:00Z", "2024-03-01T00:00:00Z"],
  ["the year ends", "month", "Asia/Tokyo", "2026-12-20T00:00:00Z", "2026-12-31T15:00:00Z"],
  ["a midnight that the clocks leave out", "day", "America/Santiago", "2026-09-05T20:00:00Z", "2026-09-06T04:00:00Z"],
])("the end of the period: %s", (_shows, period, zone, now, end) => {
  const at = calendarEnd(period, zone)(Date.parse(now) / 1000);
  expect(new Date(at * 1000).toISOString().replace(".000", "")).toBe(end);
});

test("a zone that the runtime does not know is refused", () => {
  expect(() => calendarEnd("day", "Mars/Olympus")).toThrow(RangeError);
});
