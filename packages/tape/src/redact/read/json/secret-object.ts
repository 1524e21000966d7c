import type { NameRules } from "../../judge/name-rules.ts";
import { looksLikeIdentifier, looksLikeWord } from "../../judge/secret-entropy.ts";

const holder = /^(?:value|v|token|key|secret|hash|raw|data|string|plain_?(?:text)?)$/i;
const description =
  /(?:name|title|label|type|kind|descri\w+|scope|method|ur[il]|href|route|date|expir\w+|region|domain|role|version|channel|locale|language|platform)s?$/i;
// What an object says of itself, whatever secret it is called.
const ofItself =
  /^(?:object|type|kind|status|alg(?:orithm)?|prefix|user(?:_?name)?|(?:\w{1,40}_)?id|[a-z]\w{0,40}Id)$/i;
const ofKind = /^(?:object|type|kind|alg(?:orithm)?)$/i;
const certificate = /^(?:-----BEGIN CERTIFICATE|MII)/;
// People choose these: a member that is called by a user or a part may be one.
const ofWord = /pass|pwd|pin$|phrase|mnemonic|seed|codes$/i;
const ofPhrase = /phrase|mnemonic|seed/i;
const ofUser = /^(?:user|prefix)$/i;
// Several are by their users' names, but for codes: "passwords".
const byUser = /(?<!code|pas)s$/i;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

// A client parses when a secret ends. "created_at" and "createdAt" tell a time, "pin" and "admin" do not.
const time = /(?:date|time|expir\w+|timestamp|ttl|created|updated|version)$|[-_](?:at|on|in)$|[a-z\d](?:At|On|In)$/;

const quantity = /(?:bits|count|digits|iterations|length|limit|max|min|mode|period|port|size)$/i;
// Where it is kept, and what becomes of it.
const ofOther = /(?:key|secret|token)_?name$|polic(?:y|ies)$|^origin$/i;
// "default-token-a2ui3", as Kubernetes names what has no name.
const generated = /^[a-z][a-z\d-]{0,240}-[a-z\d]{5}$/;
// "You can not delete your only key" of an error that is called `delete-last-key`.
const toRead = /^(?:description|detail|help|message|reason|resolution|summary)s?$/i;
// Of a form's field and of a validation: where it is.
const ofPlace = /^(?:field|name|path)$/i;
const sentence = /^(?:[\p{L}\p{N}'",().:;-]+ ){3,}/u;

// Okta's "changePassword": {"href": "…", "method": "POST"}. One that lets in has a token, and that at its end.
const ofLink = /pass/i;
const absolute = /^https?:\/\/[^\s@?#]{1,500}$/i;
const relative = /^\/[\w./{}-]{1,500}$/;
/** The last part of a link that is no credential: words, as "changePassword" or "reset-password". */
const ofWords = /^[A-Za-z][a-z]*(?:[A-Z][a-z]+|[-_.][A-Za-z][a-z]*){0,8}$/;
const verb = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/;
const ofVerb = /^(?:method|allow|verb)s?$/i;

/**
 * Returns whether a value within an object or a list of a secret's name is a credential: anything but a time, a
 * sentence, what the object is and whose, and, under a name that ends with "token", what describes the token, whom it is
 * for, and what it gives access to, as OpenStack's.
 * @param secret The name.
 * @param path Names of the members that lead to it.
 * @param depth Number of objects and lists that it is in: 1 for a member of the object itself.
 * @see https://docs.openstack.org/api-ref/identity/v3/#password-authentication-with-scoped-authorization
 * @example
 * isOfSecret("token", ["value"], "abc", 1, nameRules({})); // true
 * isOfSecret("token", ["user", "name"], "admin", 2, nameRules({})); // false
 */
export function isOfSecret(
  secret: string,
  path: readonly string[],
  value: string,
  depth: number,
  rules: NameRules,
): boolean {
  const name = path.at(-1) ?? "";
  if (/^\d+$/.test(value) && (time.test(name) || quantity.test(name))) return false;
  if (ofOther.test(name) && (looksLikeWord(value) || generated.test(value))) return false;
  if (!ofPhrase.test(secret) && toRead.test(name) && sentence.test(value)) return false;
  if (path.length === 0) return true;
  if (value === secret && ofPlace.test(name)) return false;
  if (isOfItself(secret, path, value, rules)) return false;
  if (/cert(?:ificate)?$/i.test(name) && certificate.test(value)) return false;
  if (ofLink.test(secret) && isOfLink(path, value, rules)) return false;
  if (!/token$/i.test(secret)) return true;
  if (holder.test(name) || path.some((each) => rules(each, "field") !== null)) return true;
  if (depth === 1) return !(looksLikeWord(value) || (isDescription(name) && looksLikeIdentifier(value)));
  return !(/ids?$/i.test(name) || looksLikeIdentifier(value) || uuid.test(value));
}

function isOfLink(path: readonly string[], value: string, rules: NameRules): boolean {
  const name = path.at(-1) ?? "";
  if (holder.test(name) || path.some((each) => rules(each, "field") !== null)) return false;
  if (verb.test(value)) return path.some((each) => ofVerb.test(each));
  const last = value.replace(/\/$/, "").replace(/^.*\//, "");
  return (absolute.test(value) || (name === "href" && relative.test(value))) && ofWords.test(last);
}

function isOfItself(secret: string, path: readonly string[], value: string, rules: NameRules): boolean {
  const name = path.at(-1) ?? "";
  const isChosen = ofWord.test(secret);
  if (!(byUser.test(secret) ? ofKind : ofItself).test(name) || (isChosen && ofUser.test(name))) return false;
  if (path.some((each) => rules(each, "field") !== null)) return false;
  if (uuid.test(value)) return isChosen || name.length > 2;
  return looksLikeIdentifier(value);
}

/** Returns whether a member of that name describes a secret, or tells its time. */
export function isDescription(name: string): boolean {
  return description.test(name) || time.test(name);
}
