import type { RateLimitObserver, SchemeFile } from "@tapedeck/rate-limit";
import type { Tape } from "@tapedeck/tape";
import type { ApiDescription } from "../description.ts";
import { writeApi } from "./write-api.ts";

/** The rate limit in a recording. */
export interface DescribedLimit {
  /** The description that now has the limit. */
  readonly file?: string;
  readonly rateLimits?: SchemeFile;
  /** Its assumptions, and what was not understood. */
  readonly notes: readonly string[];
}

/** The recording, and what is known of its API. */
export interface DescribeOptions {
  readonly tapes: AsyncIterable<Tape>;
  /** The folder of its description. */
  readonly folder: string;
  readonly description: ApiDescription;
  readonly rateLimit: Pick<RateLimitObserver, "scheme" | "notes">;
  /** Whether to write a description that has no limit. */
  readonly always: boolean;
}

/**
 * Writes what is known of an API beside its recordings: a first description, and the rate limit that its answers
 * advertised. What a person wrote stays as it is.
 * @returns The rate limit to report; null for none.
 * @example
 * const said = await describeRecorded({ tapes, folder, description, rateLimit: recorder.rateLimit, always: true });
 * if (said !== null) console.error(describedText(said));
 */
export async function describeRecorded(recorded: DescribeOptions): Promise<DescribedLimit | null> {
  const { tapes, folder, description, rateLimit, always } = recorded;
  const rateLimits = rateLimit.scheme();
  const notes = rateLimit.notes();
  const writes = (always || rateLimits !== null) && (await holds(tapes, description.origins ?? []));
  const file = writes ? await writeApi(folder, description, rateLimits) : null;
  if (rateLimits === null) return notes.length > 0 ? { notes } : null;
  return file === null ? null : { file, rateLimits, notes };
}

async function holds(tapes: AsyncIterable<Tape>, origins: readonly string[]): Promise<boolean> {
  try {
    for await (const { origin } of tapes) if (origins.includes(origin)) return true;
  } catch (error) {
    // If the folder vanished meanwhile, the requests that could not be stored have reported it.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return false;
}

/**
 * Returns the message for the user.
 * @example
 * describedText({ file: "api.json", rateLimits: { preset: "gitlab" }, notes: [] });
 * // 'tapedeck: a rate limit as gitlab tells it (): see "rateLimits" in api.json'
 */
export function describedText({ file, rateLimits, notes }: DescribedLimit): string {
  if (rateLimits === undefined)
    return [
      "tapedeck: the API speaks of a rate limit, and none could be made out",
      ...notes,
      'say what it allows: "rateLimits" in api.json',
    ].join("\n  - ");
  const { preset, tell, policies = [] } = rateLimits;
  const told = policies.map(({ name, algorithm }) => {
    if (algorithm === undefined) return name;
    const limit = "capacity" in algorithm ? algorithm.capacity : algorithm.limit;
    // For a limit that advertises only its use.
    const most = limit === Number.MAX_SAFE_INTEGER ? "without a limit" : limit;
    return `${name} ${most}${"seconds" in algorithm ? ` in ${algorithm.seconds} s` : ""}`;
  });
  const headers = typeof tell === "object" ? tell.flatMap(({ header }) => header ?? []) : [];
  const how = preset ?? tell;
  const as = typeof how === "string" ? `as ${how} tells it` : `told in ${[...new Set(headers)].join(", ")}`;
  return [`tapedeck: a rate limit ${as} (${told.join(", ")}): see "rateLimits" in ${file}`, ...notes].join("\n  - ");
}
