import { Command } from "commander";
import type { CommandContext } from "../command/environment.ts";
import { boundOption, boundsHelp } from "../command/options/bounds.ts";
import { redactOption, webOrigin, webUrl, wholeNumber, writtenPath } from "../command/options/option-parsers.ts";
import { addUpstreamOptions } from "../command/options/upstream-options.ts";
import { defaultGrace } from "../command/server-lines.ts";
import { numbers, type RecordOptions } from "./options.ts";

/** `tapedeck record`: records a live API, safe to commit. */
export function recordCommand(context: CommandContext): Command {
  const command = new Command("record")
    .argument("[command...]", "after --: runs it with TAPEDECK_URL set, and ends with its exit code")
    .requiredOption(
      "--from <url>",
      "base URL of the live API; its path is put before that of every request, and is not recorded",
      webUrl,
    )
    .option("--out <dir>", "folder of the recordings", writtenPath, "recordings")
    .option("--origin <url>", "origin to write in place of the live one", webOrigin)
    .option(...redactOption)
    .option("--plan <file>", 'requests to send, as JSON or YAML: { "requests": [{ "path": "/users/ada" }] }')
    .option(
      "--proxy <port>",
      "listen there as a reverse proxy of --from, for clients that use it as the API's address, until Ctrl-C (not for HTTP_PROXY)",
      wholeNumber(0, 65_535),
    )
    .option(
      "--stream-seconds <seconds>",
      "how long a stream may last before it is cut off",
      wholeNumber(1, 86_400),
      300,
    )
    .option("--chunked", "record every answer that comes in chunks as a stream, whatever its type")
    .option(
      "--grace <seconds>",
      "how long requests in flight may take once --proxy is stopped",
      wholeNumber(0, 3600),
      defaultGrace,
    )
    .option(...boundOption);
  return addUpstreamOptions(command)
    .option("--fresh", "fetch everything in full, not only what has changed since it was recorded")
    .option(
      "--again <what>",
      "send recorded requests again, and replace their answers: 'GET /users/ada'; * stands for anything",
    )
    .option("--only <numbers>", "the plan's requests of these numbers alone, such as 2,5-7", numbers)
    .option("--json", "print events as JSON, one a line")
    .addHelpText("after", boundsHelp(["server", "recorder"]))
    .addHelpText(
      "after",
      "\nExit codes: 0 success (also --proxy ended by Ctrl-C), 1 something failed, 2 wrong call, 130 a --plan stopped by Ctrl-C; after -- COMMAND, the command's own (1 where that is 0 and a request failed)",
    )
    .action(async (command: string[], options: RecordOptions) => {
      // Loaded only now: a replay should neither wait for the recorder nor need its permissions.
      const { record } = await import("./record.ts");
      context.done(await record(command, options, context));
    });
}
