// What answers showed under names that no rule knows, until a client sends it as a secret: then an answer issued it, as if
// its name had been known. What a client sent first is its own. Read next: issued-placeholders.ts, secret-namer.ts.
import type { Exchange, RecordedRequest } from "../../exchange.ts";
import { createTextMemory } from "../../text-memory.ts";
import { isPlaceholder } from "../placeholder.ts";
import type { IssuedPlaceholders, Resume } from "./issued-placeholders.ts";
import type { IssuedValues } from "./issued-values.ts";
import { isGuessable } from "./pseudonym.ts";
import { mayNotIssue, opaqueWords, textsOf } from "./recorded-tags.ts";
import type { SecretIndex } from "./search/secret-index.ts";
import type { SecretMemoryOptions } from "./secret-memory-options.ts";
import type { SharedByParts, TurnReader } from "./turn-reader.ts";

/** The opaque values that answers showed, and no client had sent before. */
export interface ShownValues {
  /**
   * Notes what an exchange shows.
   * @param clean The exchange, secrets hidden.
   * @param shared What its answer issued.
   * @param resume Reads more of its answer.
   */
  note(clean: Exchange, shared: SharedByParts, resume: Resume): void;
  /**
   * Takes a value that a client sends as a secret for one that an answer issued, if an answer showed it first.
   * @param by "writes": only if that answered POST, PUT, PATCH or DELETE. A list that a GET gets may show the own keys of
   *   several clients, which their tags tell apart; a login in `Authorization` has none.
   */
  issue(value: string, by: "any" | "writes"): void;
}

interface ShownContext {
  readonly index: SecretIndex;
  readonly issued: IssuedValues;
  readonly placeholders: IssuedPlaceholders;
  readonly turns: TurnReader;
  readonly issuedBefore: SecretMemoryOptions["issuedBefore"];
}

/** What shows a session is short, and so is what asks for one. */
const [longestSent, longestBody] = [4096, 64 * 1024];

/** An answer; null stands for a request. */
type Shower = { readonly isCounted: boolean; readonly shared: SharedByParts; readonly resume: Resume } | null;

type Parts = Pick<RecordedRequest, "headers" | "body">;

const lengthOf = ({ body }: Parts): number => (body === null || body.encoding === "file" ? 0 : body.text.length);

/**
 * Makes a memory of values. Texts are looked into once a secret is sent that is not known, and forgotten before that if
 * they are too many.
 * @param most Number of values that are remembered.
 * @param mostCharacters Of all of them; of the texts that wait as many.
 */
export function createShownValues(
  { index, issued, placeholders, turns, issuedBefore }: ShownContext,
  most: number,
  mostCharacters: number,
): ShownValues {
  const first = createTextMemory<Shower>(most, mostCharacters);
  let waiting: { readonly message: Parts; readonly by: Shower }[] = [];
  let characters = 0;
  const lookInto = (): void => {
    for (const { message, by } of waiting)
      for (const word of opaqueWords(textsOf(message))) if (first.get(word) === undefined) first.set(word, by);
    [waiting, characters] = [[], 0];
  };
  return {
    note({ request, response }, shared, resume) {
      if (lengthOf(request) > longestSent) return;
      const answer = { isCounted: !mayNotIssue(request.method), shared, resume };
      for (const [message, by] of [
        [request, null],
        [response, answer],
      ] as const) {
        const isShort = lengthOf(message) <= longestBody;
        waiting.push({ message: isShort ? message : { ...message, body: null }, by });
        characters += isShort ? lengthOf(message) : 0;
      }
      if (characters <= mostCharacters && waiting.length <= most) return;
      for (const { message } of waiting.splice(0, waiting.length >> 1)) characters -= lengthOf(message);
    },
    issue(value, from) {
      // What a client sent as its own secret stays that.
      const isKnown = issued.get(value) !== undefined || index.get(value) !== undefined;
      if (isKnown || isPlaceholder(value) || isGuessable(value)) return;
      lookInto();
      const by = first.get(value) ?? null;
      if (by === null) return;
      const { isCounted, shared, resume } = by;
      if (from === "writes" && !isCounted) return;
      if (turns.awaitRecordings(issuedBefore?.load?.())) return;
      const isOthers = (each: string): boolean => (shared.issued.get(each) ?? value) !== value;
      const placeholder = resume(() => placeholders.next("field", { isCounted, isShared: false, isOthers }));
      shared.issued.set(placeholder, value);
      issued.add(value, placeholder);
    },
  };
}
