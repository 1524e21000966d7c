import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Attack, AttackRow } from "../attack.ts";
import { startCoverage } from "./coverage.ts";
import { fuzzParser } from "./fuzz-parser.ts";
import { integersFrom } from "./mutate.ts";
import { targets } from "./targets.ts";

/** As many inputs as are kept of one parser, and bytes of each. */
const kept = { inputs: 30, bytes: 1500 } as const;

/** Inputs that ran something new in an earlier run, kept in the repository. */
export function corpusOf(name: string): readonly Buffer[] {
  const file = fileOf(name);
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as string[]).map((each) => Buffer.from(each, "latin1"))
    : [];
}

/** Every parser on changed inputs, guided by what they ran; a row for each. */
export const fuzz: Attack = {
  about: `parsers on changed inputs, guided by coverage; --seconds of each (60), --only ${Object.keys(targets).join("|")}`,
  run: async ({ seconds = 60, seed, only, keep, say }) => {
    const rows: AttackRow[] = [];
    const coverage = startCoverage(/\/packages\/[a-z-]+\/src\//);
    for (const [name, target] of Object.entries(targets)) {
      if (only !== undefined && only !== name) continue;
      const end = Date.now() + seconds * 1000;
      const all = { ...target, seeds: [...target.seeds, ...corpusOf(name)] };
      const goesOn = (): boolean => Date.now() < end;
      const { tried, corpus, failures, slowest } = await fuzzParser(all, {
        random: integersFrom(seed),
        goesOn,
        coverage,
      });
      const { functions, unreached } = coverage.count();
      say(
        `${name}: ${tried} inputs, ${corpus.length - all.seeds.length} new; ${functions} functions, ${unreached} blocks not run`,
      );
      if (keep) writeCorpus(name, corpus.slice(target.seeds.length));
      const attack = `fuzzing: ${name} (slowest input ${Math.round(slowest)} ms)`;
      rows.push({ attack, tried, lost: failures.length, failures });
    }
    coverage.stop();
    return rows;
  },
};

function writeCorpus(name: string, corpus: readonly Buffer[]): void {
  const small = corpus.filter(({ length }) => length <= kept.bytes).slice(-kept.inputs);
  mkdirSync(fileURLToPath(new URL("corpus", import.meta.url)), { recursive: true });
  writeFileSync(
    fileOf(name),
    `${JSON.stringify(
      small.map((each) => each.toString("latin1")),
      null,
      2,
    )}\n`,
  );
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(`corpus/${name}.json`, import.meta.url));
}
