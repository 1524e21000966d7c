// The folder of one resource that is being recorded. The collection is in `har-folder.ts`. Read next: `merge-run.ts`.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { sortKey } from "../canonical.ts";
import type { Exchange, RecordedRequest, Tape } from "../exchange.ts";
import { layoutOf } from "../har/body-layout.ts";
import { digestOf } from "../har/har.ts";
import { passed } from "../har/passes.ts";
import { inTurns, type Steps } from "../redact/steps.ts";
import { exchangeName } from "./exchange-name.ts";
import { type RunEntry, sameResponse } from "./order/merge-run.ts";
import type { RecordedLog } from "./order/recorded-log.ts";
import { choosePass, type Turn } from "./order/recorded-order.ts";
import { type Filed, readFolder } from "./read/read-folder.ts";
import { type Alike, contentOf, type FiledPlace, type ResourceContent } from "./resource-content.ts";
import type { Appended, Found } from "./store.ts";
import type { Journal, LineRef } from "./write/journal.ts";
import { discardBody, settled } from "./write/large-bodies.ts";
import { fileMerged, type WriteContext, writeFolder } from "./write/write-folder.ts";

/** The facts that distinguish a tape from others with the same exchanges. */
type TapeLabel = Omit<Tape, "exchanges">;

/** The content of a journal's line. */
export interface JournalLine extends Pick<TapeLabel, "origin" | "recordedAt" | "redact"> {
  readonly nth: number;
  readonly exchange: Exchange;
}

/** The answers of one resource. */
export interface Resource {
  /**
   * Finds the answers to a request that the run would record next.
   * @param mayBeNew Whether it may be recorded here if nothing on file is left for it; else null is returned.
   */
  find(request: RecordedRequest, mayBeNew: boolean): Promise<Found | null>;
  /** Takes the place of an exchange, which is appended next; null as for `find`. */
  place(exchange: Exchange, mayBeNew: boolean): Promise<Append | null>;
  /** Moves everything that was appended into files. Returns false if moved files have been removed. */
  settle(): Promise<boolean>;
  /** Releases the memory of what the files hold. Returns what is needed to open it again; null while it is busy. */
  forget(): ResourceMemory | null;
}

type Append = (turn: Turn) => Promise<Appended>;

/**
 * What a run remembers of an idle resource: a file that was written, to check for at the end; the passes of the answers to
 * each request, from the first of them on; how many answers equal to the last one came after it. A list, since a run holds
 * a million of them as JSON.
 */
export type ResourceMemory = readonly [
  written: string | null,
  run: ReadonlyArray<readonly [mark: string, first: number, passes: readonly number[]]>,
  repeats: ReadonlyArray<readonly [mark: string, count: number]>,
];

/** An answer of this run. */
interface Noted {
  readonly nth: number;
  readonly pass: number;
  /** The exchange itself, or its place in the journal; null once a file has it. */
  held: Exchange | LineRef | null;
}

/** An error of the system, with the file that it is about. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly file: string;
  constructor(file: string, cause: unknown) {
    super(`Cannot keep "${file}": ${(cause as Error).message}`, { cause });
    this.file = file;
  }
}

/** Adds the file to an error of the system. Returns any other error as it is. */
export function storeFailure(file: string, cause: unknown): unknown {
  return (cause as NodeJS.ErrnoException).syscall === undefined ? cause : new StoreError(file, cause);
}

/**
 * Number of answers up to which all of them are checked with each new one. Beyond it, new ones go into the journal
 * first.
 */
const few = 16;

const untouched: ResourceMemory = [null, [], []];

/**
 * Whether answers come behind those on file, and replace none: all of them, or those up to the last that differs from the
 * one before it.
 */
export type FillsGaps = boolean | "changes";

/** Where a resource stores its answers. */
interface ResourceContext extends Omit<WriteContext, "log"> {
  readonly log: RecordedLog;
  /** Returns the journal, which is started when it is first needed. */
  readonly journalOf: () => { readonly path: string; readonly journal: Journal };
  readonly fillsGaps: FillsGaps;
  readonly alike: Alike;
  /** See {@link choosePass}. */
  readonly nextPass: (pass: number) => Promise<number>;
}

/**
 * Opens the folder of a resource. In a small folder, an answer counts as stored once it is in its file. In a large one
 * that would cost more with each answer, so answers go to the journal until the resource is settled. So does one that
 * replaces an answer whose body has a file of its own: no crash may leave an exchange with the body of another.
 * @param label The folder's name is that of the tape.
 * @example
 * const resource = openResource(label, context);
 * await (await resource.place(exchange, true))?.(turn); // { file: "api.service.example/zen/GET.har", outcome: "captured" }
 */
export function openResource(
  label: TapeLabel,
  context: ResourceContext,
  [writtenBefore, ranBefore, repeatedBefore]: ResourceMemory = untouched,
): Resource {
  const { root, log, journalOf, fillsGaps, alike, nextPass } = context;
  const folder = join(root, label.name);
  const run = new Map(
    ranBefore.map(([mark, first, passes]) => [
      mark,
      passes.map((pass, at): Noted => ({ nth: first + at, pass, held: null })),
    ]),
  );
  const asked = new Map(ranBefore.map(([mark, first, passes]) => [mark, first + passes.length]));
  // Of these, those that are being stored, too.
  const placed = new Map(asked);
  // Stored once another answer follows: until then the last one counts for all of them.
  const repeats = new Map(repeatedBefore);
  let underway = 0;
  let unwritten = 0;
  // Whether anything came since the folder was last written.
  let isBehind = false;
  let content: Promise<ResourceContent> | null = null;
  let isRemembered = true;
  let written = writtenBefore;
  let writing: Promise<void> = Promise.resolve();
  let queued: Promise<void> | null = null;

  const read = async (): Promise<ResourceContent> => contentOf(await filedIn(root, label.name), alike.compared);
  const load = (): Promise<ResourceContent> => {
    isRemembered = true;
    content ??= read().catch((error: unknown) => {
      // A retry may find it mended.
      content = null;
      throw error;
    });
    return content;
  };
  const exchangeOf = (held: Exchange | LineRef): Exchange =>
    "request" in held ? held : (JSON.parse(journalOf().journal.read(held)) as JournalLine).exchange;

  const bring = async (): Promise<void> => {
    if (!isBehind) return;
    const { filed: past, answers } = await (content ?? read());
    isBehind = false;
    const batch = [...run.values()].flat().filter(({ held }) => held !== null);
    const entries = [...run].flatMap(([mark, noted]) =>
      noted.flatMap(({ nth, pass, held }): readonly RunEntry[] => {
        const exchange = held === null ? answers.get(mark)?.[nth] : exchangeOf(held);
        return exchange === undefined ? [] : [{ exchange: passed(exchange, pass), nth }];
      }),
    );
    const named = fileMerged(label.origin, past, entries);
    try {
      const [first] = await writeFolder(context, label, label.name, past, named);
      if (first !== undefined) written = first.slice(label.name.length + 1);
    } catch (cause) {
      content = null;
      isBehind = true;
      throw storeFailure(folder, cause);
    }
    const kept = new Map(past.map(({ exchange, name }) => [exchange, name]));
    const filed = named.map(({ exchange, name }) => ({
      exchange: kept.get(exchange) === name ? exchange : settled(exchange, folder, name),
      name,
    }));
    content = isRemembered ? Promise.resolve(contentOf(filed, alike.compared)) : null;
    for (const each of batch) each.held = null;
    unwritten -= batch.length;
  };

  // One writer for each folder; what arrives while it writes is written together next.
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

  const keep = async (exchange: Exchange, noted: Noted, past: Exchange | undefined): Promise<void> => {
    const { filed } = await load();
    const isReplaced = past !== undefined && (await inTurns(haveOwnFiles([past, exchange])));
    if (filed.length + unwritten <= few && !isReplaced) return settle();
    const { path, journal } = journalOf();
    const { name: _name, ...shared } = label;
    const line: JournalLine = { ...shared, nth: noted.nth, exchange: passed(exchange, noted.pass) };
    try {
      noted.held = await journal.append(JSON.stringify(line));
    } catch (cause) {
      throw storeFailure(path, cause);
    }
  };

  const fileOf = ({ request }: Exchange, nth: number): string =>
    `${label.name}/${exchangeName(label.origin, request, nth)}.har`;

  const unchangedAt = (nth: number, past: Exchange, exchange: Exchange, earlier: number): Appended => {
    const file = fileOf(exchange, nth);
    log.seen(file, digestOf(past));
    for (const { body } of [exchange.request, exchange.response]) discardBody(body);
    return { file, outcome: "unchanged", earlier, exchange: past };
  };

  const placeFor = async (
    request: RecordedRequest,
    status: number | null,
    take?: (place: FiledPlace) => void,
  ): Promise<FiledPlace> => {
    const { answers, placeOf } = await load();
    const isLeft = (mark: string): boolean =>
      fillsGaps ? answers.has(mark) || asked.has(mark) : (placed.get(mark) ?? 0) < (answers.get(mark)?.length ?? 0);
    return fillsGaps ? placeOf(request, null, isLeft, "last", take) : placeOf(request, status, isLeft, "first", take);
  };

  const appendNext = async (came: Exchange, { mark, as }: FiledPlace, turn: Turn): Promise<Appended> => {
    const exchange = { ...came, request: as, response: alike.answered(came, as) };
    const there = fillsGaps ? ((await load()).answers.get(mark) ?? []) : [];
    const latest = run.get(mark)?.at(-1)?.held ?? null;
    const last = latest === null ? there.at(-1) : exchangeOf(latest);
    if (fillsGaps === "changes" && last) {
      const repeated = repeats.get(mark) ?? 0;
      if (sameResponse(last, exchange)) {
        repeats.set(mark, repeated + 1);
        return unchangedAt(there.length - 1, last, exchange, 0);
      }
      repeats.delete(mark);
      for (let left = repeated; left > 0; left -= 1) await appendBehind(mark, there.length, last, turn);
    }
    return appendBehind(mark, there.length, exchange, turn);
  };

  const appendBehind = async (mark: string, before: number, exchange: Exchange, turn: Turn): Promise<Appended> => {
    const nth = asked.get(mark) ?? before;
    asked.set(mark, nth + 1);
    const onFile = (await load()).answers.get(mark) ?? [];
    const past = onFile[nth];
    const earlier = Math.max(0, onFile.length - nth - 1);
    const key = sortKey(exchange);
    const pass = await choosePass(await turn.after, key, past === undefined ? null : (past.pass ?? 0), nextPass);
    turn.place({ pass, key });
    const unchanged = past !== undefined && sameResponse(past, exchange);
    const noted: Noted = { nth, pass, held: unchanged ? null : exchange };
    const ofMark = run.get(mark) ?? [];
    run.set(mark, ofMark);
    ofMark.push(noted);
    isBehind ||= !unchanged || pass !== (past.pass ?? 0);
    if (unchanged) return unchangedAt(nth, past, exchange, earlier);
    unwritten += 1;
    try {
      await keep(exchange, noted, past);
    } catch (error) {
      ofMark.splice(ofMark.indexOf(noted), 1);
      unwritten -= 1;
      throw error;
    }
    const name = exchangeName(label.origin, exchange.request, nth);
    const stored = noted.held === null ? settled(exchange, folder, name) : exchange;
    return { file: fileOf(exchange, nth), outcome: "captured", earlier, exchange: stored };
  };

  return {
    async find(request, mayBeNew) {
      const { mark, isNew } = await placeFor(request, null);
      if (isNew && !mayBeNew) return null;
      const answers = [...((await load()).answers.get(mark) ?? [])];
      for (const { nth, held } of run.get(mark) ?? []) {
        if (held !== null) answers[Math.min(nth, answers.length)] = exchangeOf(held);
      }
      return { answers, next: asked.get(mark) ?? 0 };
    },
    async place(exchange, mayBeNew) {
      underway += 1;
      const place = await placeFor(exchange.request, exchange.response.status, ({ mark, isNew }) => {
        if (!isNew || mayBeNew) placed.set(mark, (placed.get(mark) ?? 0) + 1);
      }).catch((error: unknown) => {
        underway -= 1;
        throw error;
      });
      if (place.isNew && !mayBeNew) {
        underway -= 1;
        return null;
      }
      return (turn) =>
        appendNext(exchange, place, turn).finally(() => {
          underway -= 1;
        });
    },
    async settle() {
      await settle();
      return written === null || existsSync(join(folder, written));
    },
    forget() {
      isRemembered = false;
      if (queued === null) content = null;
      const all = [...run].map(([mark, noted]) => ({ mark, noted, first: noted[0]?.nth ?? 0 }));
      const isAtRest =
        underway === 0 &&
        !isBehind &&
        all.every(
          ({ mark, noted, first }) =>
            first + noted.length === asked.get(mark) &&
            noted.every(({ nth, held }, at) => nth === first + at && held === null),
        );
      return isAtRest
        ? [written, all.map(({ mark, noted, first }) => [mark, first, noted.map(({ pass }) => pass)]), [...repeats]]
        : null;
    },
  };
}

/** Reads the exchanges of a resource, in recorded order; none if it has no folder. */
export async function filedIn(root: string, name: string): Promise<readonly Filed[]> {
  const folder = join(root, name);
  try {
    // Of two labels, one was recorded with other rules: both are kept.
    return readFolder(root, folder, { shown: name }).tapes.flatMap(({ filed }) => filed);
  } catch (cause) {
    throw storeFailure(folder, cause);
  }
}

// Returns whether bodies of them are in files beside their HAR.
function* haveOwnFiles(exchanges: readonly Exchange[]): Steps<boolean> {
  for (const { request, response } of exchanges)
    for (const body of [request.body, response.body])
      if ((yield* layoutOf(body, "", "x")).sidecar !== null) return true;
  return false;
}
