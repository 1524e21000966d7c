import { readFile } from "node:fs/promises";
import {
  type Api,
  type ApiDescription,
  type Credential,
  compileApi,
  credentialsOf,
  plain,
  service,
  type Tokens,
  toldPolicy,
  withVendor,
} from "@tapedeck/api";
import {
  checkScheme,
  type Policy,
  presets,
  type RateLimitScheme,
  SchemeError,
  type SchemeFile,
} from "@tapedeck/rate-limit";
import { type Clock, runningClock, stoppedClock } from "@tapedeck/replay";
import { anonymous } from "@tapedeck/tape";
import { anyToken, didYouMean, jsonBreak, jsonSlip } from "@tapedeck/tape/internal";
import { tokenFrom } from "../command/credentials.ts";
import type { Environment } from "../command/environment.ts";
import type { ClockSetting } from "../command/options/option-parsers.ts";
import { describedApis } from "../command/recordings-folder.ts";
import { systemReason, UserError } from "../command/user-error.ts";
import type { ReplayOptions } from "./options.ts";

/**
 * Returns the replayed APIs: the one that the options name, or those that the folders describe, with the changes of the
 * options.
 * @param dirs Folders of recordings; empty for a world.
 * @returns undefined if nothing is known.
 * @throws UserError for an invalid API, or the limit of a caller that does not exist.
 */
export async function replayedApis(
  dirs: readonly string[],
  options: ReplayOptions,
  tokens: Tokens,
): Promise<readonly [Api, ...Api[]] | undefined> {
  const { vendor, limit, window, world } = options;
  const credentials = credentialsOf(tokens);
  const known = await describedApis(options.api, dirs);
  // Options that change a limit need an API that has one.
  const inOrder = known.toSorted((a, b) => Number(b.rateLimit !== null) - Number(a.rateLimit !== null));
  const [first, ...rest] = known.length === 0 && world !== undefined ? [service] : inOrder;
  const rateLimits = options.rateLimit === undefined ? undefined : await readScheme(options.rateLimit);
  const scheme = rateLimits === undefined ? (first?.rateLimit ?? null) : checkScheme(rateLimits, "rateLimits");
  const byPolicy = policyLimitsIn(limit, scheme);
  const plainly = Object.fromEntries(
    Object.entries(limit).filter(
      ([who]) => !byPolicy.some(({ policy }) => who === policy || who.startsWith(`${policy}/`)),
    ),
  );
  const named = byPolicy.flatMap(({ who }) => who ?? []);
  const policies = scheme?.policies.map(({ name }) => name) ?? [];
  for (const who of Object.keys(plainly)) checkLimit(who, credentials, policies);
  for (const who of named) checkLimit(who, credentials);
  const changed = byPolicy.length === 0 ? rateLimits : withPolicyLimits(scheme, byPolicy);
  const changesLimit = window !== undefined || Object.keys(plainly).length > 0;
  const limits = {
    ...(changed && { rateLimits: changed }),
    ...(changesLimit && { rateLimit: { ...(window !== undefined && { windowSeconds: window }), limits: plainly } }),
  };
  if (first === undefined) return changed || changesLimit ? [limited(plain, limits)] : undefined;
  // A description may name accounts that are not used now; an alias with another account is a mistake there too.
  for (const who of Object.keys((first.rateLimit && toldPolicy(first.rateLimit)?.limits) ?? {}))
    if (ownerOf(who, credentials)) checkLimit(who, credentials);
  return [limited(vendor === undefined ? first : withVendor(first, vendor), limits), ...rest];
}

function limited(api: Api, limits: Pick<ApiDescription, "rateLimits" | "rateLimit">): Api {
  try {
    return Object.keys(limits).length === 0 ? api : compileApi(limits, { base: api });
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    const why = cause instanceof SchemeError ? cause.message : `Cannot limit requests so: ${cause.message}`;
    throw new UserError(why, { cause });
  }
}

/**
 * Reads a scheme: a preset by name, or a file.
 * @throws UserError for an unknown preset, a file that is not JSON, or an invalid scheme.
 */
async function readScheme(presetOrFile: string): Promise<SchemeFile> {
  if (Object.hasOwn(presets, presetOrFile)) return { preset: presetOrFile };
  const read = await readFile(presetOrFile, "utf8").catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === "ENOENT" ? "it is no preset, nor a file" : systemReason(cause);
    throw new UserError(
      `Cannot read the rate limit "${presetOrFile}": ${why}${didYouMean(presetOrFile, Object.keys(presets))}\n  - presets: ${Object.keys(presets).join(", ")}`,
      { cause },
    );
  });
  const text = read.replace(/^\uFEFF/, "");
  if (text.trim() === "")
    throw new UserError(
      `Cannot read the rate limit "${presetOrFile}": it is empty; name a preset, or write a scheme into it`,
    );
  const broken = jsonBreak(text);
  if (broken !== null)
    throw new UserError(
      `Cannot read the rate limit "${presetOrFile}": it is not JSON from line ${broken.line}, column ${broken.column} on${jsonSlip(text)}`,
    );
  try {
    return checkScheme(JSON.parse(text), presetOrFile);
  } catch (cause) {
    if (!(cause instanceof SchemeError)) throw cause;
    throw new UserError(cause.message, { cause });
  }
}

/** Refuses a limit that no caller would ever meet. */
function checkLimit(who: string, credentials: readonly Credential[], policies: readonly string[] = []): void {
  const accounts = credentials.map(({ account }) => account);
  const known = [...new Set([anonymous, anyToken, ...accounts])];
  if (known.includes(who)) return;
  const owner = ownerOf(who, credentials);
  const [unknown, others] =
    policies.length === 0
      ? ["no account or alias", ""]
      : ["no policy, account or alias", `\n  - policies: ${policies.join(", ")}`];
  throw new UserError(
    owner === undefined
      ? `Cannot set the limit of "${who}": ${unknown} has this name${didYouMean(who, [...known, ...policies])}\n  - known: ${known.join(", ")}${others}`
      : `Cannot set the limit of "${who}": it spends that of its account; give --limit ${owner}=NUMBER`,
  );
}

function ownerOf(who: string, credentials: readonly Credential[]): string | undefined {
  return credentials.find(({ alias }) => alias === who)?.account;
}

/** Returns the clock that an option names; undefined for the player's own, which stands at the recording. */
export function clockOf(setting: ClockSetting = { kind: "recorded" }): Clock | undefined {
  if (setting.kind === "recorded") return undefined;
  if (setting.kind === "stopped") return stoppedClock(setting.at);
  const clock = runningClock(Date.now);
  if (setting.from !== null) clock.set(setting.from);
  return clock;
}

/**
 * Reads the known tokens from the environment.
 * @throws UserError if a variable is not set, or its value cannot be hidden.
 */
export function replayTokens(names: ReplayOptions["token"], environment: Environment): Tokens {
  const known = Object.entries(names).map(([name, variable]) => {
    const [alias = name, account = alias] = name.split("@");
    return [alias, { token: tokenFrom(name, variable, environment), account }] as const;
  });
  return Object.fromEntries(known);
}

/** A limit of `--limit [POLICY/]WHO=NUMBER` or `--limit POLICY=NUMBER`. */
interface PolicyLimit {
  readonly policy: string;
  /** Null for everyone. */
  readonly who: string | null;
  readonly limit: number;
}

/** Separates limits that name a policy from those of the advertised policy. */
function policyLimitsIn(
  limits: Readonly<Record<string, number>>,
  scheme: RateLimitScheme | null,
): readonly PolicyLimit[] {
  return Object.entries(limits).flatMap(([key, limit]) => {
    const [, policy = key, who = null] = /^([^/]+)\/(.+)$/s.exec(key) ?? [];
    const isPolicy = who !== null || scheme?.policies.some(({ name }) => name === key) === true;
    return isPolicy ? [{ policy, who, limit }] : [];
  });
}

/**
 * Sets limits of single policies of a scheme.
 * @throws UserError for an unknown policy.
 */
function withPolicyLimits(scheme: RateLimitScheme | null, limits: readonly PolicyLimit[]): RateLimitScheme | null {
  const names = scheme?.policies.map(({ name }) => name) ?? [];
  const stranger = limits.find(({ policy }) => !names.includes(policy));
  if (stranger !== undefined) {
    throw new UserError(
      `Cannot set the limit of the policy "${stranger.policy}": there is none of this name${didYouMean(stranger.policy, names)}\n  - policies: ${names.join(", ") || "none; give --rate-limit"}`,
    );
  }
  const changed = (own: Policy): Policy =>
    limits
      .filter(({ policy }) => policy === own.name)
      .reduce((policy, { who, limit }) => limitedTo(policy, who, limit), own);
  return scheme && { ...scheme, policies: scheme.policies.map(changed) };
}

function limitedTo({ limits, ...policy }: Policy, who: string | null, limit: number): Policy {
  if (who !== null) return { ...policy, limits: { ...limits, [who]: limit } };
  const { algorithm } = policy;
  return {
    ...policy,
    algorithm: "capacity" in algorithm ? { ...algorithm, capacity: limit } : { ...algorithm, limit },
  };
}
