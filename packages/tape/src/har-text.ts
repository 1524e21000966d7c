import type { HarContent } from "./formats/har-body.ts";
import { jsonBreak } from "./json-break.ts";
import { RecordingSyntaxError } from "./recording-error.ts";
import { createScrubber } from "./scrub.ts";

/** The version of what tapedeck itself adds to HAR; a file with a higher one is refused. */
export const formatVersion = 1;

export interface NameValue {
  readonly name: string;
  readonly value: string;
}

/** The part of HAR 1.2 that a recording needs, with the members that Polly.js adds (`_id`, `_order`, …). */
export interface Har {
  readonly log: {
    readonly version: string;
    readonly creator: { readonly name: string; readonly version: string; readonly comment?: string };
    readonly entries: readonly HarEntry[];
    readonly _recordingName?: string;
    readonly _tapedeck?: { readonly format: number; readonly origin: string; readonly recordedAt: string };
  };
}

export interface HarEntry {
  /** Of the request; answers to the same request are told apart by `_order`, from 0. */
  readonly _id?: string;
  readonly _order?: number;
  readonly startedDateTime: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly NameValue[];
    readonly bodySize?: number;
    readonly postData?: {
      readonly mimeType?: string;
      readonly text?: string;
      readonly params?: readonly Partial<NameValue>[];
      readonly _encoding?: "base64";
      readonly _file?: string;
    };
  };
  readonly response: {
    readonly status: number;
    readonly headers: readonly NameValue[];
    readonly content?: HarContent & { readonly _digest?: string };
    readonly _error?: string | null;
  };
  readonly _webSocketMessages?: unknown;
}

/** What to do about a file that is broken, and about one that is something else. */
export interface Advice {
  readonly broken: string;
  readonly other: string;
}

const ownAdvice: Advice = {
  broken: "restore it from version control, or record it again",
  other: "move it out of the recordings",
};

/**
 * Reads a HAR file's text, and checks that each entry has what makes an exchange.
 * @throws RecordingSyntaxError saying what is wrong and where: a line and column, or a JSON pointer.
 */
export function parseHar(text: string, file: string, advice: Advice = ownAdvice): Har {
  const har = parseJson(text, file, advice) as Har | null;
  const log = har?.log;
  if (!Array.isArray(log?.entries)) {
    throw new RecordingSyntaxError(file, `it has no log.entries, so it is no HAR file; ${advice.other}`);
  }
  if (Number.parseInt(log.version ?? "", 10) > 1) {
    const found = JSON.stringify(String(log.version).slice(0, 20));
    throw new RecordingSyntaxError(
      file,
      `it is HAR of version ${found} (at /log/version), and this tapedeck knows 1.1 and 1.2; save it as HAR 1.2, or update tapedeck`,
    );
  }
  const format = log._tapedeck?.format ?? formatVersion;
  if (format > formatVersion) {
    throw new RecordingSyntaxError(
      file,
      `it has format ${format}, and this tapedeck knows formats up to ${formatVersion}; update tapedeck`,
    );
  }
  for (const [at, entry] of log.entries.entries()) check(entry, at, file);
  return { log };
}

/** @throws RecordingSyntaxError saying where the text is no JSON, and quoting none of it: it may hold a secret. */
export function parseJson(text: string, file: string, { broken }: Pick<Advice, "broken"> = ownAdvice): unknown {
  // HAR 1.2: "a reader MUST ignore a byte order mark".
  const json = text.replace(/^\uFEFF/, "");
  try {
    return JSON.parse(json);
  } catch {
    // The engine's own error is left out: it quotes the text.
    throw new RecordingSyntaxError(file, `${breakIn(json)}; ${broken}`);
  }
}

function breakIn(text: string): string {
  if (text.trim() === "") return "it is empty";
  const conflict = text.split("\n").findIndex((line) => /^(?:<{7}|={7}|>{7})(?:\s|$)/.test(line));
  if (conflict !== -1) return `it holds a merge conflict, at line ${conflict + 1}`;
  const { line, column, atEnd } = jsonBreak(text) ?? { line: 1, column: 1, atEnd: false };
  return atEnd
    ? `it is not whole: it ends in the middle, at line ${line}, column ${column}`
    : `it is no JSON, at line ${line}, column ${column}`;
}

function check(entry: HarEntry, at: number, file: string): void {
  const { request, response } = (entry ?? {}) as Partial<HarEntry>;
  const wrong =
    typeof request?.method !== "string"
      ? "no request.method"
      : !URL.canParse(request.url)
        ? `no absolute URL in request.url (found ${createScrubber().text(JSON.stringify(request.url) ?? "nothing")})`
        : !areFields(request.headers)
          ? "no request.headers"
          : !Number.isInteger(response?.status)
            ? "no response.status"
            : !areFields(response?.headers)
              ? "no response.headers"
              : !isText(request.postData?.text)
                ? "a request body that cannot be read"
                : !isText(response?.content?.text)
                  ? "a response body that cannot be read"
                  : null;
  if (wrong !== null) throw entryError(file, at, wrong);
}

/** An entry that is no exchange, or whose body cannot be read. */
export function entryError(file: string, at: number, wrong: string): RecordingSyntaxError {
  return new RecordingSyntaxError(file, `entry ${at + 1} has ${wrong} (at /log/entries/${at}); record it again`);
}

function areFields(headers: unknown): boolean {
  return (
    Array.isArray(headers) &&
    headers.every((field) => typeof field?.name === "string" && typeof field?.value === "string")
  );
}

function isText(text: unknown): boolean {
  return text === undefined || text === null || typeof text === "string";
}
