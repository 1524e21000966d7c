import { hash } from "node:crypto";
import { bodyMark } from "../body/body-mark.ts";
import type { Body, Exchange, Tape } from "../exchange.ts";
import { readEntries } from "../formats/har/entries.ts";
import { isAnswer } from "../formats/imported.ts";
import type { ImportedExchange } from "../formats/types.ts";
import { RecordingSyntaxError } from "../recording-error.ts";
import { checkRedact } from "../redact/options.ts";
import { folderOf } from "../store/folder-name.ts";
import { checkTapes } from "../text/check-options.ts";
import { type ReadSidecar, wholeOf } from "./body-layout.ts";
import { flowMembers } from "./chunks.ts";
import type { HarEntry } from "./entry-types.ts";
import { entryText, headOf, tail } from "./exchange-text.ts";
import { messageMembers } from "./messages.ts";
import { ownExchange } from "./own-entry.ts";
import { entryError, type Har, parseHar } from "./parse.ts";
import { filedOrder, recordedOrder, withPasses } from "./passes.ts";
import { shown } from "./validate.ts";

/** The origin of an empty recording. */
const nowhere = "http://localhost";

export { type ReadSidecar, type Sidecar, wholeOf } from "./body-layout.ts";
export type { HarEntry } from "./entry-types.ts";
export { type ExchangeText, exchangeText, type TapeLabel } from "./exchange-text.ts";
export { entryFlaws, type Har } from "./parse.ts";
export { comparePositions, inRecordedOrder, type Position, passesOf, recordedOrder } from "./passes.ts";
export { placesOf } from "./shared-headers.ts";
export type { EntryFlaw } from "./validate.ts";

/**
 * Parses a HAR file as a tape. Accepts HAR of any tool, in its own dialect, and leaves out unusable entries, such as
 * requests without an answer and answers whose body was not stored (`readHar` in `@tapedeck/tape/formats` names them).
 * A credential in another tool's file is not imported: the principal is then `token`.
 * @param file File name for errors.
 * @param sidecar Reads the files beside it: bodies, and shared headers. Default: there are none.
 * @throws RecordingSyntaxError if the text is not JSON, not HAR, or of a newer tapedeck, or if an entry has an invalid
 *   method, URL, header or status.
 * @example
 * const tape = fromHar(await readFile(file, "utf8"), file);
 */
export function fromHar(text: string, file: string, sidecar: ReadSidecar = nothingBeside): Tape {
  return readHarFile(text, file, sidecar).tape;
}

/** The content of a HAR file. */
export interface HarFile {
  readonly tape: Tape;
  /** Whether it is one exchange of a folder, rather than a tape by itself. */
  readonly isPart: boolean;
}

/** Reads the same as {@link fromHar}, and the file's place in its folder. */
export function readHarFile(text: string, file: string, sidecar: ReadSidecar = nothingBeside): HarFile {
  const { log } = parseHar(text, file);
  const foreign = log._tapedeck === undefined ? readEntries(log, quietly(sidecar)).found : null;
  const first = log.entries[0];
  const origin = log._tapedeck?.origin ?? foreign?.[0]?.origin ?? nowhere;
  const recordedAt =
    log._tapedeck?.recordedAt ?? (first === undefined || foreign?.length === 0 ? 0 : first.startedDateTime);
  // Of any type; an object may throw when it is converted to text.
  const milliseconds = typeof recordedAt === "object" ? Number.NaN : new Date(recordedAt ?? 0).getTime();
  if (Number.isNaN(milliseconds)) {
    throw new RecordingSyntaxError(file, `it has no date in startedDateTime (found ${shown(recordedAt)}); mend it`);
  }
  const tape: Tape = {
    name: nameOf(log, origin) ?? file,
    origin,
    recordedAt: Math.floor(milliseconds / 1000),
    ...(log._tapedeck?.redact && { redact: log._tapedeck.redact }),
    exchanges: foreign?.map((each) => within(each, origin)) ?? ownExchanges(log.entries, file, origin, sidecar),
  };
  const isPart = log._tapedeck !== undefined && log._tapedeck.name === undefined && tape.exchanges.length === 1;
  return { tape, isPart };
}

function ownExchanges(
  entries: readonly HarEntry[],
  file: string,
  origin: string,
  sidecar: ReadSidecar,
): readonly Exchange[] {
  const order = recordedOrder(entries).filter((at) => isExchange(entries[at] as HarEntry));
  return withPasses(
    order.map((at) =>
      ownExchange(entries[at] as HarEntry, origin, sidecar, (member, wrong) =>
        entryError(
          file,
          at,
          `a ${member.replace("/", ".")} that cannot be read: ${wrong}`,
          `/log/entries/${at}/${member}`,
        ),
      ),
    ),
    order.map((at) => entries[at]?._pass ?? 0),
  );
}

/**
 * Writes a tape as the text of one HAR 1.2 file without others beside it: entries sorted, a line feed at the end. The
 * same tape gives the same text. {@link fromHar} undoes it: `_pass` keeps the order of the exchanges. A folder of
 * recordings has a file for each exchange instead, see `exchangeText`.
 * @example
 * await writeFile(file, toHar(tape));
 */
export function toHar(tape: Tape): string {
  checkTapes("write a tape", [tape]);
  const { exchanges, ...label } = tape;
  const entries = filedOrder(exchanges).map(({ exchange, pass }) => entryText(exchange, label, { pass }).text);
  return `${headOf(label, exchanges.length === 0)}${entries.join(", ")}${tail}`;
}

/**
 * Reads what a recording says of itself from the beginning of its text; returns null if it is not a recording of
 * tapedeck.
 * @example
 * readLabel(toHar(tape))?.redact;
 */
export function readLabel(head: string): Pick<Tape, "redact"> | null {
  const [, label] = /^ *"_tapedeck": (\{.*\}), "entries": \[/m.exec(head) ?? [];
  try {
    const { redact } = JSON.parse(label ?? "") as Pick<Tape, "redact">;
    return redact === undefined ? {} : { redact: checkRedact(redact, "it") };
  } catch {
    return null;
  }
}

function nameOf(log: Har["log"], origin: string): string | null {
  const name: unknown = log._tapedeck === undefined ? log._recordingName : log._tapedeck.name;
  if (typeof name === "string") return name;
  const first = log.entries[0];
  return log._tapedeck === undefined || first === undefined ? null : folderOf(origin, first.request.url);
}

function nothingBeside(): never {
  throw new RangeError("the file beside it that it names was not given");
}

function quietly(sidecar: ReadSidecar): (name: string) => Uint8Array | null {
  return (name) => {
    try {
      return wholeOf(sidecar(name));
    } catch {
      return null;
    }
  };
}

/**
 * Returns whether one of our entries is an exchange: a final answer, or a WebSocket that was opened, with its messages.
 */
export function isExchange({ response: { status }, _webSocketMessages }: HarEntry): boolean {
  return isAnswer(status) || (status === 101 && _webSocketMessages !== undefined);
}

function within({ origin, exchange }: ImportedExchange, tapeOrigin: string): Exchange {
  const { request, response } = exchange;
  return {
    request: { ...request, target: origin === tapeOrigin ? request.target : `${origin}${request.target}` },
    response,
  };
}

/**
 * Returns the digest of everything that is replayed of an exchange, and by which it is found: it reveals an edit by
 * hand.
 * @example
 * digestOf(exchange) === digestOf(structuredClone(exchange)); // true
 */
export function digestOf({ request, response }: Exchange): string {
  const { method, target, principal, headers, session } = request;
  const asked = [
    method,
    target,
    principal,
    headers,
    digested(request.body),
    ...(session === undefined ? [] : [session]),
  ];
  const { status, reason } = response;
  const parts = [
    ...asked,
    status,
    ...(reason === undefined ? [] : [reason]),
    response.headers,
    digested(response.body),
  ];
  const flow = Object.values({ ...flowMembers(response), ...messageMembers(response) });
  return hash("sha256", JSON.stringify([...parts, ...flow])).slice(0, 16);
}

function digested(body: Body | null): object | null {
  const [encoding, text] = bodyMark(body);
  return body && { encoding, text };
}
