import type { NameRules } from "../name-rules.ts";
import { looksLikeIdentifier, looksLikeWord } from "../secret-entropy.ts";

const holder = /^(?:value|v|token|key|secret|hash|raw|data|string|plain_?(?:text)?)$/i;
const description =
  /(?:name|title|label|type|kind|descri\w+|scope|method|ur[il]|href|at|on|date|expir\w+|region|domain|role|version)s?$/i;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Returns whether a value within an object or a list called "token" is a credential. Such an object may describe the
 * token, whom it is for, and what it gives access to, as OpenStack's does.
 * @param path Names of the members that lead to it.
 * @param depth Number of objects and lists that it is in: 1 for a member of the object itself.
 * @see https://docs.openstack.org/api-ref/identity/v3/#password-authentication-with-scoped-authorization
 * @example
 * isOfToken(["value"], "abc", 1, nameRules({})); // true
 * isOfToken(["user", "name"], "admin", 2, nameRules({})); // false
 */
export function isOfToken(path: readonly string[], value: string, depth: number, rules: NameRules): boolean {
  const name = path.at(-1) ?? "";
  if (path.length === 0 || holder.test(name) || path.some((each) => rules(each, "field") !== null)) return true;
  if (depth === 1) return !(description.test(name) || looksLikeWord(value));
  return !(/ids?$/i.test(name) || looksLikeIdentifier(value) || uuid.test(value));
}
