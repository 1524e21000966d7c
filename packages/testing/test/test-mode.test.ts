import { expect, test } from "vitest";
import { testModeOf } from "../src/test-mode.ts";

test.each([
  ["nothing is set", {}, undefined, "replay"],
  ["TAPEDECK is empty", { TAPEDECK: "" }, undefined, "replay"],
  ["TAPEDECK=record", { TAPEDECK: "record" }, undefined, "record"],
  ["TAPEDECK=auto, CI=false", { TAPEDECK: "auto", CI: "false" }, undefined, "auto"],
  ["the test insists", { TAPEDECK: "record" }, "replay", "replay"],
  ["CI=true", { CI: "true" }, undefined, "replay"],
  ["the test insists, in CI", { CI: "true", TAPEDECK: "record" }, "replay", "replay"],
] as const)("where %s, a test is in its mode", (_where, environment, wanted, mode) => {
  expect(testModeOf(environment, wanted)).toBe(mode);
});

test.each([
  [
    "a slip",
    { TAPEDECK: "recrod" },
    undefined,
    'Cannot use TAPEDECK=recrod: it is no mode of tests; did you mean "record"?',
  ],
  ["a slip of a test", {}, "recrod" as "record", 'Cannot use mode: "recrod": it is no mode of tests'],
  [
    "record in CI",
    { TAPEDECK: "record", CI: "1" },
    undefined,
    "Cannot record in CI: TAPEDECK=record is set, and this is CI (CI is set)",
  ],
  [
    "auto in CI",
    { TAPEDECK: "auto", CI: "true" },
    undefined,
    "Cannot record in CI: TAPEDECK=auto is set, and this is CI (CI is set)",
  ],
  ["a test that records in CI", { CI: "true" }, "record", 'Cannot record in CI: the test asks for mode "record"'],
] as const)("%s is refused", (_what, environment, wanted, message) => {
  expect(() => testModeOf(environment, wanted)).toThrow(message);
});
