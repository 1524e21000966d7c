import type { Option } from "commander";
import { UsageError } from "./user-error.ts";

/**
 * The command that messages tell the user to run: it works wherever npm is installed. `npx tapedeck` would run another
 * npm package where this one is not installed.
 */
export const commandLine = "npx @tapedeck/cli";

/**
 * Refuses what is left where a value is missing: an empty word, of a variable that is not set, and an option in the place
 * of another's value.
 * @throws UsageError that names the option.
 */
export function checkWords(own: readonly string[], options: readonly Option[]): void {
  const known = new Map(options.flatMap((each) => [each.long, each.short].map((flag) => [flag, each] as const)));
  for (const [at, word] of own.entries()) {
    const [, joined, ending] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
    const flag = joined ?? own[at - 1];
    const takes = known.get(flag)?.required === true;
    if ((ending ?? word) === "")
      throw new UsageError(
        `Cannot understand the call: ${takes ? `the value of ${flag}` : "an argument"} is empty; write it down, or leave it out (a variable of the shell may not be set)`,
      );
    if (takes && joined === undefined && known.has(word))
      throw new UsageError(`Cannot understand the call: ${flag} has no value: ${word} stands in its place`);
  }
}

/** Returns the words of a call before `--`, and those of the program after it. */
export function aroundDashes(words: readonly string[]): {
  readonly own: readonly string[];
  readonly program: string[];
} {
  const dashes = words.indexOf("--");
  return dashes < 0 ? { own: words, program: [] } : { own: words.slice(0, dashes), program: words.slice(dashes + 1) };
}

/** Returns the arguments of a command before `--`. */
export function ownArguments({ args }: { readonly args: string[] }, program: readonly string[]): string[] {
  return args.slice(0, args.length - program.length);
}
