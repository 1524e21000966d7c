import { liveRows } from "./live.ts";
import { groups } from "./table.ts";

/** A row of the contract. */
interface Row {
  /** Identifies the row in tests and adapters: `limits-8`. */
  readonly id: string;
  /** In Markdown. */
  readonly sentence: string;
  /** The paragraph of the specification. */
  readonly source: string;
  /** The file of packages/replay/test/rules that tests it; null if none does. */
  readonly rule: string | null;
  /** The laws of `@tapedeck/check` that check it at any base URL. */
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
 * @throws RangeError for an unknown id.
 */
export function titleOf(id: string): string {
  const row = rows.get(id);
  if (row === undefined) throw new RangeError(`Cannot name a test of "${id}": the contract has no such row`);
  return `${id}: ${row.sentence}`;
}

/** Returns the page in the docs of packages/replay: the rows that its tests show. */
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
