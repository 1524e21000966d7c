import type { MatchException } from "@tapedeck/api";
import type { AfterLast, Pace, Rule } from "@tapedeck/replay";
import type { RedactOptions } from "@tapedeck/tape";
import { type Bounds, checkBounds } from "../command/options/bounds.ts";
import type { ClockSetting } from "../command/options/option-parsers.ts";
import { entryAt } from "../command/recordings-folder.ts";
import { UsageError } from "../command/user-error.ts";

/** The default folder of recordings. */
export const defaultFolder = "recordings";

export const defaultPort = 8787;

/** The options of `tapedeck replay`. */
export interface ReplayOptions {
  readonly port?: number;
  readonly host: string;
  readonly api?: string;
  readonly vendor?: string;
  readonly clock?: ClockSetting;
  readonly limit: Readonly<Record<string, number>>;
  readonly window?: number;
  readonly rateLimit?: string;
  readonly quota?: string;
  readonly token: Readonly<Record<string, string>>;
  readonly misses?: "explain" | "not-found" | "record";
  readonly from?: string;
  readonly origin?: string;
  readonly tokenEnv?: string;
  readonly pass: readonly string[];
  readonly redact: RedactOptions;
  readonly afterLast: AfterLast;
  readonly pace: Pace;
  readonly match?: Rule;
  readonly ignore: readonly MatchException[];
  readonly control: boolean;
  readonly controlFrom: readonly string[];
  readonly controlTokenEnv?: string;
  readonly grace: number;
  readonly bound: Bounds;
  readonly compress?: boolean;
  readonly native?: boolean;
  readonly workers: number;
  readonly tls?: boolean;
  readonly tlsCa?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly world?: number;
  readonly accounts: number;
  readonly repositories: number;
  readonly of: readonly string[];
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/**
 * Refuses options that contradict each other.
 * @throws UsageError that says what to do.
 */
export function checkTogether(dirs: readonly string[], options: ReplayOptions): void {
  const { misses, from, pass, tokenEnv, origin, of, world, afterLast, quota, native, workers } = options;
  const { tlsCa, tlsCert, tlsKey, bound } = options;
  const records = misses === "record";
  const asks = records || pass.length > 0;
  const contradictions: ReadonlyArray<readonly [applies: boolean, message: string]> = [
    [
      world !== undefined && (asks || dirs.length > 0),
      "--world replaces all recordings: leave out the folders, --misses record and --pass",
    ],
    [asks && from === undefined, `${records ? "--misses record" : "--pass"} needs a live API: give --from URL`],
    [!asks && from !== undefined, "--from is not used: give --misses record, or --pass PATTERN"],
    [
      tokenEnv !== undefined && from === undefined,
      "--token-env is the credential for --from: give --from URL, or --token ALIAS=ENV_NAME for a known caller",
    ],
    [origin !== undefined && !records, "--origin is written into recordings: give --misses record"],
    [
      of.length > 0 && !dirs.some((dir) => entryAt(dir)?.isFile()),
      "--of chooses an origin of another tool's file: name the file, or leave it out",
    ],
    [
      records && afterLast === "end",
      "--misses record with --after-last end would record each request anew: give --after-last stay or cycle",
    ],
    [
      native === true && bound["limits.headerBytes"] !== undefined,
      "--native servers have their own bound for the bytes of a head: leave out --native, or --bound limits.headerBytes",
    ],
    [native === true && workers > 1, "--workers need node:http: leave out --native, or give --workers 1"],
    [
      quota !== undefined && bound.maxBuckets !== undefined,
      "--quota counts in a store, which has no such bound: leave out --bound maxBuckets",
    ],
    [
      quota !== undefined && (asks || world !== undefined),
      "--quota counts what recordings answer: leave out --world, --misses record and --pass",
    ],
    [
      (tlsCert === undefined) !== (tlsKey === undefined),
      "a certificate and its key are used together: give --tls-cert FILE and --tls-key FILE, or --tls to have a pair made",
    ],
    [
      tlsCert !== undefined && tlsCa !== undefined,
      "--tls-ca is the file for a certificate that tapedeck makes: leave it out, or --tls-cert and --tls-key",
    ],
  ];
  const [, wrong] = contradictions.find(([applies]) => applies) ?? [];
  if (wrong !== undefined) throw new UsageError(`Cannot replay: ${wrong}`);
  checkBounds("replay", bound, {
    ...(!records && { recorder: "is of answers that are recorded: give --misses record" }),
  });
}
