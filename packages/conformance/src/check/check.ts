import type { ShippedProfile } from "@tapedeck/replay";
import { createScrubber } from "@tapedeck/tape";
import { header } from "../question.ts";
import { createAsker, loginOf } from "./asker.ts";
import { curlOf } from "./curl.ts";
import { itinerary, zen } from "./itinerary.ts";
import type { CheckLaw, Interface } from "./law.ts";
import { checkLaws } from "./laws.ts";
import type { CheckReport, Finding, Shown } from "./report.ts";
import { shortest } from "./shortest.ts";
import { isMiss, isRedirect, isRefusal, isWhole, nameOf, quotaOf, type Sighting } from "./sighting.ts";
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

/**
 * Holds the service at a base URL to the laws of the contract, by a few requests, and reports law by law. It sends GET,
 * HEAD and OPTIONS alone, one at a time, and asks no more once a tenth of a quota is all that is left.
 * @throws RangeError if the base is none.
 * @throws UpstreamError if nothing answers there.
 * @example
 * const report = await check({ base: "http://127.0.0.1:8787", account: "ada" });
 * report.findings.filter(({ verdict }) => verdict === "broken");
 */
export async function check(options: CheckOptions): Promise<CheckReport> {
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

  const strange = strangeness(seen);
  const parts: Readonly<Record<Interface, readonly Sighting[]>> = {
    service: strange !== null ? [] : seen.filter((each) => !isCity(each)),
    cities: seen.filter(isCity),
  };
  const scrubber = createScrubber(
    token === undefined ? {} : { secrets: [{ alias: token.variable, value: token.value }] },
  );
  const show = ({ asked, answer, ...rest }: Sighting): Shown => {
    const quota = quotaOf({ asked, answer, ...rest });
    return {
      curl: scrubber.text(curlOf(asked, site.base, token?.variable ?? "", loginOf(seen))),
      status: answer.status,
      quota: quota === null ? null : { used: quota.used, limit: quota.limit },
    };
  };
  const findings = checkLaws.map((law): Finding => {
    const told = { law: law.name, source: law.source };
    const part = parts[law.about].filter((each) => !isMiss(each) && !isRedirect(each));
    const judgement = law.judge(part, site);
    if (judgement.kind === "held") return { ...told, verdict: "held", times: judgement.times };
    if (judgement.kind === "unseen") {
      const hidden = law.about === "service" ? strange : null;
      const why = hidden ?? reasonOf(law, reasons, seen) ?? judgement.why ?? "no answer shows it";
      return { ...told, verdict: "not observable", why: scrubber.text(why) };
    }
    const least = shortest(part, (fewer) => law.judge(fewer, site).kind === "broken");
    const again = law.judge(least, site);
    const found = again.kind === "broken" ? again.found : judgement.found;
    return { ...told, verdict: "broken", found: scrubber.text(found), counterexample: least.map(show) };
  });
  const cities = parts.cities.some(isWhole);
  return {
    base: site.base,
    vendor: vendorOf(seen),
    interfaces: [...(strange !== null ? [] : ["service" as const]), ...(cities ? ["cities" as const] : [])],
    budget,
    asked: asker.sent(),
    findings,
  };
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

/** Why what answers is another service: neither its /zen nor its headers are the API's. Null for the API. */
function strangeness(seen: readonly Sighting[]): string | null {
  const first = seen.findLast(({ step }) => step === zen.name);
  if (first === undefined || isMiss(first)) return null;
  const { status } = first.answer;
  const isText = status === 200 && /^text\/plain/.test(header(first.answer, "content-type") ?? "");
  if (isText || vendorOf(seen) !== null || quotaOf(first) !== null) return null;
  const location = header(first.answer, "location");
  const came = location === undefined ? `${status}` : `${status}, to ${location}`;
  return `the code-hosting API does not answer there: GET /zen was answered ${came}, without its headers`;
}

function isCity({ asked }: Sighting): boolean {
  return asked.target.startsWith("/bicyclists/");
}

/** Why a law was not seen, by the steps that would have shown it. */
function reasonOf(law: CheckLaw, reasons: ReadonlyMap<string, string>, seen: readonly Sighting[]): string | null {
  for (const { name } of law.asks) {
    const sighting = seen.findLast(({ step }) => step === name);
    const reason =
      reasons.get(name) ??
      (sighting === undefined
        ? null
        : isMiss(sighting)
          ? `the replay has no recording of ${nameOf(sighting)}`
          : isRefusal(sighting)
            ? `${nameOf(sighting)} was refused: the rate limit is used up`
            : sighting.answer.status >= 400 || isRedirect(sighting)
              ? `${nameOf(sighting)} was answered ${sighting.answer.status}`
              : null);
    if (reason !== null) return reason;
  }
  return null;
}
