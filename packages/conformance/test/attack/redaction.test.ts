import { expect, test } from "vitest";
import { documents } from "./false-alarms/documents.ts";
import { countIn } from "./false-alarms/false-alarms.ts";
import { plantOf } from "./secrets/plant.ts";
import { plantAll } from "./secrets/secrets.ts";

test.each(documents)("redaction changes nothing in $name", ({ text }) => {
  const { values, changed } = countIn(text);
  expect(values).toBeGreaterThan(5);
  expect(changed).toEqual([]);
});

// The short form: the ways in which most is told. All ways on every runtime, each night: npm run attack -- secrets
test.each(["command", "useTape", "misses", "import"])(
  "no secret is left on disk or said by %s, a replay or verify",
  async (way) => {
    const plants = Array.from({ length: 12 }, (_, nth) => plantOf(nth, 2));
    expect(await plantAll(plants, "node", way)).toEqual({ leaks: [], findings: 0 });
  },
);
