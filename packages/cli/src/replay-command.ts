import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import {
  type Clock,
  type Credential,
  createPlayer,
  type Player,
  type Profile,
  profileFrom,
  profiles,
  runningClock,
  type ShippedProfile,
  stoppedClock,
} from "@tapedeck/replay";
import { control, type ListenOptions, listen } from "@tapedeck/serve";
import { anonymous, type Tape } from "@tapedeck/tape";
import { readTapes } from "@tapedeck/tape/files";
import { Command, Option } from "commander";
import { origins } from "./import-command.ts";
import { exitCodes, Mistake } from "./mistake.ts";
import { readProfile } from "./profile-file.ts";
import { tapesOf } from "./replayed-file.ts";
import type { Environment } from "./run.ts";
import { stopSignal } from "./stop-signal.ts";
import { tokenFrom } from "./token.ts";
import { clockSetting, pairs, vendorWord, wholeNumber } from "./values.ts";

interface ReplayOptions {
  readonly port?: number;
  readonly host: string;
  readonly profile: string;
  readonly vendor?: string;
  readonly clock: "recorded" | "real" | number;
  readonly limit: Readonly<Record<string, number>>;
  readonly window?: number;
  readonly token: Readonly<Record<string, string>>;
  readonly misses?: Profile["misses"];
  readonly control: boolean;
  readonly compress?: boolean;
  readonly native?: boolean;
  readonly world?: number;
  readonly accounts: number;
  readonly repositories: number;
  readonly origin: readonly string[];
  readonly json?: boolean;
}

const defaultPort = 8787;

/** `tapedeck replay`: serves recordings until it is told to stop. */
export function replayCommand(environment: Environment, done: (code: number) => void): Command {
  return new Command("replay")
    .description("serve recordings over HTTP, offline, under a faked rate limit")
    .argument(
      "[path]",
      "folder of the recordings, or a file of another tool: HAR, nock's JSON, a mapping of WireMock's",
      "recordings",
    )
    .option(
      "--origin <url>",
      "of a file with several origins, replay this one (repeatable); all replays all",
      origins,
      [],
    )
    .option(
      "--port <number>",
      `port to listen on, 0 for a free one (default: $PORT or ${defaultPort})`,
      wholeNumber(0, 65_535),
    )
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option(
      "--profile <name|file>",
      "what the API does where its specification is silent: service, github, or a file",
      "service",
    )
    .option("--vendor <word>", "the vendor's word in header names (default: the profile's)", vendorWord)
    .option(
      "--clock <recorded|real|time>",
      "stands at the recording, runs with this machine, or stands at 2026-01-01T00:00:00Z",
      clockSetting,
      "recorded" as const,
    )
    .option(
      "--limit <who=number>",
      "requests a window for anonymous, token, or an alias (repeatable)",
      pairs(wholeNumber(0)),
      {},
    )
    .option("--window <seconds>", "length of a rate-limit window", wholeNumber(1))
    .option(
      "--token <alias=env_name>",
      "a known credential, read from an environment variable; alias@account shares the account's limit (repeatable)",
      pairs(String),
      {},
    )
    .addOption(
      new Option("--misses <error|not-found>", "what a request without a recording gets").choices([
        "error",
        "not-found",
      ]),
    )
    .option("--world <seed>", "serve a synthetic world instead of recordings", wholeNumber(0))
    .option("--accounts <number>", "accounts of the world", wholeNumber(1), 1000)
    .option("--repositories <number>", "repositories of the world", wholeNumber(0), 10_000)
    .option("--no-control", "leave out the control API under /_tapedeck/")
    .option("--compress", "compress bodies for clients that accept gzip or br")
    .option("--native", "serve through Deno.serve or Bun.serve, where this runtime has it")
    .option("--json", "print events as JSON, one a line")
    .action(async (dir: string, options: ReplayOptions) => {
      await replay(dir, options, environment);
      done(exitCodes.well);
    });
}

/** What is served, and what it is called in the line that says so. */
interface Served {
  readonly player: Player;
  readonly what: string;
}

async function servedBy(dir: string, options: ReplayOptions, environment: Environment): Promise<Served> {
  const clock = clockOf(options.clock);
  const setting = {
    profile: await profileOf(options),
    credentials: credentialsOf(options.token, environment),
    ...(clock && { clock }),
  };
  const { world: seed, accounts, repositories } = options;
  if (seed === undefined) {
    const tapes = await recordingsIn(dir, options.origin);
    const player = createPlayer({ tapes, ...setting });
    return { player, what: `${player.exchanges} exchanges` };
  }
  const { createWorld, createWorldPlayer } = await import("@tapedeck/world");
  const player = createWorldPlayer(createWorld({ seed, accounts, repositories }), setting);
  return { player, what: `world ${seed} of ${accounts} accounts and ${repositories} repositories` };
}

async function replay(dir: string, options: ReplayOptions, environment: Environment): Promise<void> {
  const { player, what } = await servedBy(dir, options, environment);
  const port = options.port ?? portFrom(environment["PORT"]) ?? defaultPort;
  const { host, compress = false, native = false } = options;
  const steering: ListenOptions = options.control ? { control: (ask) => control(player, ask) } : {};
  const door = await listen(player, { port, host, compress, native, ...steering });
  const stopped = stopSignal();
  const { exchanges } = player;
  if (options.json) {
    console.log(JSON.stringify({ event: "listening", url: door.url, exchanges }));
  } else {
    console.log(`tapedeck: replaying ${what} on ${door.url}`);
    const steer = `  then    curl -X POST '${door.url}/_tapedeck/clock?advance=3600'\n  and     curl ${door.url}/_tapedeck/journal\n`;
    console.error(
      `  try     curl -i ${door.url}${suggestion(player)}\n${options.control ? steer : ""}  Ctrl-C stops it`,
    );
  }
  await stopped;
  await door.close();
  if (options.json) console.log(JSON.stringify({ event: "stopped", url: door.url, exchanges }));
}

/** Something short to begin with: the shortest JSON that anybody may see. */
function suggestion(player: Player): string {
  const targets = player
    .unplayed()
    .map(({ exchange }) => exchange)
    .filter(({ request, response }) => request.principal === anonymous && response.status === 200)
    .filter(({ response }) => response.body?.text.startsWith("{"))
    .map(({ request }) => request.target);
  return targets.toSorted((a, b) => a.length - b.length)[0] ?? "/zen";
}

async function recordingsIn(dir: string, origin: readonly string[]): Promise<readonly Tape[]> {
  const found = await stat(dir).catch(() => null);
  if (found?.isFile()) return tapesOf(dir, origin, console.error);
  if (!found?.isDirectory()) {
    throw new Mistake(
      `Cannot replay "${dir}": no such folder; name the folder of the recordings, or record some: tapedeck record --help`,
    );
  }
  const tapes = (await readTapes(dir)).map(({ tape }) => tape);
  if (tapes.length === 0)
    throw new Mistake(`Cannot replay "${dir}": it holds no recording (*.har); record some: tapedeck record --help`);
  return tapes;
}

async function profileOf({ profile: name, vendor, limit, window, misses }: ReplayOptions): Promise<Profile> {
  const shipped = Object.hasOwn(profiles, name);
  if (!shipped && !existsSync(name)) {
    throw new Mistake(
      `Cannot use the profile "${name}": it is neither ${Object.keys(profiles).join(" nor ")}, nor a file`,
    );
  }
  const file = shipped ? { name, extends: name as ShippedProfile } : await readProfile(name);
  return profileFrom({
    ...file,
    ...(vendor !== undefined && { vendor }),
    ...(window !== undefined && { windowSeconds: window }),
    ...(misses !== undefined && { misses }),
    limits: { ...file.limits, ...limit },
  });
}

function clockOf(setting: ReplayOptions["clock"]): Clock | undefined {
  if (setting === "recorded") return undefined;
  return setting === "real" ? runningClock(Date.now) : stoppedClock(setting);
}

function credentialsOf(names: Readonly<Record<string, string>>, environment: Environment): Credential[] {
  return Object.entries(names).map(([name, variable]) => {
    const [alias = name, account = alias] = name.split("@");
    return { alias, token: tokenFrom(name, variable, environment), account };
  });
}

function portFrom(text: string | undefined): number | undefined {
  if (text === undefined || text === "") return undefined;
  try {
    return wholeNumber(0, 65_535)(text);
  } catch (error) {
    throw new Mistake(`Cannot use the environment's PORT: ${(error as Error).message}`);
  }
}
