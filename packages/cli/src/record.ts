import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { constants } from "node:os";
import {
  type Credential,
  createRecorder,
  type Failed,
  type Plan,
  type Recorder,
  readPlan,
  recordPlan,
} from "@tapedeck/record";
import { listen } from "@tapedeck/serve";
import { exitCodes, Mistake } from "./mistake.ts";
import { exchangeLine, skippedText, summaryText } from "./record-report.ts";
import type { Environment } from "./run.ts";
import { stopSignal } from "./stop-signal.ts";

/** The options of `tapedeck record`. */
export interface RecordOptions {
  readonly from: string;
  readonly out: string;
  readonly origin?: string;
  readonly plan?: string;
  readonly proxy?: number;
  readonly tokenEnv?: string;
  readonly as: string;
  readonly token: Readonly<Record<string, string>>;
  readonly concurrency: number;
  readonly budget?: number;
  readonly json?: boolean;
}

type Say = (event: string, fields: object, line: string) => void;

/**
 * Records in the way that the options name.
 * @returns The exit code: the command's own, where one was run.
 * @throws Mistake, PlanError, ListenError or FolderLockedError for what the user can put right.
 */
export async function record(
  command: readonly string[],
  options: RecordOptions,
  environment: Environment,
): Promise<number> {
  const ways = [options.plan !== undefined, options.proxy !== undefined, command.length > 0].filter(Boolean).length;
  if (ways !== 1) throw new Mistake("Cannot record: give one of --plan FILE, --proxy PORT, or -- COMMAND");
  const plan = options.plan === undefined ? null : readPlan(await planText(options.plan), options.plan);
  // What a command prints is its own: ours goes to the other stream.
  const say: Say = (event, fields, line) =>
    options.json ? console.log(JSON.stringify({ event, ...fields })) : console.error(line);

  const recorder = await openRecorder(options, environment, plan === null, say);
  let end: End;
  try {
    end =
      plan === null
        ? await throughDoor(recorder, command, options, environment, say)
        : await byPlan(recorder, plan, options, say);
  } catch (error) {
    // The recorder's word for an alias that no credential has.
    throw error instanceof RangeError ? new Mistake(error.message, { cause: error }) : error;
  } finally {
    await recorder.close();
  }
  const summary = { ...recorder.summary(), failed: end.failed };
  say("summary", summary, summaryText(summary, options.out));
  return end.code === exitCodes.well && end.failed.length > 0 ? exitCodes.failed : end.code;
}

/** How a recording ended. */
interface End {
  readonly code: number;
  readonly failed: readonly Failed[];
}

async function openRecorder(
  options: RecordOptions,
  environment: Environment,
  rewriteLinks: boolean,
  say: Say,
): Promise<Recorder> {
  const { from, out, origin } = options;
  const credentials = credentialsOf(options, environment);
  try {
    return await createRecorder({
      from,
      out,
      credentials,
      rewriteLinks,
      ...(origin !== undefined && { origin: new URL(origin).origin }),
      onExchange: (captured) => say("exchange", captured, exchangeLine(captured)),
    });
  } catch (error) {
    throw error instanceof RangeError ? new Mistake(error.message, { cause: error }) : error;
  }
}

async function byPlan(recorder: Recorder, plan: Plan, options: RecordOptions, say: Say): Promise<End> {
  const { concurrency, budget, as, tokenEnv } = options;
  const { skipped, failed } = await recordPlan(recorder, plan, {
    concurrency,
    ...(budget !== undefined && { budget }),
    ...(tokenEnv !== undefined && { as }),
  });
  if (skipped.length > 0) say("skipped", { requests: skipped }, skippedText(skipped));
  return { code: exitCodes.well, failed };
}

async function throughDoor(
  recorder: Recorder,
  command: readonly string[],
  options: RecordOptions,
  environment: Environment,
  say: Say,
): Promise<End> {
  const door = await listen(recorder.player, { port: options.proxy ?? 0 });
  const stopped = command.length > 0 ? null : stopSignal();
  say("listening", { url: door.url }, `tapedeck: recording ${options.from} through ${door.url}`);
  let code: number = exitCodes.well;
  try {
    if (stopped === null) code = await run(command, { ...environment, TAPEDECK_URL: door.url });
    else await stopped;
  } finally {
    await door.close();
  }
  return { code, failed: recorder.summary().failed };
}

async function planText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new Mistake(
      `Cannot read the plan "${file}": ${(cause as NodeJS.ErrnoException).code === "ENOENT" ? "no such file" : (cause as Error).message}`,
      { cause },
    );
  }
}

function credentialsOf({ tokenEnv, as, token }: RecordOptions, environment: Environment): Credential[] {
  const named = { ...token, ...(tokenEnv !== undefined && { [as]: tokenEnv }) };
  return Object.entries(named).map(([alias, variable]) => {
    const value = environment[variable];
    if (!value)
      throw new Mistake(`Cannot use the credential "${alias}": the environment variable ${variable} is not set`);
    return { alias, token: value };
  });
}

/** Runs a command to its end and gives its exit code. Signals are its own to answer; it ends, and then so do we. */
async function run([program = "", ...words]: readonly string[], environment: Environment): Promise<number> {
  const child = spawn(program, words, { stdio: "inherit", env: environment });
  const pass = (signal: NodeJS.Signals): boolean => child.kill(signal);
  process.on("SIGINT", pass).on("SIGTERM", pass);
  try {
    const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
    // A shell reports a command that a signal ended as 128 + the signal's number.
    return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  } catch (cause) {
    throw new Mistake(`Cannot run ${program}: ${(cause as Error).message}`, { cause });
  } finally {
    process.off("SIGINT", pass).off("SIGTERM", pass);
  }
}
