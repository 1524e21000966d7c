import { wordsIn } from "../../judge/name-rules.ts";
import { isFilePath } from "../../judge/ordinary-value.ts";
import { looksLikeIdentifier } from "../../judge/secret-entropy.ts";
import { isDue } from "../../steps.ts";
import { base64Text } from "../coded/base64.ts";
import type { Marks } from "../marks.ts";
import type { Names, Place } from "../place.ts";
import { tableOf } from "../runs.ts";
import type { Span } from "../span.ts";
import { valueBeside, valueNear } from "./name-beside.ts";
import { isOfSecret } from "./secret-object.ts";
import { blanksEnd, stringAt, stringValueAt, valueStepsAt } from "./value-at.ts";

// What stands between two strings, and in no name.
const noName = tableOf(' \t\r\n"\\:,{}[]');
// Of SCIM, before the last part of its names: "urn:…:User:password".
const urn = /"urn:[\w.:-]{1,120}:$/;
const longestName = 64;

// JSON Schema, OpenAPI and the models of AWS describe a field under its name.
const schema =
  /"(?:\$ref|anyOf|oneOf|allOf|minLength|maxLength|writeOnly|locationName)"\s*:|"members"\s*:\s*\{|"member"\s*:\s*\{|"type"\s*:\s*(?:\[|"(?:string|number|integer|boolean|object|array|http|apiKey|oauth2|openIdConnect|mutualTLS)")|"shape"\s*:\s*"S[\da-z]{1,4}"/;
// A flow of OAuth in OpenAPI, which may be called "password".
const flow = /"(?:authorizationUrl|tokenUrl)"\s*:/;
const scopes = /"scopes"\s*:\s*\{/;
// No member of what is described, which has a schema of its own.
const holdsValue =
  /"value"\s*:(?!\s*\{[^{}]{0,400}"(?:(?:all|any|one)Of|\$ref|description"\s*:\s*"[^"{}]{0,400}"\s*\}|type"\s*:\s*(?:\[|"(?:string|number|integer|boolean|object|array)))")/;
// What it says in prose, however long, shows nothing.
const prose = /"(?:[^"\\]|\\[\s\S]){200,}"/g;
const [schemaReach, longestSchema] = [2000, 16_384];
// What a scheme of OpenAPI lets a client do, by the scheme's name.
const requirement = /^"security"\s*:\s*\[[^"[\]]{0,99}(?:"[^"\\]{1,64}"\s*:\s*\[[^[\]]{0,400}\][^"[\]]{0,99}){0,9}$/;
// Words and URLs, as RFC 6749 has them in section 3.3, and OpenAPI's documents.
const scopesOfOne =
  /\s{0,99}\[\s{0,99}(?:"(?:https:\/\/[\w.-]+\/[\w./-]*|[A-Z]?[a-z]+(?:[A-Z][a-z]+|[:./_-][A-Z]?[a-z]+|[:./_-]v?\d)*)"[\s,]{0,99}){0,99}\]/y;
const requirementReach = 2000;
// What says that the value beside it is a secret: variables of Terraform, GitLab and Bitbucket.
const longestKey = 512;
const flag = /^(?:is_?)?(?:sensitive|masked|secured?|secret)$/i;

/**
 * Reads the values of JSON members by their names: a string or a number; of an array or an object, every string and
 * number within. A short number by itself is a count. A name and its value may be members of their own
 * (`{"name":"token","value":"…"}`), the parts of a form, or attributes. It passes over the text once, and stops where
 * the text is truncated or not JSON.
 * @example
 * [...jsonMembers('{"token":["abc1"]}', names, marks)]; // [{ start: 11, end: 15, where: "field", name: "token" }]
 */
export function* jsonMembers(text: string, { rules, mayCarry }: Names, marks: Marks): Iterable<Place | null> {
  let next = 0;
  let done = 0;
  let listed = 0;
  let objects = 0;
  let lists = 0;
  for (const at of marks.name) {
    if (at < next) continue;
    if (isDue()) yield null;
    let start = at;
    while (at - start < longestName && isOfName(text, start - 1)) start--;
    let close = at;
    while (close - start < longestName && isOfName(text, close)) close++;
    next = Math.max(close, at + 1);
    // Zabbix' macros: "{$DB_PASSWORD}".
    if (text.startsWith('"{$', start - 2) && text.startsWith('}"', close)) [start, close] = [start - 1, close + 1];
    const isUrn =
      text[start - 1] === ":" && text[close] === '"' && urn.test(text.slice(Math.max(0, start - 128), start));
    if ((text[start - 1] !== '"' && !isUrn) || text[close] !== '"') continue;
    const colon = blanksEnd(text, close + 1);
    const isMember = text[colon] === ":";
    const whole = text.slice(start, close);
    const inList = text[colon] === "," ? valueInList(text, start - 1, close) : null;
    if (inList !== null && (whole === "AUTH" || rules(whole, "field") !== null)) {
      yield { ...inList, where: "credentials", name: "password" };
      continue;
    }
    // A name that is a value may be a path: "/prod/db/password".
    const name = isMember ? whole : whole.slice(whole.lastIndexOf("/") + 1);
    const said = isMember ? sayingEnd(text, whole, colon + 1, rules) : null;
    if (said !== null) {
      const { values, end } = valueNear(text, { start: start - 1, end: said }, done, { objects: true, numbers: true });
      for (const each of values) yield { ...each, name: "secret" };
      done = values.at(-1)?.end ?? done;
      next = Math.max(end, close + 1);
      continue;
    }
    const rule = rules(name, "field");
    const isPlural = rule === null && isMember && at >= listed && plural.test(name);
    const one = !isPlural ? "" : ofSecrets.test(name) ? "secret" : name.slice(0, -1);
    if (
      one !== "" &&
      !ofOthers.test(one) &&
      (rules(one, "field") !== null || (/[a-z]key$/i.test(one) && mayCarry(one, "field")))
    ) {
      const opening = text[blanksEnd(text, colon + 1)];
      const isList = opening === "[";
      if (!(isList || opening === "{")) continue;
      const isHeld = !isList ? isOneOf : /^token$/i.test(one) ? isDigits : /^secret$/i.test(one) ? isValue : isOneOf;
      const isJwk = jwk.test(text.slice(colon, colon + jwkReach));
      const holds: typeof isOneOf = (path, value, depth) => {
        const member = path.at(-1) ?? "";
        return !((isJwk && ofPublicHalf.test(member)) || isPublic(one, member, value)) && isHeld(path, value, depth);
      };
      const { values, end } = yield* valueStepsAt(text, colon + 1, { objects: true, numbers: false, holds });
      for (const each of values) yield { ...each, name: one };
      listed = end;
      continue;
    }
    if (rule === null && !mayCarry(name, "field")) continue;
    const holds = (path: readonly string[], value: string, depth: number): boolean =>
      isOfSecret(name, path, value, depth, rules);
    // No JSON: a name in such a list. Each would read the rest of it.
    if (rule === null && isMember && at < lists && text[blanksEnd(text, colon + 1)] !== '"') continue;
    const isOfObject = rule === null && at >= objects && /^signature$/i.test(name);
    const unruled = { objects: isOfObject, numbers: false, holds: isOfCurve };
    const reading = rule === null ? unruled : { ...rule, holds };
    const { values, end } = isMember
      ? (stringValueAt(text, colon + 1) ?? (yield* valueStepsAt(text, colon + 1, reading)))
      : valueBeside(text, { start: start - 1, end: close + 1 }, done, {
          ...reading,
          objects: false,
        });
    // Within it, each is read once.
    if (isOfObject) objects = end;
    else if (rule === null && isMember) lists = end;
    const span = { start: colon, end };
    if (isMember && (isSchema(text, colon + 1, end) || isRequirement(text, start - 1, colon + 1))) {
      yield { ...span, where: "field", name, within: span, isDescription: true };
    } else {
      for (const each of values) yield { ...each, name, within: span };
      if (rule !== null) done = values.at(-1)?.end ?? done;
    }
    // Of a name that only may be a secret's, the value may be a name itself.
    next = rule === null ? close + 1 : Math.max(end, close + 1);
  }
}

// A command of Redis, and a parameter of TR-069: other lists have names alone.
const beforeListed = /(?:^|[[,])\s{0,9}\[\s{0,9}$|"CONFIG"\s{0,9},\s{0,9}"SET"\s{0,9},\s{0,9}$/;
const listedValue = /"\s{0,9},\s{0,9}("[^"\\]{1,64}"\s{0,9},\s{0,9})?"([^"\\\s]{1,128})"\s{0,9}\]/y;

function valueInList(text: string, from: number, close: number): Span | null {
  const name = text.slice(from + 1, close);
  const lead = text.slice(Math.max(0, from - 64), from);
  const isCommand = name === "AUTH" || lead.trimEnd().endsWith(",");
  if (!(isCommand || /^(?:InternetGateway)?Device\./.test(name)) || !beforeListed.test(lead)) return null;
  listedValue.lastIndex = close;
  const [whole = "", user, said = ""] = listedValue.exec(text) ?? [];
  if (whole === "" || (user !== undefined && name !== "AUTH") || /^[A-Z]+$/.test(said)) return null;
  const end = close + whole.lastIndexOf('"');
  return { start: end - said.length, end };
}

// Of a signature by an elliptic curve, which is an object: {"r":"0x…","s":"0x…"}.
function isOfCurve(path: readonly string[]): boolean {
  return path.length === 0 || /^[rs]$/.test(path.at(-1) ?? "");
}

// Of a list or a map whose name is a secret's in the plural, and of objects in it: what looks like a token. A list of
// tokens is more often a model's, a lexer's, or a chain's.
const plural = /[a-z]s$/i;
// "secret_environment_variables", as Scaleway and GitHub call them.
const ofSecrets = /^secret_?(?:env(?:ironment)?_?)?(?:variables|vars)$/i;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
function isOneOf(path: readonly string[], value: string, depth: number): boolean {
  const name = path.at(-1) ?? "";
  const isItem = path.length === 0 || (depth === 1 && !isOfItself(name));
  if (uuid.test(value)) return isItem && path.length === 0;
  return !looksLikeIdentifier(value) && !/^0x[\da-f]{40}$|^arn:/i.test(value) && (isItem || holder.test(name));
}
// As Tesla's, of a vehicle.
function isDigits(path: readonly string[], value: string): boolean {
  return path.length === 0 && /^(?=.*\d)(?=.*[a-f])(?:[\da-f]{16}){1,2}$/.test(value);
}
const holder = /^(?:(?:[a-z]{1,20}_?)?(?:value|key|token|secret))$/i;

// Keys of a table, and what a domain publishes in DNS.
const ofOthers = /(?:primary|secondary)_?key$|(?:dkim|verification)_?token$/i;

// What a map says of itself, rather than what it holds.
const itself = new Set(
  "id ids kid etag name title label type kind url uri href link self cursor version revision fingerprint checksum slug public".split(
    " ",
  ),
);
const isOfItself = (name: string): boolean => itself.has(wordsIn(name).at(-1) ?? "");

// Of a key in JSON, its public half: RFC 7517.
const jwk = /^:\s{0,99}\{[^{}]*?"kty"\s{0,9}:/;
const jwkReach = 1000;
const ofPublicHalf = /^(?:n|e|x|y|x5[ct].{0,8})$/;
const publicKey =
  /^(?:ssh-|ecdsa-|sk-(?:ssh|ecdsa)-|-----BEGIN [A-Z ]{0,20}(?:PUBLIC KEY|CERTIFICATE)|MFkwEwYHKoZI|MCowBQYDK2V|MII[BC]IjANBgkq|MIGfMA0G)/;

/** Returns whether a text is a public key, or a certificate, by how it begins. */
export const isPublicKey = (value: string): boolean => publicKey.test(value);

// Of a chain that writes addresses in base58: Solana's, and Tron's.
const base58 = /^(?:[1-9A-HJ-NP-Za-km-z]{43,44}|T[9A-Z][1-9A-HJ-NP-Za-km-z]{32})$/;
const ofLogin =
  /(?:access|api|auth|bearer|bot|csrf|device|fcm|id|invite|personal|push|refresh|registration|reset|service|session|user)_?token$/i;

function isPublic(one: string, name: string, value: string): boolean {
  if (isPublicKey(value) || isFilePath(value)) return true;
  return /token$/i.test(one) && !ofLogin.test(`${name}_${one}`) && !ofLogin.test(one) && base58.test(value);
}

// Of a list of names and values.
function isValue(path: readonly string[], value: string, depth: number): boolean {
  return (
    (depth === 2 && /^(?:secret_?)?value$/i.test(path.at(-1) ?? "")) ||
    (!uuid.test(value) && isOneOf(path, value, depth))
  );
}

/**
 * Returns the end of a member that says of the value beside it that it is a secret: by a flag, or by its name in base64,
 * as etcd writes it.
 */
function sayingEnd(text: string, name: string, from: number, rules: Names["rules"]): number | null {
  const at = blanksEnd(text, from);
  if (flag.test(name)) return text.startsWith("true", at) ? at + "true".length : null;
  const value = /^key$/i.test(name) ? stringAt(text, at) : null;
  if (value === null || value.end - value.start > longestKey) return null;
  const said = base64Text(text.slice(value.start, value.end)) ?? "";
  return rules(said.slice(said.lastIndexOf("/") + 1), "field") === null ? null : value.end + 1;
}

function isOfName(text: string, at: number): boolean {
  const character = text.charCodeAt(at);
  return at >= 0 && at < text.length && (character >= 128 || noName[character] !== 1);
}

function isSchema(text: string, from: number, end: number): boolean {
  const at = blanksEnd(text, from);
  if (text[at] !== "{") return false;
  const object = text
    .slice(at, Math.min(end, at + longestSchema))
    .replace(prose, '""')
    .slice(0, schemaReach);
  return (schema.test(object) || (flow.test(object) && scopes.test(object))) && !holdsValue.test(object);
}

function isRequirement(text: string, start: number, from: number): boolean {
  if (text[blanksEnd(text, from)] !== "[") return false;
  const before = text.slice(Math.max(0, start - requirementReach), start);
  const at = before.lastIndexOf('"security"');
  scopesOfOne.lastIndex = from;
  return at >= 0 && requirement.test(before.slice(at)) && scopesOfOne.test(text);
}
