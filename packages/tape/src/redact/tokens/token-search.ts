import type { Span } from "../read/place.ts";
import { looksLikeIdentifier } from "../secret-entropy.ts";
import { type Aligned, alignedForms, base64Around, decodedAround } from "./base64-run.ts";
import { longTokens } from "./long-tokens.ts";
import { type MultiSearch, multiSearch } from "./multi-search.ts";
import { privateKeyAt, privateKeyStart } from "./private-key.ts";
import { type TokenFormat, tokenFormats } from "./token-formats.ts";

/** A stretch of a text that has a published format. */
interface Token extends Span {
  readonly kind: string;
}

type Find = (text: string, at: number) => Token | null;

const jwtStarts = ["eyJhbGci", "eyJ0eXAi", "eyJraWQi", "eyJlbmMi", "eyJ4NXQi"];
// The signature's alphabet and dots between, as far as base64 shows it.
const jwtRest = /[\w-]{4,}\.eyJ[\w-]{8,}/y;
const privateKeyRest = / (?:[A-Z]+ ){0,4}PRIVATE KEY/y;

const inBase64: (readonly [string, Find])[] = [
  ...tokenFormats,
  { kind: "jwt", starts: jwtStarts, rest: jwtRest },
  { kind: "private-key", starts: [privateKeyStart], rest: privateKeyRest },
].flatMap((shape) =>
  shape.starts
    // The forms of a shorter one are three characters long: any text is full of them.
    .filter((start) => start.length >= 4)
    .flatMap((start) => alignedForms(start).flatMap((form) => spelled(form, foundInBase64(shape, start, form)))),
);

const plain = tokenFormats.flatMap(({ kind, starts, rest }) =>
  starts.map((start) => [start, foundPlain(kind, start, rest)] as const),
);

// What need not be in one long word. Apart, for the engine skips ahead best in words that have their letters in common.
const anywhere: readonly MultiSearch<Find>[] = [
  multiSearch([
    ...plain.filter(([start]) => /^(?:whsec|xapp|xox|bot$|pi_$|\$|discord)/.test(start)),
    [".eyJ", jwtAt],
    [privateKeyStart, wholeKeyAt],
  ]),
  multiSearch(plain.filter(([start]) => start.startsWith("hooks"))),
  multiSearch(["authorization", "Authorization", "AUTHORIZATION"].map((name) => [name, authorizationAt] as const)),
  multiSearch(["Bearer ", "bearer "].map((scheme) => [scheme, bearerAt] as const)),
];
const inWord: MultiSearch<Find> = multiSearch([
  ...plain,
  ["T3BlbkFJ", openAiKeyAt],
  ...jwtStarts.map((start) => [start, encryptedJwtAt] as const),
  [".atlasv1.", terraformTokenAt],
  ...inBase64,
]);

// All the other tokens are words of 20 characters and more, or such a word behind a prefix with a dot. In base64 they
// are words too: printable ASCII with no ">", "?" and "~" is letters and digits alone.
const shortestWord = 20;
const longestPrefix = "patXXXXXXXXXXXXXX.atlasv1.".length;

/**
 * Finds what has the shape of a published token format, in plain and in base64.
 * @example
 * tokensIn(`see AKIA${"A1B2".repeat(4)}.`); // [{ start: 4, end: 24, kind: "aws-key" }]
 */
export function tokensIn(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const within = (search: MultiSearch<Find>, part: string, from: number): void =>
    search(part, (at, find) => {
      const token = find(text, from + at);
      if (token !== null) tokens.push(token);
      return token === null ? null : token.end - from;
    });
  for (const search of anywhere) within(search, text, 0);
  for (const { start, end } of longTokens(text, shortestWord)) {
    const from = Math.max(0, start - longestPrefix);
    within(inWord, text.slice(from, end), from);
  }
  return tokens;
}

// `\b` alone overlooks one that is the end of a name ("x_ghp_…").
function beginsWord(text: string, at: number): boolean {
  return !/[A-Za-z0-9]/.test(text[at - 1] ?? "");
}

function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

function foundPlain(kind: string, start: string, rest: RegExp): Find {
  return (text, at) => {
    if (!beginsWord(text, at)) return null;
    const end = endOf(rest, text, at + start.length);
    return end === null ? null : { start: at, end, kind };
  };
}

function foundInBase64({ kind, rest }: TokenFormat, start: string, form: Aligned): Find {
  return (text, at) => {
    const decoded = decodedAround(text, at, start, form);
    if (decoded === null || !beginsWord(decoded.text, decoded.at)) return null;
    return endOf(rest, decoded.text, decoded.at + start.length) === null ? null : { ...base64Around(text, at), kind };
  };
}

function spelled({ core }: Aligned, find: Find): (readonly [string, Find])[] {
  const forUrls = core.replaceAll("+", "-").replaceAll("/", "_");
  return forUrls === core
    ? [[core, find]]
    : [
        [core, find],
        [forUrls, find],
      ];
}

function wholeKeyAt(text: string, at: number): Token | null {
  const span = privateKeyAt(text, at);
  return span && { ...span, kind: "private-key" };
}

// From the dot before its second part, for that is what there is one of: every run of word characters may hold any
// number of places where a first part could begin.
function jwtAt(text: string, at: number): Token | null {
  const end = endOf(/\.eyJ[\w-]{4,}\.[\w-]{8,}/y, text, at);
  if (end === null) return null;
  let from = at;
  while (/[\w-]/.test(text[from - 1] ?? "")) from--;
  for (let start = text.indexOf("eyJ", from); start >= 0 && start <= at - 11; start = text.indexOf("eyJ", start + 1)) {
    if (beginsWord(text, start)) return { start, end, kind: "jwt" };
  }
  return null;
}

// The old form, which says "OpenAI" in its middle.
function openAiKeyAt(text: string, at: number): Token | null {
  const start = at - 23;
  const end = endOf(/T3BlbkFJ[A-Za-z0-9]{20}/y, text, at);
  if (end === null || start < 0 || !/^sk-[A-Za-z0-9]{20}$/.test(text.slice(start, at))) return null;
  return beginsWord(text, start) ? { start, end, kind: "openai-key" } : null;
}

// "Authorization: Bearer …" in a message. A member of JSON has a quote behind its name, and is hidden by that.
function authorizationAt(text: string, at: number): Token | null {
  const scheme = /.{13}'?[ \t]{0,4}[:=][ \t]{0,4}'?(?:basic|bearer|token|negotiate)[ \t]{1,4}/iy;
  const start = endOf(scheme, text, at);
  const end = start === null ? null : endOf(/[\w.~+/-]{8,}={0,2}/y, text, start);
  return start === null || end === null ? null : { start, end, kind: "header" };
}

// In a sentence. Words follow it as well ("Bearer authentication").
function bearerAt(text: string, at: number): Token | null {
  const start = at + "Bearer ".length;
  const end = endOf(/[\w.~+/-]{16,}={0,2}/y, text, start);
  return end === null || looksLikeIdentifier(text.slice(start, end)) ? null : { start, end, kind: "field" };
}

// Five parts. RFC 7516, section 3.1
function encryptedJwtAt(text: string, at: number): Token | null {
  const end = beginsWord(text, at) ? endOf(/eyJ[\w-]{8,}\.[\w-]*\.[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/y, text, at) : null;
  return end === null ? null : { start: at, end, kind: "jwt" };
}

function terraformTokenAt(text: string, at: number): Token | null {
  const end = endOf(/\.atlasv1\.[\w=-]{60,70}/y, text, at);
  return end === null || !/^[A-Za-z0-9]{14}$/.test(text.slice(at - 14, at))
    ? null
    : { start: at - 14, end, kind: "terraform-token" };
}
