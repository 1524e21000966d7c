// What was hidden once is hidden wherever it comes again: what a client sent, and what an answer issued.
// `scrubber.ts` finds secrets in one message. Read next: `secret-namer.ts`, `secret-index.ts`.
import { dropOldest } from "../../drop-oldest.ts";
import {
  anonymous,
  type Exchange,
  type HeaderList,
  type HeldBody,
  type RecordedMessage,
  type RecordedRequest,
  type RecordedResponse,
  unnamedAmong,
} from "../../exchange.ts";
import { headerList, headerOf } from "../../http/headers.ts";
import { withData } from "../../response-parts.ts";
import { textHash } from "../../text/text-hash.ts";
import { createTextMemory } from "../../text-memory.ts";
import type { Hit } from "../hits.ts";
import { isNotLogin } from "../judge/open-names.ts";
import { looksLikeWord } from "../judge/secret-entropy.ts";
import { isPlaceholder, placeholderFor, placeholderParts } from "../placeholder.ts";
import { hideMqttPassword } from "../read/coded/mqtt.ts";
import { type Answered, createScrubber, type KnownSecret } from "../scrubber.ts";
import { credentialOf, partsOf, uncoded } from "../value-parts.ts";
import { latePartsReader } from "../window.ts";
import { issuedAuthorization } from "./issued-authorization.ts";
import { createIssuedPlaceholders } from "./issued-placeholders.ts";
import { createIssuedValues } from "./issued-values.ts";
import { digestedPassword, tagOf } from "./pseudonym.ts";
import { receiverOf } from "./receiver.ts";
import { mayBeOpaque, mayNotIssue, recordedHits, tagsIn, textsOf, wordsAround } from "./recorded-tags.ts";
import { createKnownWords } from "./search/known-words.ts";
import { repeatedWords } from "./search/repeated-words.ts";
import { createSecretIndex, type Followed, hasKnown, usualSecrets } from "./search/secret-index.ts";
import type { SecretMemory } from "./secret-memory-interface.ts";
import type { SecretMemoryOptions } from "./secret-memory-options.ts";
import { createSecretNamer } from "./secret-namer.ts";
import { createSessionNames, type Passed } from "./session-names.ts";
import { createShownValues } from "./shown-values.ts";
import { lastingClaims } from "./signed-claims.ts";
import {
  createTurnReader,
  type Direction,
  notReady,
  onlyShown,
  type SharedByParts,
  sharedByParts,
} from "./turn-reader.ts";
import { rememberTyped, typedIn } from "./typed-logins.ts";

const isLogin = ([name]: HeaderList[number]): boolean => name === "authorization";
const issuedBy = (method: string): Direction => (mayNotIssue(method) ? "issued" : "issued anew");
/** Characters of the values that answers issued, for each: 16 Mi for the usual number. */
const issuedText = (16 * 1024 * 1024) / usualSecrets;
/** Of those that answers show, and of the texts that have them: 256 Ki for the usual number. */
const shownText = (256 * 1024) / usualSecrets;
const [mostTargets, mostTargetText] = [32_768, 4 * 1024 * 1024];
const [mostNoticed, longestRemembered] = [4096, 4096]; // Headers; characters of one message: a longer one is read again.
const [mostFollowedAtOnce, mostLookedAtAtOnce] = [100, 10_000]; // Secrets: to follow one takes 20 µs.
const nothing: RecordedRequest = { method: "GET", target: "/", principal: "", headers: [], body: null };

/**
 * Makes a memory of secrets. Equal values get equal placeholders, different values different ones:
 * - what a client sends becomes `__redacted-kind.tag__`, with a tag of the value alone (see `tagOf`), so that a replay
 *   can compare it;
 * - what an answer issues becomes `__redacted-kind__`, and if answers to POST, PUT, PATCH and DELETE issue more of a
 *   kind, `__redacted-kind.2__` and so on. A client that gets it from a replay sends it back as it is;
 * - a password becomes `__redacted-password.tag__` in both.
 * @example
 * const memory = createSecretMemory();
 * memory.target("/airports?code=EDDF") === memory.target("/airports?code=KJFK"); // false
 */
export function createSecretMemory(options: SecretMemoryOptions = {}): SecretMemory {
  const {
    secrets = [],
    recorded,
    placeholderOf,
    issuedBefore,
    onRedact,
    onAmbiguous,
    onUnfollowed = () => {},
    maxSecrets = usualSecrets,
    ...redact
  } = options;
  const tags = tagsIn(recorded ?? []);
  const index = createSecretIndex(onUnfollowed, maxSecrets);
  const targets = createTextMemory<string>(mostTargets, mostTargetText);
  let wordsThen = 0;
  const noticed = new Set<string>();
  const words = createKnownWords(maxSecrets, maxSecrets * issuedText);
  const issued = createIssuedValues(maxSecrets, maxSecrets * issuedText, words);
  const placeholders = createIssuedPlaceholders(issuedBefore, (each) => issued.issuedAs(each) !== undefined);
  const names = createSessionNames(issued, maxSecrets, maxSecrets * issuedText);
  const aliases = new Set(secrets.map(({ alias }) => alias));
  const turns = createTurnReader(index, () => targets.clear());
  const shown = createShownValues(
    { index, issued, placeholders, turns, issuedBefore },
    Math.ceil(maxSecrets / 10),
    maxSecrets * shownText,
  );
  const { sign, tell, meet } = createSecretNamer({
    options,
    turns,
    index,
    words,
    issued,
    placeholders,
    names,
    shown,
    onUnfollowed,
  });

  const tagged = (tag: string): string | undefined => tags.get(tag) ?? placeholderOf?.(tag);
  const isCompared = tags.size > 0 || placeholderOf !== undefined;
  function* byMemory(text: string): Iterable<Hit | null> {
    const isSent = turns.message().reading === "sent";
    if (isSent && isCompared) yield* recordedHits(text, tagged);
    yield* repeatedWords(text, isSent, words);
  }
  const aroundIn = (text: string): ((hit: Hit) => Hit) => {
    if (turns.message().reading === "sent") return wordsAround(text, (value) => issued.get(value) !== undefined);
    return (hit) => {
      meet(hit.value);
      return hit;
    };
  };
  const scrubber = createScrubber(
    { ...redact, secrets, onRedact: (kind) => void turns.message().kinds.push(kind) },
    {
      index,
      around: aroundIn,
      byMemory,
      learnt: () => (isCompared ? Number.NaN : index.added + words.told),
      sign,
      noteNumber: (value) => void (turns.message().reading !== "sent" && words.noteNumber(value)),
      whole: turns.whole,
      readings: () => turns.message().readings,
    },
  );
  // Once for its own place, and again where the message repeats it elsewhere.
  const hidden = <Raw, Clean>(
    as: Direction,
    raw: Raw,
    hide: (raw: Raw) => Clean,
    kinds: string[] = [],
    shared: SharedByParts = sharedByParts(),
  ): Clean => {
    const own: string[] = [];
    const read = turns.begin(as, own, shared);
    const { waits } = read;
    const done = turns.during(read, () => {
      const told = words.told;
      const clean = hide(raw);
      if (read.fresh.size === 0 && (waits?.tags.size ?? 0) === 0 && words.told === told) return clean;
      const isOpen = isNotLogin(raw);
      const isNew = (each: Followed): boolean => index.isNew(each) && isOpen(each);
      const isLong = waits !== null && read.fresh.size > mostLookedAtAtOnce;
      const { mostOfMessage } = turns;
      if (read.fresh.size > mostOfMessage) onUnfollowed();
      const last = read.fresh.values().drop(Math.max(0, read.fresh.size - mostOfMessage));
      const followed = isLong ? [] : last.filter(isNew).toArray();
      if (waits !== null && (isLong || waits.tags.size > 0 || followed.length > mostFollowedAtOnce)) {
        Object.assign(waits, { followed, found: read.found.values() }, isLong && { fresh: read.fresh, isNew });
        throw notReady;
      }
      for (const each of followed) index.add(each);
      if (followed.length === 0 && words.told === told) return clean;
      waits?.done.clear();
      targets.clear();
      own.length = 0;
      return hide(raw);
    });
    for (const kind of own) kinds.push(kind);
    return done;
  };
  // Also one that is a field of it, as Tryton's.
  const issuedIn = (value: string): string | undefined =>
    [value, ...value.split(":").reverse()].map(issued.get).find((each) => each !== undefined);
  const add = (known: readonly KnownSecret[]): void => {
    for (const { alias, value, isApart } of known) {
      if (!aliases.has(alias)) shown.issue(value, "any");
      if (!aliases.has(alias) && !isApart) tell(issuedIn(value) ?? placeholderFor(alias), value);
      for (const part of [value, ...partsOf(value)].filter((each) => !isPlaceholder(each))) {
        const placeholder = issued.get(part) ?? placeholderFor(alias);
        if (looksLikeWord(part)) words.send(part, placeholder);
        else index.add({ value: part, placeholder, isAlias: aliases.has(alias) });
      }
    }
  };
  // As the recorder names a credential without an alias.
  const unnamed = unnamedAmong(secrets);
  const named = new Set(secrets.map(({ value }) => value));
  const typedLogins = rememberTyped(
    turns.awaitTag,
    (value) => issued.get(value) !== undefined,
    (login) => tell(placeholderFor(unnamed), login),
  );
  // A known credential keeps its alias alone, wherever it comes from.
  const issuedTo = (principal: string) => (value: string) =>
    isPlaceholder(value) && value !== placeholderFor(unnamed)
      ? value
      : principal === unnamed
        ? (issued.get(value) ?? null)
        : null;
  const request = (raw: RecordedRequest, kinds?: string[], shared?: SharedByParts): RecordedRequest => {
    words.asked(raw.target);
    const sent = headerOf(raw.headers, "authorization");
    const headers = sent === null ? raw.headers : raw.headers.filter((each) => !isLogin(each));
    const clean = hidden("sent", sent === null ? raw : { ...raw, headers }, scrubber.request, kinds, shared);
    const login =
      sent && raw.principal !== anonymous
        ? (issuedAuthorization(sent, issuedTo(raw.principal)) ?? typedLogins.find(sent))
        : null;
    return login === null ? clean : { ...clean, headers: headerList([...clean.headers, ["authorization", login]]) };
  };
  const response = (
    raw: RecordedResponse,
    to: Answered,
    kinds?: string[],
    shared?: SharedByParts,
  ): RecordedResponse => {
    const ofMessages = sharedByParts();
    const said = raw.messages && hideMqttPassword(raw.messages, (each) => request(each, kinds));
    const messages = said?.map((each) => withData(each, () => message(each, ofMessages, kinds)));
    const hide = (each: RecordedResponse): RecordedResponse => scrubber.response(each, to);
    return hidden(issuedBy(to.method ?? "GET"), messages ? { ...raw, messages } : raw, hide, kinds, shared);
  };
  // What a client says over a WebSocket is read as requests are, or no replay would find it; all with tags for one message.
  const message = ({ from, data: body }: RecordedMessage, shared: SharedByParts, kinds?: string[]): HeldBody =>
    (from === "client"
      ? request({ ...nothing, body }, kinds, shared)
      : hidden("issued", { status: 101, headers: [], body }, (each) => scrubber.response(each), kinds, shared)
    ).body as HeldBody;
  const read = (raw: Exchange): readonly [Exchange, readonly string[], Passed] => {
    const [sent, came]: [string[], string[]] = [[], []];
    const login = headerOf(raw.request.headers, "authorization");
    if (login !== null && raw.request.principal === unnamed) typedLogins.note(login, raw.response.status);
    names.begin();
    const clean = request(raw.request, sent);
    names.answer(clean);
    issued.renew(raw.request.method, headerOf(raw.request.headers, "cookie"), raw.response.headers);
    const shared = sharedByParts(receiverOf(clean), clean.target);
    const exchange = placeholders.answering(clean, (resume) => {
      const answer = response(raw.response, { ...raw.request, body: clean.body }, came, shared);
      const exchange = { request: clean, response: answer };
      shown.note(exchange, shared, resume);
      return exchange;
    });
    return [exchange, [...sent, ...came], names.end(exchange)];
  };

  return {
    get learnt() {
      return index.added + issued.added + words.told;
    },
    settings: textHash(JSON.stringify(redact)).join(),
    isClean(target) {
      for (const found of index.find(target)) if (found !== null) return false;
      for (const found of repeatedWords(target, true, words)) if (found !== null) return false;
      // What nests codings is read by its layers.
      return (!isCompared && index.added === 0) || !mayBeOpaque(target) || this.target(target) === target;
    },
    request: (raw) => request(raw),
    response(raw, to = {}, of) {
      issued.renew(to.method ?? "GET", headerOf(to.headers ?? [], "cookie"), raw.headers);
      // Of two targets, each issues something else.
      const asked = { ...nothing, target: to.target ?? "" };
      const shared = sharedByParts(of && receiverOf(of), to.target);
      return placeholders.answering(asked, () => response(raw, to, undefined, shared));
    },
    body(sent, request = nothing) {
      const as = sent ? "sent" : issuedBy(request.method);
      const read = scrubber.partReader(sent, request);
      const shared = sharedByParts(sent ? null : receiverOf(request), request.target);
      return latePartsReader((part) =>
        turns.whenReady(() => {
          const kinds: string[] = [];
          const clean = placeholders.answering(request, () => hidden(as, part, read, kinds, shared));
          if (clean !== null) for (const kind of kinds) onRedact?.(kind);
          return clean;
        }),
      );
    },
    exchange(raw) {
      const [clean, kinds, passed] = read(raw);
      for (const kind of kinds) onRedact?.(kind);
      return names.named(clean, passed, tell);
    },
    named: names.namedFrom,
    learn: (raw) => read(raw)[0].request,
    headers: (raw) => (raw.length === 0 ? raw : hidden("sent", raw, scrubber.headers)),
    target(raw) {
      if (words.told !== wordsThen) targets.clear();
      wordsThen = words.told;
      const known = targets.get(raw);
      if (known !== undefined) return known;
      words.asked(raw);
      const clean = hidden("sent", raw, scrubber.target);
      if (raw.length <= longestRemembered) targets.set(raw, clean);
      return clean;
    },
    notice(headers) {
      const fresh = headers.filter(([name, value]) => !noticed.has(`${name} ${value}`));
      if (fresh.length === 0) return;
      dropOldest(noticed, mostNoticed);
      const others = fresh.filter(([name]) => name !== "authorization");
      if (others.length > 0) hidden("sent", { ...nothing, headers: others }, scrubber.request);
      for (const [name, value] of fresh) {
        if (name.length + value.length < longestRemembered) noticed.add(`${name} ${value}`);
        if (name !== "authorization") continue;
        const credential = credentialOf(value);
        for (const part of partsOf(value)) words.send(part, placeholderFor(unnamed));
        const isApart = named.has(credential) || isPlaceholder(credential) || typedIn("user", value) !== null;
        add([{ alias: unnamed, value: credential, isApart }]);
        targets.clear();
      }
    },
    text: (raw) => turns.during(onlyShown(), () => scrubber.text(raw)),
    again(exchange) {
      const { request: sent, response: came } = exchange;
      const texts = [textsOf(sent), textsOf(came), JSON.stringify(came.messages ?? [])];
      const size = texts.reduce((sum, { length }) => sum + length, 0);
      if (!turns.aside({ raw: exchange, names: "again", size, steps: () => hasKnown(index, texts) })) return exchange;
      // It has placeholders alone.
      const logins = sent.headers.filter(isLogin);
      const clean = request({ ...sent, headers: sent.headers.filter((each) => !isLogin(each)) });
      return {
        ...exchange,
        request: { ...clean, headers: headerList([...clean.headers, ...logins]) },
        response: response(came, clean),
      };
    },
    recognizes(raw, placeholder) {
      const [value, { kind = "", tag = "" }] = [uncoded(raw), placeholderParts(placeholder) ?? {}];
      const secret = { value, placeholder, isAlias: false };
      const isWord = looksLikeWord(value);
      if (!(isWord ? words.maySend(value) : index.isNew(secret))) return false;
      if (tagOf(digestedPassword(lastingClaims(value), kind)) !== tag) return false;
      if (isWord) words.send(value, placeholder);
      else index.add(secret);
      targets.clear();
      return true;
    },
    issuedAs: issued.issuedAs,
    expecting: placeholders.expecting,
    add,
    whenReady: (read) => turns.whenReady(read),
    aside: turns.aside,
  };
}
