import type { KnownSecret } from "@tapedeck/tape";
import { shortestSecret } from "@tapedeck/tape/internal";
import { aroundDashes } from "./command-line.ts";
import type { Deno, Environment } from "./environment.ts";

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
