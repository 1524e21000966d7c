import process from "node:process";
import { median } from "./table.ts";

/**
 * Returns the contenders that the command line names, or all; always the first one, which the others are compared with.
 * @throws RangeError for an unknown name.
 */
export function chosen(known: readonly string[]): readonly string[] {
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new RangeError(`Cannot measure "${unknown}"; known: ${known.join(", ")}`);
  return known.filter((name, at) => at === 0 || wanted.length === 0 || wanted.includes(name));
}

/** What was measured of a contender: medians over the rounds. */
export interface Figures {
  readonly name: string;
  readonly medians: readonly number[];
  /** The same figures relative to those of the first contender in the same round. */
  readonly ratios: readonly number[];
}

/**
 * Measures contenders in turn, so that a slow moment of the machine affects all of them.
 * @param measure Returns the figures of a contender, as many for each.
 * @param warmUps Rounds beforehand that do not count.
 */
export async function inTurn<Name extends string>(
  names: readonly Name[],
  rounds: number,
  measure: (name: Name) => readonly number[] | Promise<readonly number[]>,
  warmUps = 1,
): Promise<readonly Figures[]> {
  const measured = new Map(names.map((name) => [name, [] as Array<readonly number[]>]));
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const [name, own] of measured) {
      const figures = await measure(name);
      if (round >= 0) own.push(figures);
    }
  }
  const [reference = []] = measured.values();
  return Array.from(measured, ([name, own]) => {
    const over = (rows: ReadonlyArray<readonly number[]>): readonly number[] =>
      rows[0]?.map((_, at) => median(rows.map((row) => row[at] ?? Number.NaN))) ?? [];
    const ratios = own.map((row, round) => row.map((each, at) => each / (reference[round]?.[at] ?? Number.NaN)));
    return { name, medians: over(own), ratios: over(ratios) };
  });
}
