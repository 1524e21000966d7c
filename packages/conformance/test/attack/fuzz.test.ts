import { expect, test } from "vitest";
import { law } from "../../../../.ci/property.ts";
import { corpusOf } from "./fuzz/fuzz.ts";
import { fuzzParser } from "./fuzz/fuzz-parser.ts";
import { integersFrom } from "./fuzz/mutate.ts";
import { targets } from "./fuzz/targets.ts";

test.each(Object.entries(targets))("%s takes or refuses whatever it is given", async (name, target) => {
  const all = { ...target, seeds: [...target.seeds, ...corpusOf(name)] };
  const goesOn = (tried: number): boolean => tried < law(50).numRuns;
  const { failures } = await fuzzParser(all, { random: integersFrom(1), goesOn, coverage: null });
  expect(failures).toEqual([]);
});

test("a parser that fails for what it is not made for is found out, by its smallest input", async () => {
  const target = {
    seeds: ["abc"],
    words: ["F", "U", "Z"],
    check: (input: Buffer) => {
      if (input.includes("FU")) throw new TypeError("it does not take this");
    },
  };
  const goesOn = (tried: number): boolean => tried < 5000;
  const { failures } = await fuzzParser(target, { random: integersFrom(1), goesOn, coverage: null });
  expect(failures).toEqual([expect.stringMatching(/^TypeError at .*: it does not take this: "FU"$/)]);
});
