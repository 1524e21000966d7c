// Headers that a server sends with every answer are in one file beside its recordings, and are not repeated in each.
// The file is named after its content and never changes, so that two branches that record write the same file or
// different ones.

import { hash } from "node:crypto";
import type { HeaderList } from "../exchange.ts";
import { fieldControl, headerList } from "../http/headers.ts";
import { parsedJson } from "../json/json-value.ts";
import { type ReadSidecar, type Sidecar, wholeOf } from "./body-layout.ts";
import type { HarEntry } from "./entry-types.ts";

// Headers of a single answer, by name: content, validators, links, counters, ids, times.
const ofAnAnswer =
  /^(?:age|allow|content-(?!security)[\w-]+|etag|expires|last-modified|link|location|refresh|set-cookie\d?|retry-after|www-authenticate|(?:.*[-_])?(?:id|key|hash|digest|crc32c?|signature|token|nonce|time|timing|runtime|duration|count|total|hits|page|next|prev|cursor|remaining|used|reset|ratelimit|cost|left|after))$/;

/**
 * Splits the headers of an answer into those that its server sends with every answer, and its own. By name only: the
 * text of an exchange does not depend on others.
 * @example
 * partHeaders([["etag", '"1"'], ["server", "x"]]).own; // [["etag", '"1"']]
 */
export function partHeaders(headers: HeaderList): { readonly own: HeaderList; readonly common: HeaderList } {
  const names = headers.map(([name]) => name);
  const { own = [], common = [] } = Object.groupBy(headers, ([name, value], at) =>
    (ofAnAnswer.test(name) && !isPinned(value)) ||
    /nonce-/.test(value) ||
    names.indexOf(name) !== at ||
    names.lastIndexOf(name) !== at
      ? "own"
      : "common",
  );
  return { own, common };
}

// Noise has the same value everywhere.
function isPinned(value: string): boolean {
  return /^0[0:-]{7,}$/.test(value);
}

/** Returns the file of headers that answers share. */
export function sharedFile(headers: HeaderList): Sidecar & { readonly content: string } {
  const lines = headers.map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  const content = `{\n${lines.join(",\n")}\n}\n`;
  return { name: `headers-${hash("sha256", content).slice(0, 8)}.json`, content };
}

/** Returns whether a file is one of shared headers, by its name. */
export function isSharedHeaders(name: string): boolean {
  return /^headers-[\da-f]{8}\.json$/.test(name);
}

/** Yields where a file that a recording names may lie: beside it; shared headers also in any folder above. */
export function* placesOf(recording: string, name: string): Generator<string> {
  for (let folder = recording.replace(/[^/]*$/, ""); ; folder = folder.replace(/[^/]*\/$/, "")) {
    yield folder + name;
    if (folder === "" || !name.startsWith("headers-")) return;
  }
}

/**
 * Returns the headers of an answer, with those that it shares.
 * @throws RangeError if the file of shared headers cannot be read, or is invalid.
 */
export function headersOf({ headers, _headers }: HarEntry["response"], read: ReadSidecar): HeaderList {
  const own = headers.map(({ name, value }) => [name, value] as const);
  if (_headers === undefined) return headerList(own);
  if (typeof _headers !== "string" || !isSharedHeaders(_headers))
    throw new RangeError("its _headers is no name of a file of headers");
  return headerList([...own, ...readShared(new TextDecoder().decode(wholeOf(read(_headers))))]);
}

function readShared(text: string): HeaderList {
  const fields = Object.entries((parsedJson(text) ?? { "": null }) as Record<string, unknown>);
  if (fields.every((field): field is [string, string] => typeof field[1] === "string" && !fieldControl.test(field[1])))
    return fields;
  throw new RangeError("it holds no headers, texts by their names");
}
