import process from "node:process";
import { describe, expect, test } from "vitest";
import { functionAdapter } from "../src/adapters/function.ts";
import { adapters } from "../src/adapters.ts";
import { contractTests } from "../src/contract-tests.ts";
import { laws, searchFrom } from "../src/laws.ts";
import { withAdapter } from "../src/with-adapter.ts";

test.each(adapters.flatMap(({ name, absent }) => (absent === undefined ? [] : [{ name, absent }])))(
  "$name is skipped: $absent",
  ({ name }) => expect(["Deno.serve", "Bun.serve"]).toContain(name),
);

describe.each(adapters.filter(({ absent }) => absent === undefined))("$name", (adapter) => {
  // A call of a function costs next to nothing, so that is where most is searched.
  const search = searchFrom(process.env, adapter === functionAdapter ? 20 : 4);

  for (const { name, setting = {}, keep } of contractTests) {
    const reason = adapter.cannotKeep[name];
    if (reason === undefined) test(name, () => withAdapter(adapter, setting, keep));
    // A reason that has become untrue hides a promise that could be kept.
    else test(`cannot keep "${name}": ${reason}`, () => expect(withAdapter(adapter, setting, keep)).rejects.toThrow());
  }

  for (const { name, at, assertHolds } of laws) {
    if (at === "runtime" && adapter !== functionAdapter) continue;
    test(`${name} (${search.runs} runs)`, { timeout: 20_000 + search.runs * 2_000 }, () =>
      assertHolds(adapter, search),
    );
  }
});

test("no two contract tests, laws or adapters share a name", () => {
  const names = [...contractTests, ...laws, ...adapters].map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("an adapter excuses itself from contract tests that there are", () => {
  const names = contractTests.map(({ name }) => name);
  expect(adapters.flatMap(({ cannotKeep }) => Object.keys(cannotKeep)).filter((name) => !names.includes(name))).toEqual(
    [],
  );
});
