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
import { answered, vendorOf } from "./step.ts";

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
    const asked = step.about === "service" && isStrange(seen) ? strange : step.ask({ site, seen });
    const reason = typeof asked === "string" ? asked : await asker.ask(step.name, asked);
    if (reason !== null) reasons.set(step.name, reason);
  }

  const parts: Readonly<Record<Interface, readonly Sighting[]>> = {
    service: isStrange(seen) ? [] : seen.filter((each) => !isCity(each)),
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
      const why = reasonOf(law, reasons, seen) ?? judgement.why ?? "no answer shows it";
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
    interfaces: [...(isStrange(seen) ? [] : ["service" as const]), ...(cities ? ["cities" as const] : [])],
    budget,
    asked: asker.sent(),
    findings,
  };
}

const strange = "this base does not answer as the code-hosting API: GET /zen gave neither its text nor its headers";

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

/** Whether what answers is another service: neither its /zen nor its headers are the API's. */
function isStrange(seen: readonly Sighting[]): boolean {
  const first = answered({ site: null as never, seen }, zen);
  if (first === undefined || isMiss(first)) return false;
  const isText = first.answer.status === 200 && /^text\/plain/.test(header(first.answer, "content-type") ?? "");
  return !isText && vendorOf(seen) === null && quotaOf(first) === null;
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
