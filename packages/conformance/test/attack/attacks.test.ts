import { expect, test } from "vitest";
import { attacks } from "./attacks.ts";

// The others have their short forms where they are: `bounds`, `http` and `crash` in the suites of serve and record.
test.each([
  ["files", { only: "a link to the folder itself" }],
  ["files", { only: "a name of control characters" }],
  ["soak", { seconds: 2 }],
])("%s %j finds nothing", async (name, options) => {
  const rows = await attacks[name]?.run({ seed: 1, keep: false, say: () => {}, ...options });
  expect(rows?.flatMap(({ failures }) => failures)).toEqual([]);
  expect(rows?.every(({ tried }) => tried > 0)).toBe(true);
});
