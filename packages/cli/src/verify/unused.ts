import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import type { Tape } from "@tapedeck/tape";
import { sidecarsOf } from "@tapedeck/tape/files";
import { fromHar } from "@tapedeck/tape/har";
import { readUsage, realPath, type Usage, usageVariable } from "@tapedeck/testing/usage";
import { type Finding, placeOf } from "@tapedeck/verify";
import { commandLine } from "../command/command-line.ts";
import type { CommandContext, Environment } from "../command/environment.ts";
import { runProgram } from "../command/run-program.ts";
import { UserError } from "../command/user-error.ts";

/**
 * Returns what a full run of the tests played: runs them by the program after `--`, or reads the logs that they left in
 * the folder of `TAPEDECK_PLAYED`.
 * @param asker The command that asks, for errors.
 * @throws UserError if that was not a full run: recordings that were not requested may then be in use.
 */
export async function playedBy(
  { program, environment }: Pick<CommandContext, "program" | "environment">,
  asker: "prune" | "verify --unused",
): Promise<Usage> {
  if (program.length > 0) return await watch(program, environment);
  const folder = environment[usageVariable];
  if (!folder) {
    throw new UserError(
      "Cannot tell what is unused: no run of the tests has logged what it played\n" +
        `  - let them run here: ${commandLine} ${asker} -- npm test\n` +
        `  - or name an empty folder in ${usageVariable}, run them, and ${asker} with the same variable`,
    );
  }
  return full(await readUsage(folder).catch(() => nothing), `in "${folder}", which ${usageVariable} names`);
}

async function watch(command: readonly string[], environment: Environment): Promise<Usage> {
  const folder = await mkdtemp(join(tmpdir(), "tapedeck-played-"));
  try {
    const code = await runProgram(command, { ...environment, [usageVariable]: folder, TAPEDECK: "replay" }, "stderr");
    if (code !== 0) {
      throw new UserError(
        `Cannot tell what is unused: the tests failed (exit code ${code})\n  - mend them first, or what they need`,
      );
    }
    return full(await readUsage(folder), "by the tests");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const nothing: Usage = { tests: 0, passed: 0, recorded: false, opened: new Set(), played: new Map() };

function full(played: Usage, where: string): Usage {
  const { tests, passed, recorded, opened } = played;
  const reasons: ReadonlyArray<readonly [applies: boolean, found: string, advice: string]> = [
    [
      opened.size === 0,
      `nothing was logged ${where}`,
      `do tests have a tape, and does what runs them hand ${usageVariable} on? (turbo: passThroughEnv)`,
    ],
    [recorded, "the tests recorded", "run them again, replaying"],
    [
      passed < tests,
      `of ${tests} tests with a tape, ${passed} ran and passed`,
      "run all of them: what the others need is not known",
    ],
  ];
  const reason = reasons.find(([applies]) => applies);
  if (reason === undefined) return played;
  throw new UserError(`Cannot tell what is unused: ${reason[1]}\n  - ${reason[2]}`);
}

/**
 * Reads a recording.
 * @param file Its path below the folder of recordings.
 * @throws RecordingSyntaxError if it cannot be read.
 */
export async function recordedIn(dir: string, file: string): Promise<Tape> {
  const path = join(dir, file);
  return fromHar(await readFile(path, "utf8"), file, sidecarsOf(dir, dirname(path)));
}

/**
 * Lists the unplayed exchanges of a recording.
 * @param dir The folder of recordings.
 * @param file Its path below that folder.
 */
export async function unusedIn(dir: string, file: string, { opened, played }: Usage): Promise<readonly Finding[]> {
  const path = realPath(join(dir, file));
  if (![...opened].some((folder) => path.startsWith(folder + sep))) {
    const advice = "if its test is gone, remove the file";
    return [{ kind: "unused", where: "", found: "no test opened the tape that it is on", advice }];
  }
  const places = played.get(path) ?? new Set();
  if (places.size === 0) {
    return [{ kind: "unused", where: "", found: "no test asked for anything in it", advice: "remove the file" }];
  }
  const { exchanges } = await recordedIn(dir, file);
  const advice = "remove the file, and run the tests with TAPEDECK=auto: what they ask for is recorded again";
  return exchanges.flatMap((exchange, at) =>
    places.has(at + 1) ? [] : [{ kind: "unused", where: placeOf(exchange, at), found: "no test asked for it", advice }],
  );
}
