import type { NameRules } from "../judge/name-rules.ts";
import { looksLikeIdentifier } from "../judge/secret-entropy.ts";
import { isPlaceholder } from "../placeholder.ts";
import type { HideTexts } from "./coded/lengths.ts";
import type { Topic } from "./http/topic.ts";
import { isPublicKey } from "./json/json-members.ts";
import { isDescription } from "./json/secret-object.ts";
import { blanksEnd, valueStepsAt } from "./json/value-at.ts";
import type { Marks } from "./marks.ts";
import type { Names, Place } from "./place.ts";
import type { Span } from "./span.ts";

type Holds = (path: readonly string[], value: string, depth: number) => boolean;

const holder =
  /^(?:[\w-]{1,40}\.)?(?:value|text|data|content|raw|computed|plain_?text|(?:string|bytes|secret|plain)_?(?:value|data|text))$/i;
const map = /^(?:data|string_?data|secrets?|variables|items|env|environment)$/i;
const ofToken = /^(?:value|result|raw|key)$/i;
const form = /^(?:[\w.%[\]-]{1,64}=[^&\s]*(?:&|$)){2,64}$/;
const parameter = /([^&=]+)=([^&]+)/g;
// Other readers know where these have secrets: YAML, parts of a form, XML.
const document = /^\s*(?:[\w-]{1,64}:\s|--\S+\r\n|<)/;
const word = /^\s*"?([^\s"'<>{}[\],;]{4,4096})"?\s*$/;
const address = /:\/\/[^\s"'<>\\?#]{1,400}\/([\w~.-]{16,512})(?=["'\\?#\s]|$)/g;
const user = /^(?:u|l|usr|login|e?-?mail|account|phone|(?:login|account|nick)_?name|\w*user\w*)$/i;
const perhapsUser = /^(?:e|id|n|name)$/i;
const id = /^(?:[\da-f]{24}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;
const opaque = /^[\w.~+=:*-][\w.~+=:*/-]{15,511}$/;
// A session among them: "sid", "session_id".
const idName = /(?<!(?:^|[_-])s|sess|session_?)ids?$/i;
const anyId = /^(?:[\da-f]{32}|[\dA-HJKMNP-TV-Z]{26})$/;
const publicName =
  /public|avatar|picture|image|photo|fingerprint|checksum|digest|hash|integrity|etag|cursor|slug|cipher_?text|(?:md5|sha|crc|blake|xxh)[-_]?\d{0,3}[a-z]?(?:_?(?:sum|hex|base64))?$|^_?rev(?:ision)?$|^(?:ref(?:erence)?|request|src|source)$/i;
// Of whom it lets in, whose id it is then.
const ofUser = /"(?:(?:user|display|first|last|full|nick)?_?name|login|e-?mail|mail|role)"\s{0,9}:/i;
const typeOfSession = /"(?:type|kind|object)"\s{0,9}:\s{0,9}"session"/i;
const besideSession = /"(?:user_?id|ttl)"\s{0,9}:/i;
const reach = 4096;
// Twilio's ids.
const twilioId = /^[A-Z]{2}[\da-f]{32}$/;
// Of a common domain: a password, too, may have an "@" and a dot.
const mail = /^[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.){1,8}(?:com|org|net|edu|gov|io|dev|app|example|[a-z]{2})$/;
// Locale, version, platform: what a login says of its client.
const ofClient =
  /^(?:.{0,2}|[a-z]{2}[-_][A-Z]{2}|v?\d{1,2}\.\d{1,3}(?:\.\d)?|web|ios|android|mobile|desktop|browser|windows|macos|linux|production|staging)$/i;
const soleId = /^\s*\{\s*"id"\s*:\s*"([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})"\s*\}\s*$/d;
const element = /<(?:[\w-]+:)?([\w.-]+)(?:\s[^<>]*)?>([^<>\s]+)<\//dg;

const isUser = (name: string): boolean => user.test(name) || perhapsUser.test(name);
const isOpaque = (value: string): boolean => !(looksLikeIdentifier(value) || id.test(value));

// Of several opaque values, none is certain: what issues more than a session has names for them.
function mayBeSession(path: readonly string[], value: string): boolean {
  const [name = "", within = ""] = path.slice(-2).reverse();
  if (!opaque.test(value) || looksLikeIdentifier(value) || isDescription(name)) return false;
  return !(idName.test(name) && !/^session$/i.test(within) && (id.test(value) || anyId.test(value)));
}

// An id, what is called public, and a reference: those of a session have its user's beside them, as LoopBack's.
function isOpen(path: readonly string[], value: string, isWithUser: boolean): boolean {
  const [name = "", within = ""] = path.slice(-2).reverse();
  if (publicName.test(name) || twilioId.test(value)) return true;
  // As ForgeRock's and Ping's servers call a session.
  if (/^token_?id$/i.test(name)) return id.test(value);
  return idName.test(name) && !/^session$/i.test(within) && !(name === "id" && isWithUser);
}

// What opens a session, if it is all that is answered: `{"data":{"id":"…"}}`.
function mayOpen(path: readonly string[]): boolean {
  const [name = "", within = ""] = path.slice(-2).reverse();
  return /^(?:id|ref(?:erence)?)$/i.test(name) && /^(?:|session|data|result|response|payload|body)$/i.test(within);
}

/** Which strings of JSON are secrets, by what it is about. */
const holds: Readonly<Record<Topic, Holds>> = {
  store: (path, value, depth) => depth === path.length && (depth === 1 || holds.secrets(path, value, depth)),
  password: (path) => /^(?:old|new|current|confirm\w*|repeat\w*|again|value)$/i.test(path.at(-1) ?? ""),
  kept: (path, value, depth) => holds.secrets(path, value, depth),
  secrets: (path, _value, depth) => {
    const name = path.at(-1) ?? "";
    return (
      holder.test(name) ||
      name.startsWith("/") ||
      (depth === path.length && map.test(path.at(-2) ?? "") && !isDescription(name))
    );
  },
  token: (path, value) => ofToken.test(path.at(-1) ?? "") && isOpaque(value) && !isPublicKey(value),
  codes: (path, value, depth) =>
    /^\S*\d\S*$/.test(value) && (path.length < depth || path.slice(-2).some((name) => /^(?:codes?|keys)$/.test(name))),
  login: (_path, value) => !/^(?:\/|https?:)/.test(value),
  session: (path, value, depth) => holds.login(path, value, depth),
  // What has a name is hidden before.
  issued: (path, value) => isPlaceholder(value) || mayBeSession(path, value),
  answered: (path, value, depth) => holds.issued(path, value, depth),
  sessions: (path, value) => !(idName.test(path.at(-1) ?? "") && id.test(value)) && mayBeSession(path, value),
  begun: (path, value, depth) => holds.sessions(path, value, depth),
  besides: (path, value, depth) => holds.sessions(path, value, depth),
  paired: (path) => path.at(-1) === "username" && path.at(-2) === "success",
  shown: (path, value, depth) => holds.token(path, value, depth),
  webhook: () => false,
};

const answers: ReadonlySet<Topic> = new Set(["issued", "answered", "sessions", "begun", "besides"]);

/**
 * Reads what is a secret because of the target that it is sent to, or that answers with it: see `topicOf`. Elsewhere,
 * names and looks would not tell.
 * @example
 * [...toldByTarget('{"foo":"bar"}', { ...names, topic: "store" }, marks)]; // [{ start: 8, end: 11, where: "field", name: "secret" }]
 */
export function* toldByTarget(text: string, { topic, rules }: Names, _marks: Marks): Iterable<Place | null> {
  if (topic === undefined) return;
  if (topic === "webhook") yield* addressesIn(text);
  const isLogin = topic === "login" || topic === "session";
  const isAnswer = answers.has(topic);
  const from = blanksEnd(text, 0);
  const first = text[from] ?? "";
  if (first === "{" || first === "[") {
    const members: string[] = [];
    const open = new Set<number>();
    const near = text.slice(from, from + reach);
    const isWithUser = besideSession.test(near);
    let isHidden =
      topic === "answered" ||
      topic === "besides" ||
      (topic !== "begun" && ofUser.test(near) && !typeOfSession.test(near));
    let isReference = false;
    const held: Holds = (path, value, depth) => {
      if (isPlaceholder(value)) isHidden = true;
      const isHeld = holds[topic](path, value, depth);
      if (isHeld && isAnswer && isOpen(path, value, isWithUser)) open.add(members.length);
      if (isHeld) isReference = mayOpen(path);
      if (isHeld) members.push(path.at(-1) ?? "");
      return isHeld;
    };
    const { values } = yield* valueStepsAt(text, from, { objects: true, numbers: false, holds: held });
    const isCertain = topic === "login" || members.some((name) => user.test(name));
    const isOneOf = (topic === "issued" || topic === "answered") && values.length > 1;
    const closed = values.filter((_, at) => !open.has(at));
    const isAlone = values.length === 1 && isReference && !isHidden;
    const all = isOneOf ? [] : isAlone ? values : closed;
    const secrets = isLogin ? (isCertain ? passwordOf(values, members, rules) : []) : all;
    for (const { start, end } of secrets) yield { start, end, where: "field", name: "secret" };
    // Metabase's session.
    const [start, end] = ((topic === "sessions" || topic === "begun") && soleId.exec(text)?.indices?.[1]) || [0, 0];
    if (end > start) yield { start, end, where: "field", name: "secret" };
  } else if (isAnswer && first === "<") {
    yield* sessionIn(text);
  } else if (topic === "store" || topic === "kept" || topic === "password") {
    yield* keptIn(text);
  } else {
    const [, value = ""] = word.exec(text) ?? [];
    const start = text.indexOf(value);
    const isChosen = (topic === "secrets" || topic === "shown") && /\d/.test(value) && /[a-z]/i.test(value);
    const isField = isLogin && /=[^=]/.test(value);
    if (isAnswer ? mayBeSession([], value) : isChosen || (isOpaque(value) && !isField))
      yield { start, end: start + value.length, where: "field", name: "secret" };
  }
}

// A secret as it is, or a form that describes it.
function* keptIn(text: string): Iterable<Place> {
  if (form.test(text)) {
    for (const {
      index,
      0: { length },
      1: name = "",
      2: value = "",
    } of text.matchAll(parameter))
      if (holder.test(name))
        yield { start: index + length - value.length, end: index + length, where: "parameter", name: "secret" };
  } else if (!document.test(text)) {
    yield { start: blanksEnd(text, 0), end: text.trimEnd().length, where: "field", name: "secret" };
  }
}

function* addressesIn(text: string): Iterable<Place> {
  for (const { index, 0: whole, 1: value = "" } of text.matchAll(address)) {
    const end = index + whole.length;
    if (isOpaque(value)) yield { start: end - value.length, end, where: "path", name: "webhook" };
  }
}

// As XML-RPC and SOAP answer.
function* sessionIn(text: string): Iterable<Place> {
  if (/^\s*<(?:!doctype )?html/i.test(text)) return;
  const found = [...text.matchAll(element)].filter(
    ([, name = "", value = ""]) => mayBeSession([name], value) && !isOpen([name], value, false),
  );
  const [start, end] = found.length === 1 ? (found[0]?.indices?.[2] ?? [0, 0]) : [0, 0];
  if (end > start) yield { start, end, where: "field", name: "secret" };
}

// Of a user and a password, under names that no list has: the second of two texts.
function passwordOf(values: readonly Span[], members: readonly string[], rules: NameRules): readonly Span[] {
  const [first = "", second = ""] = members;
  const isPair = values.length === 2 && members.length === 2 && ![first, second].some((name) => rules(name, "field"));
  if (!isPair || [first, second].some((name) => name !== "" && isDescription(name) && !isUser(name))) return [];
  return values.slice(isUser(second) && !isUser(first) ? 0 : 1).slice(0, 1);
}

/**
 * Returns what hides the texts of a message without names that are secrets by what it is about: of a login all that may be a
 * password, of its answer what may be a session. Null if its topic tells nothing of them.
 */
export function textsTold(topic: Topic | undefined, hide: (text: string) => string): HideTexts | null {
  const isAnswer = topic !== undefined && answers.has(topic);
  if (topic !== "login" && !isAnswer) return null;
  return (texts) => {
    const found = isAnswer ? texts.filter((each) => mayBeSession([], each) && !twilioId.test(each)) : typedOf(texts);
    const isOneOf = (topic === "issued" || topic === "answered") && found.length > 1;
    const told = isOneOf ? [] : found.filter((each) => !isPlaceholder(each));
    return new Map(told.map((each) => [each, hide(each)]));
  };
}

// Which of them is the password, no name tells: the user's name is hidden with it.
function typedOf(texts: readonly string[]): readonly string[] {
  const user = texts.findIndex((each) => mail.test(each));
  const others = texts.filter((_each, at) => at !== user);
  const unusual = others.filter((each) => !ofClient.test(each));
  return unusual.length < (others.length < texts.length ? 1 : 2) ? others : unusual;
}
