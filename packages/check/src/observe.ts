import { createClient } from "./client.ts";
import { probes, zen } from "./home-apis/probes.ts";
import type { Interface } from "./law.ts";
import { isMiss, isRedirect, type Observation, quotaOf } from "./observation.ts";
import { vendorOf } from "./probe.ts";
import { header } from "./response.ts";
import { baseOf, type NotModifiedCost, type ServiceUnderTest } from "./service-under-test.ts";

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
  /** What a 304 has to cost each principal. Default: that it always costs the same. */
  readonly notModifiedCost?: NotModifiedCost;
  /** Where the service's links lead. Default: to the base. */
  readonly publicUrl?: string;
  /** How long a whole response may take. Default 30. */
  readonly timeoutSeconds?: number;
}

/** Requests that show every law, with a credential and without a redirect. */
export const usualBudget = 40;

/** What a service was asked, and what it answered. */
export interface CheckRun {
  readonly service: ServiceUnderTest;
  readonly observed: readonly Observation[];
  /** Why a probe was not taken, by its name. */
  readonly reasons: ReadonlyMap<string, string>;
  readonly budget: number;
  /** Requests sent, whether answered or not. */
  readonly sent: number;
}

/**
 * Asks a service all that the budget allows, one after the other.
 * @throws RangeError if the base is none.
 * @throws UpstreamError if nothing answers there.
 * @example
 * (await observe({ base: "http://127.0.0.1:8787" })).observed[0]?.response.status; // 204
 */
export async function observe(options: CheckOptions): Promise<CheckRun> {
  const { budget = usualBudget, token, timeoutSeconds = 30 } = options;
  const service = serviceOf(options);
  const client = createClient({ service, token: token?.value ?? null, budget, timeoutSeconds });
  const { observed } = client;
  const reasons = new Map<string, string>();
  for (const probe of probes) {
    const other = probe.about === "service" ? otherService(observed) : null;
    const request = other ?? probe.ask({ service, observed });
    const reason = typeof request === "string" ? request : await client.ask(probe.name, request);
    if (reason !== null) reasons.set(probe.name, reason);
  }
  return { service, observed, reasons, budget, sent: client.sent() };
}

/** What of a run is about one of the interfaces, and is that interface's own word. */
export function partAbout(about: Interface, { observed }: Pick<CheckRun, "observed">): readonly Observation[] {
  if (about === "service" && otherService(observed) !== null) return [];
  return observed.filter((each) => isCity(each) === (about === "cities") && !isMiss(each) && !isRedirect(each));
}

/** Why what answers is another service: neither its /zen nor its headers are the API's. Null for the API. */
export function otherService(observed: readonly Observation[]): string | null {
  const first = observed.findLast(({ probe }) => probe === zen.name);
  if (first === undefined || isMiss(first)) return null;
  const { status } = first.response;
  const isText = status === 200 && /^text\/plain/.test(header(first.response, "content-type") ?? "");
  if (isText || vendorOf(observed) !== null || quotaOf(first) !== null) return null;
  const location = header(first.response, "location");
  const came = location === undefined ? `${status}` : `${status}, to ${location}`;
  return `the code-hosting API does not answer there: GET /zen was answered ${came}, without its headers`;
}

function serviceOf(options: CheckOptions): ServiceUnderTest {
  const { token, account = null, repository = null, absent = "nobody-here", notModifiedCost = null } = options;
  return {
    base: baseOf(options.base),
    publicUrl: options.publicUrl === undefined ? null : baseOf(options.publicUrl),
    variable: token?.variable ?? null,
    account,
    repository,
    absent,
    notModifiedCost,
  };
}

function isCity({ request }: Observation): boolean {
  return request.target.startsWith("/bicyclists/");
}
