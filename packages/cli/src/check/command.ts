import { namedApis, readApi } from "@tapedeck/api/files";
import type { CheckOptions, CheckReport } from "@tapedeck/check";
import { Command } from "commander";
import { tokenFrom } from "../command/credentials.ts";
import type { CommandContext, Environment } from "../command/environment.ts";
import { fitting, pairs, variableName, webUrl, wholeNumber, writtenPath } from "../command/options/option-parsers.ts";
import { exitCodes, refused, UserError } from "../command/user-error.ts";
import { writeResult } from "../command/write-result.ts";

interface CheckCommandOptions {
  readonly budget?: number;
  readonly tokenEnv?: string;
  readonly api?: string;
  readonly param: Readonly<Record<string, string>>;
  readonly account?: string;
  readonly repository?: string;
  readonly absent?: string;
  readonly path?: string;
  readonly publicUrl?: string;
  readonly timeout?: number;
  readonly junit?: string;
  readonly json?: boolean;
}

const segment = fitting(/^[\w.-]+$/, "a name, such as ada");
const fullName = fitting(/^[\w.-]+\/[\w.-]+$/, "OWNER/NAME, such as ada/engine");
const target = fitting(/^\/(?!\/)\S*$/, "a path such as /users/ada");

/** `tapedeck check`: checks any live service against the laws of HTTP and of its API; exit code 1 if one is broken. */
export function checkCommand({ environment, done }: CommandContext): Command {
  return new Command("check")
    .argument("<url>", "base URL of the service, with its path", webUrl)
    .option("--budget <number>", "requests at most, redirects among them (default: 40)", wholeNumber(1))
    .option("--token-env <name>", "environment variable that holds the credential", variableName("--token-env"))
    .option(
      "--api <name>",
      `description of the API: ${[...namedApis.keys()].join(", ")}, or the file of a description (default: plain)`,
    )
    .option("--param <name=value>", "value of a path parameter; repeatable (default: as links lead)", pairs(String), {})
    .option("--account <login>", "the same as --param username=LOGIN", segment)
    .option("--repository <owner/name>", "the same as --param owner=OWNER --param repo=NAME", fullName)
    .option("--absent <value>", "a value that no path parameter has (default: nobody-here)", segment)
    .option("--path <path>", "document to ask for (default: the first of the description, or /)", target)
    .option("--public-url <url>", "where the service's links lead, if not to the base", webUrl)
    .option("--timeout <seconds>", "how long a whole answer may take (default: 30)", wholeNumber(1, 3600))
    .option("--junit <file>", "write the report as JUnit XML, too", writtenPath)
    .option("--json", "print the report as JSON")
    .addHelpText(
      "after",
      "\nA tenth of every quota is left unspent.\nExit codes: 0 no law is broken, 1 one is, or nothing answers there, 2 wrong call",
    )
    .action(async (url: string, options: CheckCommandOptions) => {
      // Loaded only now, since the laws bring the schemas' validators with them.
      const { check, countsOf, junitXml, reportText } = await import("@tapedeck/check");
      const report = await checked(check, await checkOptions(url, options, environment));
      console.log(options.json ? JSON.stringify({ ...report, counts: countsOf(report) }) : reportText(report));
      // Last, since the report has cost requests: it is not lost if this file cannot be written.
      if (options.junit !== undefined) await writeResult("--junit", options.junit, junitXml(report));
      done(countsOf(report).broken > 0 ? exitCodes.failed : exitCodes.ok);
    });
}

async function checked(
  check: (options: CheckOptions) => Promise<CheckReport>,
  options: CheckOptions,
): Promise<CheckReport> {
  const report = await check(options).catch(refused);
  if (report.otherService === null) return report;
  throw new UserError(
    `Cannot check ${report.base}: ${report.otherService}\n  - give the base URL with its path, such as https://code.example/api/v3`,
  );
}

async function checkOptions(
  url: string,
  options: CheckCommandOptions,
  environment: Environment,
): Promise<CheckOptions> {
  const { tokenEnv, timeout, api, param, account, repository, json: _json, junit: _junit, ...rest } = options;
  const [owner, repo] = repository?.split("/") ?? [];
  return {
    url,
    ...rest,
    ...(timeout !== undefined && { timeoutSeconds: timeout }),
    ...(api !== undefined && { api: await readApi(api) }),
    parameters: {
      ...(owner !== undefined && repo !== undefined && { username: owner, owner, repo }),
      ...(account !== undefined && { username: account }),
      ...param,
    },
    ...(tokenEnv !== undefined && {
      token: { variable: tokenEnv, value: tokenFrom("--token-env", tokenEnv, environment) },
    }),
  };
}
