import { stat } from "node:fs/promises";
import {
  createPlayer,
  createSharedPlayer,
  type Handler,
  missesText,
  type Player,
  type PlayerOptions,
  passthrough,
  type Recording,
  recordMisses,
  type SharedPlayer,
  type TapeSource,
  type Unreadable,
} from "@tapedeck/replay";
import { control, type Failure, type ListenOptions, listen, type WorkerEnd } from "@tapedeck/serve";
import { holdsRecordings, openPack } from "@tapedeck/tape/files";
import type { Environment } from "../command/environment.ts";
import { readVariable } from "../command/named-tokens.ts";
import { wholeNumber } from "../command/option-parsers.ts";
import { isPackedFile } from "../command/packed-file.ts";
import { tapesIn } from "../command/recordings-folder.ts";
import { cutLine, refusedLine, unreadableLine, workerLine } from "../command/server-lines.ts";
import { stopSignal } from "../command/stopping.ts";
import { tokenFrom } from "../command/token.ts";
import { exitCodes, refused, UserError } from "../command/user-error.ts";
import { greet, say, warnOfOverrun } from "./greeting.ts";
import { indexFile } from "./index-place.ts";
import { checkTogether, type ReplayOptions } from "./options.ts";
import { openQuotaStore } from "./quota-store.ts";
import { requestTeller } from "./request-lines.ts";
import { clockOf, replayedApis, replayTokens } from "./settings.ts";
import { type ReplayTls, tlsFor, wantsTls } from "./tls.ts";
import { type LiveApi, passingUpstream, recordingUpstream } from "./upstream.ts";

/** The default folder of recordings. */
export const defaultFolder = "recordings";

export const defaultPort = 8787;

/**
 * Serves recordings, or a world, until it is stopped, or while a command runs; resolves to the exit code.
 * @param dirs Folders of recordings; if two have answers to one request, those of the first count.
 * @param command A client that gets the address in `TAPEDECK_URL`; without one, it serves until it is stopped.
 * @throws UserError, ListenError, FolderLockedError or RecordingSyntaxError for what the user can correct.
 */
export async function replay(
  dirs: readonly string[],
  command: readonly string[],
  options: ReplayOptions,
  environment: Environment,
  stop?: AbortSignal,
): Promise<number> {
  checkTogether(dirs, options);
  const runs = command.length > 0;
  const port = options.port ?? (runs ? 0 : (portFrom(environment["PORT"]) ?? defaultPort));
  const {
    player,
    what,
    first,
    limited = false,
    handler,
    close,
  } = await servedBy(dirs.length === 0 ? [defaultFolder] : dirs, options, environment);
  let secure: ReplayTls | null = null;
  try {
    secure = wantsTls(options) ? await tlsFor(options) : null;
    const { host, compress = false, native = false, grace, workers } = options;
    const steering: ListenOptions = options.control ? { control: controlFor(player, options, environment) } : {};
    const over: ListenOptions = secure === null ? {} : { tls: secure.tls };
    let failed = false;
    const onFailure = (failure: Failure): void => {
      failed ||= failure.status === 500;
      if (options.json) say({ event: "refused", ...failure });
      else console.error(refusedLine(failure));
    };
    const onWorkerEnd = (ended: WorkerEnd): void =>
      options.json ? say({ event: "worker", ...ended }) : console.error(workerLine(ended));
    const common = { port, host, compress, native, workers, onFailure, onWorkerEnd };
    const server = await listen(handler, { ...common, ...steering, ...over }).catch(refused);
    const stopped = runs ? null : stopSignal(stop);
    if (runs && !options.json) console.error(`tapedeck: replaying ${what} on ${server.url}`);
    else greet(player, what, { url: server.url, certificate: secure?.certificate ?? null }, options, first);
    const ended = new AbortController();
    const searched = limited ? warnOfOverrun(player, options, environment, ended.signal) : null;
    const done = stopped?.then(() => exitCodes.ok) ?? runClient(command, server.url, options, environment);
    let code: number;
    let cut: number;
    try {
      code = await Promise.race([done, searched?.then(() => done) ?? done]);
    } finally {
      ended.abort();
      ({ cut } = await server.shutdown(runs ? 0 : grace));
    }
    const [dir = defaultFolder, ...others] = dirs;
    const log = readVariable("TAPEDECK_PLAYED", environment);
    if (log && options.world === undefined && others.length === 0 && (await stat(dir)).isDirectory()) {
      const { notePlayed } = await import("./note-played.ts");
      await notePlayed(dir, player, options.misses === "record", log);
    }
    if (cut > 0 && !runs && !options.json) console.error(cutLine(cut, grace));
    if (options.json) say({ event: "stopped", url: server.url, exchanges: player.exchanges, cut });
    else if (player.misses().length > 0) console.error(`tapedeck: ${missesText(player.misses())}`);
    return code === exitCodes.ok && runs && (failed || player.misses().length > 0) ? exitCodes.failed : code;
  } finally {
    await secure?.close();
    await close();
  }
}

async function runClient(
  command: readonly string[],
  url: string,
  { json }: ReplayOptions,
  environment: Environment,
): Promise<number> {
  const { runProgram } = await import("../command/run-program.ts");
  // Programs want to read only events from our output.
  return await runProgram(command, { ...environment, TAPEDECK_URL: url }, json ? "stderr" : "stdout");
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
  close(): Promise<void>;
}

async function servedBy(dirs: readonly string[], options: ReplayOptions, environment: Environment): Promise<Served> {
  const tokens = replayTokens(options.token, environment);
  const clock = clockOf(options.clock);
  const apis = await replayedApis(options.world === undefined ? dirs : [], options, tokens);
  const setting = { tokens, onRequest: requestTeller(options), ...(clock && { clock }) };
  const { world: seed, accounts, repositories, from, tokenEnv } = options;
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
    ...(await layersIn(dirs, options.misses === "record", options.of, environment, (error) =>
      tellUnreadable(error, options),
    )),
    ...setting,
    ...(apis && { api: apis }),
    misses: options.misses === "not-found" ? "not-found" : "explain",
    afterLast: options.afterLast,
    pace: options.pace,
    redact: options.redact,
    recording: await recordingInto(dirs.at(-1) ?? defaultFolder, options),
    ...(options.match && { rule: options.match }),
    match: options.ignore,
    ...(token !== null && { secrets: [{ alias: "token", value: token }] }),
  };
  if (options.quota !== undefined) {
    const { store, name, close } = await openQuotaStore(options.quota);
    const player = createSharedPlayer({ ...playing, store });
    return { player, handler: player, what: `${player.exchanges} exchanges, counting in ${name}`, close };
  }
  const player = createPlayer(playing);
  const what = `${player.exchanges} exchanges`;
  const limited = apis?.some(({ rateLimit }) => rateLimit !== null) ?? false;
  if (from === undefined) return { player, handler: player, what, limited, close: async () => {} };
  return {
    what,
    limited,
    ...(await asking(player, dirs.at(-1) ?? defaultFolder, { from, tokens, token, redact: options.redact }, options)),
  };
}

/** Combines a player with the live API that is asked for misses. */
async function asking(
  player: Player,
  out: string,
  upstreams: LiveApi,
  { misses, pass, origin, json = false }: ReplayOptions,
): Promise<Omit<Served, "what">> {
  const passed = (handler: Handler): Handler =>
    pass.length === 0 ? handler : passthrough(handler, passingUpstream(upstreams), { paths: pass, player });
  if (misses !== "record") return { player, handler: passed(player), close: async () => {} };
  const { upstream, recorder } = await recordingUpstream({ ...upstreams, out, origin, json });
  return {
    player,
    handler: passed(recordMisses(player, upstream, { from: upstreams.from })),
    close: () => recorder.close(),
  };
}

function tellUnreadable({ message }: Error, { json = false }: ReplayOptions): void {
  if (json) say({ event: "unreadable", reason: message });
  else console.error(unreadableLine(message));
}

/** Returns the tapes of the last folder, and over them those of the others. */
async function layersIn(
  dirs: readonly string[],
  records: boolean,
  of: readonly string[],
  environment: Environment,
  tell: (error: Error) => void,
): Promise<Pick<PlayerOptions, "tapes" | "over" | "unreadable">> {
  const unreadable: Unreadable[] = [];
  const onUnreadable = (file: Unreadable): void => {
    tell(file.error);
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
  if (isPackedFile(dir)) return openPack(dir);
  const found = await stat(dir).catch(() => null);
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
async function recordingInto(dir: string, { from, origin }: ReplayOptions): Promise<Recording> {
  const found = await stat(dir).catch(() => null);
  return {
    out: found?.isFile() ? defaultFolder : dir,
    ...(from !== undefined && { from }),
    ...(origin !== undefined && { origin: new URL(origin).origin }),
  };
}

/** Returns whether a folder is still empty. */
async function isEmpty(dir: string): Promise<boolean> {
  const found = await stat(dir).catch(() => null);
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
