import { looksLikeIdentifier } from "../judge/secret-entropy.ts";
import { isDue } from "../steps.ts";
import { blanksEnd, stringAt, valueAt } from "./json/value-at.ts";
import type { Marks } from "./marks.ts";
import type { Names, Place } from "./place.ts";
import type { Span } from "./span.ts";

/** An argument of a call, without its quotes. */
interface Argument extends Span {
  readonly value: string;
  readonly isString: boolean;
}

const changed = "(?:change|set|reset|update)_?pass(?:word|wd)?";
// Of wallets: Bitcoin's and Ethereum's.
const ofWallet =
  "unlock_?account|encrypt_?wallet|restore_?wallet|personal_(?:new_?account|send_?transaction|sign(?:_?transaction|_?typed_?data)?)";
const secretsOfWallet =
  "wallet_?passphrase(?:change)?|import_?raw_?key|set_?hd_?seed|new_?account_?from_?(?:phrase|secret)";
const login = "(?:do_?)?log_?[io]n|(?:do_?)?sign_?in|auth(?:enticate|ori[sz]e)?|get_?auth_?token";
const named = (names: string): RegExp => new RegExp(String.raw`^(?:[\w./:-]{0,64}(?<!by)[./:_-])?(?:${names})$`, "i");

const strings = (all: readonly Argument[]): readonly Argument[] => all.filter(({ isString }) => isString);
const last = (all: readonly Argument[]): readonly Argument[] => strings(all).slice(-1);

const opens = named("(?:get|create|obtain|request|issue)_?(?:access_?|api_?|session_?)?(?:token|session)");

/** Which arguments of procedures are passwords, by position: whom a call logs in comes before its password. */
const passwords: readonly (readonly [RegExp, (all: readonly Argument[]) => readonly Argument[]])[] = [
  [/^wp\.getUsersBlogs$/i, last],
  // https://developer.wordpress.org/apis/xml-rpc/ and https://www.odoo.com/documentation/18.0/developer/reference/external_api.html
  [/^(?:(?:wp|mt|metaWeblog|blogger)\.\w{1,40}|execute(?:_kw)?)$/i, (all) => strings(all.slice(2, 3))],
  [named(`${changed}|${secretsOfWallet}`), strings],
  // Before a label.
  [named("import_?priv_?key"), (all) => strings(all).filter((each, nth) => nth === 0 || isOpaque(each))],
  // Also Uyuni's, DokuWiki's and MoinMoin's.
  [named(`${login}|${ofWallet}`), last],
  [opens, (all) => (strings(all).length > 1 ? last(all) : [])],
];

// What a call opens, checks, renews or ends. A token of a currency is asked for by its address.
const ends = "(?:check|validate|verify|refresh|renew|revoke|destroy|delete|introspect|exchange|resume|end)";
const ofCredentials = new RegExp(
  String.raw`(?:^|[._/:-])auth(?:entication|ori[sz]ation)?[._/:-]|${ends}[._-]?(?:\w{1,16}[._-]?)?(?:token|session|ticket)$|(?:token|session|ticket)s?[._/:-]${ends}|(?:^|[._/:-])log_?(?:in|out)`,
  "i",
);
const anyId = /^(?:[\da-f]{24}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|0x[\da-f]{40})$/i;

function isOpaque({ value }: Pick<Argument, "value">): boolean {
  return /^[\w.~+/=:-]{16,512}$/.test(value) && !looksLikeIdentifier(value) && !anyId.test(value);
}

const procedure = /"method(?:Name)?"\s*:\s*(?=")/iy;
const between = String.raw`(?:\s*,\s*"\w{1,20}"\s*:\s*(?:"[^"\\]{0,100}"|\d{1,20}|null)){0,4}\s*`;
const listBehind = new RegExp(String.raw`"${between},\s*"(?:params|args)"\s*:\s*(?=\[)`, "iy");
const listBefore = /"(?:params|args)"\s*:\s*(?=\[)/iy;
const toMethod = new RegExp(`^${between},\\s*$`);
// Of a list before its method, and of an object or a list among its arguments.
const reachOfJson = 4096;
const whole = { objects: true, numbers: false };

const xmlProcedure = /<methodName>\s*([\w./:-]{1,128})\s*<\/methodName>/iy;
const xmlParameter = /<param>\s*<value>\s*(?:<(\w{1,20})>)?([^<]*)/g;
const reach = 16_384;
const mostArguments = 16;

/**
 * Reads the secrets that a remote procedure is called with by position: JSON-RPC 2.0, section 4.2, and XML-RPC.
 * @example
 * [...calls('{"method":"auth.login","params":["ada","hunter2"]}', names, marks)][0]?.start; // 40
 */
export function* calls(text: string, _names: Names, marks: Marks): Iterable<Place | null> {
  let done = 0;
  const before = listsBefore(text);
  for (const at of marks.call) {
    if (isDue()) yield null;
    const isXml = text[at] === "<";
    const [name = "", all = []] = (isXml ? xmlCallAt(text, at) : jsonCallAt(text, at, before)) ?? [];
    const [, passwordsOf] = passwords.find(([names]) => names.test(name)) ?? [];
    const found = passwordsOf?.(all) ?? [];
    const others = ofCredentials.test(name) || opens.test(name) ? all.filter((each) => !found.includes(each)) : [];
    for (const { start, end } of found) yield { start, end, where: "field", name: isXml ? "secret" : "password" };
    for (const each of others) {
      if (each.isString) yield* opaque([each]);
      if (each.isString || isXml || each.start < done) continue;
      yield* opaqueWithin(text, each);
      done = each.end;
    }
    yield* ownSecret(name, all);
  }
}

const opaque = (all: readonly Argument[]): readonly Place[] =>
  all.filter(isOpaque).map(({ start, end }) => ({ start, end, where: "field", name: "secret" }));

// As Meteor's `login` has a token: {"resume":"…"}.
function opaqueWithin(text: string, { start }: Span): readonly Place[] {
  const holds = (path: readonly string[], value: string): boolean =>
    isOpaque({ value }) && !/ids?$/i.test(path.at(-1) ?? "");
  const near = text.slice(0, start + reachOfJson);
  const { values } = valueAt(near, start, { ...whole, holds });
  return values.filter(({ end }) => end < near.length).map((each) => ({ ...each, name: "secret" }));
}

/**
 * Of two programs whose every call has a secret: aria2's is the user's, and the session of OpenWrt's was issued.
 * @see https://aria2.github.io/manual/en/html/aria2c.html#rpc-authorization-secret-token
 */
function ownSecret(name: string, [first, ...others]: readonly Argument[]): readonly Place[] {
  if (first === undefined) return [];
  const [scheme = ""] = /^token:(?=\S+$)/.exec(first.value) ?? [];
  if (scheme !== "")
    return [{ start: first.start + scheme.length, end: first.end, where: "credentials", name: "token" }];
  return name === "call" && others.length > 1 && /^[\da-f]{32}$/.test(first.value) ? opaque([first]) : [];
}

type Call = readonly [name: string, all: readonly Argument[]];

function jsonCallAt(text: string, at: number, before: (at: number) => number | null): Call | null {
  procedure.lastIndex = at;
  const name = procedure.test(text) ? stringAt(text, procedure.lastIndex) : null;
  if (name === null || name.end - name.start > 128) return null;
  listBehind.lastIndex = name.end;
  const from = listBehind.test(text) ? listBehind.lastIndex : before(at);
  return from === null ? null : [text.slice(name.start, name.end), argumentsAt(text, from + 1)];
}

/** Returns what finds the list of arguments that stands before a method; methods are asked for in order. */
function listsBefore(text: string): (at: number) => number | null {
  let searched = 0;
  let list: Span | null = null;
  return (at) => {
    const from = Math.max(searched, at - reachOfJson);
    const near = text.slice(from, at);
    const found = Math.max(near.lastIndexOf('"params"'), near.lastIndexOf('"args"'));
    searched = at;
    if (found >= 0) {
      listBefore.lastIndex = from + found;
      const start = listBefore.test(text) ? listBefore.lastIndex : at;
      list = { start, end: valueEnd(text, start) };
    }
    if (list === null || list.start < at - reachOfJson) return null;
    return toMethod.test(text.slice(list.end, at)) ? list.start : null;
  };
}

function argumentsAt(text: string, from: number): readonly Argument[] {
  const all: Argument[] = [];
  for (let at = blanksEnd(text, from); all.length < mostArguments && at < Math.min(text.length, from + reach); ) {
    const string = stringAt(text, at);
    const { start, end } = string ?? { start: at, end: valueEnd(text, at) };
    all.push({ start, end, value: text.slice(start, end), isString: string !== null });
    const comma = blanksEnd(text, string === null ? end : end + 1);
    if (text[comma] !== ",") break;
    at = blanksEnd(text, comma + 1);
  }
  return all;
}

const sign = /["{}[\]]/g;
const plain = /[^\s,\]}]*/y;

/** Returns the end of a value that is no string; of a long one, some position in it. */
function valueEnd(text: string, from: number): number {
  let [at, depth] = [from, 0];
  if (text[at] !== "{" && text[at] !== "[") {
    plain.lastIndex = at;
    plain.test(text);
    return plain.lastIndex;
  }
  do {
    sign.lastIndex = at;
    const { index, 0: found } = sign.exec(text) ?? { index: text.length, 0: '"' };
    if (found !== '"') depth += found === "{" || found === "[" ? 1 : -1;
    at = (stringAt(text, index)?.end ?? index) + 1;
  } while (depth > 0 && at < Math.min(text.length, from + reachOfJson));
  return at;
}

function xmlCallAt(text: string, at: number): Call | null {
  xmlProcedure.lastIndex = at;
  const [, name] = xmlProcedure.exec(text) ?? [];
  if (name === undefined) return null;
  const from = xmlProcedure.lastIndex;
  const found = text
    .slice(from, from + reach)
    .matchAll(xmlParameter)
    .take(mostArguments);
  const all = Array.from(found, ({ index, 0: { length }, 1: type = "string", 2: value = "" }) => {
    const end = from + index + length;
    return { start: end - value.length, end, value, isString: type === "string" };
  });
  return [name, all];
}
