/** A request of a counterexample. */
export interface ShownRequest {
  /** As a shell command. */
  readonly curl: string;
  readonly status: number;
  /** The quota in the response; null if it has none. */
  readonly quota: { readonly used: number; readonly limit: number } | null;
}

/** The verdict on a law. */
export type LawFinding = {
  readonly law: string;
  readonly source: string;
} & (
  | { readonly verdict: "held"; readonly times: number }
  | { readonly verdict: "broken"; readonly found: string; readonly counterexample: readonly ShownRequest[] }
  | { readonly verdict: "not observable"; readonly why: string }
);

/** The findings of a check. */
export interface CheckReport {
  readonly base: string;
  /** The name of the API whose description was checked. */
  readonly api: string;
  /** Why the answers come from another service; null for the API. */
  readonly otherService: string | null;
  readonly budget: number;
  /** Number of requests sent. */
  readonly sent: number;
  readonly findings: readonly LawFinding[];
}

/** Returns the number of laws with each verdict. */
export function countsOf({ findings }: CheckReport): Readonly<Record<LawFinding["verdict"], number>> {
  const count = (verdict: LawFinding["verdict"]): number => findings.filter((each) => each.verdict === verdict).length;
  return { held: count("held"), broken: count("broken"), "not observable": count("not observable") };
}

/**
 * Returns a report for people: broken laws last, where a terminal shows them.
 * @example
 * console.log(reportText(await check({ url: "http://127.0.0.1:8787" })));
 */
export function reportText(report: CheckReport): string {
  const order = ["held", "not observable", "broken"] as const;
  const lines = order.flatMap((verdict) => report.findings.filter((each) => each.verdict === verdict).flatMap(linesOf));
  const { held, broken, "not observable": hidden } = countsOf(report);
  return [
    ...lines,
    `tapedeck: ${report.base} (api ${report.api}), ${report.sent} of ${report.budget} requests; laws: ${held} held, ${broken} broken, ${hidden} not observable`,
    ...missing(report),
  ].join("\n");
}

const wants = {
  "--param": "--param NAME=VALUE",
  "--token-env": "--token-env NAME",
  "--budget": "a larger --budget",
  "--path": "--path /DOCUMENT",
} as const;

/** Returns which options would let more laws be observed, and how many. */
function missing({ findings }: CheckReport): readonly string[] {
  return Object.entries(wants).flatMap(([option, call]) => {
    const count = findings.filter((each) => each.verdict === "not observable" && each.why.includes(option)).length;
    return count === 0 ? [] : [`  - ${count} of them for want of ${call}`];
  });
}

function linesOf(finding: LawFinding): readonly string[] {
  const head = `${finding.verdict.padEnd(15)} ${finding.law}`;
  switch (finding.verdict) {
    case "held":
      return [head];
    case "not observable":
      return [`${head}: ${finding.why}`];
    case "broken":
      return [
        head,
        `  ${finding.found}`,
        `  by ${finding.source}`,
        ...finding.counterexample.map((shown) => `    ${shownLine(shown)}`),
      ];
  }
}

/** Returns a request of a counterexample, with its result after a `#`: a shell takes the line as it is. */
export function shownLine({ curl, status, quota }: ShownRequest): string {
  return `${curl}  # ${status}${quota === null ? "" : `, used ${quota.used} of ${quota.limit}`}`;
}
