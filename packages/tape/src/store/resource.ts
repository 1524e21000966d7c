// One HAR file of a folder that is recorded into. Not the folder: see `har-folder.ts`. Read next: `merge-run.ts`.
import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { requestKey, sortKey } from "../canonical.ts";
import type { Exchange, RecordedRequest, Tape } from "../exchange.ts";
import { fromHar, harPieces } from "../har/har.ts";
import { passed, passesOf } from "../har/passes.ts";
import type { Journal, LineRef } from "./journal.ts";
import { mergeRun, type RunEntry, sameResponse } from "./merge-run.ts";
import { choosePass, type Turn } from "./recorded-order.ts";
import type { Found } from "./store.ts";
import type { WriteFile } from "./write-files.ts";

/** What tells a tape from others that hold the same. */
export type TapeLabel = Omit<Tape, "exchanges">;

/** What a journal's line holds. */
export interface JournalLine extends Pick<TapeLabel, "origin" | "recordedAt" | "redact"> {
  readonly nth: number;
  readonly exchange: Exchange;
}

/** The answers of one file. */
export interface Resource {
  find(request: RecordedRequest): Promise<Found>;
  append(exchange: Exchange, turn: Turn): Promise<"captured" | "unchanged">;
  /** Brings all that was appended into the file. False where what was brought there is gone: the file was removed. */
  settle(): Promise<boolean>;
  /** Forgets what the file holds: it can be read again. */
  forget(): void;
}

/** An answer of this run. */
interface Noted {
  readonly nth: number;
  readonly pass: number;
  /** Itself, or where the journal has it; null once the file has it. */
  held: Exchange | LineRef | null;
}

interface Content {
  readonly exchanges: readonly Exchange[];
  /** By {@link markOf} of their requests. */
  readonly answers: ReadonlyMap<string, readonly Exchange[]>;
}

/** An error of the system, and the file that it is about. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly file: string;
  constructor(file: string, cause: unknown) {
    super(`Cannot keep "${file}": ${(cause as Error).message}`, { cause });
    this.file = file;
  }
}

/** Names the file that an error of the system is about. Any other error comes back as it is: it says so itself. */
export function storeFailure(file: string, cause: unknown): unknown {
  return (cause as NodeJS.ErrnoException).syscall === undefined ? cause : new StoreError(file, cause);
}

/** How many answers are few enough to write all of them anew with each. Of more, new ones go into the journal first. */
const few = 16;

/**
 * Opens the file of a resource. A file that holds little is written anew before an answer counts as kept; of a large one
 * that would cost more with each answer, so what comes is kept in the journal until the file is settled.
 * @param journalOf Gives the journal, which is started when it is first needed.
 * @param nextPass See {@link choosePass}.
 * @example
 * const resource = openResource(file, label, write, journalOf, nextPass);
 * await resource.append(exchange, turn); // "captured"
 */
export function openResource(
  file: string,
  label: TapeLabel,
  write: WriteFile,
  journalOf: () => { readonly path: string; readonly journal: Journal },
  nextPass: (pass: number) => Promise<number>,
): Resource {
  const asked = new Map<string, number>();
  const run = new Map<string, Noted[]>();
  let unwritten = 0;
  let content: Promise<Content> | null = null;
  let isRemembered = true;
  let isWritten = false;
  let writing: Promise<void> = Promise.resolve();
  let queued: Promise<void> | null = null;

  const load = (): Promise<Content> => {
    isRemembered = true;
    content ??= exchangesIn(file).then(contentOf, (error: unknown) => {
      // Who asks again may find it mended.
      content = null;
      throw error;
    });
    return content;
  };
  const exchangeOf = (held: Exchange | LineRef): Exchange =>
    "request" in held ? held : (JSON.parse(journalOf().journal.read(held)) as JournalLine).exchange;

  const bring = async (): Promise<void> => {
    if (run.size === 0) return;
    const { exchanges: past, answers } = await (content ?? exchangesIn(file).then(contentOf));
    const batch = [...run.values()].flat().filter(({ held }) => held !== null);
    const entries = [...run].flatMap(([mark, noted]) =>
      noted.flatMap(({ nth, pass, held }): readonly RunEntry[] => {
        const exchange = held === null ? answers.get(mark)?.[nth] : exchangeOf(held);
        return exchange === undefined ? [] : [{ exchange: passed(exchange, pass), nth }];
      }),
    );
    const exchanges = mergeRun(past, entries);
    if (exchanges.length !== past.length || exchanges.some((exchange, at) => exchange !== past[at])) {
      try {
        await write(file, harPieces({ ...label, exchanges }));
      } catch (cause) {
        content = null;
        throw storeFailure(file, cause);
      }
      isWritten = true;
      content = isRemembered ? Promise.resolve(contentOf(exchanges)) : null;
    }
    for (const each of batch) each.held = null;
    unwritten -= batch.length;
  };

  // One writer a file; what arrives while it writes goes into the next text together.
  const settle = (): Promise<void> => {
    if (queued !== null) return queued;
    const next = writing.then(() => {
      queued = null;
      return bring();
    });
    queued = next;
    writing = next.catch(() => {});
    return next;
  };

  const keep = async (exchange: Exchange, noted: Noted): Promise<void> => {
    const { exchanges } = await load();
    if (exchanges.length + unwritten <= few) return settle();
    const { path, journal } = journalOf();
    const { name: _name, ...shared } = label;
    const line: JournalLine = { ...shared, nth: noted.nth, exchange: passed(exchange, noted.pass) };
    try {
      noted.held = await journal.append(JSON.stringify(line));
    } catch (cause) {
      throw storeFailure(path, cause);
    }
  };

  return {
    async find(request) {
      const mark = markOf(request);
      const answers = [...((await load()).answers.get(mark) ?? [])];
      for (const { nth, held } of run.get(mark) ?? []) {
        if (held !== null) answers[Math.min(nth, answers.length)] = exchangeOf(held);
      }
      return { answers, next: asked.get(mark) ?? 0 };
    },
    async append(exchange, turn) {
      const mark = markOf(exchange.request);
      const nth = asked.get(mark) ?? 0;
      asked.set(mark, nth + 1);
      const past = (await load()).answers.get(mark)?.[nth];
      const key = sortKey(exchange);
      const pass = await choosePass(await turn.after, key, past === undefined ? null : (past.pass ?? 0), nextPass);
      turn.place({ pass, key });
      const unchanged = past !== undefined && sameResponse(past, exchange);
      const noted: Noted = { nth, pass, held: unchanged ? null : exchange };
      const alike = run.get(mark) ?? [];
      run.set(mark, alike);
      alike.push(noted);
      if (unchanged) return "unchanged";
      unwritten += 1;
      try {
        await keep(exchange, noted);
      } catch (error) {
        alike.splice(alike.indexOf(noted), 1);
        unwritten -= 1;
        throw error;
      }
      return "captured";
    },
    async settle() {
      await settle();
      return !isWritten || existsSync(file);
    },
    forget() {
      isRemembered = false;
      if (queued === null) content = null;
    },
  };
}

/** Reads the exchanges of a file, each with its pass; none where there is no file. */
export async function exchangesIn(file: string): Promise<readonly Exchange[]> {
  // Most are not there when they are first asked for, and an error costs more than a look.
  if (!existsSync(file)) return [];
  try {
    return inPasses(fromHar(await readFile(file, "utf8"), file).exchanges);
  } catch (cause) {
    throw storeFailure(file, cause);
  }
}

/** Exchanges in recorded order, each with its pass. */
export function inPasses(exchanges: readonly Exchange[]): readonly Exchange[] {
  const passes = passesOf(exchanges);
  return exchanges.map((exchange, at) => passed(exchange, passes[at] ?? 0));
}

function contentOf(exchanges: readonly Exchange[]): Content {
  return { exchanges, answers: Map.groupBy(exchanges, ({ request }) => markOf(request)) };
}

// What a run remembers of each request is little, however large its body was.
function markOf(request: RecordedRequest): string {
  const key = requestKey(request);
  return key.length > 256 ? hash("sha256", key) : key;
}
