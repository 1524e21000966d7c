// Parses a regular expression into its parts, for `pattern-growth.ts`. It judges none, and reads only what the runtime takes
// for a regular expression with the flag "u".

/** What a pattern is made of. */
export type PatternPart =
  /** Takes one character, of those that the mask has. */
  | { readonly kind: "character"; readonly mask: bigint }
  /** Takes none. `begins`: it holds at the beginning of a text alone; `isSure`: it is taken to hold always. */
  | { readonly kind: "assertion"; readonly begins: boolean; readonly isSure: boolean }
  | { readonly kind: "sequence" | "either"; readonly parts: readonly PatternPart[] }
  | { readonly kind: "repeated"; readonly part: PatternPart; readonly least: number; readonly most: number };

/** A pattern, and those that stand in assertions within it. */
export interface ParsedPattern {
  readonly parts: readonly PatternPart[];
  /** Whether a part repeats what another took: how long that takes, nothing tells. */
  readonly refersBack: boolean;
}

const quantifier = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;
const group = /\((?:\?(?:([=!]|<[=!])|:|<[^=!][^>]*>|[a-z]*(?:-[a-z]*)?:))?/y;
const backReference = /\\(?:[1-9]|k<)/y;
const escaped = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}(?:\\u[\da-f]{4})?|x[\da-f]{2}|c[a-z]|.)/isuy;
const characterClass = /\[(?:[^\]\\]|\\.)*\]/suy;
const oneCharacter = /./suy;
const writtenCode = /\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2}))/gi;

/** Characters of every kind, beside which those of the pattern are tried. */
const usualCodes: readonly number[] = [
  ...Array.from({ length: 256 }, (_, code) => code),
  ...[0x301, 0x3b1, 0x430, 0x5d0, 0x2028, 0x20ac, 0x4e2d, 0x1f600],
];

/**
 * Parses a pattern. What an assertion looks for is a part of its own.
 * @param pattern A regular expression that the flag "u" allows.
 */
export function parsePattern(pattern: string): ParsedPattern {
  const codes = [
    ...new Set([
      ...usualCodes,
      ...Array.from(pattern, (character) => character.codePointAt(0) as number),
      ...Array.from(pattern.matchAll(writtenCode), ([, ...written]) =>
        Number.parseInt(written.find(Boolean) ?? "0", 16),
      ),
    ]),
  ].map((code) => String.fromCodePoint(code));
  const masks = new Map<string, bigint>();
  const maskOf = (source: string): bigint => {
    const one = new RegExp(`^${source}$`, "u");
    // Of rare characters, none of these is one: they are taken for all.
    const mask =
      masks.get(source) ??
      (codes.reduce((bits, each, at) => (one.test(each) ? bits | (1n << BigInt(at)) : bits), 0n) || -1n);
    masks.set(source, mask);
    return mask;
  };
  const assertions: PatternPart[] = [];
  let refersBack = false;
  let at = 0;
  const take = (what: RegExp): RegExpExecArray | null => {
    what.lastIndex = at;
    const found = what.exec(pattern);
    at += found?.[0].length ?? 0;
    return found;
  };

  const either = (): PatternPart => {
    const parts = [sequence()];
    while (pattern[at] === "|") {
      at += 1;
      parts.push(sequence());
    }
    return { kind: "either", parts };
  };
  const sequence = (): PatternPart => {
    const parts: PatternPart[] = [];
    while (at < pattern.length && pattern[at] !== "|" && pattern[at] !== ")") parts.push(repeated(one()));
    return { kind: "sequence", parts };
  };
  const repeated = (part: PatternPart): PatternPart => {
    const found = take(quantifier);
    if (found === null) return part;
    const [, sign, least = "0", comma, most = ""] = found;
    if (sign !== undefined)
      return { kind: "repeated", part, least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Number.POSITIVE_INFINITY };
    const end = comma === "" ? Number(least) : most === "" ? Number.POSITIVE_INFINITY : Number(most);
    return { kind: "repeated", part, least: Number(least), most: end };
  };
  const one = (): PatternPart => {
    const opened = take(group);
    if (opened !== null) {
      const within = either();
      at += 1;
      if (opened[1] === undefined) return within;
      assertions.push(opened[1].startsWith("<") ? reversed(within) : within);
      return { kind: "assertion", begins: false, isSure: false };
    }
    if (take(backReference) !== null) {
      refersBack = true;
      return { kind: "assertion", begins: false, isSure: false };
    }
    const source = (take(characterClass) ?? take(escaped) ?? take(oneCharacter))?.[0] ?? "";
    if (source === "^" || source === "$") return { kind: "assertion", begins: source === "^", isSure: false };
    // At the end of a word is one in most texts.
    if (/^\\b$/i.test(source)) return { kind: "assertion", begins: false, isSure: true };
    return { kind: "character", mask: maskOf(source) };
  };
  const whole = either();
  return { parts: [whole, ...assertions], refersBack };
}

// Engines read from its end what is to stand before a place.
function reversed(part: PatternPart): PatternPart {
  if (part.kind === "character") return part;
  if (part.kind === "assertion") return { ...part, begins: false };
  if (part.kind === "repeated") return { ...part, part: reversed(part.part) };
  const parts = part.parts.map(reversed);
  return { ...part, parts: part.kind === "sequence" ? parts.reverse() : parts };
}
