// Gives each secret that a reading finds its placeholder, and has it followed wherever it comes again. Read next:
// pseudonym.ts, issued-placeholders.ts.
import { dropOldest } from "../../drop-oldest.ts";
import { mayBeOrdinary } from "../judge/judge.ts";
import { looksLikeIdentifier, looksLikeWord } from "../judge/secret-entropy.ts";
import { findPlaceholders, numberFor, placeholderFor } from "../placeholder.ts";
import { base64Text } from "../read/coded/base64.ts";
import { partsOf, uncoded } from "../value-parts.ts";
import type { IssuedPlaceholders } from "./issued-placeholders.ts";
import type { IssuedValues } from "./issued-values.ts";
import { digestedPassword, isDerived, isGuessable, tagOf } from "./pseudonym.ts";
import type { KnownWords } from "./search/known-words.ts";
import { longestFollowed, type SecretIndex } from "./search/secret-index.ts";
import type { SecretMemoryOptions } from "./secret-memory-options.ts";
import type { SessionNames } from "./session-names.ts";
import type { ShownValues } from "./shown-values.ts";
import { lastingClaims } from "./signed-claims.ts";
import { notReady, type TurnReader } from "./turn-reader.ts";

/** Names secrets. */
export interface SecretNamer {
  /**
   * Returns the placeholder of a value of the message that is read.
   * @param name The name that the value has where it stands.
   * @param given The placeholder that it has by its alias or in a recording.
   * @param made The value with the secrets in it replaced that a client has by other names.
   */
  readonly sign: (kind: string, raw: string, name: string, given?: string, made?: string) => string;
  /**
   * Notes that a value has a placeholder, and tells once if another had it before.
   * @param place What two values must share to be taken for one. Default: the placeholder.
   */
  readonly tell: (placeholder: string, value: string, place?: string) => void;
  /** Notes that the message that is read has a known value: another that it issues gets no placeholder of that. */
  readonly meet: (value: string) => void;
}

interface NamerContext {
  /** What to hide, and what is recorded already. */
  readonly options: Pick<SecretMemoryOptions, "cookies" | "issuedBefore" | "onAmbiguous">;
  readonly turns: TurnReader;
  readonly index: SecretIndex;
  readonly words: KnownWords;
  readonly issued: IssuedValues;
  readonly placeholders: IssuedPlaceholders;
  readonly names: SessionNames;
  readonly shown: ShownValues;
  readonly onUnfollowed: () => void;
}

// People know it by heart: a client need not have it from an answer, and a client that has it from a page sends it as
// it is there. So it has a tag in both.
const typed = /(?:pass(?:word|wd|phrase|code)|pwd|^pass)(?![\w-]*(?:hash|salt))/i;
const ofForm = /[cx]srf|authenticity|crumb|form_?(?:hash|key)|nonce|sesskey|state|verification/i;
// What a service issues anew each time. A key, or an id in a header, more often is a client's own, though a list shows it.
const ofSession = /session|token|sid$|ticket|[cx]srf|nonce|upload[_-]?id$/i;
// A cookie's session is compared with its name, and a token of a form renews the last one, whichever page has it.
const isRenewedAnywhere = (kind: string, name: string): boolean => kind === "cookie" || ofForm.test(name);
const mostDerived = 8; // Each takes 25 ms of a thread.
const mostCompared = 20_000;
const longestCompared = 4096;

/** Makes a namer for a memory of secrets; `createSecretMemory` says which placeholders it gives. */
export function createSecretNamer({
  turns,
  index,
  words,
  issued,
  placeholders,
  names,
  shown,
  options: { cookies = [], issuedBefore, onAmbiguous },
  onUnfollowed,
}: NamerContext): SecretNamer {
  const valueBy = new Map<string, string>();
  /** What answers to GETs issued, but for what any page renews. */
  const renewed = new Set<string>();
  const ambiguous = new Set<string>();
  const sign = (kind: string, raw: string, name: string, given?: string, made?: string): string => {
    if (given !== undefined) return names.pass(raw, given);
    const { reading, found, shared, waits } = turns.message();
    if (reading === "shown") return placeholderFor(kind);
    const whole = uncoded(raw);
    if (reading === "sent" && ofSession.test(name)) shown.issue(whole, "writes");
    const before = issued.get(whole);
    // No user knows by heart what an answer issued.
    const isTyped = typed.test(name) && (before === undefined || isGuessable(whole));
    const value = before === undefined && made !== undefined ? uncoded(made) : whole;
    if (before !== undefined && reading !== "sent") placeholders.given(before);
    if (before !== undefined && !isTyped) {
      if (reading !== "sent") noteIssued(value, before, kind, name);
      if (reading !== "sent" && kind === "cookie") issued.again(raw, before, name);
      if (!found.has(value)) note(value, before, kind, name);
      const passed = names.pass(value, before, kind === "cookie" ? name : undefined);
      return reading === "sent" && words.get(whole)?.isNumber === true ? numberFor(passed) : passed;
    }
    const known = found.get(value) ?? index.get(value);
    // By its own place, so that it does not depend on what was sent before; an answer's value by what it repeats.
    if (known !== undefined && reading !== "sent" && !isTyped) return known.placeholder;
    const lasting = digestedPassword(lastingClaims(value), name);
    const isTagged = (isTyped || reading === "sent") && (!isGuessable(lasting) || mayDerive(lasting));
    if (isTagged && waits !== null && !isDerived(lasting)) {
      waits.tags.add(lasting);
      // No further one is derived.
      if (shared.derived.size === mostDerived) throw notReady;
      return placeholderFor(kind);
    }
    if (!isTagged && reading !== "sent") turns.awaitRecordings(issuedBefore?.load?.());
    const mark = isTyped ? "password" : kind;
    const placeholder = isTagged
      ? placeholderFor(mark, tagOf(lasting))
      : reading === "sent"
        ? placeholderFor(mark)
        : placeholders.next(kind, {
            isCounted: reading === "issued anew",
            isShared: isRenewedAnywhere(kind, name),
            ...(kind === "cookie" && { cookie: name }),
            isOthers: (each) => (shared.issued.get(each) ?? value) !== value,
          });
    placeholders.given(placeholder);
    if (isTagged || reading === "sent") tell(placeholder, lasting);
    else {
      issued.add(raw, placeholder, kind === "cookie" ? name : undefined);
      if (!shared.target.includes(value)) words.issue(value, placeholder);
      noteIssued(value, placeholder, kind, name);
    }
    if (!isTagged && reading === "issued anew") names.give(placeholder, shared.receiver);
    // A cookie is compared with its session's name.
    if (!isTagged && reading === "issued" && kind !== "cookie" && shared.receiver !== null)
      names.give(placeholder, shared.receiver, value);
    if (!isTagged && (reading === "issued" || (reading === "issued anew" && kind === "cookie")))
      names.issue(placeholder, reading !== "issued");
    // What is made of placeholders is nowhere else.
    if (findPlaceholders(base64Text(value) ?? value).length === 0) note(value, placeholder, kind, name);
    return names.pass(value, placeholder);
  };
  const noteIssued = (value: string, placeholder: string, kind: string, name: string): void => {
    if (turns.message().reading !== "issued") return;
    if (kind === "cookie") issues(value, placeholder);
    if (isRenewedAnywhere(kind, name)) return;
    renewed.add(value);
    dropOldest(renewed, mostCompared);
    if (issues(value, placeholder) !== value) tellShared(placeholder);
  };
  // Returns the first value that the answer issues under a placeholder.
  const issues = (value: string, placeholder: string): string => {
    const { issued: its } = turns.message().shared;
    const first = its.get(placeholder);
    if (first === undefined && its.size < mostCompared) its.set(placeholder, value);
    return first ?? value;
  };
  const meet = (value: string): void => {
    const before = turns.message().reading === "issued" && renewed.has(value) ? issued.get(value) : undefined;
    if (before !== undefined) issues(value, before);
  };
  const note = (value: string, placeholder: string, kind: string, name: string): void => {
    const { reading, found, fresh, waits } = turns.message();
    if (value.length > longestFollowed) onUnfollowed();
    const isWord =
      mayBeOrdinary(kind, name) && !cookies.includes(name) ? looksLikeIdentifier(value) : looksLikeWord(value);
    for (const each of [value, ...partsOf(value)]) {
      const mayFollow = each === value ? !isWord : !looksLikeWord(each);
      found.set(each, { value: each, placeholder, isAlias: false, mayFollow });
      if (reading === "sent" && issued.get(each) === undefined) words.send(each, placeholder);
      if (mayFollow && waits?.taken.has(each) !== true) fresh.set(each, { value: each, placeholder, isAlias: false });
      else fresh.delete(each);
    }
  };
  // The tag of a guessable value takes long to derive: a client must not ask for thousands.
  const mayDerive = (value: string): boolean => {
    const { derived } = turns.message().shared;
    return derived.size < mostDerived ? derived.add(value) !== null : derived.has(value);
  };
  const tell = (placeholder: string, value: string, place = placeholder): void => {
    const other = valueBy.get(place);
    if (other === undefined && valueBy.size < mostCompared && value.length <= longestCompared)
      valueBy.set(place, value);
    if (other !== undefined && other !== value) tellShared(placeholder);
  };
  const tellShared = (placeholder: string): void => {
    if (ambiguous.has(placeholder)) return;
    ambiguous.add(placeholder);
    onAmbiguous?.(placeholder);
  };
  return { sign, tell, meet };
}
