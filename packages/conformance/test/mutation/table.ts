import type { Fault } from "./faults.ts";

/** Who caught a fault. */
export interface Outcome {
  readonly fault: Fault;
  readonly laws: readonly string[];
  readonly tests: readonly string[];
}

/** Faults that nobody catches, and why not. */
export const excuses: Readonly<Record<string, string>> = {};

/** The table for people. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const caught = outcomes.filter(({ laws, tests }) => laws.length + tests.length > 0);
  const byLaws = outcomes.filter(({ laws }) => laws.length > 0);
  const head = `# Faults, and who catches them

Printed by \`node packages/conformance/test/mutation/mutate.ts\`, which makes each of these faults in
its source as it is loaded. For replay it holds the laws at the plain function (30 cases each), until three laws
have caught it; where no law does, the tests of the package are run, until one has.

${outcomes.length} faults, ${caught.length} caught: ${byLaws.length} by laws, ${caught.length - byLaws.length} by tests alone.
`;
  const survivors = outcomes.filter((each) => !caught.includes(each));
  const rows = outcomes.map(
    ({ fault, laws, tests }) =>
      `| \`${fault.file}\` | ${cell(fault.what)} | ${laws.map(cell).join("; ") || "–"} | ${laws.length > 0 ? "" : testsCell(tests)} |`,
  );
  return `${head}
## Survivors

${survivors.map(({ fault }) => `- \`${fault.file}\`: ${fault.what}: ${excuses[fault.what] ?? "not excused"}`).join("\n") || "None."}

## All

| file | fault | laws that catch it | else, tests |
| --- | --- | --- | --- |
${rows.join("\n")}
`;
}

/** Who caught a fault, in a few words. */
export function summaryOf({ laws, tests }: Outcome): string {
  return [...laws, ...tests].join("; ") || "caught by nobody";
}

function testsCell(tests: readonly string[]): string {
  return tests.length === 0 ? "**nobody**" : cell(tests[0] ?? "");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
