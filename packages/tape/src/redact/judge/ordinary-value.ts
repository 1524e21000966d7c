import { isPlaceholder } from "../placeholder.ts";
import { anyLetters } from "./any-letters.ts";
import { bareName, type NameRules, wordsIn } from "./name-rules.ts";

// What a validation says about a value, rather than a value: {"password": ["is too short"]}.
const verdict =
  /^(?:is|are|can(?:'|no)t|must|should|may not|has|have|does|did|was|invalid|incorrect|wrong|not|please|expected|enter|too|only|at least|needs?|unknown|unexpected|minimum|maximum)\b.{2,}|^(?:this|the|your|a|an|field|value|password|token|secret)\b.*\b(?:is|are|must|may|should|was|cannot|can't|does|has|needs?|required|field|match(?:es)?)\b/i;
const verdicts =
  /^(?:required|missing|invalid|blank|empty|incorrect|too[ _]short|too[ _]long|unauthorized|forbidden|not[_ ](?:supported|available|applicable|set))\.?$/i;
const version =
  /^[\^~<>=v ]{0,3}\d{1,6}(?:\.(?:\d{1,6}|x|\*)){1,3}(?:[-+][\w.+-]{1,40})?(?: (?:\|\| |- )?[\^~<>=v]{0,2} ?\d{1,6}(?:\.(?:\d{1,6}|x|\*)){0,3}){0,4}$/;
const type = /^\[?(?:String|ID|Int|Float|Boolean|string|number|integer|boolean|object|array|null)\]?!?$/;
// A password may begin so: "$Winter2024".
const shellVariable = /^\$(?:[A-Z_][A-Z\d_]*|[A-Za-z_]+\d?)\$?$/;
// Of a program, a template, an example, OpenAPI's expressions and JSON Pointer.
const variable =
  /^(?:\$_(?:COOKIE|ENV|GET|POST|REQUEST|SERVER|SESSION)\[['"]\w{1,64}['"]\];?|\$(?:request|response|context)\.[a-z_.]+(?:#[\w/~-]*)?|#\/(?:components|definitions|properties)\/[\w./~-]+|\{[a-z_-]*(?:token|key|secret|password|code)\}|:(?:token|key|secret|password|code)|\$\{[^{}]*\}|\{\{[^{}]*\}\}|%\w+%|<[\w -]+>|process\.env\.\w+|\.{1,2}\/[\w./-]+|your[-_ ][a-z_ -]{1,40}|\*{2,}|-{3,}|\.{3,}|x{6,})$/i;
// What an answer or a configuration has in place of a secret: a mask with its end, what may be done with it, where it
// stands, and where a program will write it, as in a catalogue of messages.
const standIn =
  /^(?:\*{2,}[\w-]{1,4}|x{4}[\w-]{0,4}|[[(<]?(?:redacted|hidden|filtered|masked)[\])>]?|read|write|(?:var|local|module|self|this|config|settings|secrets|env|os\.environ)(?:\.[a-z_]{1,60}|\[["'][a-z_]{1,60}["']\]){1,4}(?:\(\))?|%(?:\d\$|\(\w{1,40}\))?-?\d{0,2}l{0,2}[cdisuvx@]|\{\d?\})$/i;
// Of one moment: RFC 3339, section 5.6; RFC 9110, section 5.6.7. A date alone may be a password.
const moment =
  /^(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)|[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT)$/i;
// "MY_DB_PASSWORD".
const nameOfOne = /^(?=.*(?:^|_)(?:KEY|PASS(?:WORD|WD)?|PWD|SECRET|TOKEN|VALUE)(?:_|$))[A-Z]+(?:_[A-Z]+){1,9}$/;
const flag =
  /^(?:true|false|null|none|nil|undefined|public|private|yes|no|on|off|optional|required|\*+|•+|x{3,}|…|\.{3})$/i;

// Of a key that is to be known: RFC 7468.
const publicKey = /^-----BEGIN (?:[A-Z\d]{1,10} )?(?:PUBLIC KEY|CERTIFICATE(?: REQUEST)?)-----/;
// "Forgot your password?", as a page labels a field.
const label =
  /^(?!.*\d)(?:forgot(?:ten)?|reset|change|new|current|old|confirm|repeat|retype|choose|create|show|hide|your|copy|generate)\b.{0,80}\b(?:password|passcode|token|key|secret|code|pin)s?[ ?.:!…]{0,3}$/i;
// What SAP's clients send for a token to be answered ("X-CSRF-Token: Fetch"), and what a job of GitHub may do with one.
const toAsk = /^(?:fetch|read|write)$/i;
// Of a file in one of the folders that machines have: with an ending, or in words.
const rootedPath =
  /^(?:\/(?:etc|var|usr|opt|run|root|tmp|home|srv|mnt|Users|secrets|certs|keys|app)|~(?:\/\.?[a-z]+)?)(?:\/[\w.@-]{1,64}){0,10}\/(?:[\w@-]*(?:\.[a-z]{2,8}|_(?:rsa|dsa|ecdsa|ed25519))|\.?[a-z]+(?:[_.-][a-z]+){0,5})$/;
// Of a file below folders.
const path = /^[\w@.-]+(?:\/[\w@.-]+)+\.[a-z][a-z\d]{0,4}$/;
// Of what a password or a secret went through.
const algorithm =
  /^(?:[bsy]?crypt|argon2(?:id?|d)?|pbkdf2|s?sha-?\d{0,3}|md5|rsa|aes(?:-?\d{3})?(?:-?[a-z]{3})?|pgp|base64|plain)$/i;
const isOfAlgorithm = /(?:enc|encrypted|crypted|hash|hashed|digest)$/i;

const [longestOrdinary, longestLabel] = [200, 64];

/** Returns whether a value may be a moment, in seconds or milliseconds. */
export function mayBeMoment(value: string): boolean {
  return /^1\d{9}(?:\d{3})?$/.test(value);
}

/** Returns whether a text is the path of a file: `uploads/9f86d081.png`. */
export function isFilePath(value: string): boolean {
  return value.length <= longestOrdinary && path.test(value);
}

/** Returns whether a text is the algorithm that a name asks for: `bcrypt` under `passwordEnc`. */
export function isAlgorithm(name: string, value: string): boolean {
  return isOfAlgorithm.test(name) && algorithm.test(value);
}

/** Returns whether a text means yes, no, or nothing. */
export function isFlag(value: string): boolean {
  return value.length <= longestOrdinary && flag.test(value.trim());
}

/**
 * Returns whether a text stays under a secret's name, because it is something else: a placeholder, a validation
 * message, a version, a moment, a type, a variable, a row of stars.
 * @param name Its name, of a token, which a client may ask for.
 * @example
 * isOrdinaryValue("is too short"); // true
 * isOrdinaryValue("hunter2"); // false
 */
export function isOrdinaryValue(value: string, name = ""): boolean {
  const text = value.trim();
  if (text === "" || isPlaceholder(text) || publicKey.test(text)) return true;
  if (text.length > longestOrdinary) return false;
  return (
    type.test(text) ||
    version.test(text) ||
    moment.test(text) ||
    variable.test(text) ||
    shellVariable.test(text) ||
    nameOfOne.test(text) ||
    verdicts.test(text) ||
    (toAsk.test(text) && /token$/i.test(name)) ||
    rootedPath.test(text) ||
    (text.includes(" ") && (verdict.test(text) || label.test(text)))
  );
}

/** Returns whether a text of an answer stands in the place of a secret; what a client sends so may be a password. */
export function isStandIn(value: string): boolean {
  return value.length <= longestOrdinary && standIn.test(value.trim());
}

/**
 * Returns whether a text is what a page calls a field: `{"password": "Password"}`, `{"password": "Neues Passwort"}`.
 * @param name The name of the field.
 */
export function isLabelOf(name: string, value: string, rules: NameRules): boolean {
  if (value.length > longestLabel || !/^[\p{Lu}\p{Lo}]/u.test(value)) return false;
  if (bareName(value) === bareName(name)) return true;
  if (!/^\p{L}+(?:[ -]\p{L}+){0,3}$/u.test(value)) return false;
  const rule = rules(value, "field");
  // One word may be a password, and several with hyphens, too: "MySecret", "Mango-Secret".
  return /^[A-Z][a-z]+(?:-[A-Za-z][a-z]+)*$/.test(value)
    ? rule?.numbers === true
    : /[ -]|\P{ASCII}/u.test(value) && rule !== null;
}

// What is found beside a token of a language model, a lexer or a chain.
const beside =
  /\\*"(?:logprobs?|top_logprobs|bytes|bpe|lemma|pos|score|start|end|offset|symbol|ticker|chain|decimals|price|amount)\\*"/i;
const reach = 120;
const word = anyLetters(String.raw`^(?:[^\p{L}\p{N}]{0,3}[\p{L}]{0,20}[^\p{L}\p{N}]{0,3}|\d{1,6}|[\dA-Z]{2,8})$`);

/**
 * Returns whether a text under a name that ends with "token" is a word rather than a secret: the name of a currency
 * (`"ETH"`), or a language model's output (`" the"`).
 * @param at Its position in a document, to see what is beside it.
 */
export function isWordToken(value: string, document: string, at: number): boolean {
  if (/^\p{Lu}{2,6}$/u.test(value)) return true;
  if (value.length > longestOrdinary || !word(value).test(value)) return false;
  return beside.test(document.slice(Math.max(0, at - reach), at + value.length + reach));
}

// When a session, a login or a token ends, how long it lasts, how many there are: a client reckons with these.
const measures: ReadonlySet<string> = new Set(
  `age at bytes count created date duration end exp expiration expires expiry iat in interval issued length lifetime limit max millis min minutes ms
  on seconds since size start started time timeout timestamp total ts ttl until updated`.split(/\s+/),
);

/** Returns whether a number under a name that may be a secret's is none: a count, a time. */
export function isCount(name: string, value: string): boolean {
  return (
    // A code may have begun with zeros.
    Number(value) === 0 ||
    /nonce$/i.test(name) ||
    measures.has(wordsIn(name).at(-1) ?? "") ||
    (/^-?\d{1,2}$/.test(value) && /(?:pass(?:wd|word)?|secret|key|token)s?$/i.test(name))
  );
}
