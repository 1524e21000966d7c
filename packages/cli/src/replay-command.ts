import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import {
  type Clock,
  type Credential,
  createPlayer,
  type Profile,
  profileFrom,
  profiles,
  runningClock,
  type ShippedProfile,
  stoppedClock,
} from "@tapedeck/replay";
import { control, listen } from "@tapedeck/serve";
import { readTapes, type TapeFile } from "@tapedeck/tape/files";
import { Command, Option } from "commander";
import { exitCodes, Mistake, wrongValue } from "./mistake.ts";
import { readProfile } from "./profile-file.ts";
import type { Environment } from "./run.ts";
import { stopSignal } from "./stop-signal.ts";
import { pairs, wholeNumber } from "./values.ts";

interface ReplayOptions {
  readonly port?: number;
  readonly host: string;
  readonly profile: string;
  readonly vendor?: string;
  readonly clock: string;
  readonly limit: Readonly<Record<string, number>>;
  readonly window?: number;
  readonly token: Readonly<Record<string, string>>;
  readonly misses?: Profile["misses"];
  readonly json?: boolean;
}

const defaultPort = 8787;

/** `tapedeck replay`: serves recordings until it is told to stop. */
export function replayCommand(environment: Environment, done: (code: number) => void): Command {
  return new Command("replay")
    .description("serve recordings over HTTP, offline, under a faked rate limit")
    .argument("[dir]", "folder of the recordings", "recordings")
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
    .option("--vendor <word>", "the vendor's word in header names (default: the profile's)")
    .option(
      "--clock <recorded|real|time>",
      "stands at the recording, runs with this machine, or stands at 2026-01-01T00:00:00Z",
      "recorded",
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
    .option("--json", "print events as JSON, one a line")
    .action(async (dir: string, options: ReplayOptions) => {
      await replay(dir, options, environment);
      done(exitCodes.well);
    });
}

async function replay(dir: string, options: ReplayOptions, environment: Environment): Promise<void> {
  const tapes = (await recordingsIn(dir)).map(({ tape }) => tape);
  const recordedAt = Math.max(...tapes.map((tape) => tape.recordedAt));
  const player = createPlayer({
    tapes,
    profile: await profileOf(options),
    clock: clockOf(options.clock, recordedAt),
    credentials: credentialsOf(options.token, environment),
  });
  const port = options.port ?? portFrom(environment["PORT"]) ?? defaultPort;
  const door = await listen(player, { port, host: options.host, control: (ask) => control(player, ask) });
  const stopped = stopSignal();
  const { exchanges } = player;
  if (options.json) {
    console.log(JSON.stringify({ event: "listening", url: door.url, exchanges }));
  } else {
    console.log(`tapedeck: replaying ${exchanges} exchanges on ${door.url}`);
    const { target } = player.unplayed().find(({ exchange }) => exchange.request.principal === "anonymous")?.exchange
      .request ?? { target: "/" };
    console.error(
      `  try     curl -i ${door.url}${target}\n  then    curl -X POST '${door.url}/_tapedeck/clock?advance=3600'\n  and     curl ${door.url}/_tapedeck/journal\n  Ctrl-C stops it`,
    );
  }
  await stopped;
  await door.close();
  if (options.json) console.log(JSON.stringify({ event: "stopped", url: door.url, exchanges }));
}

async function recordingsIn(dir: string): Promise<TapeFile[]> {
  const found = await stat(dir).catch(() => null);
  if (!found?.isDirectory()) {
    throw new Mistake(
      `Cannot replay "${dir}": no such folder; name the folder of the recordings, or record some: tapedeck record --help`,
    );
  }
  const tapes = await readTapes(dir);
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

function clockOf(word: string, recordedAt: number): Clock {
  if (word === "recorded") return stoppedClock(recordedAt);
  if (word === "real") return runningClock(Date.now);
  const milliseconds = Date.parse(word);
  if (Number.isNaN(milliseconds))
    throw new Mistake(
      `Cannot set the clock: ${wrongValue(word, "recorded, real, or a time such as 2026-01-01T00:00:00Z").message}`,
    );
  return stoppedClock(Math.floor(milliseconds / 1000));
}

function credentialsOf(names: Readonly<Record<string, string>>, environment: Environment): Credential[] {
  return Object.entries(names).map(([name, variable]) => {
    const token = environment[variable];
    if (!token)
      throw new Mistake(`Cannot use the credential "${name}": the environment variable ${variable} is not set`);
    const [alias = name, account = alias] = name.split("@");
    return { alias, token, account };
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
