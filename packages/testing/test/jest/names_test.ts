// Which tapes Jest's tests get; jest.test.ts runs this.
import { describe, expect, test } from "@jest/globals";
import { useTape } from "@tapedeck/testing";

const taped = useTape({ from: "http://api.service.example", mode: "replay" });

const isNamed = (name: string) => taped(({ name: tape }) => expect(tape).toBe(`test/jest/names/${name}`));

test("by its title", isNamed("by-its-title"));

describe("of a suite", () => {
  test("by both titles", isNamed("of-a-suite-by-both-titles"));
  test.each(["a row"])("by %s", isNamed("of-a-suite-by-a-row"));
});
