import { joined, latin1Bytes, latin1Text } from "../body/body.ts";
import type { Body, HeaderList } from "../exchange.ts";
import { saysBytes } from "../http/headers.ts";

/** Replaces the origin in a text. */
export type Rewrite = (text: string) => string;

/**
 * Makes a function that replaces origins in text, also with slashes escaped, as some JSON writers do, or
 * percent-encoded once or twice, as in a query and in an address in one, and as addresses of WebSockets (`ws:` for
 * `http:`). A longer host or another port is another origin and stays.
 * @example
 * const rewrite = rewriter(["http://127.0.0.1:49152"], "http://localhost");
 * rewrite('{"url":"http://127.0.0.1:49152/user"}'); // '{"url":"http://localhost/user"}'
 */
export function rewriter(from: readonly string[], to: string): Rewrite {
  const key = [...from, to].join(" ");
  const known = made.get(key);
  if (known !== undefined) return known;
  if (made.size >= mostMade) made.clear();
  const fresh = madeFor(from, to);
  made.set(key, fresh);
  return fresh;
}

// Each recorded exchange needs that of its origin, and making a pattern takes longer than finding it.
const made = new Map<string, Rewrite>();
const mostMade = 256;

function madeFor(from: readonly string[], to: string): Rewrite {
  const found = spellingsOf(from, to);
  if (found.size === 0) return (text) => text;
  const any = [...found.keys()].map(literally).join("|");
  const pattern = new RegExp(`(?:${any})(?![\\w-]|\\.\\w|:\\d|%(?:25)?3[Aa]\\d)`, "g");
  return (text) => text.replace(pattern, (whole) => found.get(whole) ?? whole);
}

/** Returns a body with its text rewritten; what is or is said to be bytes stays, and so do bodies in files. */
export function rewrittenBody<Kind extends Body | null>(body: Kind, rewrite: Rewrite, headers: HeaderList = []): Kind {
  return body?.encoding === "utf8" && !saysBytes(headers) ? { ...body, text: rewrite(body.text) } : body;
}

/** Changes bytes that come in parts. */
export interface ChunkChange {
  /** Returns the text that is final; the rest waits for the next part. */
  chunk(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
  /** Returns the rest, at the end. */
  end(): Uint8Array<ArrayBuffer>;
}

/** The same for changes that may hold the thread too long; the next part is passed when a change has finished. */
export interface LateChunkChange {
  chunk(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
  end(): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
}

/** Makes a {@link rewriter} of a text that comes in parts; bytes that are not text stay as they are. */
export function streamRewriter(from: readonly string[], to: string): ChunkChange {
  const rewrite = rewriter(from, to);
  const spellings = [...spellingsOf(from, to).keys()];
  const longest = Math.max(0, ...spellings.map((each) => each.length));
  let held = "";
  return {
    chunk(bytes) {
      const text = held + latin1Text(bytes);
      const end = text.length - openAtEnd(text, spellings, longest);
      held = text.slice(end);
      return latin1Bytes(rewrite(text.slice(0, end)));
    },
    end: () => latin1Bytes(rewrite(held)),
  };
}

/** Applies one change, then another. */
export function chained(first: ChunkChange, second: LateChunkChange): LateChunkChange {
  return {
    chunk: (bytes) => second.chunk(first.chunk(bytes)),
    end: async () => joined([await second.chunk(first.end()), await second.end()]),
  };
}

/** Returns how much at the end of a text may become an origin, or turn out to be a longer one. */
function openAtEnd(text: string, spellings: readonly string[], longest: number): number {
  for (let at = Math.max(0, text.length - longest - longestSign); at < text.length; at++) {
    // Of HTTP, and of WebSockets.
    if (text[at] !== "h" && text[at] !== "w") continue;
    const rest = text.slice(at);
    if (
      spellings.some((each) => each.startsWith(rest) || (rest.startsWith(each) && sign.test(rest.slice(each.length))))
    )
      return rest.length;
  }
  return 0;
}

// With a digit or a letter behind it, the origin is another.
const sign = /^(?:\.|:|%(?:25?)?|%(?:25)?3[Aa]?)?$/;
const longestSign = "%253A".length;

const once = encodeURIComponent;
// As .NET writes it.
const lowerOnce = (text: string): string => once(text).replace(/%../g, (code) => code.toLowerCase());
// As Python's `quote()` does.
const withSlashes = (text: string): string => once(text).replaceAll("%2F", "/");
const spellings: ReadonlyArray<(text: string) => string> = [
  (text) => text,
  (text) => text.replaceAll("/", "\\/"),
  ...[once, lowerOnce, withSlashes],
  ...[once, lowerOnce, withSlashes].map((spell) => (text: string) => once(spell(text))),
  (text) => withSlashes(withSlashes(text)),
];

function spellingsOf(from: readonly string[], to: string): ReadonlyMap<string, string> {
  return new Map(
    [...new Set(from)]
      .filter((origin) => origin !== to)
      .sort((a, b) => b.length - a.length)
      .flatMap((origin) => [[origin, to] as const, [origin, to].map((each) => each.replace(/^http/, "ws"))])
      .flatMap(([left = "", right = ""]) => spellings.map((spell) => [spell(left), spell(right)] as const)),
  );
}

/** Returns a pattern that matches a text literally. `RegExp.escape()` is missing from Node 22. */
export function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
