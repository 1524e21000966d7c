import process from "node:process";
import { expect, test } from "vitest";
import { doors } from "../src/doors.ts";
import { everywhere, missingRuntimes } from "../src/everywhere.ts";
import { noDoor } from "../src/findings.ts";
import { laws, searchFrom } from "../src/laws.ts";
import { promises } from "../src/promises.ts";

// What is asked here is whether all three say the same: cases are searched by `npm run laws`, and by promises.test.ts.
const { runs } = searchFrom(process.env, 2);
const timeout = 100_000 + runs * 3_000;

test("every promise and law is kept at every door on Node, Deno and Bun, to the same byte", {
  timeout: timeout + 10_000,
}, async () => {
  const findings = await everywhere(runs);
  expect(missingRuntimes()).toEqual([]);
  const reports = Map.groupBy(findings, ({ runtime, door }) => `${runtime}, ${door}`);
  expect([...reports.keys()].sort()).toEqual(
    ["bun", "deno", "node"]
      .flatMap((runtime) => [...doors.map(({ name }) => name), noDoor].map((door) => `${runtime}, ${door}`))
      .sort(),
  );
  for (const [where, report] of reports) {
    const named = new Set(report.map(({ name }) => name));
    const wanted = where.endsWith(noDoor)
      ? laws.filter(({ at }) => at === "runtime")
      : [...promises, ...laws.filter(({ at }) => at === "door")];
    expect(
      wanted.filter(({ name }) => !named.has(name)),
      where,
    ).toEqual([]);
    expect(
      report.filter(({ seed, runs: tried }) => (seed === undefined) !== (tried === undefined)),
      where,
    ).toEqual([]);
    expect(
      report.filter(({ kept, reason }) => kept === false || (kept === null && !reason)),
      where,
    ).toEqual([]);
  }
  const transcripts = Map.groupBy(
    findings.filter(({ hash }) => hash !== undefined),
    ({ name }) => name,
  );
  // Each native door stands on its own runtime alone.
  const absent = [...reports].filter(([, report]) => report.every(({ kept }) => kept === null)).map(([where]) => where);
  expect(absent.sort()).toEqual(["bun, Deno.serve", "deno, Bun.serve", "node, Bun.serve", "node, Deno.serve"]);
  expect(transcripts.size).toBeGreaterThan(0);
  for (const [name, all] of transcripts) {
    expect(new Set(all.map(({ hash }) => hash)).size, name).toBe(1);
    // At every door there is on each of the three.
    expect(all.length, name).toBe(reports.size - absent.length - 3);
  }
});
