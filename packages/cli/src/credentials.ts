import type { Credential } from "@tapedeck/record";
import type { Environment } from "./run.ts";
import { tokenFrom } from "./token.ts";

/** The options that name credentials. */
export interface CredentialOptions {
  readonly tokenEnv?: string;
  readonly as: string;
  readonly token: Readonly<Record<string, string>>;
}

/**
 * Reads the credentials that options name from the environment.
 * @throws Mistake if a variable is not set, or holds none.
 */
export function credentialsOf({ tokenEnv, as, token }: CredentialOptions, environment: Environment): Credential[] {
  const named = { ...token, ...(tokenEnv !== undefined && { [as]: tokenEnv }) };
  return Object.entries(named).map(([alias, variable]) => ({ alias, token: tokenFrom(alias, variable, environment) }));
}
