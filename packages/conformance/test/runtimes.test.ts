import process from "node:process";
import { expect, test } from "vitest";
import { adapters } from "../src/adapters.ts";
import { titleOf } from "../src/contract/rows.ts";
import { contractTests } from "../src/contract-tests.ts";
import { contractLaws, searchFrom } from "../src/laws.ts";
import { missingRuntimes, onAllRuntimes } from "../src/runs/all-runtimes.ts";
import { noAdapter } from "../src/runs/results.ts";

// What is asked here is whether all three say the same: cases are searched by `npm run laws`, and by contract-tests.test.ts,
// which holds Node to each promise and law at each adapter.
const { runs } = searchFrom(process.env, 1);
const timeout = 900_000 + runs * 3_000;

test("every promise and law is kept at every adapter on Deno and Bun as on Node, to the same byte", {
  timeout: timeout + 10_000,
}, async () => {
  const results = await onAllRuntimes(runs, "transcripts");
  expect(missingRuntimes()).toEqual([]);
  const reports = Map.groupBy(results, ({ runtime, adapter }) => `${runtime}, ${adapter}`);
  expect([...reports.keys()].sort()).toEqual(
    ["bun", "deno", "node"]
      .flatMap((runtime) => [...adapters.map(({ name }) => name), noAdapter].map((adapter) => `${runtime}, ${adapter}`))
      .filter((where) => where !== `node, ${noAdapter}`)
      .sort(),
  );
  for (const [where, report] of reports) {
    const named = new Set(report.map(({ name }) => name));
    const atAdapters = [
      ...contractTests.map(({ id }) => ({ name: titleOf(id) })),
      ...contractLaws.filter(({ level }) => level === "server"),
    ];
    const onDenoAndBun = where.endsWith(noAdapter) ? contractLaws.filter(({ level }) => level === "unit") : atAdapters;
    const wanted = where.startsWith("node") ? [] : onDenoAndBun;
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
    results.filter(({ hash }) => hash !== undefined),
    ({ name }) => name,
  );
  // Each native adapter stands on its own runtime alone, and threads share a port on Node.
  const absent = [...reports].filter(([, report]) => report.every(({ kept }) => kept === null)).map(([where]) => where);
  expect(absent.sort()).toEqual([
    ...["bun, Deno.serve", "bun, workers", "deno, Bun.serve", "deno, workers"],
    ...["node, Bun.serve", "node, Deno.serve"],
  ]);
  expect(transcripts.size).toBeGreaterThan(0);
  for (const [name, all] of transcripts) {
    expect(new Set(all.map(({ hash }) => hash)).size, name).toBe(1);
    // At every adapter there is on each of the three.
    expect(all.length, name).toBe(reports.size - absent.length - 2);
  }
});
