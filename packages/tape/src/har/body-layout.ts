// Where and in what form a recording holds a body, so that people can read and edit it and its exact bytes are
// restored. For other tools' HAR see `../formats/har/content.ts`. Read next: `exchange-text.ts`.
import { bodyOf, bytesOf, heldBody, isBase64 } from "../body/body.ts";
import { isLarge } from "../body/body-mark.ts";
import type { Body, FiledBody } from "../exchange.ts";
import { asSeparators, compact, layOut, restoredJson, separatorsOf } from "../json/json-text.ts";
import type { Steps } from "../redact/steps.ts";

/** A file beside that of an exchange. */
export interface Sidecar {
  readonly name: string;
  readonly content: string | Uint8Array | FiledBody;
}

/**
 * Reads a file beside a recording by its name: its bytes, or its place if it holds a large body.
 * @throws RangeError that says why it cannot be read.
 */
export type ReadSidecar = (name: string) => Uint8Array | FiledBody;

/** A body in a recording: one of `text`, `_json` and `_file`. */
export interface BodyMembers {
  readonly text?: string | null;
  readonly encoding?: string | null | undefined;
  /** JSON, laid out over lines; when read, its text. */
  readonly _json?: unknown;
  /** The white space of the JSON as it was sent. Default: none. */
  readonly _separators?: unknown;
  readonly _file?: unknown;
}

/** How a body is written: HAR's own members, JSON as it stands in `_json`, a file of its own. */
interface BodyLayout {
  readonly members: Readonly<Record<string, unknown>>;
  readonly json: string | null;
  readonly sidecar: Sidecar | null;
}

// Blanks before a member of an exchange.
const margin = "    ";

const none: BodyLayout = { members: {}, json: null, sidecar: null };

// A line that looks the same in HAR as it was sent, since JSON escapes nothing in it.
const plainLine = /^[^"\\\p{Cc}\p{Cs}\u2028\u2029\ufeff]{1,100}$/u;

/**
 * Decides how a body is written: as JSON in the HAR, laid out over lines, if its exact bytes can be restored; as HAR's
 * `text` for a short line; else, and if it is large, as its bytes in a file of its own.
 * @param name Name of the file, without suffix; null if everything has to be in the HAR.
 * @example
 * finish(layoutOf({ encoding: "utf8", text: '{"id":1.0}' }, "", "GET")).json; // '{\n      "id": 1.0\n    }'
 */
export function* layoutOf(raw: Body | null, mimeType: string, name: string | null): Steps<BodyLayout> {
  if (raw === null) return none;
  const beside = (isText: boolean): BodyLayout => {
    const file = `${name}.${suffixOf(mimeType, isText)}`;
    const content = raw.encoding === "file" ? raw : bytesOf(raw);
    return { members: { _file: file }, json: null, sidecar: { name: file, content } };
  };
  if (name !== null && isLarge(raw)) return beside(raw.encoding === "file" ? raw.isText : raw.encoding === "utf8");
  const { encoding, text } = heldBody(raw);
  if (encoding === "utf8") {
    const separators = yield* separatorsOf(text);
    if (separators !== null) {
      const sentCompact = separators.join() === compact.join();
      return { ...none, members: sentCompact ? {} : { _separators: separators }, json: yield* layOut(text, margin) };
    }
    if (name === null || plainLine.test(text) || !text.isWellFormed()) return { ...none, members: { text } };
  } else if (name === null) return { ...none, members: { encoding, text } };
  return beside(encoding === "utf8");
}

/** Returns the bytes of a file beside a recording. */
export function wholeOf(found: Uint8Array | FiledBody): Uint8Array {
  return "digest" in found ? bytesOf(found) : found;
}

/**
 * Reads a body as it was sent; undoes {@link layoutOf}.
 * @throws RangeError that says why it cannot be read.
 */
export function bodyIn({ text, encoding, _json, _separators, _file }: BodyMembers, read: ReadSidecar): Body | null {
  if (_file !== undefined) {
    // RFC 3986 allows more; a name that leads out of the folder is refused.
    if (typeof _file !== "string" || !/^[\w.=,@~+-]+$/.test(_file) || /^\.+$/.test(_file))
      throw new RangeError("its _file is no name of a file beside it");
    const found = read(_file);
    return "digest" in found ? found : bodyOf(found);
  }
  if (_json !== undefined) {
    const separators = _separators === undefined ? compact : asSeparators(_separators);
    if (typeof _json !== "string" || separators === null) throw new RangeError("its _separators are no three texts");
    return { encoding: "utf8", text: restoredJson(_json, separators) };
  }
  if (!text) return null;
  if (!encoding || /^utf-?8$/i.test(encoding)) return { encoding: "utf8", text };
  if (encoding !== "base64") throw new RangeError("its encoding is none: wanted base64");
  if (!isBase64(text)) throw new RangeError("its text is no base64");
  return { encoding, text };
}

const suffixes: Readonly<Record<string, string>> = {
  "application/gzip": "gz",
  "application/javascript": "js",
  "image/jpeg": "jpg",
  "image/svg+xml": "svg",
  "text/javascript": "js",
  "text/markdown": "md",
  "text/plain": "txt",
};
const known = /^(?:css|csv|gif|html|json|ndjson|pdf|png|webp|xml|yaml|zip)$/;

function suffixOf(mimeType: string, isText: boolean): string {
  const type = mimeType.replace(/;.*/s, "").trim().toLowerCase();
  const subtype = type.replace(/^.*[/+]/, "").replace(/^x-/, "");
  return suffixes[type] ?? (known.test(subtype) ? subtype : isText ? "txt" : "bin");
}
