/**
 * The command that messages tell the user to run: it works wherever npm is installed. `npx tapedeck` would run another
 * npm package where this one is not installed.
 */
export const commandLine = "npx @tapedeck/cli";

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
