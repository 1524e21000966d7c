import type { Tokens } from "@tapedeck/api";
import type { Environment } from "./environment.ts";
import { tokenFrom } from "./token.ts";
import { UsageError } from "./user-error.ts";

/** Options that name credentials. */
export interface CredentialOptions {
  readonly tokenEnv?: string;
  readonly as: string;
  readonly token: Readonly<Record<string, string>>;
}

/**
 * Reads the tokens that options name from the environment.
 * @throws UserError if a variable is not set, or holds no token.
 */
export function givenTokens(options: CredentialOptions, environment: Environment): Tokens {
  return tokensIn(variablesOf(options), environment);
}

/** Does the same for environment variables by alias. */
export function tokensIn(variables: Readonly<Record<string, string>>, environment: Environment): Tokens {
  const read = ([alias, name]: [string, string]) => [alias, tokenFrom(alias, name, environment)];
  return Object.fromEntries(Object.entries(variables).map(read));
}

/** Returns the environment variable of each alias. @throws UsageError for an alias with two. */
export function variablesOf({ tokenEnv, as, token }: CredentialOptions): Readonly<Record<string, string>> {
  if (tokenEnv !== undefined && as in token)
    throw new UsageError(`Cannot use --token: the alias "${as}" has the token of --token-env; give --as another alias`);
  return { ...token, ...(tokenEnv !== undefined && { [as]: tokenEnv }) };
}
