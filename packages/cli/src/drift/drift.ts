import { apiFor } from "@tapedeck/api";
import { type DriftReport, findDrift, isAtLeast, type Severity } from "@tapedeck/record/drift";
import { givenTokens } from "../command/credentials.ts";
import type { Environment } from "../command/environment.ts";
import type { UpstreamOptions } from "../command/options/upstream-options.ts";
import { checkRecordings, describedApis } from "../command/recordings-folder.ts";
import { stopping } from "../command/stopping.ts";
import { type Tell, tellLines } from "../command/tell.ts";
import { exitCodes, refused } from "../command/user-error.ts";
import { barTeller } from "../record/bar-report.ts";
import { waitingLine } from "../record/report.ts";
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
  // The report goes to standard output.
  const tell = process.stderr.isTTY ? barTeller(process.stderr, () => performance.now() / 1000) : tellLines;
  const stop = stopping(() => tell("stopping", {}, "tapedeck: stopping; what was asked is still compared"));
  try {
    const report = await reported(dir, options, environment, tell, stop.signal);
    tell("asked", {}, null);
    console.log(options.json ? driftJson(report) : options.markdown ? driftMarkdown(report) : driftText(report));
    return stop.exitCode() ?? codeOf(report, options);
  } finally {
    stop.end();
  }
}

async function reported(
  dir: string,
  options: DriftCommandOptions,
  environment: Environment,
  tell: Tell,
  signal: AbortSignal,
): Promise<DriftReport> {
  const { from, origin, concurrency, budget, reserve, retries, timeout, values = false, update = false } = options;
  const tokens = givenTokens(options, environment);
  const apis = await describedApis(options.api, [dir]);
  return findDrift({
    dir,
    api: apiFor(apis, origin ?? new URL(from).origin),
    from,
    tokens,
    concurrency,
    retries,
    timeoutSeconds: timeout,
    values,
    update,
    signal,
    pace: { onWait: (event) => tell("waiting", event, waitingLine(event)), ...(reserve !== undefined && { reserve }) },
    ...(origin !== undefined && { origin }),
    ...(budget !== undefined && { budget }),
    onExchange: (event) => tell("exchange", event, null),
    onProgress: (progress) => tell("progress", progress, null),
  }).catch(refused);
}

// A drift that was recorded again no longer counts.
function codeOf({ found, failed, asked, updated }: DriftReport, { failOn, update }: DriftCommandOptions): number {
  const grave = found.some(({ severity }) => isAtLeast(severity, failOn));
  if (grave && !(update && updated.length > 0)) return exitCodes.failed;
  return failed.length > 0 || asked === 0 ? exitCodes.unanswered : exitCodes.ok;
}
