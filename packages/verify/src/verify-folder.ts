import type { Api } from "@tapedeck/api";
import { RecordingSyntaxError, type Tape } from "@tapedeck/tape";
import { folderOf, listRecordings, readLeftTapes, readTapes, rewriteFile } from "@tapedeck/tape/files";
import { toHar } from "@tapedeck/tape/har";
import { canonicalExchanges } from "./canonical-text.ts";
import { type Finding, finding, isMendable } from "./finding.ts";
import { type InspectFiles, inspectAll, inspectFiles, unreadable } from "./inspect-files.ts";
import { withoutSecretsInFiles } from "./large-bodies.ts";
import { type PlacedExchange, playbackFindings } from "./plays.ts";
import { type CountedFile, miscountsBetween } from "./quota.ts";
import { type Inspected, isInPlace, verifyRecording } from "./verify-recording.ts";

/** Options for verifying the recordings of a folder. */
export interface VerifyFolderOptions {
  /** Descriptions of the APIs. Default: none. */
  readonly apis?: readonly Api[];
  /** Whether to mend what can be mended without loss. Default: false. */
  readonly fix?: boolean;
  /** Time in epoch seconds, whose day is logged for mended files. Default: the machine's clock. */
  readonly now?: number;
  /** Finds further flaws of a readable recording. */
  readonly alsoFind?: (file: string) => Promise<readonly Finding[]>;
  /** Inspectors on other threads, which also take files of this folder. The findings are the same. Default: none. */
  readonly beside?: readonly InspectFiles[];
  /** Called with the number of inspected recordings, and of all. */
  readonly onProgress?: (recordings: number, of: number) => void;
}

/** The flaws in the recordings of a folder. */
export interface FolderReport {
  /** Number of recordings. */
  readonly files: number;
  /** Number of recordings with findings, after mending. */
  readonly broken: number;
  readonly fixed: number;
  /** Files that should have been mended, and are unchanged. */
  readonly unmended: readonly string[];
  /** Entries that could not be requested: `orders.har, entry 3, GET /me`. Nothing says how their credential is sent. */
  readonly unasked: readonly string[];
  /** Findings, by the recording's path below the folder. */
  readonly report: Readonly<Record<string, readonly Finding[]>>;
}

/**
 * Verifies every recording of a folder: a broken file is a finding, and the others are verified too. The rate limit of
 * a recording is checked across its files, of which only the counters are kept.
 * @throws An error of the file system if the folder cannot be listed.
 * @example
 * const { broken, report } = await verifyFolder("recordings", { apis: await readApis("recordings") });
 */
export async function verifyFolder(
  dir: string,
  { apis = [], fix = false, now = Date.now() / 1000, alsoFind, beside = [], onProgress }: VerifyFolderOptions = {},
): Promise<FolderReport> {
  const files = await listRecordings(dir);
  const all = await inspectAll(files, [inspectFiles(dir, apis), ...beside], (count) =>
    onProgress?.(count, files.length),
  );
  const report: Record<string, readonly Finding[]> = {};
  const unmended: string[] = [];
  const counted: CountedFile[] = [];
  let fixed = 0;
  for (const [at, file] of files.entries()) {
    let { findings, counted: own } = all[at] as Inspected;
    if (fix && findings.length > 0) {
      const failure = isMendable(findings) ? await mend(dir, file, now) : [];
      if (isMendable(findings) && failure.length === 0) {
        fixed += 1;
        // The log has changed for it now.
        const [mended] = await inspectFiles(dir, apis)([file]);
        ({ findings, counted: own } = mended as Inspected);
      } else {
        unmended.push(file);
        findings = [...findings, ...failure];
      }
    }
    if (own) counted.push(own);
    if (alsoFind && findings.every(({ kind }) => kind !== "unreadable"))
      findings = [...findings, ...(await alsoFind(file))];
    if (findings.length > 0) report[file] = findings;
  }
  for (const [file, findings] of miscountsBetween(counted)) report[file] = [...(report[file] ?? []), ...findings];
  for (const [file, findings] of await findingsInJournal(dir, apis)) {
    report[file] ??= findings;
    if (fix) unmended.push(file);
  }
  const unasked: string[] = [];
  const played = await playedBack(dir, apis, (name) => unasked.push(name)).catch((error: Error) => {
    // Unreadable files were reported above.
    if (error instanceof SyntaxError || "syscall" in error) return [];
    throw error;
  });
  for (const [file, found] of played) report[file] = [...(report[file] ?? []), found];
  return { files: files.length, broken: Object.keys(report).length, fixed, unmended, unasked, report };
}

// The recordings of a test are replayed by themselves, all others below the folder together.
async function playedBack(
  dir: string,
  apis: readonly Api[],
  onUnasked: (name: string) => void,
): Promise<ReadonlyArray<readonly [file: string, finding: Finding]>> {
  const tapes = await readTapes(dir, { late: true });
  const collections = Map.groupBy(tapes, ({ file, tape: { origin, exchanges } }) => {
    const own = folderOf(origin, exchanges[0]?.request.target ?? "/");
    return file.endsWith(own) ? file.slice(0, -own.length) : file;
  });
  return [...collections.values()].flatMap((files) => {
    const recorded = files.flatMap(({ file, tape: { name, origin, exchanges }, files: names }) =>
      exchanges.map((exchange, at): PlacedExchange => {
        return { file: names[at] ?? file, tape: name, place: at + 1, origin, exchange };
      }),
    );
    const origins = files.map(({ tape }) => tape.origin);
    return [
      ...playbackFindings(
        files.map(({ tape }) => tape),
        recorded,
        apis,
        origins,
        onUnasked,
      ),
    ];
  });
}

// The journal of a killed run is part of the recordings: a player plays it.
async function findingsInJournal(
  dir: string,
  apis: readonly Api[],
): Promise<ReadonlyArray<readonly [file: string, findings: readonly Finding[]]>> {
  try {
    const left = (await readLeftTapes(dir)).map(({ file, tape }) => {
      const findings = verifyRecording(`${file}/left.har`, toHar(tape), apis);
      // The next run writes its text.
      return [file, findings.filter(({ kind }) => kind !== "not canonical")] as const;
    });
    return left.filter(([, findings]) => findings.length > 0);
  } catch (error) {
    // A file that is not a recording was reported above.
    return error instanceof RecordingSyntaxError
      ? []
      : [["the journal of a run that ended early", [unreadable(error)]]];
  }
}

/**
 * Writes a recording in canonical form, without secrets, completely or not at all.
 * @param dir The folder of recordings.
 * @param file The recording's path below it; {@link isMendable} says whether writing would lose any of it.
 * @param now Time in epoch seconds, whose day is logged if the exchange changed.
 * @returns Why it could not be written; undefined if it was.
 * @example
 * await mend("recordings", "api.service.example/zen/GET.har", now); // []
 */
export async function mend(dir: string, file: string, now: number): Promise<readonly Finding[]> {
  try {
    const inPlace = async (tape: Tape): Promise<Tape> => ({
      ...tape,
      name: isInPlace(file, tape.name) ? tape.name : file.split("/").slice(0, -1).join("/"),
      exchanges: await Promise.all(canonicalExchanges(tape).map((each) => withoutSecretsInFiles(each, tape.redact))),
    });
    await rewriteFile(dir, file, inPlace, { now });
    return [];
  } catch (error) {
    const { name = "", code = name } = error as NodeJS.ErrnoException;
    const advice =
      "see to the permissions of its folder and the room on the disk, and run npx @tapedeck/cli verify --fix again";
    return [finding("unreadable", "", `it cannot be mended (${code})`, advice)];
  }
}
