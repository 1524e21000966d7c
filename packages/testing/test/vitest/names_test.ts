// Which tapes the tests of Vitest 3 get; run-by-vitest-3.ts runs this, and vitest.test.ts that.
import { useTape } from "@tapedeck/testing";
import { describe, test } from "vitest-3-runner";

const taped = useTape({ from: "http://api.service.example", mode: "replay" });

const isNamed = (name: string) =>
  taped(({ name: tape }) => {
    if (tape !== `test/vitest/names/${name}`) throw new Error(`its tape is ${tape}`);
  });

test("by its title", isNamed("by-its-title"));

describe("of a suite", () => {
  test("by both titles", isNamed("of-a-suite/by-both-titles"));
  test.for(["a row"])("by %s", isNamed("of-a-suite/by-a-row"));
});
