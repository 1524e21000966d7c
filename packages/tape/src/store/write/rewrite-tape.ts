import { readdir, readFile, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { sortKey } from "../../canonical.ts";
import type { Exchange, Tape } from "../../exchange.ts";
import { readHarFile, toHar } from "../../har/har.ts";
import { comparePositions, type Position, passed, passesOf } from "../../har/passes.ts";
import { isSharedHeaders } from "../../har/shared-headers.ts";
import { folderOf } from "../folder-name.ts";
import { collectionOf, dayOf, openRecordedLog } from "../order/recorded-log.ts";
import { pathBelow } from "../path-below.ts";
import { type Filed, readFolder } from "../read/read-folder.ts";
import { listRecordings } from "../read/read-tapes.ts";
import { sidecarsOf } from "../read/sidecar.ts";
import { filedIn } from "../resource.ts";
import { createFileWriter, type WriteFile } from "./write-files.ts";
import { fileAll, type WriteContext, writeFolder } from "./write-folder.ts";

/** Options for changing tapes on file. */
export interface RewriteOptions {
  /** Time of the change, in epoch seconds: its day is logged for what is new. */
  readonly now: number;
  /** Throws if nothing may be written any more. Default: never. */
  readonly check?: () => void;
}

/**
 * Changes the exchanges of tapes on file. Those that are returned as the same objects keep every byte; those that are
 * returned with another target move to its folder.
 * @param root The collection.
 * @param files The tapes, as `readTapes` names them: folders of resources, or HAR files that are a tape each.
 * @param change Returns the new content of a tape, in recorded order.
 * @returns The files that were written, below the root.
 * @throws RecordingSyntaxError for a file that is not a recording.
 * @throws Error with the system's reason, if a file cannot be written.
 * @example
 * await rewriteTapes("recordings", ["api.service.example/zen"], ({ exchanges }) => exchanges.slice(1), { now });
 */
export async function rewriteTapes(
  root: string,
  files: readonly string[],
  change: (tape: Tape) => readonly Exchange[] | Promise<readonly Exchange[]>,
  { now, check = () => {} }: RewriteOptions,
): Promise<readonly string[]> {
  const write = createFileWriter(check);
  const written: string[] = [];
  const [whole = [], folders = []] = [true, false].map((isFile) =>
    files.filter((each) => each.endsWith(".har") === isFile),
  );
  for (const file of whole) {
    await rewriteFile(root, file, async (tape) => ({ ...tape, exchanges: await change(tape) }), { now, check });
    written.push(file);
  }
  for (const [collection, own] of Map.groupBy(folders, (file) => collectionOf(root, `${file}/`)))
    await logged(collection, write, { now, check }, async (context) => {
      for (const file of own) {
        const name = pathBelow(context.root, join(root, file));
        const { tapes } = readFolder(root, join(root, file), { shown: file });
        for (const { tape, filed } of tapes) {
          const exchanges = await change({ ...tape, exchanges: filed.map(({ exchange }) => exchange) });
          const passes = passesOf(exchanges);
          const after = exchanges.map((exchange, at) => passed(exchange, passes[at] ?? 0));
          const changed = await writePlaced(context, tape, name, filed, after);
          for (const path of changed) written.push(pathBelow(root, join(context.root, path)));
        }
      }
    });
  return written;
}

/** Writes the exchanges of a folder; those whose target leads to another one by now are moved there. */
async function writePlaced(
  context: WriteContext,
  tape: Omit<Tape, "exchanges">,
  name: string,
  before: readonly Filed[],
  after: readonly Exchange[],
): Promise<readonly string[]> {
  const { origin } = tape;
  const isNamedByTarget = before.some(({ exchange }) => folderOf(origin, exchange.request.target) === name);
  const places = Map.groupBy(after, ({ request }) => (isNamedByTarget ? folderOf(origin, request.target) : name));
  const changed: string[] = [];
  for (const [place, moved] of places) {
    if (place === name) continue;
    const there = await filedIn(context.root, place);
    const all = [...there.map(({ exchange }) => exchange), ...moved];
    const sorted = all.sort((a, b) => comparePositions(positionOf(a), positionOf(b)));
    changed.push(...(await writeFolder(context, tape, place, there, fileAll(origin, sorted))));
  }
  // Last: a crash may leave an exchange twice, and loses none.
  changed.push(...(await writeFolder(context, tape, name, before, fileAll(origin, places.get(name) ?? []))));
  if (places.has(name)) return changed;
  for (let at = name; at !== "." && at !== "" && (await readdir(join(context.root, at))).length === 0; at = dirname(at))
    await rmdir(join(context.root, at));
  return changed;
}

const positionOf = (exchange: Exchange): Position => ({ pass: exchange.pass ?? 0, key: sortKey(exchange) });

/** Changes files of a collection, and its log. */
async function logged(
  root: string,
  write: WriteFile,
  { now, check = () => {} }: RewriteOptions,
  task: (context: WriteContext) => Promise<unknown>,
): Promise<void> {
  const log = openRecordedLog(root, dayOf(now), write, check);
  await task({ root, write, log, shared: new Map() });
  await log.close();
}

/**
 * Changes one file of a collection: an exchange with the files beside it, or a tape that is one file. Its name stays.
 * @param root The collection, or a folder of several.
 * @throws RecordingSyntaxError if it is not a recording.
 * @throws Error with the system's reason, if it cannot be written.
 * @example
 * await rewriteFile("recordings", "api.service.example/zen/GET.har", (tape) => tape, { now });
 */
export async function rewriteFile(
  root: string,
  file: string,
  change: (tape: Tape) => Tape | Promise<Tape>,
  { now, check = () => {} }: RewriteOptions,
): Promise<void> {
  const path = join(root, file);
  const { tape, isPart } = readHarFile(await readFile(path, "utf8"), file, sidecarsOf(root, dirname(path)));
  const next = await change(tape);
  const [before, after] = [tape.exchanges[0], next.exchanges[0]];
  const write = createFileWriter(check);
  if (!isPart || before === undefined || after === undefined) return write(path, toHar(next));
  const name = basename(file, ".har");
  await logged(collectionOf(root, file), write, { now, check }, (context) => {
    const folder = pathBelow(context.root, dirname(path));
    return writeFolder(context, next, folder, [{ exchange: before, name }], [{ exchange: { ...after }, name }]);
  });
}

/**
 * Lists the files of shared headers that no recording below their folder refers to any more: the recordings were
 * removed, or recorded again.
 * @returns Their paths below the root, sorted.
 * @example
 * await unreferencedHeaders("recordings"); // ["api.service.example/headers-0c8fc37b.json"]
 */
export async function unreferencedHeaders(root: string): Promise<readonly string[]> {
  const wanted = new Set<string>();
  for (const file of await listRecordings(root)) {
    const text = await readFile(join(root, file), "utf8");
    // A body with the same words keeps a file that could go, which is the lesser harm.
    for (const [, name = ""] of text.matchAll(/"_headers"\s*:\s*"(headers-[\da-f]{8}\.json)"/g))
      for (let at = dirname(file); ; at = dirname(at)) {
        wanted.add(at === "." ? name : `${at}/${name}`);
        if (at === ".") break;
      }
  }
  const files = await readdir(root, { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile() && isSharedHeaders(entry.name))
    .map(({ parentPath, name }) => pathBelow(root, join(parentPath, name)))
    .filter((file) => !wanted.has(file))
    .sort();
}
