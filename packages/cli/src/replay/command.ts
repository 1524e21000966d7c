import { apiFile, namedApis } from "@tapedeck/api/files";
import { presets } from "@tapedeck/rate-limit";
import { defaultRule, matchers } from "@tapedeck/replay";
import { networksIn } from "@tapedeck/serve";
import { Command, Option } from "commander";
import { ownArguments } from "../command/command-line.ts";
import type { CommandContext } from "../command/environment.ts";
import { boundOption, boundsHelp } from "../command/options/bounds.ts";
import {
  clockSetting,
  credentialNames,
  exceptions,
  fitting,
  matching,
  origins,
  paceSetting,
  pairs,
  pathPatterns,
  redactOption,
  variableName,
  webOrigin,
  webUrl,
  wholeNumber,
  writtenPath,
} from "../command/options/option-parsers.ts";
import { defaultGrace } from "../command/server-lines.ts";
import { asUsage } from "../command/user-error.ts";
import { defaultFolder, defaultPort, type ReplayOptions } from "./options.ts";
import { quotaPlace } from "./quota-store.ts";
import { replay } from "./replay.ts";

/** It becomes part of header names. */
const vendorWord = fitting(/^[a-z][a-z0-9-]*$/, "small letters, digits and hyphens, such as service");

/** Parses repeated addresses and networks of callers of the control API. */
function callers(text: string, before: readonly string[]): readonly string[] {
  asUsage(() => networksIn([text]));
  return [...before, text];
}

/** `tapedeck replay`: serves recordings until it is stopped, or while a command runs. */
export function replayCommand(context: CommandContext): Command {
  return new Command("replay")
    .argument(
      "[dirs...]",
      `folders of recordings, or files of other tools; an earlier folder's answers take precedence (default: ${defaultFolder}); after --, a command to run with TAPEDECK_URL set, on a free port: the replay ends with its exit code`,
    )
    .option("--of <url>", "of a file with several origins, replay this one (repeatable); all replays all", origins, [])
    .option(
      "--port <number>",
      `port to listen on, 0 for a free one (default: $PORT or ${defaultPort})`,
      wholeNumber(0, 65_535),
    )
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option(
      "--api <name>",
      `description of the API: ${[...namedApis.keys()].join(", ")}, or the file of a description (default: the ${apiFile} beside the recordings, else plain)`,
    )
    .option("--vendor <word>", "the vendor's word in header names (default: the API's)", vendorWord)
    .option(
      "--clock <time>",
      "recorded: stands at the recording; real: runs with this machine; 2026-01-01T00:00:00Z: stands there; real@2026-01-01T00:00:00Z: runs from there (default: recorded)",
      clockSetting,
    )
    .option(
      "--limit <who=number>",
      "requests a window for anonymous, token, or an account; search/token=30 or search=30 of a policy (repeatable)",
      pairs(wholeNumber(0)),
      {},
    )
    .option("--window <seconds>", "length of a rate-limit window", wholeNumber(1))
    .option(
      "--rate-limit <preset|file>",
      `the API's limits, their headers and refusals: ${Object.keys(presets).join(", ")}, or the file of a scheme (default: the API's)`,
    )
    .option(
      "--quota <store>",
      "count limits there, with every replay that does: file:PATH, or redis://HOST:PORT (#RUN keeps runs apart)",
      quotaPlace,
    )
    .option(
      "--token <alias=env_name>",
      "a known credential, read from an environment variable; alias@account shares the account's limit (repeatable)",
      credentialNames,
      {},
    )
    .addOption(
      new Option(
        "--misses <answer>",
        "answer to a request without a recording: an explanation, the API's 404, or the live API's answer, which is recorded (into the last folder)",
      ).choices(["explain", "not-found", "record"]),
    )
    .option("--from <url>", "base URL of the live API, for --misses record and --pass", webUrl)
    .option(
      "--token-env <name>",
      "environment variable of the credential to ask it with, for callers who send any",
      variableName("--token-env"),
    )
    .option("--origin <url>", "origin to write in place of the live one", webOrigin)
    .option(...redactOption)
    .option("--pass <pattern>", "paths that pass to the live API, such as /search/** (repeatable)", pathPatterns, [])
    .addOption(
      new Option(
        "--after-last <answer>",
        "answer to a request once all recorded ones were given: the last, the first, or none",
      )
        .choices(["stay", "cycle", "end"])
        .default("stay"),
    )
    .option(
      "--pace <pace>",
      "how fast streams are replayed: 0 for at once, recorded, a multiple such as 2x, or clock: as the clock is moved",
      paceSetting,
      0,
    )
    .option(
      "--match <names>",
      `the parts of requests to compare: some of ${Object.keys(matchers).join(",")} (default: ${defaultRule.join(",")})`,
      matching,
    )
    .option(
      "--ignore <what>",
      "differences between requests to ignore, by path, such as '/orders/** query.t body:/meta/requestId' (repeatable)",
      exceptions,
      [],
    )
    .option("--world <seed>", "serve a synthetic world instead of recordings", wholeNumber(0))
    .option("--accounts <number>", "accounts of the world", wholeNumber(1), 1000)
    .option("--repositories <number>", "repositories of the world", wholeNumber(0), 10_000)
    .option("--no-control", "do not serve the control API under /_tapedeck/")
    .option(
      "--control-from <address>",
      "let callers from this address or network use it too, such as 172.17.0.0/16 (repeatable)",
      callers,
      [],
    )
    .option(
      "--control-token-env <name>",
      "environment variable of a token that every caller of it has to send",
      variableName("--control-token-env"),
    )
    .option(
      "--grace <seconds>",
      "how long requests in flight may take once it is stopped",
      wholeNumber(0, 3600),
      defaultGrace,
    )
    .option(...boundOption)
    .option("--compress", "compress bodies for clients that accept gzip or br")
    .option(
      "--workers <number>",
      "threads that read and write sockets, on several cores; one more decides for all of them (Node on Linux)",
      wholeNumber(1, 128),
      1,
    )
    .option("--native", "serve through Deno.serve or Bun.serve, where this runtime has it")
    .option("--tls", "serve over TLS, with a certificate for this machine that is made at the start")
    .option(
      "--tls-ca <file>",
      "write that certificate here, for clients to trust (default: a file for as long as it runs)",
      writtenPath,
    )
    .option("--tls-cert <file>", "serve over TLS with this certificate (PEM)")
    .option("--tls-key <file>", "and its key (PEM)")
    .option("--quiet", "print no line, or event, for each request")
    .option("--json", "print events as JSON, one a line")
    .addHelpText("after", boundsHelp(["server", "player", "recorder"]))
    .addHelpText(
      "after",
      "\nExit codes: 0 stopped (Ctrl-C), 1 nothing could be served, 2 wrong call; after -- COMMAND, the command's own (1 where that is 0 and a request was not recorded)",
    )
    .action(async (_dirs: unknown, options: ReplayOptions, self: Command) => {
      context.done(await replay(ownArguments(self, context.program), options, context));
    });
}
