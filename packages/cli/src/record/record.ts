import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type ApiDescription, apiFor } from "@tapedeck/api";
import { describedText, describeRecorded, namedApis, readDescriptions } from "@tapedeck/api/files";
import {
  createRecorder,
  type Plan,
  type Recorder,
  RecorderError,
  type RecorderOptions,
  readPlan,
  recordPlan,
  type Unanswered,
} from "@tapedeck/record";
import type { Handler, IncomingRequest, Outcome } from "@tapedeck/replay";
import { handlerOf } from "@tapedeck/replay/internal";
import { listen } from "@tapedeck/serve";
import { givenTokens, variablesOf } from "../command/credentials.ts";
import type { CommandContext, Environment } from "../command/environment.ts";
import { boundsBelow, checkBounds, recorderBounds } from "../command/options/bounds.ts";
import { checkRecordings, describedApis } from "../command/recordings-folder.ts";
import { clientEnvironment, runProgram } from "../command/run-program.ts";
import { cutLine, refusedLine } from "../command/server-lines.ts";
import { shownUrl } from "../command/shown-url.ts";
import { graceTime, stopping, stopSignal } from "../command/stopping.ts";
import { type Tell, tellJson, tellLines } from "../command/tell.ts";
import { exitCodes, refused, systemReason, UsageError, UserError } from "../command/user-error.ts";
import { enlargeYoungGeneration, limitHeapGrowth } from "../command/v8-flags.ts";
import { recordAgain } from "./again.ts";
import { madeAnew, madeAnewText, tapesBefore } from "./made-anew.ts";
import { commandAgain, type RecordOptions } from "./options.ts";
import { lineTeller, type Progress } from "./progress.ts";
import { exchangeLine, failureLine, rejectedText, summaryText, waitingLine } from "./report.ts";
import { wrongBaseUrl } from "./wrong-base-url.ts";

/**
 * Records in the way that the options name.
 * @returns The exit code: the command's own, if one was run.
 * @throws UsageError, UserError, PlanError, ListenError or FolderLockedError for what the user can correct.
 */
export async function record(
  command: readonly string[],
  options: RecordOptions,
  { environment, stop: aborted }: Pick<CommandContext, "environment" | "stop">,
): Promise<number> {
  const ways = [options.plan, options.proxy, options.again, command[0]].filter((way) => way !== undefined);
  if (ways.length !== 1)
    throw new UsageError("Cannot record: give one of --plan FILE, --proxy PORT, --again REQUEST, or -- COMMAND");
  const [program = ""] = command;
  if (command.length === 1 && /\.(?:json|ya?ml)$/i.test(program)) {
    throw new UsageError(
      `Cannot record while "${program}" runs: it is not a program; if it is a plan: --plan ${program}`,
    );
  }
  checkBounds("record", options.bound, {
    player: "is of a replay: give it to tapedeck replay",
    ...(options.proxy === undefined &&
      command.length === 0 && { server: "is of what clients send: give --proxy PORT or -- COMMAND" }),
  });
  if (options.again !== undefined) await checkRecordings("record again in", options.out);
  limitHeapGrowth();
  enlargeYoungGeneration();
  // Throws if the working directory was deleted, before a file in it counts as missing.
  process.cwd();
  const plan = options.plan === undefined ? null : readPlan(await planText(options.plan), options.plan);
  const tell = await tellerFor(options, command.length > 0);
  const stop = plan === null ? null : stopping(() => tell("stopping", {}, goodbyeWithin(options.timeout)));

  const broken = new AbortController();
  const onFailure: NonNullable<RecorderOptions["onFailure"]> = (event, error) => {
    // A plan's failures are listed at its end, which is near.
    if (plan === null || options.json) tell("failure", event, failureLine(event));
    // Nothing more can be stored, unless only the reserve of one credential is too large.
    if (error instanceof RecorderError && error.code !== "ERESERVE") broken.abort();
  };
  // A plan sends the same requests each time.
  const before = plan === null && options.again === undefined ? await tapesBefore(options.out) : [];
  const opened = openRecorder(options, environment, plan === null, tell, onFailure);
  opened.catch(() => stop?.end());
  const recorder = await opened;
  const grace = graceTime(options.grace);
  let end: End;
  let lost: unknown = null;
  try {
    if (options.again !== undefined) {
      await recordAgain(recorder, options.out, options.origin ?? new URL(options.from).origin, options.again);
      end = { code: exitCodes.ok, again: null };
    } else if (plan === null || stop === null)
      end = await throughServer(recorder, command, options, environment, tell, grace, broken.signal, aborted);
    else end = await byPlan(recorder, plan, options, tell, stop.signal);
  } catch (error) {
    // The recorder's error for an alias without a credential, or a reserve that leaves nothing.
    return refused(error);
  } finally {
    await recorder.close(grace()).catch((error: unknown) => {
      lost = error;
    });
    stop?.end();
  }
  const summary = recorder.summary();
  const { unaccepted = [] } = summary;
  const { failed = summary.failed } = end;
  const variables = variablesOf(options);
  for (const each of unaccepted) {
    const variable = variables[each.alias] ?? "";
    const isMeant = !failed.some(({ principal }) => principal === each.alias);
    tell("unaccepted", { ...each, variable }, rejectedText(each, variable, isMeant));
  }
  const said = { ...summary, failed };
  const fields = { ...said, ...(end.again !== null && { again: end.again }) };
  tell("summary", fields, summaryText(said, options.out, end.again, end.skipped));
  const anew =
    lost === null && summary.captured > 0
      ? await madeAnew(before, options.out, await describedApis(options.api, [options.out]))
      : [];
  if (anew.length > 0) tell("madeAnew", { advice: anew }, madeAnewText(anew));
  // Last, since it is worth knowing what was recorded nonetheless.
  if (lost !== null) throw lost;
  const hasFailed = end.code === exitCodes.ok && failed.length > 0;
  return stop?.exitCode() ?? (hasFailed ? exitCodes.failed : end.code);
}

const goodbyeWithin = (seconds: number): string =>
  `tapedeck: stopping; requests already sent are still recorded, within ${seconds} s (Ctrl-C again ends at once)`;

const unasked =
  "tapedeck: the command sent no request to the recorder; its client must use the address in TAPEDECK_URL";

/** The end of a recording. */
interface End {
  readonly code: number;
  /** Those of a plan; others are told by the recorder, once it is closed. */
  readonly failed?: readonly Unanswered[];
  readonly skipped?: readonly Unanswered[];
  /** The command that requests what is missing. */
  readonly again: string | null;
}

// Standard output belongs to the command: our lines go to standard error.
async function tellerFor({ json }: RecordOptions, runsCommand: boolean): Promise<Tell> {
  if (json) return tellJson;
  if (!process.stderr.isTTY) return tellLines;
  const now = (): number => performance.now() / 1000;
  if (runsCommand) return lineTeller((line) => console.error(line), now);
  const { barTeller } = await import("./bar-report.ts");
  return barTeller(process.stderr, now);
}

/** Writes the first description of an API, with what is known of it; leaves an existing one as it is. */
function firstDescription({ from, origin, api, redact }: RecordOptions): ApiDescription {
  const written = origin ?? new URL(from).origin;
  const base = basePathOf(from);
  return {
    ...(api !== undefined && namedApis.has(api) && { extends: api }),
    name: new URL(written).host,
    origins: [written],
    ...(base !== "" && { base }),
    ...(Object.keys(redact).length > 0 && { redact: { ...redact } }),
  };
}

/** Returns the folder whose description an origin goes by: its own, or that of all recordings where only this one has it. */
async function describedIn(out: string, own: string, origin: string): Promise<string> {
  const descriptions = await readDescriptions(out);
  const isOwn = descriptions.some((each) => each !== null && dirname(each.file) === own);
  const { origins = [origin] } = descriptions[0]?.description ?? { origins: [] };
  return !isOwn && origins.includes(origin) ? out : own;
}

/** Returns the path of a base URL as it may be written down, without a slash at its end: "" for none. */
function basePathOf(from: string): string {
  return new URL(shownUrl(from)).pathname.replace(/\/+$/, "");
}

async function openRecorder(
  options: RecordOptions,
  environment: Environment,
  rewriteLinks: boolean,
  tell: Tell,
  onFailure: NonNullable<RecorderOptions["onFailure"]>,
): Promise<Recorder> {
  const { from, out, origin, redact, reserve, timeout, streamSeconds, chunked = false, bound } = options;
  const apis = await describedApis(options.api, [out]);
  const api = apiFor(apis, origin ?? new URL(from).origin);
  const base = basePathOf(from);
  const { origin: live } = new URL(from);
  const [shownLive, known] = [shownUrl(live), shownUrl(live + api.base)];
  if (known !== shownLive + api.base)
    throw new UserError(
      `Cannot record into "${out}": "base" of its api.json holds what looks like a key: write "${known.slice(shownLive.length)}" in its place\n  - if others could read the file, revoke the key, and take it out of the version history`,
    );
  // Of two paths below one origin, requests with the same target would replace each other.
  if (origin === undefined && api.base !== "" && api.base !== base) {
    throw new UserError(
      `Cannot record from "${live}${base}" into "${out}": its recordings are of ${live}${api.base} ("base" of api.json); record from there, or into another folder: --out DIR`,
    );
  }
  const tokens = givenTokens(options, environment);
  const recorder = await createRecorder({
    from,
    out,
    tokens,
    api,
    redact,
    rewriteLinks,
    timeoutSeconds: timeout,
    streamSeconds,
    chunked,
    pace: { onWait: (event) => tell("waiting", event, waitingLine(event)), ...(reserve !== undefined && { reserve }) },
    ...(origin !== undefined && { origin }),
    ...recorderBounds(bound),
    onExchange: (event) => tell("exchange", event, exchangeLine(event)),
    onFailure,
    describe: async (tapes, folder) => {
      const { rateLimit } = recorder;
      const description = firstDescription(options);
      const home = await describedIn(out, folder, origin ?? new URL(from).origin);
      const said = await describeRecorded({ tapes, folder: home, description, rateLimit, always: true });
      if (said !== null) tell("limited", { ...said }, describedText(said));
    },
  }).catch(refused);
  return recorder;
}

async function byPlan(
  recorder: Recorder,
  plan: Plan,
  options: RecordOptions,
  tell: Tell,
  signal: AbortSignal,
): Promise<End> {
  const { concurrency, budget, as, tokenEnv, retries, fresh = false, only } = options;
  const { skipped, failed, again } = await recordPlan(recorder, plan, {
    concurrency,
    retries,
    fresh,
    signal,
    ...(budget !== undefined && { budget }),
    ...(only !== undefined && { only }),
    ...(tokenEnv !== undefined && { as }),
    onProgress: ({ done, of }) => tell("progress", progressOf(recorder, done, of), null),
  });
  if (skipped.length > 0) tell("skipped", { requests: skipped }, null);
  return { code: exitCodes.ok, failed, skipped, again: again === undefined ? null : commandAgain(options, again) };
}

// Looked up by the reports that need it; most do not.
function progressOf(recorder: Recorder, done: number, of: number | null): Progress {
  return {
    done,
    of,
    get standings() {
      return recorder.standings();
    },
  };
}

async function throughServer(
  recorder: Recorder,
  command: readonly string[],
  options: RecordOptions,
  environment: Environment,
  tell: Tell,
  graceLeft: () => number,
  broken: AbortSignal,
  aborted: AbortSignal | undefined,
): Promise<End> {
  let done = 0;
  const tellProgress = (): void => tell("progress", progressOf(recorder, done, null), null);
  const playing = new Set<Promise<Outcome>>();
  const { player } = recorder;
  const ended = async (response: Promise<Outcome>): Promise<Outcome> => {
    playing.add(response);
    try {
      return await response;
    } finally {
      playing.delete(response);
      done += 1;
      tellProgress();
    }
  };
  const elsewhere = ({ base }: IncomingRequest): Outcome | null => wrongBaseUrl(base, options.from);
  const handler = handlerOf((request) => elsewhere(request) ?? ended(player.answer(request)));
  const expected: Handler["expected"] = async (request) => {
    const said = elsewhere(request) ?? (await player.expected(request));
    return typeof said === "function" ? (whole) => ended(Promise.resolve(said(whole))) : said;
  };
  const server = await listen(Object.assign(handler, { expected }), {
    port: options.proxy ?? 0,
    limits: boundsBelow("limits", options.bound),
    onFailure: (failure) => tell("refused", failure, refusedLine(failure)),
  });
  const stopped = command.length > 0 ? null : stopSignal(aborted);
  tell("listening", { url: server.url }, `tapedeck: recording ${shownUrl(options.from)} through ${server.url}`);
  tellProgress();
  let code: number = exitCodes.ok;
  try {
    if (stopped === null) {
      // Programs want to read only events from our output.
      const output = options.json ? "stderr" : "stdout";
      code = await runProgram(command, clientEnvironment(environment, server.url), output);
    } else if ((await Promise.race([stopped, once(broken, "abort")])) !== undefined) {
      // Clients get the reason before the server closes.
      await Promise.allSettled(playing);
      await setImmediate();
    }
  } finally {
    // A command that has ended waits for none of its requests.
    const grace = command.length > 0 ? 0 : graceLeft();
    const ending = command.length > 0 ? undefined : setTimeout(recorder.endStreams, grace * 1000);
    const { cut } = await server.shutdown(grace);
    clearTimeout(ending);
    if (cut > 0 && grace > 0) tell("cut", { requests: cut }, cutLine(cut, options.grace));
  }
  if (command.length > 0 && done === 0) tell("unasked", {}, unasked);
  return { code, again: null };
}

async function planText(file: string): Promise<string> {
  try {
    // Editors on Windows begin a file with a byte order mark.
    return (await readFile(file, "utf8")).replace(/^\uFEFF/, "");
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new UserError(`Cannot read the plan "${file}": ${unread[code ?? ""] ?? systemReason(cause)}`, { cause });
  }
}

const unread: Readonly<Record<string, string>> = {
  EACCES: "permission denied; let this user read it",
  EISDIR: "it is a folder; name a file, as JSON or YAML",
  ENOENT: 'no such file; a plan is JSON or YAML, such as { "requests": [{ "path": "/users/ada" }] }',
};
