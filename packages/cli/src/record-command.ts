import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { constants } from "node:os";
import { type Captured, type Credential, createRecorder, readPlan, recordPlan, type Summary } from "@tapedeck/record";
import { type Listening, listen } from "@tapedeck/serve";
import { Command } from "commander";
import { exitCodes, Mistake } from "./mistake.ts";
import type { Environment } from "./run.ts";
import { stopSignal } from "./stop-signal.ts";
import { pairs, webUrl, wholeNumber } from "./values.ts";

interface RecordOptions {
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

/** `tapedeck record`: asks a live API and keeps what it answers, safe to commit. */
export function recordCommand(environment: Environment, done: (code: number) => void): Command {
  return new Command("record")
    .description("record a live API: by a plan, through a proxy, or while a command runs")
    .argument("[command...]", "after --: runs it with TAPEDECK_URL set, and ends with its exit code")
    .requiredOption("--from <url>", "base URL of the live API", webUrl)
    .option("--out <dir>", "folder of the recordings", "recordings")
    .option("--origin <url>", "origin to write in place of the live one", webUrl)
    .option("--plan <file>", "what to ask, as JSON or YAML (schemas/plan.json)")
    .option("--proxy <port>", "listen there, and record whatever clients ask, until Ctrl-C", wholeNumber(0, 65_535))
    .option("--token-env <name>", "environment variable that holds the credential")
    .option("--as <alias>", "alias that stands for the credential in the recordings", "token")
    .option("--token <alias=env_name>", "a further credential (repeatable)", pairs(String), {})
    .option("--concurrency <number>", "requests at once", wholeNumber(1, 64), 1)
    .option("--budget <number>", "requests at most", wholeNumber(1))
    .option("--json", "print events as JSON, one a line")
    .action(async (command: string[], options: RecordOptions) => {
      done(await record(command, options, environment).catch(asMistake));
    });
}

async function record(command: readonly string[], options: RecordOptions, environment: Environment): Promise<number> {
  const ways = [options.plan !== undefined, options.proxy !== undefined, command.length > 0].filter(Boolean).length;
  if (ways !== 1) throw new Mistake("Cannot record: give one of --plan FILE, --proxy PORT, or -- COMMAND");
  const text = options.plan === undefined ? null : await planText(options.plan);
  const plan = text === null ? null : readPlan(text, options.plan ?? "");

  const say = (event: string, fields: object, line: string): void =>
    options.json ? console.log(JSON.stringify({ event, ...fields })) : console.error(line);
  const recorder = await createRecorder({
    from: options.from,
    out: options.out,
    ...(options.origin !== undefined && { origin: new URL(options.origin).origin }),
    credentials: credentialsOf(options, environment),
    rewriteLinks: plan === null,
    onExchange: (captured) => say("exchange", captured, lineOf(captured)),
  });
  let code: number = exitCodes.well;
  try {
    if (plan !== null) {
      const { concurrency, budget, as, tokenEnv } = options;
      const report = await recordPlan(recorder, plan, {
        concurrency,
        ...(budget !== undefined && { budget }),
        ...(tokenEnv !== undefined && { as }),
      });
      if (report.skipped.length > 0) {
        say(
          "skipped",
          { requests: report.skipped },
          `tapedeck: ${report.skipped.length} requests were not sent: the budget is used up`,
        );
      }
    } else {
      const door = await listen(recorder.player, { port: options.proxy ?? 0 });
      say("listening", { url: door.url }, `tapedeck: recording ${options.from} through ${door.url}`);
      try {
        code = options.proxy === undefined ? await runThrough(door, command, environment) : await untilStopped();
      } finally {
        await door.close();
      }
    }
  } finally {
    await recorder.close();
  }
  const summary = recorder.summary();
  say("summary", summary, summaryOf(summary, options.out));
  if (code !== exitCodes.well) return code;
  return summary.failed.length > 0 ? exitCodes.failed : exitCodes.well;
}

// The recorder's word for a base URL, an alias or a credential that cannot be used.
function asMistake(error: unknown): never {
  throw error instanceof RangeError ? new Mistake(error.message, { cause: error }) : error;
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

async function untilStopped(): Promise<number> {
  await stopSignal();
  return exitCodes.well;
}

function runThrough(
  { url }: Listening,
  [program = "", ...words]: readonly string[],
  environment: Environment,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { stdio: "inherit", env: { ...environment, TAPEDECK_URL: url } });
    child.once("error", (cause) => reject(new Mistake(`Cannot run ${program}: ${cause.message}`, { cause })));
    // A shell reports a command that a signal ended as 128 + the signal's number.
    child.once("exit", (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}

function lineOf({ method, target, principal, status, outcome }: Captured): string {
  return `${outcome.padEnd(9)} ${status} ${method} ${target}${principal === "anonymous" ? "" : ` as ${principal}`}`;
}

function summaryOf({ captured, unchanged, redacted, invalid, failed }: Summary, out: string): string {
  const kinds = Object.entries(redacted).map(([kind, count]) => `${kind} ${count}`);
  const total = Object.values(redacted).reduce((sum, count) => sum + count, 0);
  const lines = [
    ...invalid.map(({ target, problems }) => `invalid   ${target}: ${problems.join("; ")}`),
    ...failed.map(({ target, principal, reason }) => `failed    ${target} as ${principal}: ${reason}`),
    `tapedeck: captured ${captured}, unchanged ${unchanged}, redacted ${total}${total > 0 ? ` (${kinds.join(", ")})` : ""}, invalid ${invalid.length}, failed ${failed.length}; in ${out}`,
  ];
  return lines.join("\n");
}
