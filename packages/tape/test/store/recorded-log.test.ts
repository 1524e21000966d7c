import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { recordedBelow } from "../../src/store/index.ts";

const lines = fc.array(
  fc.tuple(fc.constantFrom("a", "b/c", "b", "é", "zz", "😀", "ﬀ"), fc.integer({ min: 1, max: 9 })),
);

test("a file is found in a log, in whatever order branches left its lines, and whatever ends them", () => {
  const root = mkdtempSync(join(tmpdir(), "tapedeck-log-"));
  fc.assert(
    fc.property(lines, fc.constantFrom("\n", "\r\n"), fc.boolean(), (noted, end, isWhole) => {
      const text = noted.map(([file, day]) => `2026-01-0${day} 000000000000000${day} ${file}.har`).join(end);
      writeFileSync(join(root, ".recorded"), `no line of a log${end}${text}${isWhole ? end : ""}`);
      const recorded = recordedBelow(root);
      for (const file of ["a", "b/c", "b", "é", "zz", "😀", "ﬀ", "none"]) {
        const days = noted.filter(([each]) => each === file).map(([, day]) => day);
        const found = recorded(`${file}.har`);
        if (noted.length === 0) expect(found).toBeUndefined();
        else if (days.length === 0) expect(found).toBeNull();
        else {
          expect(found?.day).toBe(`2026-01-0${Math.max(...days)}`);
          expect(found?.digests).toEqual(new Set(days.map((day) => `000000000000000${day}`)));
        }
      }
    }),
    { numRuns: 50 },
  );
  rmSync(root, { recursive: true });
});
