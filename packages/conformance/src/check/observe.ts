import type { ShippedProfile } from "@tapedeck/replay";
import { header } from "../question.ts";
import { createAsker } from "./asker.ts";
import { itinerary, zen } from "./itinerary.ts";
import type { Interface } from "./law.ts";
import { isMiss, isRedirect, quotaOf, type Sighting } from "./sighting.ts";
import { baseOf, type Site } from "./site.ts";
import { vendorOf } from "./step.ts";

/** What to check, and how far. */
export interface CheckOptions {
  /** Base URL, with its path: `https://code.example/api/v3`. */
  readonly base: string;
  /** Requests at most, redirects among them. Default 40. */
  readonly budget?: number;
  /** A credential, and the environment variable that stands for it in what is reported. */
  readonly token?: { readonly variable: string; readonly value: string };
  /** An account to ask for. Default: that of the repository, or of the token. */
  readonly account?: string;
  /** A repository to ask for, as `owner/name`. Default: the first in the account's list. */
  readonly repository?: string;
  /** An account that nobody has. Default `nobody-here`. */
  readonly absent?: string;
  /** What a 304 has to cost. Default: that it always costs the same. */
  readonly profile?: ShippedProfile;
  /** Where the service's links lead. Default: to the base. */
  readonly publicUrl?: string;
  /** How long a whole answer may take. Default 30. */
  readonly timeoutSeconds?: number;
}

/** Requests that show every law, with a credential and without a redirect. */
export const usualBudget = 40;

/** What a service was asked, and what it answered. */
export interface Observation {
  readonly site: Site;
  readonly seen: readonly Sighting[];
  /** Why a step was not taken, by its name. */
  readonly reasons: ReadonlyMap<string, string>;
  readonly budget: number;
  /** Requests sent, whether answered or not. */
  readonly asked: number;
}

/**
 * Asks a service all that the budget allows, one after the other.
 * @throws RangeError if the base is none.
 * @throws UpstreamError if nothing answers there.
 * @example
 * (await observe({ base: "http://127.0.0.1:8787" })).seen[0]?.answer.status; // 204
 */
export async function observe(options: CheckOptions): Promise<Observation> {
  const { budget = usualBudget, token, timeoutSeconds = 30 } = options;
  const site = siteOf(options);
  const asker = createAsker({ site, token: token?.value ?? null, budget, timeoutSeconds });
  const { seen } = asker;
  const reasons = new Map<string, string>();
  for (const step of itinerary) {
    const strange = step.about === "service" ? strangeness(seen) : null;
    const asked = strange ?? step.ask({ site, seen });
    const reason = typeof asked === "string" ? asked : await asker.ask(step.name, asked);
    if (reason !== null) reasons.set(step.name, reason);
  }
  return { site, seen, reasons, budget, asked: asker.sent() };
}

/** What of an observation is about one of the interfaces, and is that interface's own word. */
export function partAbout(about: Interface, { seen }: Pick<Observation, "seen">): readonly Sighting[] {
  if (about === "service" && strangeness(seen) !== null) return [];
  return seen.filter((each) => isCity(each) === (about === "cities") && !isMiss(each) && !isRedirect(each));
}

/** Why what answers is another service: neither its /zen nor its headers are the API's. Null for the API. */
export function strangeness(seen: readonly Sighting[]): string | null {
  const first = seen.findLast(({ step }) => step === zen.name);
  if (first === undefined || isMiss(first)) return null;
  const { status } = first.answer;
  const isText = status === 200 && /^text\/plain/.test(header(first.answer, "content-type") ?? "");
  if (isText || vendorOf(seen) !== null || quotaOf(first) !== null) return null;
  const location = header(first.answer, "location");
  const came = location === undefined ? `${status}` : `${status}, to ${location}`;
  return `the code-hosting API does not answer there: GET /zen was answered ${came}, without its headers`;
}

function siteOf(options: CheckOptions): Site {
  const { token, account = null, repository = null, absent = "nobody-here", profile = null } = options;
  return {
    base: baseOf(options.base),
    publicUrl: options.publicUrl === undefined ? null : baseOf(options.publicUrl),
    variable: token?.variable ?? null,
    account,
    repository,
    absent,
    profile,
  };
}

function isCity({ asked }: Sighting): boolean {
  return asked.target.startsWith("/bicyclists/");
}
