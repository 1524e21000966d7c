// Runs attacks, prints the rows of RELIABILITY.md that they give, and ends with 1 if something did not hold.
//   npm run attack -w @tapedeck/conformance -- NAME… [--rounds N] [--seconds N] [--seed N] [--only PART] [--keep]
import process from "node:process";
import { parseArgs } from "node:util";
import { type AttackRow, tableOf } from "./attack.ts";
import { attacks } from "./attacks.ts";

const options = {
  rounds: { type: "string" },
  seconds: { type: "string" },
  seed: { type: "string", default: "1" },
  only: { type: "string" },
  keep: { type: "boolean", default: false },
} as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const unknown = positionals.filter((name) => !Object.hasOwn(attacks, name));
if (positionals.length === 0 || unknown.length > 0) {
  for (const name of unknown) console.error(`There is no attack "${name}"`);
  console.error("usage: npm run attack -- NAME… [--rounds N] [--seconds N] [--seed N] [--only PART] [--keep]");
  for (const [name, { about }] of Object.entries(attacks)) console.error(`  ${name.padEnd(14)} ${about}`);
  process.exit(2);
}
const number = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));
const rows: AttackRow[] = [];
for (const name of positionals) {
  const { rounds, seconds, seed, only, keep } = values;
  const say = (line: string): void => console.error(`${name}: ${line}`);
  const settings = { rounds: number(rounds), seconds: number(seconds), seed: Number(seed), only, keep, say };
  const stopped = (error: unknown): AttackRow[] => [{ attack: name, tried: 0, failures: [`it stopped: ${error}`] }];
  rows.push(...((await attacks[name]?.run(settings).catch(stopped)) ?? []));
}
console.log(tableOf(rows));
const failures = rows.flatMap(({ attack, failures: each }) => each.map((failure) => `${attack}: ${failure}`));
for (const failure of failures) console.error(failure);
if (failures.length > 0) console.error(`repeat: npm run attack -w @tapedeck/conformance -- ${repeated()}`);
process.exit(failures.length === 0 ? 0 : 1);

/** The words that try the same again. */
function repeated(): string {
  const { keep: _, ...said } = values;
  return [...positionals, ...Object.entries(said).flatMap(([name, value]) => [`--${name}`, value])].join(" ");
}
