import type { Exchange, HeaderList, RecordedRequest } from "@tapedeck/tape";
import {
  findPlaceholders,
  isForm,
  isPinnedRequestId,
  isStateName,
  type JsonToken,
  jsonTokens,
  literally,
  parsedJson,
} from "@tapedeck/tape/internal";
import { memoizeObject } from "../memoize.ts";
import { type Difference, headerDifference } from "./difference.ts";
import { generatedKind } from "./generated-value.ts";
import { matchers, pathOf } from "./matchers.ts";

/**
 * Values that a client generates, that do not distinguish its requests and that a server echoes, such as the ids of
 * calls (JSON-RPC 2.0, section 5: `id`).
 */
interface EchoedValues {
  /**
   * Notes the members in which a request and the matching recorded one differ.
   * @param least Characters that a recorded value needs, since an answer may have a short one by chance. Default: 1.
   */
  note(asked: string, recorded: string, least?: number): void;
  /** Puts the client's values into a recorded answer, at the places where it echoes the recorded request. */
  into(recorded: string): string;
}

/**
 * Makes an empty memory of echoed values.
 * @example
 * const echoed = createEchoedValues();
 * echoed.note('{"id":"b7"}', '{"id":"a1"}');
 * echoed.into('{"id":"a1","ok":true}'); // '{"id":"b7","ok":true}'
 */
export function createEchoedValues(): EchoedValues {
  const values = new Map<string, string>();
  return {
    note(asked, recorded, least = 1) {
      if (asked === recorded) return;
      const [ours, theirs] = [[...placedTokens(asked)], [...placedTokens(recorded)]];
      // If the members are in another order, equal positions are not the same member.
      const isAlike = theirs.every(
        ({ place, text }, at) => ours[at]?.place === place && (place !== null || ours[at].text === text),
      );
      if (ours.length !== theirs.length || !isAlike) return;
      for (const [at, { place, text }] of theirs.entries()) {
        const { text: value = text } = ours[at] ?? {};
        if (text.length >= least && !isSame(value, text)) values.set(`${place} ${text}`, value);
      }
    },
    into(recorded) {
      if (values.size === 0) return recorded;
      let said = "";
      let end = 0;
      for (const { text, place, at } of placedTokens(recorded)) {
        const value = values.get(`${place} ${text}`);
        if (value === undefined) continue;
        said += recorded.slice(end, at) + value;
        end = at + text.length;
      }
      return said + recorded.slice(end);
    },
  };
}

/** Puts a client's values into a text of a recorded answer. */
type Echo = (text: string) => string;

/**
 * Finds what a request says differently from the recorded one that it matches, and that the recorded answer may repeat:
 * hidden and generated values, wherever they stand, and members that are ignored, in the same member.
 * @param asked The request as it was sent.
 * @param hasMembers Whether members of its body are ignored.
 * @param before What requests before it sent in place of recorded states.
 * @returns Null if nothing can be repeated.
 * @example
 * const to = (target: string) => ({ method: "GET", target, principal: "anonymous", headers: [], body: null });
 * echoOf(to("/auth?state=mine"), to("/auth?state=recorded"), false)?.("/cb?state=recorded"); // "/cb?state=mine"
 */
export function echoOf(
  asked: RecordedRequest,
  recorded: RecordedRequest,
  hasMembers: boolean,
  before: ReadonlyMap<string, string> = new Map(),
): Echo | null {
  const members = createEchoedValues();
  const [ours = "", theirs = ""] = [asked.body?.text, recorded.body?.text];
  if (hasMembers) members.note(ours, theirs, /"jsonrpc"\s*:/.test(ours) ? 1 : shortest);
  const parts = Math.max(ours.length, theirs.length) > longestRead ? ["path", "query"] : ["path", "query", "body"];
  const places = parts.flatMap((part) => matchers[part]?.explain?.(asked, recorded) ?? []);
  const fields = recorded.headers.flatMap(([name]) => headerDifference("header", name, asked, recorded));
  const values = new Map([...before, ...[...fields.filter(isOfHeader), ...places].flatMap(repeatable)]);
  const within: Echo = (text) => (/^\s*[[{]/.test(text) ? members.into(text) : text);
  if (values.size === 0) return hasMembers ? within : null;
  const one = Array.from(values.keys(), literally).join("|");
  const repeated = new RegExp(`([?&;#][\\w.%-]+=)?(?<![\\w-])(${one})(?![\\w-])`, "g");
  return (text) =>
    within(text).replace(repeated, (_all, parameter: string | undefined, said: string) => {
      const value = values.get(said) ?? said;
      return parameter === undefined ? value : parameter + encodeURIComponent(value);
    });
}

/** Returns whether a request begins a conversation with a state that its client made up. */
export const beginsWithState: (recorded: RecordedRequest) => boolean = memoizeObject((recorded: RecordedRequest) => {
  if (!recorded.target.includes("?") && recorded.body === null) return false;
  const without = {
    ...recorded,
    target: pathOf(recorded),
    body: recorded.body && { encoding: "utf8" as const, text: "" },
  };
  return stateDifferences(without, recorded).length > 0;
});

/** Returns what a request sent in place of the states of the recorded one, which later answers may repeat. */
export function statesIn(asked: RecordedRequest, recorded: RecordedRequest): ReadonlyMap<string, string> {
  return new Map(stateDifferences(asked, recorded).flatMap(repeatable));
}

function stateDifferences(asked: RecordedRequest, recorded: RecordedRequest): readonly Difference[] {
  const parts = isForm(recorded.headers) ? ["query", "body"] : ["query"];
  return parts
    .flatMap((part) => matchers[part]?.explain?.(asked, recorded) ?? [])
    .filter((each) => isStateName(nameAt(each)) && isUnmistakable(each.recorded));
}

/** Returns whether no answer has a value by chance. */
function isUnmistakable(value: string): boolean {
  return tagged.test(value) || (value.length >= 16 && ![null, "a time"].includes(generatedKind(value, value)));
}

/** Returns whether an answer repeats a hidden value of its request. */
export const repeatsHidden: (exchange: Exchange) => boolean = memoizeObject(({ request, response }: Exchange) => {
  const all = findPlaceholders(`${request.target} ${request.body?.text ?? ""}`);
  const sent = new Set(all.filter((each) => tagged.test(each)));
  const said = (): string => `${response.headers.flat().join(" ")} ${response.body?.text ?? ""}`;
  return sent.size > 0 && findPlaceholders(said()).some((each) => sent.has(each));
});

/** The request headers whose value an answer may repeat, by how recordings have them. */
interface RepeatedHeaders {
  readonly kept: readonly string[];
  readonly hidden: readonly string[];
  readonly pinned: readonly string[];
}

/** Returns the request headers that an answer repeats; of pinned ids those of its own headers. */
export const repeatedHeaders: (exchange: Exchange) => RepeatedHeaders = memoizeObject(({ request, response }) => {
  const made = request.headers.filter(([name, value]) => isMadeAnew(name, value) || isHiddenId(name, value));
  const said = made.length === 0 ? "" : `${response.headers.flat().join(" ")} ${response.body?.text ?? ""}`;
  const isSigned = response.headers.some(([name]) => signed.test(name));
  const repeated = isSigned ? [] : made.filter(([, value]) => said.includes(value));
  const pinned = response.headers.filter(([name, value]) => isPinnedRequestId(name, value));
  return {
    kept: namesOf(repeated.filter(([, value]) => !tagged.test(value))),
    hidden: namesOf(repeated.filter(([, value]) => tagged.test(value))),
    pinned: namesOf(pinned),
  };
});

/** Returns whether a request header has an id that its client made, which is neither a secret nor a signature. */
export function isMadeAnew(name: string, recorded: string, asked: string = recorded): boolean {
  const one = { part: "header", at: name, asked, recorded };
  return isOfHeader(one) && repeatable(one).length > 0;
}

function namesOf(headers: HeaderList): readonly string[] {
  return headers.map(([name]) => name);
}

/** Returns whether recordings hide the id in a header, as that of a lease, which gives a right. */
function isHiddenId(name: string, value: string): boolean {
  return /-(?:id|guid|uuid)$/.test(name) && tagged.test(value);
}

function isOfHeader({ at, asked, recorded }: Difference): boolean {
  const name = at ?? "";
  if (!ofRequest.test(name)) return false;
  if (isHiddenId(name, recorded)) return generatedKind(asked, asked) === "a UUID";
  const kind = generatedKind(asked, recorded, name);
  return kind !== null && kind !== "a signature" && kind !== "a hidden value";
}

// Made for one request. The id of a tenant or a session is not, and an answer to another's must not look like its own.
const ofRequest =
  /(?:^|-)(?:idempotency-key|nonce|(?:request|correlation|transaction|trace|message|operation|invocation|lease)-?(?:id|guid|uuid))$/;
const signed = /(?:^|-)(?:signature|digest|hmac|checksum)(?:-|$)|^content-md5$/;

// Without a tag, several values share one placeholder.
const tagged = /^__redacted-[^.]+\.[\da-f]{6,}__$/;
// No answer needs these escaped, whatever its syntax.
const plain = /^[\w.~+/=:@-]{1,200}$/;
const shortest = 8;

/** Longer bodies are not searched for what differs: that would keep other clients waiting. */
const longestRead = 64 * 1024;

function nameAt({ at }: Difference): string {
  return at?.replace(/^.*\//, "") ?? "";
}

/** Returns a value that an answer may repeat as it was recorded, and as the client sent it; none for any other. */
function repeatable(difference: Difference): ReadonlyArray<readonly [said: string, value: string]> {
  const { asked, recorded } = difference;
  const [value, said] = [asked, recorded].map((text) => text.replace(/^"(.*)"$/s, "$1")) as [string, string];
  const kind = said.length < shortest ? null : generatedKind(value, said, nameAt(difference));
  // A time in an answer may be another one, by chance the same.
  const isGenerated = kind !== null && kind !== "a time";
  // In JSON, a number stands without quotes.
  const isFit = plain.test(value) && plain.test(said) && (!/^\d+$/.test(said) || /^[1-9]\d*$/.test(value));
  return (isGenerated || tagged.test(said)) && isFit ? [[said, value]] : [];
}

interface PlacedToken extends JsonToken {
  /** The names that lead to the value of a member, `*` for any item of a list; null for anything else. */
  readonly place: string | null;
}

function* placedTokens(json: string): Iterable<PlacedToken> {
  const within: string[] = [];
  for (const token of jsonTokens(json)) {
    const { text, name } = token;
    const isSign = /^[{}[\]:,]$/.test(text);
    yield { ...token, place: isSign || name === null ? null : [...within, name].join("/") };
    if (text === "{" || text === "[") within.push(name ?? "*");
    else if (text === "}" || text === "]") within.pop();
  }
}

/** Returns whether two JSON values are equal in any spelling; integers of any length. */
function isSame(a: string, b: string): boolean {
  if (a === b || [a, b].every((text) => /^-?\d+$/.test(text))) return a === b;
  return parsedJson(a) === parsedJson(b);
}
