// What is known of other messages where a text repeats it, and the base64 that holds it with more: written in base64
// again, since no client could read it else, nor send it.

import { aliasRank, type Hit } from "./hits.ts";
import type { SecretIndex } from "./memory/search/secret-index.ts";
import { placeholderParts } from "./placeholder.ts";
import { type Base64Text, base64Like, base64Text } from "./read/coded/base64.ts";
import type { Level } from "./read/coded/decode.ts";
import { codedRank, knownRank } from "./read/read.ts";
import { isDue, type Steps } from "./steps.ts";
import { base64Around } from "./tokens/base64-run.ts";

/** Base64 that may name a value, or of which a client has a part. */
type CodedText = Base64Text & Pick<Hit, "isPart">;

interface KnownContext {
  /** Base64 that may name a value. */
  readonly coded: readonly Base64Text[];
  readonly index: SecretIndex;
  readonly around: (text: string) => (hit: Hit) => Hit;
  readonly add: (hit: Hit) => void;
}

/** Adds the hits of what is known, and returns the base64 to look into. */
export function* knownIn(text: string, { coded, index, around, add }: KnownContext): Steps<Iterable<CodedText>> {
  const widened = around(text);
  const inBase64 = new Map<number, CodedText>(coded.map((each) => [each.start, each]));
  let readTo = 0;
  for (const found of index.find(text)) {
    if (found === null || isDue()) yield;
    if (found === null) continue;
    const { start, end, secret } = found;
    const { placeholder, value, isAlias } = secret;
    const kind = placeholderParts(placeholder)?.kind ?? placeholder;
    const known: Hit = { start, end, kind, value, placeholder, rank: knownRank };
    const hit = isAlias ? { ...known, rank: aliasRank, isPart: true } : widened(known);
    add(hit);
    if (isAlias || !hit.isPart || start < readTo || text.startsWith(value, start)) continue;
    const run = base64Around(text, start);
    const said = base64Text(text.slice(run.start, run.end));
    if (said !== null) inBase64.set(run.start, { ...run, said, isPacked: false, isPart: true });
    readTo = run.end;
  }
  return inBase64.values();
}

/** Returns the hit of base64 with what was hidden in it, in the coding of the text that a layer decoded. */
export function codedAnew(
  { start, end, said, isPart }: CodedText,
  cleaned: string,
  { raw, text, rawAt }: Pick<Level, "text" | "rawAt"> & { readonly raw: string },
): Hit {
  const [whole, from, to] = [text.slice(start, end), rawAt(start), rawAt(end)];
  const written = base64Like(whole, cleaned);
  const isEscaped = raw.slice(from, to).includes("%") && !whole.includes("%");
  const placeholder = isEscaped ? encodeURIComponent(written) : written;
  const hit = { start: from, end: to, kind: "field", value: said, placeholder, rank: codedRank };
  return isPart ? { ...hit, isPart } : hit;
}
