import { createScrubber } from "@tapedeck/tape";
import { loginOf, outOfBudget } from "./client.ts";
import { curlOf } from "./curl.ts";
import { laws } from "./home-apis/laws.ts";
import type { Law } from "./law.ts";
import { isMiss, isRedirect, isRefusal, isWhole, nameOf, type Observation, quotaOf } from "./observation.ts";
import { type CheckOptions, type CheckRun, observe, otherService, partAbout } from "./observe.ts";
import { vendorOf } from "./probe.ts";
import type { CheckReport, LawFinding, ShownRequest } from "./report.ts";
import { shortest } from "./shortest.ts";

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
  const run = await observe(options);
  const { token } = options;
  const secrets = token === undefined ? [] : [{ alias: token.variable, value: token.value }];
  const hide = createScrubber({ secrets }).text;
  const { observed, service, budget, sent } = run;
  const cities = partAbout("cities", run).some(isWhole);
  return {
    base: service.base,
    vendor: vendorOf(observed),
    interfaces: [
      ...(otherService(observed) === null ? (["service"] as const) : []),
      ...(cities ? (["cities"] as const) : []),
    ],
    budget,
    sent,
    findings: laws.map((law) => evaluate(law, run, hide)),
  };
}

/** Judges one law by what was observed; a break comes with the shortest part of it that shows the break. */
function evaluate(law: Law, run: CheckRun, hide: (text: string) => string): LawFinding {
  const { service } = run;
  const told = { law: law.name, source: law.source };
  const part = partAbout(law.about, run);
  const evaluation = law.evaluate(part, service);
  switch (evaluation.kind) {
    case "held":
      return { ...told, verdict: "held", times: evaluation.times };
    case "inconclusive":
      return {
        ...told,
        verdict: "not observable",
        why: hide(reasonFor(law, run) ?? evaluation.why ?? unshown(run)),
      };
    case "broken": {
      const least = shortest(part, (fewer) => law.evaluate(fewer, service).kind === "broken");
      const again = law.evaluate(least, service);
      const found = again.kind === "broken" ? again.found : evaluation.found;
      const counterexample = least.map((each) => show(each, run, hide));
      return { ...told, verdict: "broken", found: hide(found), counterexample };
    }
  }
}

function unshown({ budget, reasons }: CheckRun): string {
  const spent = outOfBudget(budget);
  return [...reasons.values()].includes(spent) ? spent : "no answer shows it";
}

function show(observation: Observation, { service, observed }: CheckRun, hide: (text: string) => string): ShownRequest {
  const quota = quotaOf(observation);
  return {
    curl: hide(curlOf(observation.request, service.base, service.variable ?? "", loginOf(observed))),
    status: observation.response.status,
    quota: quota === null ? null : { used: quota.used, limit: quota.limit },
  };
}

/** Why a law was not observed, by the probes that would have shown it. */
function reasonFor(law: Law, { observed, reasons }: CheckRun): string | null {
  const other = law.about === "service" ? otherService(observed) : null;
  if (other !== null) return other;
  for (const { name } of law.probes) {
    const observation = observed.findLast(({ probe }) => probe === name);
    const reason = reasons.get(name) ?? (observation === undefined ? null : shortcoming(observation));
    if (reason !== null) return reason;
  }
  return null;
}

function shortcoming(observation: Observation): string | null {
  const name = nameOf(observation);
  if (isMiss(observation)) return `the replay has no recording of ${name}`;
  if (isRefusal(observation)) return `${name} was refused: the rate limit is used up`;
  const { status } = observation.response;
  return status >= 400 || isRedirect(observation) ? `${name} was answered ${status}` : null;
}
