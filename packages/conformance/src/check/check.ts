import { createScrubber } from "@tapedeck/tape";
import { loginOf, outOfBudget } from "./asker.ts";
import { curlOf } from "./curl.ts";
import type { CheckLaw } from "./law.ts";
import { checkLaws } from "./laws.ts";
import { type CheckOptions, type Observation, observe, partAbout, strangeness } from "./observe.ts";
import type { CheckReport, Finding, Shown } from "./report.ts";
import { shortest } from "./shortest.ts";
import { isMiss, isRedirect, isRefusal, isWhole, nameOf, quotaOf, type Sighting } from "./sighting.ts";
import { vendorOf } from "./step.ts";

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
  const observation = await observe(options);
  const { token } = options;
  const secrets = token === undefined ? [] : [{ alias: token.variable, value: token.value }];
  const hide = createScrubber({ secrets }).text;
  const { seen, site, budget, asked } = observation;
  const cities = partAbout("cities", observation).some(isWhole);
  return {
    base: site.base,
    vendor: vendorOf(seen),
    interfaces: [
      ...(strangeness(seen) === null ? (["service"] as const) : []),
      ...(cities ? (["cities"] as const) : []),
    ],
    budget,
    asked,
    findings: checkLaws.map((law) => judge(law, observation, hide)),
  };
}

/** Judges one law by what was seen; a break comes with the shortest part of it that shows the break. */
function judge(law: CheckLaw, observation: Observation, hide: (text: string) => string): Finding {
  const { site } = observation;
  const told = { law: law.name, source: law.source };
  const part = partAbout(law.about, observation);
  const judgement = law.judge(part, site);
  switch (judgement.kind) {
    case "held":
      return { ...told, verdict: "held", times: judgement.times };
    case "unseen":
      return {
        ...told,
        verdict: "not observable",
        why: hide(reasonFor(law, observation) ?? judgement.why ?? unshown(observation)),
      };
    case "broken": {
      const least = shortest(part, (fewer) => law.judge(fewer, site).kind === "broken");
      const again = law.judge(least, site);
      const found = again.kind === "broken" ? again.found : judgement.found;
      const counterexample = least.map((each) => show(each, observation, hide));
      return { ...told, verdict: "broken", found: hide(found), counterexample };
    }
  }
}

function unshown({ budget, reasons }: Observation): string {
  const spent = outOfBudget(budget);
  return [...reasons.values()].includes(spent) ? spent : "no answer shows it";
}

function show(sighting: Sighting, { site, seen }: Observation, hide: (text: string) => string): Shown {
  const quota = quotaOf(sighting);
  return {
    curl: hide(curlOf(sighting.asked, site.base, site.variable ?? "", loginOf(seen))),
    status: sighting.answer.status,
    quota: quota === null ? null : { used: quota.used, limit: quota.limit },
  };
}

/** Why a law was not seen, by the steps that would have shown it. */
function reasonFor(law: CheckLaw, { seen, reasons }: Observation): string | null {
  const strange = law.about === "service" ? strangeness(seen) : null;
  if (strange !== null) return strange;
  for (const { name } of law.asks) {
    const sighting = seen.findLast(({ step }) => step === name);
    const reason = reasons.get(name) ?? (sighting === undefined ? null : shortcoming(sighting));
    if (reason !== null) return reason;
  }
  return null;
}

function shortcoming(sighting: Sighting): string | null {
  const name = nameOf(sighting);
  if (isMiss(sighting)) return `the replay has no recording of ${name}`;
  if (isRefusal(sighting)) return `${name} was refused: the rate limit is used up`;
  const { status } = sighting.answer;
  return status >= 400 || isRedirect(sighting) ? `${name} was answered ${status}` : null;
}
