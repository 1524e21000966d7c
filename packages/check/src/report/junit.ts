import { type CheckReport, countsOf, type LawFinding, shownLine } from "./report.ts";

/**
 * Returns a report as JUnit XML, for CI systems: a law is a test case, a law that was not observable is skipped.
 * @see https://github.com/testmoapp/junitxml
 * @example
 * await writeFile("check.xml", junitXml(report));
 */
export function junitXml(report: CheckReport): string {
  const { broken, "not observable": skipped } = countsOf(report);
  const counts = `tests="${report.findings.length}" failures="${broken}" errors="0" skipped="${skipped}"`;
  return `${[
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuites name="tapedeck check" ${counts}>`,
    `  <testsuite name="${escaped(report.base)}" ${counts}>`,
    ...report.findings.flatMap(caseLines),
    "  </testsuite>",
    "</testsuites>",
  ].join("\n")}\n`;
}

function caseLines(finding: LawFinding): readonly string[] {
  const open = `    <testcase classname="tapedeck.check" name="${escaped(finding.law)}"`;
  switch (finding.verdict) {
    case "held":
      return [`${open}/>`];
    case "not observable":
      return [`${open}>`, `      <skipped message="${escaped(finding.why)}"/>`, "    </testcase>"];
    case "broken": {
      const text = [`by ${finding.source}`, ...finding.counterexample.map(shownLine)].map(escaped).join("\n");
      return [
        `${open}>`,
        `      <failure type="broken" message="${escaped(finding.found)}">${text}</failure>`,
        "    </testcase>",
      ];
    }
  }
}

// XML 1.0 cannot represent most control characters, nor half a surrogate pair.
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

// Line ends in an attribute would be read as spaces.
function escaped(text: string): string {
  return text.replace(unwritable, "\u{FFFD}").replace(/[&<>"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
