import { conflictLine, jsonBreak, jsonSlip } from "../json/json-break.ts";
import { quoteMembers } from "../json/json-text.ts";
import type { JsonObject } from "../json/json-value.ts";
import { RecordingSyntaxError } from "../recording-error.ts";
import { checkRedact, type RedactOptions } from "../redact/options.ts";
import { checkArgument } from "../text/check-options.ts";
import type { HarEntry } from "./entry-types.ts";
import { type EntryFlaw, entryCheck, shown } from "./validate.ts";

/** The version of tapedeck's additions to HAR; a file with a higher one is refused. */
export const formatVersion = 2;

/** The part of HAR 1.2 that a recording needs, with the members that Polly.js adds (`_id`, `_order`, …). */
export interface Har {
  readonly log: {
    readonly version: string;
    readonly creator: { readonly name: string; readonly version: string; readonly comment?: string };
    readonly entries: readonly HarEntry[];
    readonly _recordingName?: string;
    readonly _tapedeck?: {
      readonly format: number;
      /** Of a tape that is one file; one of many files is named after its folder. */
      readonly name?: string;
      readonly origin: string;
      /** If no entry tells it. */
      readonly recordedAt?: string;
      readonly redact?: RedactOptions;
    };
  };
}

/** Remedies for a broken file, and for a file of another kind. */
export interface Advice {
  readonly broken: string;
  readonly other: string;
}

const ownAdvice: Advice = {
  broken: "restore it from version control, or remove it and record again",
  other: "move it out of the recordings",
};

/**
 * Parses a HAR file, and checks everything that replaying and recording rely on: its origin, and for each entry the
 * method, URL, headers, status and bodies.
 * @throws RecordingSyntaxError with the flaw and its place: a line and column, or a JSON pointer.
 */
export function parseHar(text: string, file: string): Har {
  const log = parseHarLog(text, file, ownAdvice);
  const flawOf = entryCheck(log._tapedeck !== undefined);
  for (const [at, entry] of log.entries.entries()) {
    const flaw = flawOf(entry, at);
    if (flaw !== null) throw entryError(file, at, flaw.found, flaw.path);
  }
  return { log };
}

/**
 * Lists the entries of a HAR file that keep it from being read; {@link parseHar} stops at the first.
 * @throws RecordingSyntaxError if it cannot be read at all.
 * @example
 * entryFlaws(text, "users/ada/recording.har").map(({ path }) => path); // ["/log/entries/2/response/status"]
 */
export function entryFlaws(text: string, file: string): readonly EntryFlaw[] {
  const log = parseHarLog(text, file, ownAdvice);
  const flawOf = entryCheck(log._tapedeck !== undefined);
  return log.entries.flatMap((entry, at) => flawOf(entry, at) ?? []);
}

/**
 * Parses a HAR file without checking its entries.
 * @throws RecordingSyntaxError if it cannot be read at all.
 */
export function parseHarLog(text: string, file: string, advice: Advice): Har["log"] {
  let log = (parseJson(text, file, advice) as Har | null)?.log;
  // As texts: bodies are restored byte by byte.
  if (log?._tapedeck) log = (JSON.parse(quoteMembers(text.replace(/^\uFEFF/, ""), "_json")) as Har).log;
  if (!Array.isArray(log?.entries)) {
    throw new RecordingSyntaxError(file, `it has no log.entries, so it is no HAR file; ${advice.other}`);
  }
  // Of any type: nothing has been checked yet.
  const version: unknown = log.version;
  if (["string", "number"].includes(typeof version) && Number.parseInt(String(version), 10) > 1) {
    throw new RecordingSyntaxError(
      file,
      `it is HAR of version ${shown(String(version).slice(0, 20))} (at /log/version), and this tapedeck knows 1.1 and 1.2; save it as HAR 1.2, or update tapedeck`,
    );
  }
  if (log._tapedeck !== undefined) checkLabel(log._tapedeck, file);
  return log;
}

function checkLabel(label: unknown, file: string): void {
  const { format = formatVersion, origin, redact } = (label ?? {}) as JsonObject;
  if (typeof format === "number" && format > formatVersion) {
    throw new RecordingSyntaxError(
      file,
      `it has format ${format}, and this tapedeck knows formats up to ${formatVersion}; update tapedeck`,
    );
  }
  if (typeof format === "number" && format < formatVersion) {
    throw new RecordingSyntaxError(
      file,
      `it has format ${format}, and this tapedeck reads ${formatVersion} alone; record it again`,
    );
  }
  if (format !== formatVersion) {
    throw new RecordingSyntaxError(
      file,
      `its format is none: found ${shown(format)} (at /log/_tapedeck/format), wanted ${formatVersion}; ${ownAdvice.broken}`,
    );
  }
  try {
    if (redact !== undefined) checkRedact(redact, "it");
  } catch (error) {
    throw new RecordingSyntaxError(file, `${(error as Error).message} (at /log/_tapedeck/redact); mend it`);
  }
  if (isOrigin(origin)) return;
  throw new RecordingSyntaxError(
    file,
    `its origin is none: found ${shown(origin)} (at /log/_tapedeck/origin), wanted scheme, host and port alone (https://api.service.example); mend it, or ${ownAdvice.broken}`,
  );
}

/** @see RFC 6454, section 6.2 */
function isOrigin(origin: unknown): boolean {
  return (
    typeof origin === "string" && /^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin
  );
}

/** @throws RecordingSyntaxError with the place where the text is not JSON, without quoting it: it may hold a secret. */
export function parseJson(text: string, file: string, { broken }: Pick<Advice, "broken">): unknown {
  checkArgument("read a recording", "its text", text, "string");
  // HAR 1.2: "a reader MUST ignore a byte order mark".
  const json = text.replace(/^\uFEFF/, "");
  try {
    return JSON.parse(json);
  } catch {
    // Without the engine's own error, which quotes the text.
    throw new RecordingSyntaxError(file, breakIn(json, broken));
  }
}

function breakIn(text: string, broken: string): string {
  if (text.trim() === "") return `it is empty; ${broken}`;
  const { line, column, atEnd } = jsonBreak(text) ?? { line: 1, column: 1, atEnd: false };
  const conflict = conflictLine(text);
  if (conflict !== null)
    return `it holds a merge conflict, at line ${conflict}; keep one side (git checkout --ours or --theirs), or remove it and record again`;
  return atEnd
    ? `it is not whole: it ends in the middle, at line ${line}, column ${column}; ${broken}`
    : `it is no JSON, at line ${line}, column ${column}${jsonSlip(text)}; ${broken}`;
}

/** Returns the error for an entry that is not an exchange, or whose body cannot be read. */
export function entryError(file: string, at: number, wrong: string, path: string): RecordingSyntaxError {
  return new RecordingSyntaxError(
    file,
    `entry ${at + 1} has ${wrong} (at ${path}); mend it, or remove it and record again`,
  );
}
