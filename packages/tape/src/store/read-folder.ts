// One folder of recordings, as it is on disk: a file for each exchange. Not those below it: see `read-tapes.ts`.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sortKey } from "../canonical.ts";
import type { Exchange, Tape } from "../exchange.ts";
import { comparePositions, type HarFile, type Position, readHarFile } from "../har/har.ts";
import { sidecarsOf } from "./sidecar.ts";

/** An exchange that has a file. */
export interface Filed {
  /** With its pass over the sorted recording. */
  readonly exchange: Exchange;
  /** Of its files, without a suffix. */
  readonly name: string;
}

/** The exchanges of a folder that are a tape together, in recorded order. */
export interface FiledTape {
  readonly tape: Omit<Tape, "exchanges">;
  readonly filed: readonly Filed[];
}

/** What the HAR files of a folder hold. */
export interface FolderContent {
  readonly tapes: readonly FiledTape[];
  /** Files that are a tape each, as of other tools, by their names. */
  readonly whole: ReadonlyArray<{ readonly name: string; readonly tape: Tape }>;
}

const suffix = ".har";

/**
 * Reads the HAR files of a folder; nothing where there is none.
 * @param root The collection that the folder belongs to: headers that answers share may stand there.
 * @param shown How errors name the folder.
 * @throws RecordingSyntaxError for the first file that is no recording.
 */
export function readFolder(root: string, folder: string, shown: string = folder): FolderContent {
  if (!existsSync(folder)) return { tapes: [], whole: [] };
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(suffix))
    .sort();
  const sidecar = sidecarsOf(root, folder);
  const parts: (HarFile & { readonly name: string })[] = [];
  const whole: { name: string; tape: Tape }[] = [];
  for (const name of names) {
    const text = readFileSync(join(folder, name), "utf8");
    const file = readHarFile(text, shown === "" ? name : `${shown}/${name}`, sidecar);
    if (file.isPart) parts.push({ ...file, name: name.slice(0, -suffix.length) });
    else whole.push({ name, tape: file.tape });
  }
  const byTape = Map.groupBy(parts, ({ tape }) => JSON.stringify({ ...tape, exchanges: [] }));
  return { tapes: [...byTape.values()].map(asTape), whole };
}

function asTape(parts: readonly (HarFile & { readonly name: string })[]): FiledTape {
  const placed = parts.flatMap(({ tape: { exchanges }, name }) =>
    exchanges.map((exchange) => ({ exchange, name, pass: exchange.pass ?? 0, key: sortKey(exchange) })),
  );
  placed.sort(compareFiled);
  const { exchanges: _, ...label } = (parts[0] as HarFile).tape;
  return { tape: label, filed: placed.map(({ exchange, name }) => ({ exchange, name })) };
}

/**
 * Compares exchanges that have a file each by when they were recorded, as `Array.sort` wants it.
 * @example
 * compareFiled({ pass: 0, key: "/zen", name: "GET" }, { pass: 0, key: "/zen", name: "GET.2" }) < 0; // true
 */
export function compareFiled(a: Position & Pick<Filed, "name">, b: Position & Pick<Filed, "name">): number {
  return comparePositions(a, b) || nthOf(a.name) - nthOf(b.name);
}

function nthOf(name: string): number {
  return Number(/\.(\d+)$/.exec(name)?.[1] ?? 1);
}
