import { type Api, plain } from "@tapedeck/api";
import { type Exchange, type PackedTapes, pinnedMoment, type RedactOptions, type Tape } from "@tapedeck/tape";
import { placeholdersIn, tagsIn } from "@tapedeck/tape/internal";

/** Tapes as data, or in a packed file. */
export type TapeSource = readonly Tape[] | PackedTapes;

/** Returns whether tapes are in a packed file. */
export function isPacked(source: TapeSource): source is PackedTapes {
  return !Array.isArray(source);
}

/** Returns the APIs of a player: without a description, one for each origin of its tapes. */
export function playedApis(
  api: Api | readonly [Api, ...Api[]] | undefined,
  origins: readonly string[],
): readonly [Api, ...Api[]] {
  if (api !== undefined) return "name" in api ? [api] : api;
  const [first = plain, ...rest] = [...new Set(origins)].map((origin) => ({ ...plain, origins: [origin] }));
  return rest.length === 0 ? [plain] : [first, ...rest];
}

/** Returns the origins of tapes. */
export function originsIn(sources: readonly TapeSource[]): readonly string[] {
  return sources.flatMap((source) => (isPacked(source) ? source.origins : source.map(({ origin }) => origin)));
}

/** Returns the redaction settings that tapes were recorded with. */
export function redactIn(sources: readonly TapeSource[]): ReadonlyArray<RedactOptions | undefined> {
  return sources.flatMap<RedactOptions | undefined>((source) =>
    isPacked(source) ? source.redact : source.map(({ redact }) => redact),
  );
}

/** Returns the time of the latest recording, in epoch seconds. */
export function latestIn(sources: readonly TapeSource[]): number {
  const moments = sources.flatMap((source) =>
    isPacked(source) ? [source.recordedAt] : source.map(({ recordedAt }) => recordedAt),
  );
  return moments.length === 0 ? pinnedMoment : moments.reduce((latest, each) => Math.max(latest, each));
}

/** Returns the exchanges that are in memory. */
export function exchangesIn(sources: readonly TapeSource[]): readonly Exchange[] {
  return sources.flatMap((source) => (isPacked(source) ? [] : source.flatMap(({ exchanges }) => exchanges)));
}

/**
 * Returns the test of whether a recorded request sent a placeholder: of what answers to safe methods issued, that alone
 * shows before they are read.
 */
export function sentPlaceholders(sources: readonly TapeSource[]): (placeholder: string) => boolean {
  const packed = sources.filter(isPacked).filter(({ hasFacts }) => hasFacts);
  let sent: ReadonlySet<string> | null = null;
  return (placeholder) => {
    sent ??= new Set(exchangesIn(sources).flatMap(({ request }) => placeholdersIn(request)));
    return sent.has(placeholder) || packed.some((each) => each.facts(sentFact(placeholder)).length > 0);
  };
}

/** Returns what a packed file stores of those, once for the file. */
export function sentFacts(
  { request }: Exchange,
  known: Set<string>,
): ReadonlyArray<readonly [name: string, value: string]> {
  const fresh = new Set(placeholdersIn(request)).difference(known);
  for (const each of fresh) known.add(each);
  return [...fresh].map((each) => [sentFact(each), ""]);
}

function sentFact(placeholder: string): string {
  return `sent\n${placeholder}`;
}

/** Finds the placeholders of opaque values in packed requests, by their tags; undefined if there are none. */
export function placeholdersByTag(sources: readonly TapeSource[]): ((tag: string) => string | undefined) | undefined {
  const packed = sources.filter(isPacked).filter(({ hasFacts }) => hasFacts);
  if (packed.length === 0) return undefined;
  return (tag) => packed.flatMap((each) => each.facts(tagFact(tag)))[0];
}

/** Returns what a packed file stores of a request's placeholders. */
export function tagFacts(exchange: Exchange): ReadonlyArray<readonly [name: string, value: string]> {
  return [...tagsIn([exchange])].map(([tag, placeholder]) => [tagFact(tag), placeholder]);
}

function tagFact(tag: string): string {
  return `tag\n${tag}`;
}

/** A recording that cannot be read. */
export interface Unreadable {
  readonly error: Error;
  /** Returns whether it may hold the answer to a request. */
  readonly mayAnswer: (target: string) => boolean;
}
