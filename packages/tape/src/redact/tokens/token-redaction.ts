import type { Hide } from "../placeholder.ts";
import { escapeRest } from "./base64-run.ts";
import type { Hit } from "./hit.ts";
import { base64Break } from "./known-secret-pattern.ts";
import { hitsIn, kindInBase64 } from "./token-search.ts";

// Percent-encoded letters, digits, "-", "." and "_", which no encoder touches without need.
const needless = "%(?:25)*(?:2[DEde]|3\\d|4[1-9A-Fa-f]|5[\\dAFaf]|6[1-9A-Fa-f]|7[\\dAa])";
const anyNeedless = new RegExp(needless);
const encodedRun = new RegExp(`(?:[\\w.~-]|${needless})+`, "g");

// A line's end between much base64 and more of it. Most texts have none, and are spared what comes then.
const maybeBroken = new RegExp(`${base64Break}{1,2}[\\w+/-](?<=[\\w+/-]{20}${base64Break}{1,2}.)`);
// Lines of 56 and more: shorter ones are words.
const brokenRun = new RegExp(`(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{56,}(?:${base64Break}{1,4}[A-Za-z0-9+/]+)+={0,2}`, "g");
const anyBreak = new RegExp(base64Break, "g");

/** Tells whether a text may hold base64 that is broken into lines. */
export function mayBeBroken(text: string): boolean {
  return maybeBroken.test(text);
}

/**
 * Replaces what has the shape of a published token format: in plain, percent-encoded without need, and in base64, where
 * the whole run of it becomes the placeholder.
 * @example
 * hideTokens(`ghp%5F${"a1B2".repeat(9)}`, (kind) => `[${kind}]`); // "[github-token]"
 */
export function hideTokens(text: string, hide: Hide): string {
  let clean = text;
  if (anyNeedless.test(clean)) {
    clean = clean.replace(encodedRun, (run, at: number) =>
      run.includes("%") ? hideDecoded(run, escapeRest(clean, at), hide) : run,
    );
  }
  if (mayBeBroken(clean)) {
    clean = clean.replace(brokenRun, (run, at: number) => {
      const kind = kindInBase64(run.replace(anyBreak, ""));
      return kind === null ? run : run.slice(0, escapeRest(clean, at)) + hide(kind, run);
    });
  }
  return splice(clean, hitsIn(clean), hide);
}

function hideDecoded(run: string, from: number, hide: Hide): string {
  const places: number[] = [];
  let decoded = "";
  for (let at = Math.min(from, run.length); at < run.length; ) {
    places.push(at);
    const length = /^%(?:25)*../.exec(run.slice(at, at + 64))?.[0].length ?? 1;
    decoded +=
      length === 1 ? run[at] : String.fromCharCode(Number.parseInt(run.slice(at + length - 2, at + length), 16));
    at += length;
  }
  places.push(run.length);
  const hits = hitsIn(decoded).map(({ start, end, kind }) => ({
    start: places[start] ?? 0,
    end: places[end] ?? 0,
    kind,
  }));
  return splice(run, hits, hide);
}

function splice(text: string, hits: readonly Hit[], hide: Hide): string {
  if (hits.length === 0) return text;
  let done = 0;
  const parts = hits.map(({ start, end, kind }) => {
    const part = text.slice(done, start) + hide(kind, text.slice(start, end));
    done = end;
    return part;
  });
  return parts.join("") + text.slice(done);
}
