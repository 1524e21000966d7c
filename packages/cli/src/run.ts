import { inspect } from "node:util";
import { Command, CommanderError, Help, type Option, type OutputConfiguration } from "commander";
import manifest from "../package.json" with { type: "json" };
import { aroundDashes, checkWords, commandLine, ownArguments } from "./command/command-line.ts";
import type { Deno, Environment } from "./command/environment.ts";
import { exitCodes, isUserError, UsageError, userErrorText } from "./command/user-error.ts";
import { commands } from "./commands.ts";

/** Like commander's, without empty defaults: a repeatable option begins with none. */
function optionDescription(option: Option): string {
  const text = new Help().optionDescription(option);
  return text.replace(/ \(default: (?:\{\}|\[\])\)$/, "");
}

/** Has the errors of an option's parser name the option, as commander does with its own. */
function nameIn(option: Option): void {
  const { parseArg, long } = option;
  if (parseArg === undefined) return;
  option.parseArg = <T>(text: string, before: T): T => {
    try {
      return parseArg(text, before);
    } catch (error) {
      if (!(error instanceof UsageError) || error.message.includes(`${long}`)) throw error;
      throw new UsageError(error.message.replace(/(?=\n|$)/, ` (${long})`), { cause: error });
    }
  };
}

/** Returns a text with the words of the call that are too long to read in it cut: a whole file, given for its name. */
function cutLong(text: string, words: readonly string[]): string {
  return words
    .filter(({ length }) => length > 300)
    .flatMap((word) => [word, JSON.stringify(word).slice(1, -1)])
    .reduce((cut, word) => cut.replaceAll(word, `${word.slice(0, 100)}… (${word.length} characters)`), text);
}

/**
 * Runs the command line and resolves to its exit code: 0 success, 1 something was found or failed, 2 the call was
 * wrong. A user's mistake gets a message with the flaw and a remedy, never a stack trace, and never a credential: a
 * message quotes arguments, and one of them may be a credential in a wrong place.
 * @param stop Stops `replay` and `record --proxy` once it is aborted, as Ctrl-C does.
 */
export async function run(words: readonly string[], environment: Environment, stop?: AbortSignal): Promise<number> {
  let code: number = exitCodes.ok;
  const done = (result: number): void => {
    code = result;
  };
  // Written at the end: the code that hides credentials is loaded only if there is something to hide.
  const errors: string[] = [];
  const output: OutputConfiguration = { writeErr: (text) => errors.push(text) };
  const { own, program: started } = aroundDashes(words);
  const program = new Command("tapedeck")
    .description("Deterministic HTTP test fixtures: record a live API, replay it offline")
    .version(manifest.version)
    .exitOverride()
    .showSuggestionAfterError()
    .showHelpAfterError(`(${commandLine} --help lists the commands)`)
    .enablePositionalOptions();
  const called = commands.filter(({ name }) => name === words[0]);
  for (const { name, usage, description, load } of called.length > 0 ? called : commands) {
    // A command that the call does not name is only listed.
    const listed = (): Command => new Command(name).arguments(usage).option("--help");
    const command = words.includes(name) ? await load({ environment, program: started, done, stop }) : listed();
    for (const option of command.options) nameIn(option);
    command
      .description(description)
      .exitOverride()
      .showSuggestionAfterError()
      .showHelpAfterError(`(${commandLine} ${name} --help lists its options)`)
      .configureOutput(output)
      .configureHelp({ optionDescription });
    program.addCommand(command);
  }
  program.configureOutput(output);
  const { Deno: deno } = globalThis as { readonly Deno?: Deno };
  program.hook("preAction", async (_program, command) => {
    if (deno === undefined) return;
    const named = ownArguments(command, started);
    const call = { command: command.name(), words: named, program: started[0], options: command.opts() };
    const { checkRights } = await import("./deno-rights.ts");
    checkRights(call, environment, deno);
  });
  try {
    if (words.at(-1) === "--" && words.indexOf("--") === words.length - 1)
      throw new UsageError(
        "Cannot run a program: none is named after --\n  - name it, or leave out --; a variable may be empty",
      );
    checkWords(own, program.commands.find((command) => command.name() === own[0])?.options ?? []);
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) code = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    else if (isUserError(error)) {
      errors.push(`tapedeck: ${userErrorText(error)}\n`);
      code = error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
    } else {
      errors.push(`tapedeck: this is a fault of tapedeck, please report it: ${inspect(error)}\n`);
      code = exitCodes.failed;
    }
  }
  if (errors.length > 0) {
    const [{ createScrubber }, { namedTokens }] = await Promise.all([
      import("@tapedeck/tape"),
      import("./command/credentials.ts"),
    ]);
    const text = createScrubber({ secrets: namedTokens(words, environment) }).text(cutLong(errors.join(""), own));
    console.error(text.replace(/\n$/, ""));
  }
  return code;
}
