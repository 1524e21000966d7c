import type { CheckOptions, CheckReport } from "@tapedeck/check";
import { profiles } from "@tapedeck/replay";
import { Command, Option } from "commander";
import { exitCodes, Mistake, WrongCall, wrongValue } from "./mistake.ts";
import type { Environment } from "./run.ts";
import { tokenFrom } from "./token.ts";
import { webUrl, wholeNumber } from "./values.ts";
import { writeResult } from "./write-result.ts";

interface CheckCommandOptions {
  readonly budget?: number;
  readonly tokenEnv?: string;
  readonly account?: string;
  readonly repository?: string;
  readonly absent?: string;
  readonly profile?: "service" | "github";
  readonly publicUrl?: string;
  readonly timeout?: number;
  readonly junit?: string;
  readonly json?: boolean;
}

/** `tapedeck check`: holds any live service to the laws of the contract; exit code 1 if one is broken. */
export function checkCommand(environment: Environment, done: (code: number) => void): Command {
  return new Command("check")
    .description("hold a live service to the laws of the contract, by a few GET, HEAD and OPTIONS requests")
    .argument("<url>", "base URL of the service, with its path", webUrl)
    .option("--budget <number>", "requests at most, redirects among them (default: 40)", wholeNumber(1))
    .option("--token-env <name>", "environment variable that holds the credential", variableName)
    .option("--account <login>", "account to ask for (default: the token's own)", segment)
    .option("--repository <owner/name>", "repository to ask for (default: the account's first)", fullName)
    .option("--absent <login>", "an account that nobody has (default: nobody-here)", segment)
    .addOption(
      new Option("--profile <name>", "what a 304 has to cost (default: that it always costs the same)").choices([
        "service",
        "github",
      ]),
    )
    .option("--public-url <url>", "where the service's links lead, if not to the base", webUrl)
    .option("--timeout <seconds>", "how long a whole answer may take (default: 30)", wholeNumber(1, 3600))
    .option("--junit <file>", "write the report as JUnit XML, too")
    .option("--json", "print the report as JSON")
    .addHelpText(
      "after",
      "\nA tenth of every quota is left unspent.\nExit codes: 0 no law is broken, 1 one is, or nothing answers there, 2 wrong call",
    )
    .action(async (url: string, options: CheckCommandOptions) => {
      // Loaded only now: the laws bring the schemas' validators with them.
      const { check, countsOf, junitXml, reportText } = await import("@tapedeck/check");
      const report = await checked(check, checkOptions(url, options, environment));
      console.log(options.json ? JSON.stringify({ ...report, counts: countsOf(report) }) : reportText(report));
      // Last, since the report has cost requests: it is not lost with a file that cannot be written.
      if (options.junit !== undefined) await writeResult("--junit", options.junit, junitXml(report));
      done(countsOf(report).broken > 0 ? exitCodes.failed : exitCodes.well);
    });
}

async function checked(
  check: (options: CheckOptions) => Promise<CheckReport>,
  options: CheckOptions,
): Promise<CheckReport> {
  let report: CheckReport;
  try {
    report = await check(options);
  } catch (error) {
    throw error instanceof RangeError ? new Mistake(error.message, { cause: error }) : error;
  }
  if (report.interfaces.length > 0) return report;
  const [first] = report.findings;
  throw new Mistake(
    `Cannot check ${report.base}: ${first?.verdict === "not observable" ? first.why : "nothing answers"}\n  - give the base URL with its path, such as https://code.example/api/v3`,
  );
}

function checkOptions(base: string, options: CheckCommandOptions, environment: Environment): CheckOptions {
  const { tokenEnv, timeout, profile, json: _json, junit: _junit, ...rest } = options;
  return {
    base,
    ...rest,
    ...(timeout !== undefined && { timeoutSeconds: timeout }),
    ...(profile !== undefined && { notModifiedCost: profiles[profile].notModifiedCost }),
    ...(tokenEnv !== undefined && {
      token: { variable: tokenEnv, value: tokenFrom("--token-env", tokenEnv, environment) },
    }),
  };
}

// It becomes "$NAME" in the lines of a counterexample.
function variableName(text: string): string {
  if (!/^[A-Za-z_]\w*$/.test(text)) {
    throw new WrongCall(
      "Cannot use what stands after --token-env (not shown, it may be a secret): wanted the name of an environment variable, such as API_TOKEN",
    );
  }
  return text;
}

function segment(text: string): string {
  if (!/^[\w.-]+$/.test(text)) throw wrongValue(text, "a name, such as ada");
  return text;
}

function fullName(text: string): string {
  if (!/^[\w.-]+\/[\w.-]+$/.test(text)) throw wrongValue(text, "OWNER/NAME, such as ada/engine");
  return text;
}
