import { createScrubber } from "@tapedeck/tape";
import { checkOptions, type OptionKinds } from "@tapedeck/tape/internal";
import { outOfBudget } from "./client/client.ts";
import { curlOf } from "./client/curl.ts";
import type { Law } from "./laws/law.ts";
import { laws } from "./laws/laws.ts";
import { isMiss, isRedirect, isRefused, type Observation, probeName } from "./observation.ts";
import { type CheckOptions, type CheckRun, observe, otherService, ownWords } from "./observe.ts";
import type { CheckReport, LawFinding, ShownRequest } from "./report/report.ts";
import { shortest } from "./report/shortest.ts";
import type { ServiceUnderTest } from "./service-under-test.ts";

/**
 * Checks the service at a base URL against the laws of HTTP and of its API's description, with a few requests, and
 * reports law by law. Sends only GET, HEAD and OPTIONS, one at a time, and stops when a tenth of a quota is left.
 * @throws RangeError if the base is not a URL, or the credential is too short to be hidden.
 * @throws UpstreamError if nothing answers there.
 * @example
 * const report = await check({ url: "http://127.0.0.1:8787", api: service, parameters: { username: "ada" } });
 * report.findings.filter(({ verdict }) => verdict === "broken");
 */
export async function check(options: CheckOptions): Promise<CheckReport> {
  checkOptions("check a service", options, optionNames, ["url"]);
  const { token } = options;
  const secrets = token === undefined ? [] : [{ alias: token.variable, value: token.value }];
  // First: a credential that cannot be hidden must not be sent.
  const hide = createScrubber({ secrets }).text;
  const run = await observe(options);
  const { service, budget, sent } = run;
  return {
    base: service.base,
    api: service.api.name,
    otherService: otherService(run),
    budget,
    sent,
    findings: laws.map((law) => evaluate(law, run, hide)),
  };
}

const optionNames: OptionKinds<CheckOptions> = {
  absent: "string",
  api: "object",
  budget: true,
  parameters: "object",
  path: "string",
  publicUrl: "string",
  timeoutSeconds: true,
  token: "object",
  url: "string",
};

/** Evaluates one law by the observations; a violation comes with the shortest part of them that shows it. */
function evaluate(law: Law, run: CheckRun, hide: (text: string) => string): LawFinding {
  const { service } = run;
  const named = { law: law.name, source: law.source };
  const unbound = law.needs?.(service.api) ?? null;
  if (unbound !== null) return { ...named, verdict: "not observable", why: unbound };
  const part = ownWords(run);
  const evaluation = law.evaluate(part, service);
  switch (evaluation.kind) {
    case "held":
      return { ...named, verdict: "held", times: evaluation.times };
    case "inconclusive":
      return {
        ...named,
        verdict: "not observable",
        why: hide(reasonFor(law, run) ?? evaluation.why ?? unshown(run)),
      };
    case "broken": {
      const least = shortest(part, (fewer) => law.evaluate(fewer, service).kind === "broken");
      const again = law.evaluate(least, service);
      const found = again.kind === "broken" ? again.found : evaluation.found;
      const counterexample = least.map((each) => show(each, run, hide));
      return { ...named, verdict: "broken", found: hide(found), counterexample };
    }
  }
}

function unshown({ budget, reasons }: CheckRun): string {
  const spent = outOfBudget(budget);
  return [...reasons.values()].includes(spent) ? spent : "no answer shows it";
}

function show(observation: Observation, { service }: CheckRun, hide: (text: string) => string): ShownRequest {
  const { request, response, quota } = observation;
  return {
    curl: hide(curlOf(request, service)),
    status: response.status,
    quota: quota === null ? null : { used: quota.used, limit: quota.limit },
  };
}

/** Returns why a law was not observed, by the probes that would have shown it. */
function reasonFor(law: Law, run: CheckRun): string | null {
  const { observed, reasons } = run;
  const other = otherService(run);
  if (other !== null) return other;
  for (const { name } of law.probes) {
    const observation = observed.findLast(({ probe }) => probe === name);
    const reason = reasons.get(name) ?? (observation === undefined ? null : shortcoming(observation, run.service));
    if (reason !== null) return reason;
  }
  return null;
}

function shortcoming(observation: Observation, { api, path }: ServiceUnderTest): string | null {
  const name = probeName(observation);
  if (isMiss(observation)) return `the replay has no recording of ${name}`;
  if (isRefused(observation)) return `${name} was refused: the rate limit is used up`;
  const { status } = observation.response;
  if (status < 400 && !isRedirect(observation)) return null;
  const isGuess = path === null && api.routes.all.length === 0;
  return `${name} was answered ${status}${isGuess ? "; name a document that is there by --path" : ""}`;
}
