import { liveRows } from "./live.ts";
import { groups } from "./table.ts";

/** A row of the contract. */
interface Row {
  /** `limits-8`: tests and adapters refer to the row by it. */
  readonly id: string;
  /** In Markdown. */
  readonly sentence: string;
  /** The paragraph that it comes from. */
  readonly source: string;
  /** The file of packages/replay/test/rules that shows it; null where none does. */
  readonly rule: string | null;
  /** The laws of `@tapedeck/check` that show it at any base URL. */
  readonly live: readonly string[];
}

/** Every row, by id, in the order of the table. */
export const rows: ReadonlyMap<string, Row> = new Map(
  Object.entries(groups).flatMap(([group, { source, rules = {}, rows: sentences }]) =>
    sentences.map((sentence, at) => {
      const id = `${group}-${at + 1}`;
      const [rule = null] = Object.keys(rules).filter((file) => rules[file]?.includes(at + 1));
      const live = Object.keys(liveRows).filter((law) => liveRows[law] === id);
      return [id, { id, sentence, source, rule, live }] as const;
    }),
  ),
);

/**
 * Returns the title of a row's tests.
 * @throws RangeError for an id that the table does not have.
 * @example
 * titleOf("limits-8"); // "limits-8: remaining + used = limit on every answer …"
 */
export function titleOf(id: string): string {
  const row = rows.get(id);
  if (row === undefined) throw new RangeError(`Cannot name a test of "${id}": the contract has no such row`);
  return `${id}: ${row.sentence}`;
}

/** Returns the rows that tests of packages/replay show, as its docs list them. */
export function rulesMarkdown(): string {
  const lines = [...rows.values()].flatMap(({ id, sentence, rule }) =>
    rule === null ? [] : [`| ${id} | ${sentence} | ${rule} |`],
  );
  return `# Rules where the specification is silent

What a player does beyond the specification, and which tests show it: their titles begin with the rule's name. A test
of \`test/rules/\` fails for a rule without a test, and for a test of a rule that is not here. Every rule is shown under
both home APIs, \`service\` and \`github\`; where they differ, the rule says so. A recorded answer always wins over a rule.

| rule | | shown in |
| --- | --- | --- |
${lines.join("\n")}

Not here: fields, enums and nulls are the schemas' (\`packages/schema/test\`).

This page is written by \`node packages/conformance/src/contract/write-rules.ts\`, from the table of the contract.
`;
}
