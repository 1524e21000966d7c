import { refusalOf } from "@tapedeck/rate-limit";
import { anonymous, type Exchange, normalize, type Principal, type Tape } from "@tapedeck/tape";
import type { TapeFile } from "@tapedeck/tape/files";
import { isPlaceholder, nearest, requestKey } from "@tapedeck/tape/internal";
import { isSafe } from "../safe-method.ts";
import { upstreamOf } from "../send/upstream.ts";
import type { Asked, Unanswered } from "../summary.ts";

/** A recorded request that can be sent again, with its answers on file. */
export interface Askable {
  readonly key: string;
  /** The last answer, which is compared. */
  readonly recorded: Exchange;
  /** The number of answers. */
  readonly answers: number;
}

/** The recordings, divided into those that can be asked again and those that cannot. */
interface Choice {
  readonly askable: readonly Askable[];
  readonly notAsked: readonly Unanswered[];
}

/**
 * Chooses what to ask again: each request once, however many answers it has on file.
 * @param principals The principals that have a credential.
 * @example
 * choose(tapes, ["anonymous", "full"]).notAsked; // [{ target: "/user", reason: 'no token for alias "narrow"', … }]
 */
export function choose(tapes: readonly Tape[], principals: readonly Principal[]): Choice {
  const groups = Map.groupBy(
    tapes.flatMap(({ exchanges }) => exchanges),
    liveKeyOf,
  );
  const askable: Askable[] = [];
  const notAsked: Unanswered[] = [];
  const recordedAs = new Set(tapes.flatMap(({ exchanges }) => exchanges.map(({ request }) => request.principal)));
  const idle = principals.filter((alias) => alias !== anonymous && !recordedAs.has(alias));
  for (const [key, exchanges] of groups) {
    const answers = exchanges.filter(isRepeatable);
    const recorded = answers.at(-1) ?? (exchanges[0] as Exchange);
    const reason = whyNot(recorded, answers.length > 0, principals, idle);
    if (reason === null) askable.push({ key, recorded, answers: answers.length });
    else notAsked.push({ ...askedOf(recorded), reason });
  }
  return { askable, notAsked };
}

/** Returns the key of a request as a recording made today would have it. */
export function liveKeyOf(exchange: Exchange): string {
  return requestKey(normalize(exchange, 0).request);
}

/** Returns whether asking once can give the answer again: it is neither a refusal nor a temporary error. */
export function isRepeatable({ response }: Exchange): boolean {
  return response.status !== 304 && response.status < 500 && refusalOf(response) === null;
}

/** Returns who asked what in an exchange. */
export function askedOf({ request: { method, target, principal } }: Exchange): Asked {
  return { method, target, principal };
}

function whyNot(
  { request, response }: Exchange,
  repeatable: boolean,
  principals: readonly Principal[],
  idle: readonly Principal[],
): string | null {
  if (!isSafe(request.method)) return `${request.method} may change something`;
  if (!request.target.startsWith("/")) return "it was asked of another host";
  if (response.messages !== undefined) return "it became a WebSocket, over which only its client can talk";
  if (response.status === 304) return "its etag is that of the recorded answer (a 304)";
  if (!repeatable) {
    return response.status >= 500
      ? `an error of a bad moment was recorded (${response.status})`
      : "it would take the whole rate limit (a recorded refusal)";
  }
  const { searchParams } = new URL(request.target, "http://localhost");
  // The value behind a placeholder is not known any more.
  const sent = [...searchParams.values(), ...request.headers.flatMap(([, value]) => value.split(/[\s;,="]+/))];
  if (sent.some(isPlaceholder)) return "the recording hides a secret that it was asked with";
  if (principals.includes(request.principal)) return null;
  const one = request.principal === anonymous ? "" : `; give it one: --token ${request.principal}=ENV_NAME`;
  const others = idle.length === 0 ? "" : ` (nothing was recorded as ${idle.join(", ")}, which has one)`;
  return `no token for alias "${request.principal}"${one}${others}`;
}

/** The origin whose recordings are compared with a service, and the other origins in the folder. */
interface OriginChoice {
  readonly origin: string;
  readonly otherOrigins: readonly string[];
}

/**
 * Chooses the recordings to compare with a service: those of the named origin, or of the service's own, or the only
 * ones.
 * @param from Base URL of the service.
 * @throws RangeError if that is ambiguous.
 * @example
 * originAmong(files, "http://127.0.0.1:8787").origin; // "https://api.service.example"
 */
export function originAmong(files: readonly TapeFile[], from: string, wanted?: string): OriginChoice {
  const origins = [...new Set(files.map(({ tape }) => tape.origin))].sort();
  const own = upstreamOf(from, wanted).origin;
  const [only, second] = origins;
  const origin = origins.includes(own) ? own : wanted === undefined && second === undefined ? only : undefined;
  if (origin === undefined) {
    throw new RangeError(
      wanted === undefined
        ? "Cannot tell which recordings to hold against the service: there are some of several\n" +
            `  - choose one as origin (--origin): ${origins.join(", ")}`
        : `Cannot find drift: no recording is of the origin "${own}"\n  - there are some of ${origins.join(", ")}`,
    );
  }
  return { origin, otherOrigins: origins.filter((other) => other !== origin) };
}

/**
 * Refuses an alias that looks like a typo: recordings under the right one would silently not be asked.
 * @param given The aliases that have a token.
 * @param recorded The aliases in recordings.
 * @throws RangeError that suggests the intended one.
 */
export function checkAliases(given: readonly Principal[], recorded: ReadonlySet<Principal>): void {
  const without = [...recorded].filter((alias) => alias !== anonymous && !given.includes(alias));
  for (const alias of given) {
    const meant = recorded.has(alias) ? null : nearest(alias, without);
    if (meant === null) continue;
    throw new RangeError(
      `Cannot find drift: a token is given for "${alias}", and no recording was asked as this alias; did you mean "${meant}"?\n` +
        `  - in the recordings: ${[...recorded].sort().join(", ")}; give it one: --token ${meant}=ENV_NAME`,
    );
  }
}

/**
 * Returns the aliases whose tokens no longer work: each of their requests was answered 401, and not all of them were
 * when they were recorded. That is the end of a token, not drift of the API.
 * @param answerTo The service's present answers.
 */
export function turnedAway(
  askable: readonly Askable[],
  answerTo: (askable: Askable) => Exchange | undefined,
): ReadonlySet<Principal> {
  const away = new Set<Principal>();
  const byAlias = Map.groupBy(askable, ({ recorded }) => recorded.request.principal);
  byAlias.delete(anonymous);
  for (const [alias, asked] of byAlias) {
    const now = asked.flatMap((each) => answerTo(each)?.response.status ?? []);
    const wasLetIn = asked.some(({ recorded }) => recorded.response.status !== 401);
    if (wasLetIn && now.length > 0 && now.every((status) => status === 401)) away.add(alias);
  }
  return away;
}
