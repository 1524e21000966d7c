// Where a body stands in a recording, and in what form, so that people can read and edit it and its bytes come back as
// they were sent. Not HAR as other tools lay it out: see `../formats/har/content.ts`. Read next: `exchange-text.ts`.
import { bodyOf, bytesOf, heldBody, isBase64 } from "../body/body.ts";
import { isLarge } from "../body/body-mark.ts";
import type { Body, FiledBody } from "../exchange.ts";
import { asSeparators, compact, prettyJson, separatorsOf, withSeparators } from "../json/json-text.ts";

/** A file that stands beside the one of an exchange. */
export interface Sidecar {
  readonly name: string;
  readonly content: string | Uint8Array | FiledBody;
}

/**
 * Reads a file beside a recording, by its name: its bytes, or where it lies if it is the file of a large body.
 * @throws RangeError that says why it cannot be read.
 */
export type ReadSidecar = (name: string) => Uint8Array | FiledBody;

/** A body as a recording names it: one of `text`, `_json` and `_file`. */
export interface BodyMembers {
  readonly text?: string | null;
  readonly encoding?: string | null | undefined;
  /** JSON, laid out over lines; read, the text of it. */
  readonly _json?: unknown;
  /** The white space that the JSON was sent with. Default: none. */
  readonly _separators?: unknown;
  readonly _file?: unknown;
}

/** How a body is written: members in HAR's own words, JSON that goes where `_json` stands, a file of its own. */
interface BodyLayout {
  readonly members: Readonly<Record<string, unknown>>;
  readonly json: string | null;
  readonly sidecar: Sidecar | null;
}

const none: BodyLayout = { members: {}, json: null, sidecar: null };

// A line that reads in HAR as it was sent, for it has no sign that JSON writes in another way.
const plainLine = /^[^"\\\p{Cc}\p{Cs}\u2028\u2029\ufeff]{1,100}$/u;

/**
 * Decides how a body is written: JSON within the HAR, laid out over lines, if its bytes can be made of that again; a
 * short line as HAR's `text`; anything else, and what is large, as the bytes that were sent, in a file of its own.
 * @param name Of the file, without its suffix; null where all has to stand in the HAR.
 * @example
 * layoutOf({ encoding: "utf8", text: '{"id":1.0}' }, "application/json", "GET").json; // '{\n  "id": 1.0\n}'
 */
export function layoutOf(raw: Body | null, mimeType: string, name: string | null): BodyLayout {
  if (raw === null) return none;
  const beside = (isText: boolean): BodyLayout => {
    const file = `${name}.${suffixOf(mimeType, isText)}`;
    const content = raw.encoding === "file" ? raw : bytesOf(raw);
    return { members: { _file: file }, json: null, sidecar: { name: file, content } };
  };
  if (name !== null && isLarge(raw)) return beside(raw.encoding === "file" ? raw.isText : raw.encoding === "utf8");
  const { encoding, text } = heldBody(raw);
  if (encoding === "utf8") {
    const separators = separatorsOf(text);
    if (separators !== null) {
      const sentCompact = separators.join() === compact.join();
      return { ...none, members: sentCompact ? {} : { _separators: separators }, json: prettyJson(text) };
    }
    if (name === null || plainLine.test(text) || !text.isWellFormed()) return { ...none, members: { text } };
  } else if (name === null) return { ...none, members: { encoding, text } };
  return beside(encoding === "utf8");
}

/** Returns a file beside a recording as bytes. */
export function wholeOf(found: Uint8Array | FiledBody): Uint8Array {
  return "digest" in found ? bytesOf(found) : found;
}

/**
 * Reads a body as it was sent; undoes {@link layoutOf}.
 * @throws RangeError saying what keeps it from being read.
 */
export function bodyIn({ text, encoding, _json, _separators, _file }: BodyMembers, read: ReadSidecar): Body | null {
  if (_file !== undefined) {
    // RFC 3986 knows more; a name that leads out of the folder is none.
    if (typeof _file !== "string" || !/^[\w.=,@~+-]+$/.test(_file) || /^\.+$/.test(_file))
      throw new RangeError("its _file is no name of a file beside it");
    const found = read(_file);
    return "digest" in found ? found : bodyOf(found);
  }
  if (_json !== undefined) {
    const separators = _separators === undefined ? compact : asSeparators(_separators);
    if (typeof _json !== "string" || separators === null) throw new RangeError("its _separators are no three texts");
    return { encoding: "utf8", text: withSeparators(_json, separators) };
  }
  if (!text) return null;
  if (encoding !== "base64") return { encoding: "utf8", text };
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
