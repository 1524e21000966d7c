// Decides by a name alone whether its value is a secret. It reads no values: `ordinary-value.ts` says which values stay
// although their name is a secret's, and `secret-entropy.ts` recognizes a secret by its looks.

import type { RedactOptions } from "../options.ts";
import { findPlaceholders } from "../placeholder.ts";
import { anyLetters } from "./any-letters.ts";
import {
  behindPassword,
  codings,
  ordinaryHeaders,
  passwordQualifiers,
  passwordWords,
  secretHeaders,
  secretNames,
  secretNumbers,
  secretParameters,
  secretSuffixes,
} from "./names.ts";

/** Where a named value stands. */
type Place = "header" | "cookie" | "parameter" | "field";

/** What is known of a name. */
interface NameRule {
  /** Whether everything in an object is a secret; if a field repeats a header, only its text is. */
  readonly objects: boolean;
  /** Whether a number of any size is a secret. */
  readonly numbers: boolean;
}

/** Returns the rule for a name; remembers it. */
export type NameRules = (name: string, place: Place) => NameRule | null;

const betweenWords = anyLetters(String.raw`[^\p{L}\p{N}]+|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])`);

/** Returns the words of a name, in lower case: those of `X-GitHub-OTP` are `x`, `git`, `hub` and `otp`. */
export function wordsIn(name: string): string[] {
  // Most names; splitting takes far longer.
  if (/^[a-z]+$/.test(name)) return [name];
  return name
    .split(betweenWords(name))
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

const mostRemembered = 20_000;
const beyondAscii = /[^\0-\x7f]/;

// "contraseña", "contrasena": as people type it.
function unmarked(name: string): string {
  return beyondAscii.test(name) ? name.normalize("NFD").replace(/\p{M}/gu, "") : name;
}

const plainWordsIn = (name: string): string[] => wordsIn(unmarked(name));

/** Returns the common form of all spellings of a name. */
export function bareName(name: string): string {
  return plainWordsIn(name).join("");
}

/** @param known Names of `names.ts`, which are in lower case, with `_` and `-` between words. */
function setOf(known: readonly string[], own: readonly string[]): ReadonlySet<string> {
  return new Set([...known.map((name) => unmarked(name).replace(/[_-]/g, "")), ...own.map(bareName)]);
}

/**
 * Makes the rules of names: the defaults, with additions and exceptions.
 * @example
 * nameRules({})("X-Db-Password", "header")?.numbers; // false
 * nameRules({})("password_reset_url", "field"); // null
 */
export function nameRules({
  names = [],
  headers = [],
  cookies = [],
  parameters = [],
  fields = [],
  keep = [],
}: RedactOptions): NameRules {
  const everywhere = setOf(secretNames, names);
  const repeated = setOf(secretHeaders, headers);
  const isNoCookie = (name: string): boolean => !/cookie$/i.test(name);
  const listed: Readonly<Record<Place, ReadonlySet<string>>> = {
    header: everywhere.union(repeated),
    cookie: everywhere.union(repeated).union(setOf([], cookies)),
    // "cookie" as a parameter says whether to set one.
    parameter: setOf(
      [...secretParameters, ...secretHeaders.filter(isNoCookie)],
      [...headers.filter(isNoCookie), ...parameters],
    ).union(everywhere),
    field: setOf([], fields).union(everywhere),
  };
  const numeric = setOf(secretNumbers, [...names, ...fields, ...headers]);
  const kept = setOf([], keep);
  const decide = (name: string, place: Place): NameRule | null => {
    if (findPlaceholders(name).length > 0) return null;
    const spelled = plainWordsIn(name);
    const words = withoutEnding(spelled);
    const bare = words.join("");
    const isOfAll = words[0] === "x" || words[0] === "window";
    const forms = [bare, spelled.join(""), isOfAll ? words.slice(1).join("") : bare, ofOneCode(bare)];
    const isIn = (names: ReadonlySet<string>): boolean => forms.some((each) => names.has(each));
    if (isIn(kept)) return null;
    // A path, or a media type.
    if (place === "field" && name.includes("/")) return null;
    // Helm's name of one that is kept elsewhere.
    if (/existingsecret$/.test(bare)) return null;
    // What a bank says of an address.
    if (/(?:address|postal|zip)verificationcode$/.test(bare)) return null;
    const numbers = isIn(numeric);
    if (isIn(listed[place])) return { objects: true, numbers };
    // Services that repeat a request write its headers as members.
    if (place === "field" && repeated.has(bare)) return { objects: false, numbers };
    return hasSecretSuffix(words) ? { objects: true, numbers: numbers || /otp$|codes?$/.test(bare) } : null;
  };
  return remembered(decide);
}

// "recovery_codes" is a list of what "recovery_code" is one of.
const ofOneCode = (bare: string): string => bare.replace(/codes$/, "code");

// "password2", and not "md5".
const numbered = /(?<=[a-z]{2})(?<!md|sha|base)(?=\d{1,2}$)/;

function withoutEnding(spelled: readonly string[]): string[] {
  const words = [...spelled.slice(0, -1), ...(spelled.at(-1)?.split(numbered) ?? [])];
  while (words.length > 1 && (codings.has(words.at(-1) ?? "") || isNumber(words))) words.pop();
  return words;
}

// "API_KEY_2", "secret_v2"; but "token0" names one of a pair of currencies.
function isNumber(words: readonly string[]): boolean {
  const [last = "", kind = "", before = ""] = words.toReversed();
  return (
    /^v?\d{1,2}$/.test(last) && (kind !== "token" || /^(?:access|api|auth|csrf|refresh|secret|session)$/.test(before))
  );
}

/** Remembers what is decided of names, by their places. */
export function remembered<Where extends string, Rule>(
  decide: (name: string, where: Where) => Rule,
): (name: string, where: Where) => Rule {
  const memories = new Map<Where, Map<string, Rule>>();
  return (name, where) => {
    const memory = memories.get(where) ?? new Map<string, Rule>();
    const known = memory.get(name);
    if (known !== undefined) return known;
    memories.set(where, memory);
    if (memory.size > mostRemembered) memory.clear();
    const rule = decide(name, where);
    memory.set(name, rule);
    return rule;
  };
}

// Tokens for the next page or of a lock (RFC 4918, section 6.5), and those of language models and lexers.
const harmlessTokens = new Set(
  `next nextforward nextbackward previous prev page paging pagination continuation cursor sync start starting end last first resume resumption
  scroll watch change delta skip since offset list snapshot consistency idempotency lock
  opaquelock eos bos pad unk sep cls mask stop special prompt completion input output total max min cached reasoning
  publickey native base quote reward staking lp erc nft fungible syntax lexer no`.split(/\s+/),
);

const passwords = setOf(passwordWords, []);
const qualifiers = setOf(passwordQualifiers, []);
// A slogan and a word, too, but not beside "new".
const perhapsPasswords = new Set([...passwords, "heslo", "parola"]);
// "accesstoken", "dbpassword", "apisessionid"; some scripts have no sign between words.
const ends = [
  "token",
  "secret",
  "password",
  "passwd",
  "apikey",
  "accesskey",
  "accesskeyid",
  "secretkey",
  "privatekey",
  "sessionid",
  "sessionkey",
  "csrf",
  "xsrf",
  // Not of a signal: "qpsk", "16apsk".
  String.raw`(?<!^(?:\d{0,3}a|d?b|[do]?q|[dhm\d]))psk`,
  ...[...passwords].filter((word) => beyondAscii.test(word)),
];
const joined = new RegExp(
  `(?<=[\\w\\p{L}])(?=(?:${ends.join("|")})$)|(?<=^(?:password|passwd|secret))(?=(?:${[...behindPassword].join("|")})$)`,
  "u",
);

function hasSecretSuffix(spelled: readonly string[]): boolean {
  const words = spelled.flatMap((word, at) => (at === spelled.length - 1 ? word.split(joined) : word));
  const others = words.filter((word) => !(behindPassword.has(word) || qualifiers.has(word)));
  if (others.length < words.length && isPassword(others, perhapsPasswords)) return true;
  for (let count = 1; count <= 3 && count <= words.length; count++) {
    const end = ofOneCode(words.slice(-count).join(""));
    if (secretSuffixes.has(end)) return !isHarmlessToken(words);
  }
  return words.length > 1 && isPassword(words, passwords);
}

function isPassword(words: readonly string[], of: ReadonlySet<string>): boolean {
  if (/^(?:passw(?:or)?d|pwd|secret)$/.test(words.at(-1) ?? "")) return true;
  return [1, 2, 3].some((count) => of.has(words.slice(-count).join("")));
}

// A client may parse the link to the next page.
const cursors = new Set("continuation cursor evaluated exclusive marker page paging pagination scroll".split(" "));

const ordinary = new Set(ordinaryHeaders);
// Of what a gateway forwards, also who its user is: `x-forwarded-authorization` has a credential.
const ordinaryFamilies =
  /^(?:accept|access-control|content|if|sec(?!-websocket-protocol)|x-hgarg)-|^x-forwarded-(?:by|email|for|groups?|host|method|path|port|preferred-username|prefix|proto(?:col)?|roles?|scheme|server|ssl|uri|user(?:-?id|name)?)$/;
// Of a message, and of one call of many: GitHub's `X-GitHub-Delivery`, Svix' `webhook-id`, FAPI's interactions.
const ofMessage =
  /(?:^|-)(?:correlation|delivery|event|interaction|message|request|trace|webhook)-(?:id|uuid)$|-delivery$/;
const ofCall = /(?:^|-)(?:correlation|request|trace)-(?:id|uuid)$/;
const ofCredential = /(?:^|-)(?:auth|login|secret|session|token|ticket)(?:-|$)/;
const checksum = /-(?:checksum|crc32c?|md5|sha\d{1,3})$/;
// What a client keeps beside an object of a store, and reads again: s3cmd's owner, mode and times of a file.
const metadata = /^x-(?:amz|cos|goog|ms|obs|oss|account|container|object)-meta-/;

/** Returns whether a request header of that name carries no credential, whatever its looks. */
export function isOrdinaryHeader(name: string): boolean {
  if (ordinary.has(name) || ordinaryFamilies.test(name) || isHarmlessToken(wordsIn(name))) return true;
  if (ofMessage.test(name)) return ofCall.test(name) || !ofCredential.test(name);
  return (checksum.test(name) || metadata.test(name)) && !mayCarryCredential(name);
}

/**
 * Returns whether a value of that name often is a credential: it is hidden if it looks like one.
 * @param where A parameter or a JSON member, sent or issued.
 */
export function mayCarryCredential(name: string, where: keyof typeof carrying = "sent"): boolean {
  if (findPlaceholders(name).length > 0) return false;
  const spelled = plainWordsIn(name);
  const words = withoutEnding(spelled);
  if (words.some((word) => cursors.has(word))) return false;
  if (isHarmlessToken(words)) return false;
  // What a language model's own thought is signed with: a client sends it back.
  if (words.includes("thought") && words.at(-1) === "signature") return false;
  if (words.includes("public") && (words.at(-1) === "key" || spelled.some(isOfPublic))) return false;
  // "SharedAccessKeyName".
  if (words.length > 2 && words.at(-1) === "name" && words.at(-2) === "key") return false;
  // Of a door, of a mailbox; of a card.
  if (ofCard.test(words.slice(-2).join("_")) || (words.length > 1 && words.at(-1) === "pin")) return true;
  return [spelled, words].some(
    (each) => each.some((word) => carrying[where].has(word)) || wholeNames[where].has(each.join("")),
  );
}

const sessionName =
  /sess|sid\b|^_?_?sid|auth|token|jwt|csrf|xsrf|secret|pass|remember|saml|sso|login_?ticket|credential|^id$/i;

/** Returns whether a cookie of that name is a session, whatever its looks. */
export function isSessionCookie(name: string): boolean {
  return sessionName.test(name);
}

function isHarmlessToken(words: readonly string[]): boolean {
  // Of a page, and not one that starts something.
  const isStart = words.at(-2) === "start" && words.length > 2;
  const isHarmless = [1, 2].some((count) => harmlessTokens.has(words.slice(-1 - count, -1).join("")));
  return words.at(-1) === "token" && !isStart && isHarmless;
}

// "public_id", "public_key_hash".
const isOfPublic = (word: string, at: number, words: readonly string[]): boolean =>
  words[at - 1] === "public" && /^(?:keys?|ids?|hash|sha\d*)$/.test(word);

// "ssl_card_number", "DS_MERCHANT_PAN"; its check digit tells.
const ofCard = /(?:card|cc)_number$|_pan$|(?:^|_)(?:cvn|csc|cvx|ccid|cvv2cvc)$/;

type Where = "sent" | "sent field" | "issued" | "field";

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));
const issued =
  "auth csrf hmac jsessionid key otp pass passwd phpsessid pin pwd saml sas secret sess session sessionid sso ticket tok xsrf";
const field =
  "auth bearer community credential credentials csrf nonce assertion pass sas secret session sid ticket key1 key2 plaintext qr qrcode barcode seed xsrf";
const carrying: Readonly<Record<Where, ReadonlySet<string>>> = {
  sent: wordSet(`${issued} appid assertion authentication authorization credential credentials crumb ctx hash hmac invite
  keys login community nonce oauth oob pincode cvc cvv mfa tfa 2fa policy remember sid sig signature state token tokens user uid wskey t k p`),
  // Codes that people type, if they are digits.
  "sent field": wordSet(`${field} code pin pincode cvc cvv hmac sig signature`),
  issued: wordSet(issued),
  field: wordSet(field),
};

// Names of which only some values are secrets (`carried.ts`), and which are the end of many others: `sort_key`.
const wholeField =
  "account acct answer authentication authinfo basicauthuserinfo canary cardnumber ccnumber clientstate code consumerkey creditcardnumber cryptogram cvc cvv decryptionkey formkey functionkey hostkey integrationkey ki manualentry matchingid number opc pan phrase pin primaryaccountnumber routingkey signaturevalue streamname ciphertext encoded encodedjitconfig key keys keysb64 keysbase64 pin1 pin2 primarykey result secondarykey securitykey serverkey sha1 signature storedkey systemkey token1 token2 validationkey value";
const wholeNames: Readonly<Record<Where, ReadonlySet<string>>> = {
  sent: wordSet(
    "account acct apiid canary cardnumber ccnumber creditcardnumber id primaryaccountnumber clave cv2 exchangecode heslo launch md md5 number pan parola pgt resourcekey response sign uploadid парола",
  ),
  "sent field": wordSet(
    `${wholeField} 2fa authenticator clave heslo mac md mfa number p parola response sign tfa парола`,
  ),
  // Who has the address of an upload, or a shared file's, is let in.
  issued: wordSet("resourcekey uploadid"),
  field: wordSet(wholeField),
};
