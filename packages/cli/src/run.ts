import { inspect } from "node:util";
import { createScrubber } from "@tapedeck/tape";
import { Command, CommanderError, Help, type Option, type OutputConfiguration } from "commander";
import manifest from "../package.json" with { type: "json" };
import { checkCommand } from "./check/command.ts";
import type { Environment } from "./command/environment.ts";
import { namedTokens } from "./command/named-tokens.ts";
import { exitCodes, isUserError, UsageError, userErrorText } from "./command/user-error.ts";
import { checkRights } from "./deno-rights.ts";
import { driftCommand } from "./drift/command.ts";
import { exportCommand } from "./foreign/export-command.ts";
import { importCommand } from "./foreign/import-command.ts";
import { packCommand, unpackCommand } from "./pack/pack-command.ts";
import { recordCommand } from "./record/command.ts";
import { replayCommand } from "./replay/command.ts";
import { verifyCommand } from "./verify/command.ts";

/** As commander has it, but for empty defaults: what may be given again and again begins with none. */
function optionDescription(option: Option): string {
  const text = new Help().optionDescription(option);
  return text.replace(/ \(default: (?:\{\}|\[\])\)$/, "");
}

/**
 * Runs the command line and resolves to its exit code: 0 well, 1 something was found or failed, 2 the call was wrong.
 * A user's mistake gets a message that says what was found and what to do, never a stack trace, and never a credential:
 * a message quotes what was given, which may be one in a wrong place.
 * @example
 * process.exitCode = await run(["verify", "recordings"], process.env);
 */
export async function run(words: readonly string[], environment: Environment): Promise<number> {
  let code: number = exitCodes.ok;
  const done = (result: number): void => {
    code = result;
  };
  const hide = (text: string): string => createScrubber({ secrets: namedTokens(words, environment) }).text(text);
  const output: OutputConfiguration = { outputError: (text, write) => write(hide(text)) };
  const program = new Command("tapedeck")
    .description("Deterministic HTTP test fixtures: record a live API, replay it offline")
    .version(manifest.version)
    .exitOverride()
    .showSuggestionAfterError()
    .enablePositionalOptions()
    .addCommand(replayCommand(environment, done))
    .addCommand(recordCommand(environment, done))
    .addCommand(verifyCommand(words, environment, done))
    .addCommand(checkCommand(environment, done))
    .addCommand(driftCommand(environment, done))
    .addCommand(importCommand(environment, done))
    .addCommand(exportCommand(done))
    .addCommand(packCommand(done))
    .addCommand(unpackCommand(done));
  program.configureOutput(output);
  const dashes = words.indexOf("--");
  const started = dashes < 0 ? [] : words.slice(dashes + 1);
  program.hook("preAction", (_program, command) => {
    const before = command.args.slice(0, command.args.length - started.length);
    const call = { command: command.name(), words: before, program: started[0], options: command.opts() };
    checkRights(call, environment);
  });
  for (const command of program.commands) {
    command
      .exitOverride()
      .showSuggestionAfterError()
      .showHelpAfterError(`(tapedeck ${command.name()} --help lists its options)`)
      .configureOutput(output)
      .configureHelp({ optionDescription });
  }
  try {
    await program.parseAsync(words, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    if (isUserError(error)) {
      console.error(hide(`tapedeck: ${userErrorText(error)}`));
      return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
    }
    console.error(hide(`tapedeck: this should not have happened, please report it: ${inspect(error)}`));
    return exitCodes.failed;
  }
}
