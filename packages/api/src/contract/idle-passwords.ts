/**
 * What stands for a password in Basic credentials where the name before it is the token.
 * @example
 * idlePasswords.has("x-oauth-basic"); // true
 */
export const idlePasswords: ReadonlySet<string> = new Set(["", "x-oauth-basic"]);
