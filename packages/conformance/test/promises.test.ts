import process from "node:process";
import { describe, expect, test } from "vitest";
import { functionDoor } from "../src/doors/function.ts";
import { doors } from "../src/doors.ts";
import { laws, searchFrom } from "../src/laws.ts";
import { promises } from "../src/promises.ts";
import { visit } from "../src/visit.ts";

test.each(doors.flatMap(({ name, absent }) => (absent === undefined ? [] : [{ name, absent }])))(
  "$name is skipped: $absent",
  ({ name }) => expect(["Deno.serve", "Bun.serve"]).toContain(name),
);

describe.each(doors.filter(({ absent }) => absent === undefined))("$name", (door) => {
  // A call of a function costs next to nothing, so that is where most is searched.
  const search = searchFrom(process.env, door === functionDoor ? 20 : 4);

  for (const { name, setting = {}, keep } of promises) {
    const reason = door.cannotKeep[name];
    if (reason === undefined) test(name, () => visit(door, setting, keep));
    // A reason that has become untrue hides a promise that could be kept.
    else test(`cannot keep "${name}": ${reason}`, () => expect(visit(door, setting, keep)).rejects.toThrow());
  }

  for (const { name, at, hold } of laws) {
    if (at === "runtime" && door !== functionDoor) continue;
    test(`${name} (${search.runs} runs)`, { timeout: 20_000 + search.runs * 2_000 }, () => hold(door, search));
  }
});

test("no two promises, laws or doors share a name", () => {
  const names = [...promises, ...laws, ...doors].map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("a door excuses itself from promises that there are", () => {
  const names = promises.map(({ name }) => name);
  expect(doors.flatMap(({ cannotKeep }) => Object.keys(cannotKeep)).filter((name) => !names.includes(name))).toEqual(
    [],
  );
});
