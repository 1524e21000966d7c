import type { RecorderOptions } from "@tapedeck/record";
import type { JournalLimits, OverrideLimits } from "@tapedeck/replay";
import type { RequestLimits } from "@tapedeck/serve";
import { didYouMean } from "@tapedeck/tape/internal";
import { UsageError, wrongValue } from "../user-error.ts";

/** What has a bound: the server that clients ask, the player behind it, the recorder, or each that hides secrets. */
type Part = "server" | "player" | "recorder" | "redaction";

interface Bound {
  readonly part: Part;
  /** Unit of its number. */
  readonly unit: "bytes" | "header fields" | "requests" | "overrides" | "buckets" | "secrets";
  /** What it bounds, with its default. */
  readonly about: string;
}

/** The name that a bound has in code. */
type BoundName =
  | `limits.${keyof RequestLimits}`
  | `journal.${keyof JournalLimits}`
  | `overrides.${keyof OverrideLimits}`
  | "comparedBytes"
  | "maxBodyBytes"
  | "maxBuckets"
  | "maxSecrets";

/** The bounds that `--bound` sets. */
export const bounds: Readonly<Record<BoundName, Bound>> = {
  "limits.bodyBytes": { part: "server", unit: "bytes", about: "of a request's body, sent and decoded (the disk's)" },
  "limits.pendingBytes": {
    part: "server",
    unit: "bytes",
    about: "of all requests' bodies in memory, for each worker (32 MiB)",
  },
  "limits.headerFields": { part: "server", unit: "header fields", about: "of a request (100)" },
  "limits.headerBytes": { part: "server", unit: "bytes", about: "of a request's head (16 KiB)" },
  comparedBytes: { part: "player", unit: "bytes", about: "of a body that is compared by value (32 KiB)" },
  "journal.entries": { part: "player", unit: "requests", about: "in the journal, and among the misses (1000)" },
  "journal.bytes": { part: "player", unit: "bytes", about: "of the journal, and of the misses (8 MiB)" },
  "overrides.entries": { part: "player", unit: "overrides", about: "at once (100)" },
  "overrides.bytes": { part: "player", unit: "bytes", about: "of all overrides' bodies (64 MiB)" },
  maxBuckets: { part: "player", unit: "buckets", about: "of rate limits, whose spending is remembered (20000)" },
  maxSecrets: { part: "redaction", unit: "secrets", about: "that are hidden wherever they come again (20000)" },
  maxBodyBytes: { part: "recorder", unit: "bytes", about: "of the body of an answer that is recorded (the disk's)" },
};

/** Bounds that were given, by name. */
export type Bounds = Readonly<Partial<Record<BoundName, number>>>;

const isBound = (name: string): name is BoundName => Object.hasOwn(bounds, name);

/**
 * Parses repeated `NAME=NUMBER` into bounds.
 * @example
 * bound("limits.headerFields=200", {}); // { "limits.headerFields": 200 }
 */
export function bound(text: string, before: Bounds): Bounds {
  const [, name = text, value = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  const names = Object.keys(bounds);
  if (!isBound(name)) throw wrongValue(text, `NAME=NUMBER, of ${names.join(", ")}${didYouMean(name, names)}`);
  const number = Number(value);
  if (!/^[1-9]\d*$/.test(value) || !Number.isSafeInteger(number))
    throw wrongValue(text, `a whole number of ${bounds[name].unit} from 1, such as ${name}=200`);
  return { ...before, [name]: number };
}

/** The option `--bound`, the same for every command. */
export const boundOption: readonly [string, string, typeof bound, Bounds] = [
  "--bound <name=number>",
  "change a bound (repeatable; the names stand below)",
  bound,
  {},
];

/** Returns the lines of `--help` that name the bounds of these parts. */
export function boundsHelp(parts: readonly Part[]): string {
  const own = Object.entries(bounds).filter(([, { part }]) => part === "redaction" || parts.includes(part));
  const lines = own.map(([name, { unit, about }]) => `  ${name.padEnd(20)} ${unit} ${about}`);
  return `\nBounds, with their defaults:\n${lines.join("\n")}`;
}

/**
 * Refuses a bound that would bound nothing.
 * @param missing Why a call lacks a part, and what to do.
 * @throws UsageError that says so.
 */
export function checkBounds(deed: string, given: Bounds, missing: Readonly<Partial<Record<Part, string>>>): void {
  for (const name of Object.keys(given).filter(isBound)) {
    const advice = missing[bounds[name].part];
    if (advice !== undefined) throw new UsageError(`Cannot ${deed}: --bound ${name} ${advice}, or leave it out`);
  }
}

/**
 * Returns the bounds below a name, as the option of that name takes them.
 * @example
 * boundsBelow("journal", { "journal.entries": 7 }); // { entries: 7 }
 */
export function boundsBelow(
  group: "limits" | "journal" | "overrides",
  given: Bounds,
): Readonly<Record<string, number>> {
  const below = Object.entries(given).filter(([name]) => name.startsWith(`${group}.`));
  return Object.fromEntries(below.map(([name, most]) => [name.slice(group.length + 1), most]));
}

/** Returns the bounds of a recorder, as its options. */
export function recorderBounds({
  maxBodyBytes,
  maxSecrets,
}: Bounds): Pick<RecorderOptions, "maxBodyBytes" | "maxSecrets"> {
  return { ...(maxBodyBytes !== undefined && { maxBodyBytes }), ...(maxSecrets !== undefined && { maxSecrets }) };
}
