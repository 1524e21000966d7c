import { apiFor } from "@tapedeck/api";
import { type DriftReport, findDrift, isAtLeast, type Severity } from "@tapedeck/record/drift";
import { givenTokens } from "../command/credentials.ts";
import { describedApis } from "../command/described-apis.ts";
import type { Environment } from "../command/environment.ts";
import { checkRecordings } from "../command/recordings-folder.ts";
import { stopping } from "../command/stopping.ts";
import type { UpstreamOptions } from "../command/upstream-options.ts";
import { exitCodes, refused } from "../command/user-error.ts";
import { barReport } from "../record/bar-report.ts";
import { plainReport, type Report } from "../record/progress.ts";
import { driftJson, driftMarkdown, driftText } from "./report.ts";

/** The options of `tapedeck drift`. */
export interface DriftCommandOptions extends UpstreamOptions {
  readonly values?: boolean;
  readonly update?: boolean;
  readonly failOn: Severity;
  readonly json?: boolean;
  readonly markdown?: boolean;
}

/**
 * Compares recordings with a live API, and prints how it has changed.
 * @returns The exit code.
 * @throws UserError, RecordingSyntaxError, RecorderError or FolderLockedError for what the user can correct.
 */
export async function drift(dir: string, options: DriftCommandOptions, environment: Environment): Promise<number> {
  await checkRecordings("find drift in", dir);
  const watch = watched();
  const stop = stopping(() => watch.say("stopping", {}, "tapedeck: stopping; what was asked is still compared"));
  try {
    const report = await reported(dir, options, environment, watch, stop.signal);
    watch.say("asked", {}, "");
    console.log(options.json ? driftJson(report) : options.markdown ? driftMarkdown(report) : driftText(report));
    return stop.exitCode() ?? codeOf(report, options);
  } finally {
    stop.end();
  }
}

// The report goes to standard output.
function watched(): Report {
  const lines = plainReport((line) => line !== "" && console.error(line));
  if (!process.stderr.isTTY) return { ...lines, exchange: () => {} };
  return barReport(process.stderr, () => performance.now() / 1000);
}

async function reported(
  dir: string,
  options: DriftCommandOptions,
  environment: Environment,
  watch: Report,
  signal: AbortSignal,
): Promise<DriftReport> {
  const { from, origin, concurrency, budget, reserve, retries, timeout, values = false, update = false } = options;
  const tokens = givenTokens(options, environment);
  const apis = await describedApis(options.api, [dir]);
  return findDrift({
    dir,
    api: apiFor(apis, new URL(origin ?? from).origin),
    from,
    tokens,
    concurrency,
    retries,
    timeoutSeconds: timeout,
    values,
    update,
    signal,
    pace: { onWait: watch.waiting, ...(reserve !== undefined && { reserve }) },
    ...(origin !== undefined && { origin: new URL(origin).origin }),
    ...(budget !== undefined && { budget }),
    onExchange: watch.exchange,
    onProgress: watch.progress,
  }).catch(refused);
}

// A drift that was recorded again no longer counts.
function codeOf({ found, failed, asked, updated }: DriftReport, { failOn, update }: DriftCommandOptions): number {
  const grave = found.some(({ severity }) => isAtLeast(severity, failOn));
  if (grave && !(update && updated.length > 0)) return exitCodes.failed;
  return failed.length > 0 || asked === 0 ? exitCodes.unanswered : exitCodes.ok;
}
