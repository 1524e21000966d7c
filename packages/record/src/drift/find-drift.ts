import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { plain } from "@tapedeck/api";
import type { PlanStep } from "@tapedeck/schema";
import { anonymous, createScrubber, type Exchange } from "@tapedeck/tape";
import { readTapes, type TapeFile } from "@tapedeck/tape/files";
import { checkArgument, headersToSend, mergeRedact } from "@tapedeck/tape/internal";
import { type PlanOptions, type PlanReport, recordPlan } from "../plan/record-plan.ts";
import { createRecorder, type Recorder } from "../recorder.ts";
import type { RecorderOptions } from "../recorder-options.ts";
import type { Asked, Unanswered } from "../summary.ts";
import {
  type Askable,
  askedOf,
  checkAliases,
  choose,
  isRepeatable,
  liveKeyOf,
  originAmong,
  turnedAway,
} from "./choose.ts";
import { compareAnswers } from "./compare/compare-answers.ts";
import { knownShapes } from "./compare/compare-shapes.ts";
import type { Drift } from "./finding.ts";
import { updateRecordings } from "./update-recordings.ts";

export interface DriftOptions
  extends Omit<RecorderOptions, "out" | "recordedAt" | "rewriteLinks">,
    Pick<PlanOptions, "concurrency" | "budget" | "retries" | "signal"> {
  /** The folder of recordings. */
  readonly dir: string;
  /** Whether to report changed plain values too. Default: false. */
  readonly values?: boolean;
  /** Whether to write drifted answers into the recordings. Default: false. */
  readonly update?: boolean;
  /** Called at the start, and after each request. */
  readonly onProgress?: (progress: DriftProgress) => void;
}

export interface DriftProgress {
  readonly done: number;
  readonly of: number;
  readonly standings: ReturnType<Recorder["standings"]>;
}

/** A change of answers, and a request that shows it. */
export interface DriftFound extends Drift {
  readonly asked: Asked;
}

export interface DriftReport {
  /** The origin whose recordings were compared with the live API. */
  readonly origin: string;
  /** Other origins in the folder, which were left alone. */
  readonly otherOrigins: readonly string[];
  /** Number of recorded requests that got an answer. */
  readonly asked: number;
  readonly found: readonly DriftFound[];
  readonly notAsked: readonly Unanswered[];
  /** Requests that got no answer to compare. */
  readonly failed: readonly Unanswered[];
  /** The recordings that were rewritten, relative to the folder. */
  readonly updated: readonly string[];
}

/**
 * Asks a live API again for what recordings hold, as gently as a recorder does, and reports how it has changed. Sends
 * only GET, HEAD and OPTIONS; the recordings stay as they are unless `update` is set.
 * @throws RangeError if the recordings to compare are ambiguous, for an alias that looks like a typo of a recorded one,
 *   and for options that a recorder refuses.
 * @throws RecordingSyntaxError for a file that is not a recording.
 * @throws FolderLockedError or RecorderError if the recordings cannot be updated.
 * @example
 * const { found } = await findDrift({ dir: "recordings", from: "https://api.service.example" });
 * found.filter(({ severity }) => severity === "error");
 */
export async function findDrift(options: DriftOptions): Promise<DriftReport> {
  checkArgument("find drift", "the options", options, "object");
  const all = await readTapes(options.dir);
  const { origin, otherOrigins } = originAmong(all, options.from, options.origin);
  const files = all.filter(({ tape }) => tape.origin === origin);
  // Hidden as in recordings, or nothing would be equal.
  const redact = mergeRedact([options.redact, ...files.map(({ tape }) => tape.redact)]);
  const { exchange: hide } = createScrubber(redact);
  // What another tool wrote, or a person edited, may hold a secret, and a report says what was asked.
  const hidden = files.map((each) => ({ ...each, tape: { ...each.tape, exchanges: each.tape.exchanges.map(hide) } }));
  return { origin, otherOrigins, ...(await held(hidden, { ...options, origin, ...(redact && { redact }) })) };
}

/** A recorded request that was asked again, and the changes of its answer. */
interface Outcome extends Askable {
  readonly drift: readonly Drift[];
}

async function held(
  files: readonly TapeFile[],
  options: DriftOptions,
): Promise<Omit<DriftReport, "origin" | "otherOrigins">> {
  const { dir, values = false, update = false, tokens = {} } = options;
  const tapes = files.map(({ tape }) => tape);
  const given = Object.keys(tokens);
  checkAliases(given, new Set(tapes.flatMap(({ exchanges }) => exchanges.map(({ request }) => request.principal))));
  const { askable, notAsked } = choose(tapes, [anonymous, ...given]);
  const { report, live } = await askBeside(askable, () => 1, options);
  const left = options.budget === undefined ? {} : { budget: options.budget - report.asked };
  const known = knownShapes(
    tapes.flatMap(({ exchanges }) => exchanges),
    options.api ?? plain,
  );
  const outcomes: Outcome[] = [];
  const skipped = [...notAsked];
  const failed: Unanswered[] = [];
  const away = turnedAway(askable, ({ key }) => live.get(key)?.[0]);
  for (const each of askable) {
    const answer = live.get(each.key)?.[0];
    const isAnswered = answer !== undefined && isRepeatable(answer);
    const isAway = isAnswered && away.has(each.recorded.request.principal);
    if (isAnswered && !isAway) {
      const drift = compareAnswers(each.recorded, answer, { known: known(each.recorded), values, api: options.api });
      outcomes.push({ ...each, drift });
    } else {
      const { kind, ...why } = whyUnanswered(each, answer, report, isAway);
      (kind === "failed" ? failed : skipped).push(why);
    }
  }
  const moved = outcomes.filter(({ drift }) => drift.length > 0);
  return {
    asked: outcomes.length,
    found: moved.flatMap(({ recorded, drift }) => drift.map((each) => ({ ...each, asked: askedOf(recorded) }))),
    notAsked: skipped,
    failed,
    updated: update ? await updated(dir, files, moved, live, { ...options, ...left }) : [],
  };
}

async function updated(
  dir: string,
  files: readonly TapeFile[],
  moved: readonly Outcome[],
  live: Answers,
  options: DriftOptions,
): Promise<readonly string[]> {
  if (moved.length === 0) return [];
  // A request with several answers on file has one new one so far.
  const sequences = moved.filter(({ answers }) => answers > 1);
  const more = sequences.length === 0 ? null : (await askBeside(sequences, ({ answers }) => answers - 1, options)).live;
  const answersTo = (key: string): readonly Exchange[] => [...(live.get(key) ?? []), ...(more?.get(key) ?? [])];
  const fresh = new Map(moved.map(({ key }) => [key, answersTo(key).filter(isRepeatable)]));
  const concerned = files.filter(({ tape }) => tape.exchanges.some((exchange) => fresh.has(liveKeyOf(exchange))));
  return updateRecordings(
    dir,
    concerned.map(({ file }) => file),
    fresh,
  );
}

/** By the key of the request, in order. */
type Answers = ReadonlyMap<string, readonly Exchange[]>;

// The answers are recorded into a folder of their own, and so are scrubbed, pinned and laid out like the recordings.
async function askBeside(
  askable: readonly Askable[],
  times: (askable: Askable) => number,
  options: DriftOptions,
): Promise<{ readonly report: PlanReport; readonly live: Answers }> {
  const { dir: _dir, onProgress, values: _values, update: _update, ...ofRecorder } = options;
  const {
    concurrency: _concurrency,
    budget: _budget,
    retries: _retries,
    signal: _signal,
    ...recorderOptions
  } = ofRecorder;
  const beside = await mkdtemp(join(tmpdir(), "tapedeck-drift-"));
  try {
    const recorder = await createRecorder({ ...recorderOptions, out: beside });
    let report: PlanReport;
    try {
      const tell: PlanOptions["onProgress"] = (at) => onProgress?.({ ...at, standings: recorder.standings() });
      report = await askAgain(recorder, askable, times, { ...options, onProgress: tell });
    } finally {
      await recorder.close();
    }
    const tapes = await readTapes(beside);
    const live = Map.groupBy(
      tapes.flatMap(({ tape }) => tape.exchanges),
      liveKeyOf,
    );
    return { report, live };
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

/** Asks recorded requests again in order, each `times` times. */
async function askAgain(
  recorder: Recorder,
  askable: readonly Askable[],
  times: (askable: Askable) => number,
  options: PlanOptions,
): Promise<PlanReport> {
  const requests = askable.map((each): PlanStep => {
    const { method, target, principal } = each.recorded.request;
    return {
      path: target,
      method: method as NonNullable<PlanStep["method"]>,
      as: principal,
      headers: headersToSend(each.recorded),
      times: times(each),
    };
  });
  return recordPlan(recorder, { requests: requests as [PlanStep, ...PlanStep[]] }, { ...options, fresh: true });
}

/**
 * Returns why a request has no answer to compare: it failed, or was not sent.
 * @param answer The last answer, if there was one.
 * @param isAway Whether its alias has lost access.
 */
function whyUnanswered(
  { recorded }: Askable,
  answer: Exchange | undefined,
  report: PlanReport,
  isAway: boolean,
): Unanswered & { readonly kind: "failed" | "skipped" } {
  const asked = askedOf(recorded);
  const failure = (reason: string) => ({ ...asked, kind: "failed", reason }) as const;
  if (isAway) {
    return failure(
      `the service does not accept the token of alias "${asked.principal}" (401): has it expired, or does it lack the scope?`,
    );
  }
  if (answer !== undefined) return failure(`it kept answering ${answer.response.status}`);
  const isIt = (other: Asked): boolean =>
    other.method === asked.method && other.target === asked.target && other.principal === asked.principal;
  const failed = report.failed.find(isIt);
  if (failed !== undefined) return failure(causeOf(failed.reason));
  const reason = report.skipped.find(isIt)?.reason ?? "nothing was kept of what came";
  return { ...asked, kind: "skipped", reason: causeOf(reason) };
}

// The recorder reports what it cannot record, but nothing is recorded here; the request is named instead.
function causeOf(reason: string): string {
  return reason.replace(/Cannot record \S+ \S+: /, "");
}
