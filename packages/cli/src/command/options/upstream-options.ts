import type { Command } from "commander";
import type { CredentialOptions } from "../credentials.ts";
import { UsageError } from "../user-error.ts";
import { credentialNames, variableName, wholeNumber } from "./option-parsers.ts";

/** Options of a command that asks a live API: which one, with which credentials, and how gently. */
export interface UpstreamOptions extends CredentialOptions {
  readonly from: string;
  readonly origin?: string;
  /** The name of an API, or the file of its description. */
  readonly api?: string;
  readonly concurrency: number;
  readonly budget?: number;
  readonly reserve?: number;
  readonly retries: number;
  readonly timeout: number;
}

/** Default number of retries of a request. */
export const defaultRetries = 4;

/** Default time for one answer, in seconds. */
export const defaultTimeout = 30;

/** Adds the options that mean the same for every command. */
export function addUpstreamOptions(command: Command): Command {
  return command
    .option("--api <name>", "description of the API: a name or a file (default: the folder's, else plain)")
    .option("--token-env <name>", "environment variable that holds the credential", variableName("--token-env"))
    .option("--as <alias>", "alias that stands for the credential in the recordings", "token")
    .option("--token <alias=env_name>", "a further credential (repeatable)", credentialNames, {})
    .option("--concurrency <number>", "requests at once", wholeNumber(1, 64), 1)
    .option("--budget <number>", "requests at most", wholeNumber(1))
    .option("--reserve <number>", "requests of each rate limit to leave unspent (default: a tenth)", wholeNumber(0))
    .option("--retries <number>", "how often to retry after an error", wholeNumber(0, 20), defaultRetries)
    .option("--timeout <seconds>", "how long one answer may take", wholeNumber(1, 3600), defaultTimeout)
    .hook("preAction", (_, called) => checkAlias(called));
}

// It names a credential; without a value, everything would be requested anonymously.
function checkAlias(called: Command): void {
  const { as, tokenEnv } = called.opts<UpstreamOptions>();
  if (called.getOptionValueSource("as") !== "cli" || tokenEnv !== undefined) return;
  throw new UsageError(
    `Cannot ask as ${JSON.stringify(as)}: no credential is given for it; name the variable that holds it (--token-env NAME), or leave --as out`,
  );
}
