import { type ToldPart, toldParts, withParts } from "./composite.ts";
import { toldHeader } from "./header-index.ts";
import { periodNamed } from "./header-words.ts";
import { formOfMoment, writeMoment } from "./moment.ts";
import { leadingCount, readRateLimit } from "./read.ts";
import { hasForm } from "./recognise.ts";
import { type AnyResponse, mostHeaders } from "./response.ts";
import { readStandings, standingItem } from "./structured.ts";

type Headers = ReadonlyArray<readonly [name: string, value: string]>;

/** Seconds from the pinned time to the pinned reset. */
const pinnedSeconds = 3600;

/**
 * Pins the counters in the headers of a response, so that the same answer recorded twice is the same: each is the first
 * of its window, or a refusal with nothing left. Every value keeps its form, and the counters keep their laws.
 * @param response Its header names are in lower case.
 * @param at Time of recording, in epoch seconds.
 * @example
 * const headers = [["ratelimit", '"hour";r=4;t=30'], ["ratelimit-policy", '"hour";q=9']] as const;
 * pinRateLimit({ status: 200, headers }, 1_767_225_600);
 * // { status: 200, headers: [["ratelimit", '"hour";r=8;t=3600'], ["ratelimit-policy", '"hour";q=9']] }
 */
export function pinRateLimit<R extends AnyResponse & { readonly headers: Headers }>(response: R, at: number): R {
  const { headers } = response;
  const isTelling = ([name, value]: Headers[number]): boolean => isCounted(name) || toldParts(name, value).length > 0;
  if (!headers.slice(0, mostHeaders).some(isTelling)) return response;
  const { policies, refusal, retryAt } = readRateLimit(response, at);
  const refused = refusal === "quota";
  const limits = new Map<string | null, number | null>(policies.map(({ name, limit }) => [name, limit]));
  const single = policies.find(
    ({ name }) => name === null || !headers.some(([header]) => toldHeader(header)?.policy === name),
  );
  // On an answer that is not a refusal, another word for the reset.
  const repeatsReset =
    refusal === null && policies.some(({ resetsAt }) => resetsAt !== null && Math.abs(resetsAt - (retryAt ?? 0)) <= 2);
  const usedOf = (limit: number): number => (refused ? limit : Math.min(1, limit));
  return { ...response, headers: headers.map(pinnedHeader) };

  function pinnedHeader([name, value]: Headers[number], nth: number): Headers[number] {
    return [name, nth < mostHeaders ? pinned(name, value) : value];
  }

  function pinned(name: string, value: string): string {
    const parts = toldParts(name, value);
    if (parts.length > 0) return withParts(value, parts, pinnedPart);
    const told = toldHeader(name);
    if (told === null) return value;
    const limit = (told.policy === null ? single?.limit : limits.get(told.policy)) ?? null;
    switch (told.value) {
      case "remaining":
        // For a limit that is not told: one more than nothing.
        return withCount(value, limit === null ? (refused ? 0 : 1) : limit - usedOf(limit));
      case "used":
        // For a limit that is not told, by a name that says that it counts for a time.
        if (limit === null) return periodNamed(told.policy ?? "") === null ? value : withCount(value, 1);
        return withCount(value, usedOf(limit));
      case "retry":
        return repeatsReset ? String(pinnedSeconds) : value;
      case "reset": {
        const form = formOfMoment(value);
        // Pinned at a time in 1970, an epoch looks like a delta.
        if (form === null || value === String(at + pinnedSeconds)) return value;
        // Go writes 20s and 1m0s: only the next answer would tell which of the two a service means.
        return writeMoment(form === "delta-unit" ? "duration" : form, at + pinnedSeconds, at);
      }
      case "standings":
        return pinnedStandings(value);
      default:
        return value;
    }
  }

  function pinnedPart({ policy, value, isShare, text }: ToldPart): string {
    const limit = (policy === null ? single?.limit : limits.get(policy)) ?? null;
    if (value === "reset") {
      const form = formOfMoment(text);
      return form === null ? text : writeMoment(form, at + pinnedSeconds, at);
    }
    if (value === "limit" || limit === null) return text;
    const share = isShare ? 100 / limit : 1;
    const used = Math.ceil(usedOf(limit) * share);
    return String(value === "used" ? used : Math.floor(limit * share) - used);
  }

  function pinnedStandings(value: string): string {
    const standings = readStandings(value).map((standing) => {
      const most = standing.limit ?? limits.get(standing.name) ?? null;
      const remaining = most === null ? (refused ? 0 : 1) : most - usedOf(most);
      return { ...standing, remaining, delta: standing.delta === null ? null : pinnedSeconds };
    });
    const [first] = standings;
    if (first === undefined) return value;
    if (first.name === null) return `limit=${first.limit}, remaining=${first.remaining}, reset=${first.delta}`;
    const space = hasForm(value, "structured-spaced") ? " " : "";
    return standings.map((standing) => standingItem(standing, space)).join(", ");
  }
}

function withCount(value: string, count: number): string {
  return value.replace(leadingCount, String(count));
}

function isCounted(name: string): boolean {
  const value = toldHeader(name)?.value;
  return value !== undefined && value !== "retry" && value !== "limit" && value !== "window";
}
