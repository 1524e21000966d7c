import { createScrubber } from "@tapedeck/tape";
import { shortestSecret } from "@tapedeck/tape/internal";
import type { Environment } from "./environment.ts";
import { UserError } from "./user-error.ts";

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
        ? `the environment variable ${shown} holds white space within the credential`
        : null;
  if (wrong !== null || !token) throw new UserError(`Cannot use the credential "${name}": ${wrong}`);
  return token;
}

// Some users pass the credential itself.
function shownName(variable: string): string {
  const isName = /^[A-Z_][A-Z0-9_]*$/.test(variable) || /^[A-Za-z_]\w{0,18}$/.test(variable);
  return isName ? createScrubber().text(variable) : "(not shown, for it looks like the credential itself)";
}
