import { didYouMean } from "@tapedeck/tape/internal";

/** The three modes of a test's tape: replay it, record it anew, or replay it and record misses. */
export type TestMode = "replay" | "record" | "auto";

const modes: readonly TestMode[] = ["replay", "record", "auto"];

/** The variables of a process. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Returns whether the tests run in CI: `CI` is set, and neither to `false` nor to `0`. */
function isCI({ CI }: Environment): boolean {
  return CI !== undefined && !/^(?:|0|false)$/i.test(CI);
}

/** Says how a test records what it lacks. */
export function howToRecord(environment: Environment): string {
  return `run this test with TAPEDECK=auto${isCI(environment) ? " on your own machine, and commit the recording" : ""}`;
}

/**
 * Reads the mode of the tests from the variable `TAPEDECK`. Default: `replay`.
 * @param wanted A mode that a test insists on.
 * @throws RangeError for an unknown mode, and for `record` and `auto` in CI: no test may reach the network there.
 * @example
 * testModeOf({ TAPEDECK: "auto" }); // "auto"
 */
export function testModeOf(environment: Environment, wanted?: TestMode): TestMode {
  const said = wanted ?? (environment["TAPEDECK"] || "replay");
  const mode = modes.find((each) => each === said);
  if (mode === undefined) {
    throw new RangeError(
      `Cannot use ${wanted === undefined ? `TAPEDECK=${said}` : `mode: "${said}"`}: it is no mode of tests${didYouMean(said, modes)}\n` +
        `  - known: ${modes.join(", ")}`,
    );
  }
  if (mode === "replay" || !isCI(environment)) return mode;
  const how = wanted === undefined ? `TAPEDECK=${mode} is set` : `the test asks for mode "${mode}"`;
  throw new RangeError(
    `Cannot record in CI: ${how}, and this is CI (CI is set), where no test may reach the network\n` +
      "  - record on your own machine, and commit the recordings\n" +
      `  - in CI, ${wanted === undefined ? "leave TAPEDECK unset" : "replay"}; if this machine is none, unset CI`,
  );
}
