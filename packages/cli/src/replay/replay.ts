import {
  createPlayer,
  createSharedPlayer,
  type Handler,
  type JournalEntry,
  missesText,
  type Player,
  type PlayerOptions,
  passthrough,
  type Recording,
  type RecordMissesOptions,
  recordMisses,
  type SharedPlayer,
  type TapeSource,
  type Unreadable,
} from "@tapedeck/replay";
import { control, listen } from "@tapedeck/serve";
import { holdsRecordings, openPack } from "@tapedeck/tape/files";
import { readVariable, tokenFrom } from "../command/credentials.ts";
import type { CommandContext, Environment } from "../command/environment.ts";
import { boundsBelow } from "../command/options/bounds.ts";
import { wholeNumber } from "../command/options/option-parsers.ts";
import { entryAt, isPackedFile, tapesIn } from "../command/recordings-folder.ts";
import { cutLine, exchangeCount, refusedLine, unreadableLine, workerLine } from "../command/server-lines.ts";
import { graceTime, stopSignal } from "../command/stopping.ts";
import { type Tell, tellJson, tellLines, tellRequest } from "../command/tell.ts";
import { exitCodes, refused, UserError } from "../command/user-error.ts";
import { sharedAliasText, summaryText } from "../record/report.ts";
import { greet, warnOfOverrun } from "./greeting.ts";
import { indexFile } from "./index-place.ts";
import { checkTogether, defaultFolder, defaultPort, type ReplayOptions } from "./options.ts";
import { openQuotaStore } from "./quota-store.ts";
import { clockOf, replayedApis, replayTokens } from "./settings.ts";
import { type ReplayTls, tlsFor, wantsTls } from "./tls.ts";
import { type LiveApi, passingUpstream, recordingUpstream } from "./upstream.ts";

/**
 * Serves recordings, or a world, until it is stopped, or while a program runs that gets the address in `TAPEDECK_URL`;
 * resolves to the exit code.
 * @param dirs Folders of recordings; if two have answers to one request, those of the first count.
 * @throws UserError, ListenError, FolderLockedError or RecordingSyntaxError for what the user can correct.
 */
export async function replay(
  dirs: readonly string[],
  options: ReplayOptions,
  context: CommandContext,
): Promise<number> {
  checkTogether(dirs, options);
  const { program, environment } = context;
  const runs = program.length > 0;
  const tell = options.json ? tellJson : tellLines;
  const { player, what, first, limited, handler, endStreams, close } = await servedBy(dirs, options, context, tell);
  const graceLeft = graceTime(options.grace);
  let secure: ReplayTls | null = null;
  try {
    secure = wantsTls(options) ? await tlsFor(options) : null;
    const { host, compress = false, native = false, grace, workers, json } = options;
    let failed = false;
    const server = await listen(handler, {
      ...{ host, compress, native, workers, limits: boundsBelow("limits", options.bound) },
      port: options.port ?? (runs ? 0 : (portFrom(environment["PORT"]) ?? defaultPort)),
      ...(options.control && { control: controlFor(player, options, environment) }),
      ...(secure && { tls: secure.tls }),
      onFailure: (failure) => {
        failed ||= failure.status === 500;
        tell("refused", failure, refusedLine(failure));
      },
      onWorkerEnd: (ended) => tell("worker", ended, workerLine(ended)),
    }).catch(refused);
    const { url } = server;
    const stopped = runs ? null : stopSignal(context.stop);
    const certificate = secure?.certificate ?? null;
    const listening = { url, exchanges: player.exchanges, ...(certificate !== null && { certificate }) };
    tell("listening", listening, runs ? `tapedeck: replaying ${what} on ${url}` : null);
    if (!runs && !json) greet(player, what, { url, certificate }, options, first);
    const ended = new AbortController();
    const searched = limited ? warnOfOverrun(player, options, context, tell, ended.signal) : null;
    const done = stopped?.then(() => exitCodes.ok) ?? runClient(program, url, options, environment);
    let code: number;
    let cut: number;
    try {
      code = await Promise.race([done, searched?.then(() => done) ?? done]);
    } finally {
      ended.abort();
      const ending = runs ? undefined : setTimeout(() => endStreams?.(), grace * 1000);
      ({ cut } = await server.shutdown(runs ? 0 : graceLeft()));
      clearTimeout(ending);
    }
    const [dir = defaultFolder, ...others] = dirs;
    const log = readVariable("TAPEDECK_PLAYED", environment);
    if (log && options.world === undefined && others.length === 0 && entryAt(dir)?.isDirectory()) {
      const { notePlayed } = await import("./note-played.ts");
      await notePlayed(dir, player, options.misses === "record", log);
    }
    const misses = player.misses();
    if (cut > 0 && !runs && !json) console.error(cutLine(cut, grace));
    const missed = misses.length > 0 ? `tapedeck: ${missesText(misses)}` : null;
    tell("stopped", { url, exchanges: player.exchanges, cut }, missed);
    return code === exitCodes.ok && runs && (failed || misses.length > 0) ? exitCodes.failed : code;
  } finally {
    await secure?.close();
    await close(graceLeft());
  }
}

async function runClient(
  program: readonly string[],
  url: string,
  { json }: ReplayOptions,
  environment: Environment,
): Promise<number> {
  const { clientEnvironment, runProgram } = await import("../command/run-program.ts");
  // Programs want to read only events from our output.
  return await runProgram(program, clientEnvironment(environment, url), json ? "stderr" : "stdout");
}

/**
 * Returns the control API, with the access that the options give.
 * @throws UserError for invalid addresses or an invalid token.
 */
function controlFor(
  player: Player | SharedPlayer,
  { controlFrom, controlTokenEnv }: ReplayOptions,
  environment: Environment,
): ReturnType<typeof control> {
  const token = controlTokenEnv === undefined ? null : tokenFrom("--control-token-env", controlTokenEnv, environment);
  try {
    return control(player, { from: controlFrom, ...(token !== null && { token }) });
  } catch (error) {
    return refused(error);
  }
}

/** The handler to serve, its name in the greeting, and the promise of its end. */
interface Served {
  readonly player: Player | SharedPlayer;
  readonly handler: Handler;
  readonly what: string;
  /** A request to suggest; by default the player's recordings decide. */
  readonly first?: string;
  /** Whether recordings are replayed under a limit. */
  readonly limited?: boolean;
  /** Ends what a recorder still records, when the grace time is over. */
  readonly endStreams?: () => void;
  /** @param graceSeconds How long what is asked of the live API may take. */
  close(graceSeconds: number): Promise<void>;
}

async function servedBy(
  given: readonly string[],
  options: ReplayOptions,
  { program, environment }: CommandContext,
  tell: Tell,
): Promise<Served> {
  const dirs = given.length === 0 ? [defaultFolder] : given;
  const tokens = replayTokens(options.token, environment);
  const clock = clockOf(options.clock);
  const apis = await replayedApis(options.world === undefined ? dirs : [], options, tokens);
  const { world: seed, accounts, repositories, from, tokenEnv } = options;
  const { comparedBytes, maxBuckets, maxSecrets } = options.bound;
  const onRequest = (entry: JournalEntry): void => (options.quiet ? undefined : tellRequest(tell, entry));
  const setting = {
    tokens,
    onRequest,
    ...(clock && { clock }),
    journal: boundsBelow("journal", options.bound),
    overrides: boundsBelow("overrides", options.bound),
    ...(comparedBytes !== undefined && { comparedBytes }),
    ...(maxBuckets !== undefined && { maxBuckets }),
    ...(maxSecrets !== undefined && { maxSecrets }),
  };
  if (seed !== undefined) {
    const { createWorld, createWorldPlayer } = await import("@tapedeck/world");
    const world = createWorld({ seed, accounts, repositories });
    const misses = options.misses === "explain" ? "explain" : "not-found";
    const player = createWorldPlayer(world, { ...setting, misses, ...(apis && { api: apis[0] }) });
    const what = `world ${seed} of ${accounts} accounts and ${repositories} repositories`;
    return { player, handler: player, what, first: `/users/${world.user(0).login}`, close: async () => {} };
  }
  const token = tokenEnv === undefined ? null : tokenFrom("--token-env", tokenEnv, environment);
  const playing: PlayerOptions = {
    ...(await layersIn(dirs, options, environment, tell)),
    ...setting,
    api: apis,
    misses: options.misses === "not-found" ? "not-found" : "explain",
    afterLast: options.afterLast,
    pace: options.pace,
    redact: options.redact,
    recording: recordingInto(dirs.at(-1) ?? defaultFolder, options),
    rule: options.match,
    match: options.ignore,
    onSharedAlias: () => tell("shared", {}, sharedAliasText),
    secrets: token === null ? undefined : [{ alias: "token", value: token }],
  };
  if (options.quota !== undefined) {
    const { store, name, close } = await openQuotaStore(options.quota);
    const player = createSharedPlayer({ ...playing, store });
    return { player, handler: player, what: `${exchangeCount(player.exchanges)}, counting in ${name}`, close };
  }
  const player = createPlayer(playing);
  const what = exchangeCount(player.exchanges);
  const limited = apis?.some(({ rateLimit }) => rateLimit !== null) ?? false;
  if (from === undefined) return { player, handler: player, what, limited, close: async () => {} };
  return {
    what,
    limited,
    ...(await asking(
      player,
      dirs.at(-1) ?? defaultFolder,
      { from, tokens, token, redact: options.redact },
      { ...options, inOrder: program.length > 0 },
      tell,
    )),
  };
}

/** Combines a player with the live API that is asked for misses. */
async function asking(
  player: Player,
  out: string,
  upstreams: LiveApi,
  { misses, pass, origin, bound, inOrder }: ReplayOptions & Required<Pick<RecordMissesOptions, "inOrder">>,
  tell: Tell,
): Promise<Omit<Served, "what">> {
  const passed = (handler: Handler): Handler =>
    pass.length === 0 ? handler : passthrough(handler, passingUpstream(upstreams), { paths: pass, player });
  if (misses !== "record") return { player, handler: passed(player), close: async () => {} };
  const { upstream, recorder } = await recordingUpstream({
    ...upstreams,
    out,
    origin,
    bound,
    tell,
  });
  return {
    player,
    handler: passed(recordMisses(player, upstream, { from: upstreams.from, inOrder })),
    endStreams: recorder.endStreams,
    async close(graceSeconds) {
      await recorder.close(graceSeconds);
      const { ambiguous: _told, ...summary } = recorder.summary();
      const { captured, unchanged, failed } = summary;
      if (captured + unchanged + failed.length > 0) tell("summary", summary, summaryText(summary, out, null));
    },
  };
}

/** Returns the tapes of the last folder, and over them those of the others. */
async function layersIn(
  dirs: readonly string[],
  { misses, of }: ReplayOptions,
  environment: Environment,
  tell: Tell,
): Promise<Pick<PlayerOptions, "tapes" | "over" | "unreadable">> {
  const records = misses === "record";
  const unreadable: Unreadable[] = [];
  const onUnreadable = (file: Unreadable): void => {
    const { message } = file.error;
    tell("unreadable", { reason: message }, unreadableLine(message));
    unreadable.push(file);
  };
  const over: TapeSource[] = [];
  for (const dir of dirs.slice(0, -1)) over.push(await sourceOf(dir, of, onUnreadable, environment));
  const last = dirs.at(-1) ?? defaultFolder;
  if (records && isPackedFile(last))
    throw new UserError(
      `Cannot record into "${last}": it is packed; unpack it, or name a folder after it to record into`,
    );
  if (records && (await isEmpty(last))) return { over, tapes: [], unreadable };
  return { over, tapes: await sourceOf(last, of, records ? null : onUnreadable, environment), unreadable };
}

const manyPacked = 50_000;

/**
 * @param onUnreadable Takes what cannot be read; null if a recorder writes into the folder: then it must be readable as
 *   a whole, and no response is read late.
 */
async function sourceOf(
  dir: string,
  of: readonly string[],
  onUnreadable: ((file: Unreadable) => void) | null,
  environment: Environment,
): Promise<TapeSource> {
  if (isPackedFile(dir)) {
    const pack = openPack(dir);
    // Of many exchanges nearly each answer is read anew: more room for them takes memory and spares no time.
    if (pack.size >= manyPacked) (await import("../command/v8-flags.ts")).limitYoungGeneration();
    return pack;
  }
  const found = entryAt(dir);
  if (found?.isFile()) {
    // Loaded only now: our own recordings need no reader of other tools' files.
    const { tapesOf } = await import("./replayed-file.ts");
    return [...(await tapesOf(dir, of, console.error))];
  }
  if (onUnreadable === null) return tapesIn("replay", dir);
  const file = indexFile(dir, environment);
  return tapesIn("replay", dir, {
    late: true,
    onUnreadable,
    ...(file !== null && { index: { file, now: Date.now() } }),
  });
}

/** Returns where a miss can be recorded. Another tool's file is not written to. */
function recordingInto(dir: string, { from, origin }: ReplayOptions): Recording {
  const found = entryAt(dir);
  return {
    out: found?.isFile() ? defaultFolder : dir,
    ...(from !== undefined && { from }),
    ...(origin !== undefined && { origin }),
  };
}

/** Returns whether a folder is still empty. */
async function isEmpty(dir: string): Promise<boolean> {
  const found = entryAt(dir);
  return found === null || (found.isDirectory() && !(await holdsRecordings(dir)));
}

function portFrom(text: string | undefined): number | undefined {
  if (text === undefined || text === "") return undefined;
  try {
    return wholeNumber(0, 65_535)(text);
  } catch (error) {
    throw new UserError(`Cannot use the environment's PORT: ${(error as Error).message}`);
  }
}
