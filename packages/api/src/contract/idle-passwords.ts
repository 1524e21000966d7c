/**
 * Passwords of Basic credentials whose user name is the token.
 * @example
 * idlePasswords.has("x-oauth-basic"); // true
 */
export const idlePasswords: ReadonlySet<string> = new Set(["", "x-oauth-basic"]);
