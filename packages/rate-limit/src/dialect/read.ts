import { bodyValueAt } from "../limiter/json-pointer.ts";
import { type ToldPart, toldParts } from "./composite.ts";
import { dialects } from "./dialects.ts";
import { retryHeaders, toldHeader } from "./header-index.ts";
import { periodNamed } from "./header-words.ts";
import { formOfMoment, isDelta, type MomentForm, readMoment } from "./moment.ts";
import { dialectIn } from "./recognise.ts";
import { type RefusalKind, refusalOf } from "./refusal.ts";
import { type AnyResponse, bodyText, headerMap } from "./response.ts";
import { readPolicies, readStandings, type StructuredPolicy } from "./structured.ts";

/** One policy in an answer; null for values that are not told. */
export interface PolicyReading {
  readonly name: string | null;
  readonly unit: string | null;
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly used: number | null;
  /** Epoch seconds, by the caller's clock, at which more is available. */
  readonly resetsAt: number | null;
  /** How that was written: a time identifies a window, a delta does not. */
  readonly resetForm: MomentForm | null;
  readonly windowSeconds: number | null;
  /** The partition of the policy (`pk`), in base64. */
  readonly partitionKey: string | null;
}

/** The rate limits in an answer. */
export interface RateLimitReading {
  /** The name of a dialect of the table; null for none of them. */
  readonly dialect: string | null;
  readonly policies: readonly PolicyReading[];
  readonly refusal: RefusalKind | null;
  /** Epoch seconds, by the caller's clock, before which a retry is pointless. */
  readonly retryAt: number | null;
  /** Whether the response says so itself, or it is the reset of what is used up. */
  readonly retryFrom: "response" | "reset" | null;
  readonly scope: string | null;
  readonly reason: string | null;
}

type Draft = { -readonly [Member in keyof PolicyReading]: PolicyReading[Member] };

const nothing: PolicyReading = {
  ...{ name: null, unit: null, limit: null, remaining: null, used: null },
  ...{ resetsAt: null, resetForm: null, windowSeconds: null, partitionKey: null },
};

const mostPolicies = 64;

/**
 * Reads the rate limits in an answer, in any dialect. Ignores unknown or malformed fields. Converts times to the
 * caller's clock by the answer's own `date`, since clocks differ.
 * @param now Epoch seconds, by the caller's clock.
 * @param dialect The dialect, if it is known: it distinguishes a small epoch from a delta.
 * @see RFC 9110, section 10.2.3 (`retry-after`, which wins over a reset)
 * @example
 * const { policies } = readRateLimit({ status: 200, headers: [["ratelimit", '"hour";r=49;t=30']] }, 1_767_225_600);
 * policies[0]?.remaining; // 49
 */
export function readRateLimit(response: AnyResponse, now: number, dialect?: string): RateLimitReading {
  const headers = headerMap(response);
  const seen = dialect ?? dialectIn(headers, bodyText(response));
  const clock = clockOf(headers, now);
  const drafts = new Map<string, Draft>();
  const draftOf = (name: string | null, partitionKey: string | null = null): Draft => {
    const usual = drafts.get(name ?? "");
    // Partitions of one policy are separate; an item without one belongs to the first.
    const isOther = partitionKey !== null && (usual?.partitionKey ?? partitionKey) !== partitionKey;
    const place = isOther ? `${name} ${partitionKey}` : (name ?? "");
    const draft = drafts.get(place) ?? { ...nothing, name };
    draft.partitionKey ??= partitionKey;
    if (drafts.size < mostPolicies) drafts.set(place, draft);
    return draft;
  };
  const words: { scope: string | null; reason: string | null; name: string | null } = {
    scope: null,
    reason: null,
    name: null,
  };
  const forms = formsOf(dialect);
  const unnamed: StructuredPolicy[] = [];

  const shares: ToldPart[] = [];
  for (const [header, text] of headers) {
    const parts = toldParts(header, text);
    for (const part of parts) {
      if (part.isShare) shares.push(part);
      else notePart(draftOf(part.policy), part, clock);
    }
    const told = toldHeader(header);
    if (told === null || parts.length > 0) continue;
    const { value, policy, unit = null } = told;
    if (value === "limit" || value === "remaining" || value === "used") {
      const count = countIn(text);
      // A rate like 0.5 a second is not a count (Amazon's Selling Partner API).
      if (count !== null && !(value === "limit" && count > 0 && count < 1))
        draftOf(policy)[value] = value === "used" ? Math.ceil(count) : Math.floor(count);
      // "20;w=60" (Docker Hub), "20, 20;w=60, 90;w=3600" (drafts 02 to 05)
      const windows = value === "limit" && text.includes(";") ? readPolicies(text) : [];
      if (windows.length === 1) draftOf(policy).windowSeconds = windows[0]?.seconds ?? null;
      else unnamed.push(...windows.slice(1));
    } else if (value === "reset") {
      const at = clock.read(text, forms.get(header) ?? (unit === 1e-3 ? "delta-ms" : undefined));
      const draft = draftOf(policy);
      if (at !== null && (draft.resetsAt === null || isDelta(formOfMoment(text))))
        Object.assign(draft, { resetsAt: at, resetForm: formOfMoment(text) });
    } else if (value === "window") {
      const seconds = /^\d/.test(text) ? lengthIn(text, unit ?? 1) : null;
      if (seconds !== null) draftOf(policy).windowSeconds = seconds;
    } else if (value === "policies") {
      for (const each of readPolicies(text)) {
        if (each.name === null) unnamed.push(each);
        else
          Object.assign(draftOf(each.name, each.partitionKey), {
            limit: each.limit,
            unit: each.unit,
            windowSeconds: each.seconds,
          });
      }
    } else if (value === "standings") {
      for (const { name, limit, remaining, delta, partitionKey } of readStandings(text)) {
        const draft = draftOf(name, partitionKey);
        draft.remaining = remaining;
        draft.limit ??= limit;
        if (delta !== null) Object.assign(draft, { resetsAt: now + delta, resetForm: "delta" });
      }
    } else if (value === "scope" || value === "reason" || value === "name") words[value] = text.slice(0, 256);
  }
  // Until draft 07 policies have no names: the limit says which one is meant.
  const [first] = unnamed;
  if (first !== undefined) {
    const draft = draftOf(null);
    draft.limit ??= first.limit;
    const meant = unnamed.find(({ limit }) => limit === draft.limit) ?? first;
    draft.windowSeconds = meant.seconds;
    for (const { limit, seconds } of unnamed)
      if (limit !== meant.limit || seconds !== meant.seconds)
        Object.assign(draftOf(`${limit}-in-${seconds}s`), { limit, windowSeconds: seconds });
  }
  listed(drafts);
  for (const part of shares) noteShare(draftOf(part.policy), part);
  const inBody = dialects[seen ?? ""]?.tell.some(({ pointer }) => pointer !== undefined) ? seen : null;
  if (inBody !== null) readBody(response, inBody, draftOf(null), now);

  const single = drafts.get("");
  if (single !== undefined) single.name = words.name;
  const policies = joined([...drafts.values()])
    .map(completed)
    .filter(({ limit, remaining, used, resetsAt }) => [limit, remaining, used, resetsAt].some((each) => each !== null));
  const refusal = refusalOf(response);
  const told = retryIn(headers, response, now, clock);
  const exhausted = policies.filter(
    // A reset that is alone on a refusal is its end.
    ({ limit, remaining, used, resetsAt }) =>
      resetsAt !== null && (remaining === 0 || (remaining === null && used === null && limit === null)),
  );
  const waits = refusal !== null && exhausted.length > 0;
  const reset = Math.max(...exhausted.map(({ resetsAt }) => resetsAt ?? 0));
  return {
    dialect: seen,
    policies,
    refusal,
    retryAt: told ?? (waits ? Math.max(now, reset) : null),
    retryFrom: told !== null ? "response" : waits ? "reset" : null,
    scope: words.scope,
    reason: words.reason,
  };
}

/** If several limits share one remaining number, it belongs to the first. */
function listed(drafts: Map<string, Draft>): void {
  const [first, bare] = [drafts.get("limit-1"), drafts.get("")];
  if (first?.used !== null || first.remaining !== null || bare === undefined || bare.limit !== null) return;
  bare.limit = first.limit;
  for (const name of [...drafts.keys()].filter((each) => /^limit-\d+$/.test(each))) drafts.delete(name);
}

function notePart(draft: Draft, { value, text, seconds }: ToldPart, clock: Clock): void {
  if (value === "reset") {
    const resetsAt = clock.read(text, undefined);
    if (resetsAt !== null) Object.assign(draft, { resetsAt, resetForm: formOfMoment(text) });
  } else draft[value] = value === "used" ? Math.ceil(Number(text)) : Math.floor(Number(text));
  draft.windowSeconds ??= seconds;
}

/** Notes a share: of a hundred, if nothing else says of how much. */
function noteShare(draft: Draft, { value, text, seconds }: ToldPart): void {
  const { limit, remaining, used, unit } = draft;
  if (unit !== "percent" && (limit !== null || remaining !== null || used !== null)) return;
  Object.assign(draft, { limit: 100, unit: "percent" });
  const count = Math.min(100, Number(text));
  if (value === "used") draft.used = Math.ceil(count);
  else draft.remaining = Math.floor(count);
  draft.windowSeconds ??= seconds;
}

interface Clock {
  /** Parses a time by the sender's clock, and returns it by the caller's. */
  readonly read: (text: string, form: MomentForm | undefined) => number | null;
}

function clockOf(headers: ReadonlyMap<string, string>, now: number): Clock {
  // Most answers tell no time but this.
  let sent: number | null = null;
  const sentAt = (): number => {
    const date = headers.get("date");
    return date === undefined || formOfMoment(date) !== "http-date" ? now : (readMoment(date, now) ?? now);
  };
  return {
    read(text, form) {
      sent ??= sentAt();
      const at = readMoment(text, sent, form);
      return at === null ? null : now + Math.max(0, at - sent);
    },
  };
}

function formsOf(dialect: string | undefined): ReadonlyMap<string, MomentForm> {
  const told = (dialect !== undefined && dialects[dialect]?.tell) || [];
  return new Map(
    told.flatMap(({ header, form, value }) => (header && value === "reset" ? [[header, form as MomentForm]] : [])),
  );
}

// A header for each value, but not each for every limit: a single reset or window belongs to all limits without one,
// and a single limit to a remaining number without one.
function joined(drafts: readonly Draft[]): readonly Draft[] {
  if (drafts.length === 0) return drafts;
  const counted = drafts.filter(({ limit, remaining, used }) => limit !== null || remaining !== null || used !== null);
  if (counted.length === 0) return drafts;
  const { resetsAt, resetForm, windowSeconds } = drafts.find((each) => !counted.includes(each)) ?? nothing;
  for (const draft of counted) {
    if (draft.resetsAt === null) Object.assign(draft, { resetsAt, resetForm });
    draft.windowSeconds ??= windowSeconds;
  }
  const [bare, ...others] = counted.filter(({ limit, used }) => limit === null && used === null);
  const [limited, ...further] = counted.filter(({ remaining, used }) => remaining === null && used === null);
  if (!bare || !limited || others.length + further.length > 0 || !mayBeOne(bare, limited)) return counted;
  bare.limit = limited.limit;
  bare.windowSeconds ??= limited.windowSeconds;
  return counted.filter((each) => each !== limited);
}

/** Returns whether two names may be those of one limit: all words of one are among the other's. */
function mayBeOne(one: Draft, other: Draft): boolean {
  const [ours, theirs] = [one, other].map(({ name }) => new Set(name?.split("-")));
  return ours === undefined || theirs === undefined || ours.isSubsetOf(theirs) || theirs.isSubsetOf(ours);
}

function lengthIn(text: string, unit: number): number | null {
  const count = countIn(text);
  if (count !== null) return count * unit;
  const at = isDelta(formOfMoment(text)) ? readMoment(text, 0) : null;
  return at === 0 ? null : at;
}

/** The count that a value begins with: "19" of "19;w=21600". */
export const leadingCount: RegExp = /^\d{1,15}(?:\.\d{1,9})?(?=\s*(?:[,;]|$))/;

function countIn(text: string): number | null {
  const [count] = leadingCount.exec(text) ?? [];
  return count === undefined ? null : Number(count);
}

function readBody(response: AnyResponse, dialect: string, draft: Draft, now: number): void {
  for (const { pointer, value } of dialects[dialect]?.tell ?? []) {
    const found = pointer === undefined ? undefined : bodyValueAt(bodyText(response), pointer);
    if (value === "reset" && typeof found === "string" && draft.resetsAt === null)
      Object.assign(draft, { resetsAt: readMoment(found, now), resetForm: formOfMoment(found) });
    if ((value === "limit" || value === "remaining" || value === "used") && typeof found === "number" && found >= 0)
      draft[value] ??= Math.floor(found);
  }
}

function retryIn(
  headers: ReadonlyMap<string, string>,
  response: AnyResponse,
  now: number,
  clock: Clock,
): number | null {
  for (const [header, form] of Object.entries(retryHeaders)) {
    const text = headers.get(header);
    const at = text === undefined ? null : clock.read(text, form);
    if (at !== null) return at;
  }
  const { status } = response;
  const body = bodyText(response);
  const member = status === 429 ? "/retry_after" : status === 200 && body.includes('"ratelimit"') ? "/ratelimit" : null;
  const seconds = member === null ? undefined : bodyValueAt(body, member);
  return typeof seconds === "number" && seconds >= 0 ? now + seconds : null;
}

function completed(draft: Draft): PolicyReading {
  draft.windowSeconds ??= periodNamed(draft.name ?? "");
  const { limit, remaining, used } = draft;
  if (limit === null && remaining !== null && used !== null) return { ...draft, limit: remaining + used };
  if (limit === null) return draft;
  return {
    ...draft,
    remaining: remaining ?? (used === null ? null : Math.max(0, limit - used)),
    used: used ?? (remaining === null ? null : Math.max(0, limit - remaining)),
  };
}
