import fc from "fast-check";
import { expect, test } from "vitest";
import { type InspectFiles, inspectAll } from "../src/inspect-files.ts";

const named: InspectFiles = async (files) =>
  files.map((where) => ({ findings: [{ ...finding, where }], counted: null }));
const finding = { kind: "edited", found: "", advice: "" } as const;

test("inspectAll() gives what each file comes to under its number, however many inspectors there are and however long each takes", () =>
  fc.assert(
    fc.asyncProperty(
      fc.nat(200),
      fc.integer({ min: 1, max: 4 }),
      fc.scheduler(),
      async (count, inspectors, scheduler) => {
        const files = Array.from({ length: count }, (_, at) => `${at}.har`);
        const told: (string | undefined)[] = [];
        const late = scheduler.scheduleFunction(named);
        const all = inspectAll(files, Array(inspectors).fill(late), ({ findings }, at) => {
          told[at] = findings[0]?.where;
        });
        await scheduler.waitFor(all);
        expect(told).toEqual(files);
      },
    ),
    { numRuns: 30 },
  ));

test("inspectAll() fails with what an inspector met, and no other is left waiting", async () => {
  const files = Array.from({ length: 100 }, (_, at) => `${at}.har`);
  const broken: InspectFiles = async () => Promise.reject(new Error("a thread ended"));
  await expect(inspectAll(files, [named, broken], () => {})).rejects.toThrow("a thread ended");
});
