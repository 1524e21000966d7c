import { readFile } from "node:fs/promises";
import process from "node:process";
import { laws as checkLaws } from "@tapedeck/check/internal";
import { describe, expect, test } from "vitest";
import { testLimit } from "../../../.ci/test-limit.ts";
import { adapters, functionAdapter } from "../src/adapters.ts";
import { rows, rulesMarkdown, titleOf } from "../src/contract/rows.ts";
import { rulesPage } from "../src/contract/write-rules.ts";
import { contractTests } from "../src/contract-tests.ts";
import { contractLaws, searchFrom } from "../src/laws.ts";
import { withAdapter } from "../src/with-adapter.ts";

describe.each(adapters.filter(({ absent }) => absent === undefined))("$name", (adapter) => {
  // A call of a function costs next to nothing, so that is where most is searched.
  const search = searchFrom(process.env, adapter === functionAdapter ? 12 : 1);

  for (const row of rows.keys()) {
    for (const { setting = {}, run } of contractTests.filter(({ id }) => id === row)) {
      const reason = adapter.cannotKeep[row];
      if (reason === undefined) test(titleOf(row), () => withAdapter(adapter, setting, run));
      // A reason that has become untrue hides a contract test that could be kept.
      else test(`cannot keep ${row}: ${reason}`, () => expect(withAdapter(adapter, setting, run)).rejects.toThrow());
    }
    for (const { name, level, assertHolds } of contractLaws.filter(({ id }) => id === row)) {
      if (level === "unit" && adapter !== functionAdapter) continue;
      test(`${name} (${search.runs} runs)`, { timeout: testLimit + search.runs * 2_000 }, () =>
        assertHolds(adapter, search),
      );
    }
  }
});

function repeated(names: readonly string[]): readonly string[] {
  return names.filter((name, at) => names.indexOf(name) !== at);
}

describe("the table of the contract", () => {
  test("says each behaviour once", () => {
    expect(repeated([...rows.values()].map(({ sentence }) => sentence))).toEqual([]);
    for (const shown of [contractTests, contractLaws]) expect(repeated(shown.map(({ id }) => id))).toEqual([]);
  });

  test("has each contract test and law, and an adapter excuses itself from those alone", () => {
    const excused = adapters.flatMap(({ cannotKeep }) => Object.keys(cannotKeep));
    expect([...contractTests, ...contractLaws].filter(({ id }) => !rows.has(id))).toEqual([]);
    expect(excused.filter((each) => !contractTests.some(({ id }) => id === each))).toEqual([]);
  });

  test.each([...rows.values()])(
    "$id is shown by a rule, a contract test, a law, or a law of check",
    ({ id, rule, live }) => {
      const shown = [...contractTests, ...contractLaws].filter((each) => each.id === id).length;
      expect(shown + live.length + (rule === null ? 0 : 1)).toBeGreaterThan(0);
    },
  );

  test("has each law of check in one row", () => {
    const live = [...rows.values()].flatMap((row) => row.live);
    expect(live.toSorted()).toEqual(checkLaws.map(({ name }) => name).toSorted());
  });

  test("is what packages/replay tells of its rules", async () => {
    expect(await readFile(rulesPage, "utf8")).toBe(rulesMarkdown());
  });
});
