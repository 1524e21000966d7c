import { existsSync } from "node:fs";
import {
  type Clock,
  type Credential,
  type Profile,
  type ProfileFile,
  profileFrom,
  profiles,
  runningClock,
  type ShippedProfile,
  stoppedClock,
} from "@tapedeck/replay";
import { anonymous, anyToken, nearest } from "@tapedeck/tape";
import type { Environment } from "./environment.ts";
import { Mistake } from "./mistake.ts";
import { readProfile } from "./profile-file.ts";
import type { ReplayOptions } from "./replay-options.ts";
import { tokenFrom } from "./token.ts";
import type { ClockSetting } from "./values.ts";

/**
 * The profile that the options name, with what they change of it.
 * @throws Mistake if there is none, or a limit is nobody's.
 */
export async function profileOf(options: ReplayOptions, credentials: readonly Credential[]): Promise<Profile> {
  const { profile: name, vendor, limit, window, world } = options;
  const shipped = Object.hasOwn(profiles, name);
  // A world is all there is: what it does not have, the API does not have.
  const misses = options.misses ?? (world !== undefined && shipped ? "not-found" : undefined);
  if (!shipped && !existsSync(name)) {
    const meant = nearest(name, Object.keys(profiles));
    throw new Mistake(
      `Cannot use the profile "${name}": it is neither ${Object.keys(profiles).join(" nor ")}, nor a file${meant === null ? "" : `; did you mean "${meant}"?`}`,
    );
  }
  const file: ProfileFile = shipped ? { name, extends: name as ShippedProfile } : await readProfile(name);
  for (const who of Object.keys(limit)) checkLimit(who, credentials);
  // A profile may name accounts that are not asked as today; an alias with another account is a slip there too.
  for (const who of Object.keys(file.limits ?? {})) if (ownerOf(who, credentials)) checkLimit(who, credentials);
  return profileFrom({
    ...file,
    ...(vendor !== undefined && { vendor }),
    ...(window !== undefined && { windowSeconds: window }),
    ...(misses !== undefined && { misses: misses === "not-found" ? "not-found" : "error" }),
    limits: { ...file.limits, ...limit },
  });
}

/** Refuses a limit that nobody would ever meet. */
function checkLimit(who: string, credentials: readonly Credential[]): void {
  const accounts = credentials.map(({ alias, account = alias }) => account);
  const known = [...new Set([anonymous, anyToken, ...accounts])];
  if (known.includes(who)) return;
  const owner = ownerOf(who, credentials);
  const meant = nearest(who, known);
  throw new Mistake(
    owner === undefined
      ? `Cannot set the limit of "${who}": nobody is called so${meant === null ? "" : `; did you mean "${meant}"?`}\n  - known: ${known.join(", ")}`
      : `Cannot set the limit of "${who}": it spends that of its account; give --limit ${owner}=NUMBER`,
  );
}

/** The account of an alias. */
function ownerOf(who: string, credentials: readonly Credential[]): string | undefined {
  return credentials.find(({ alias }) => alias === who)?.account;
}

/** The clock that an option names; undefined for the player's own, which stands at the recording. */
export function clockOf(setting: ClockSetting = { kind: "recorded" }): Clock | undefined {
  if (setting.kind === "recorded") return undefined;
  if (setting.kind === "stopped") return stoppedClock(setting.at);
  const clock = runningClock(Date.now);
  if (setting.from !== null) clock.set(setting.from);
  return clock;
}

/**
 * The known credentials, read from the environment.
 * @throws Mistake if a variable is not set, or holds what cannot be hidden.
 */
export function credentialsOf(names: ReplayOptions["token"], environment: Environment): Credential[] {
  return Object.entries(names).map(([name, variable]) => {
    const [alias = name, account = alias] = name.split("@");
    return { alias, token: tokenFrom(name, variable, environment), account };
  });
}
