import type { Credential } from "@tapedeck/record";
import type { Environment } from "./environment.ts";
import { tokenFrom } from "./token.ts";

/** The options that name credentials. */
export interface CredentialOptions {
  readonly tokenEnv?: string;
  readonly as: string;
  readonly token: Readonly<Record<string, string>>;
}

/**
 * Reads the credentials that options name from the environment.
 * @throws UserError if a variable is not set, or holds none.
 */
export function credentialsOf(options: CredentialOptions, environment: Environment): Credential[] {
  return Object.entries(variablesOf(options)).map(([alias, variable]) => ({
    alias,
    token: tokenFrom(alias, variable, environment),
  }));
}

/** The environment variable of each alias. */
export function variablesOf({ tokenEnv, as, token }: CredentialOptions): Readonly<Record<string, string>> {
  return { ...token, ...(tokenEnv !== undefined && { [as]: tokenEnv }) };
}
