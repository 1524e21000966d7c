import type { Tokens } from "@tapedeck/api";
import { createScrubber, type KnownSecret } from "@tapedeck/tape";
import { shortestSecret } from "@tapedeck/tape/internal";
import { aroundDashes } from "./command-line.ts";
import type { Deno, Environment } from "./environment.ts";
import { UsageError, UserError } from "./user-error.ts";

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

/**
 * Reads a credential from the environment, without white space around it, such as a file's last line feed.
 * @throws UserError if the variable is not set, or its value is too short to be hidden; never shows the value.
 */
export function tokenFrom(name: string, variable: string, environment: Environment): string {
  const token = environment[variable]?.trim();
  const shown = shownName(variable);
  const wrong = !token
    ? `the environment variable ${shown} is not set; put the credential into it, or name another`
    : token.length < shortestSecret
      ? `the environment variable ${shown} holds ${token.length} characters, and fewer than ${shortestSecret} cannot be hidden`
      : /\s/.test(token)
        ? `the environment variable ${shown} holds white space within the credential; leave out a scheme before it ("Token …"), and name the scheme in api.json: "credentials": [{ "scheme": "token" }]`
        : null;
  if (wrong !== null || !token) throw new UserError(`Cannot use the credential "${name}": ${wrong}`);
  return token;
}

// Some users pass the credential itself.
function shownName(variable: string): string {
  const isName = /^[A-Z_][A-Z0-9_]*$/.test(variable) || /^[A-Za-z_]\w{0,18}$/.test(variable);
  return isName ? createScrubber().text(variable) : "(not shown, for it looks like the credential itself)";
}

/**
 * Returns the credentials in the environment variables that a command line names, so that no message shows one that was
 * also given in a wrong place. The option's parser reports a name without a variable, or a value too short to be
 * hidden.
 * @example
 * namedTokens(["record", "--token", "full=API_TOKEN"], { API_TOKEN: "s3cr3t-t0ken" }); // [{ alias: "full", value: "s3cr3t-t0ken" }]
 */
export function namedTokens(words: readonly string[], environment: Environment): readonly KnownSecret[] {
  const { own } = aroundDashes(words);
  return own.flatMap((word, at) => {
    const [, option, joined] = /^--(token-env|token)(?:=(.*))?$/s.exec(word) ?? [];
    if (option === undefined) return [];
    const given = joined ?? own[at + 1] ?? "";
    // `ALIAS=NAME`, or `ALIAS@ACCOUNT=NAME`.
    const [, alias = "token", name = given] = option === "token" ? (/^([^=@]+)[^=]*=(.*)$/s.exec(given) ?? []) : [];
    const value = readVariable(name, environment)?.trim() ?? "";
    return value.length < shortestSecret ? [] : [{ alias, value }];
  });
}

/**
 * Returns the value of a variable; undefined if it is not set, or Deno does not show it without asking at the terminal.
 */
export function readVariable(name: string, environment: Environment): string | undefined {
  const { Deno: deno } = globalThis as { readonly Deno?: Deno };
  const isHidden = deno && deno.permissions.querySync({ name: "env", variable: name }).state !== "granted";
  return isHidden ? undefined : environment[name];
}
