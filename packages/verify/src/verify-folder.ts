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

/** How the recordings of a folder are verified. */
export interface VerifyFolderOptions {
  /** Descriptions of the APIs. Default: none. */
  readonly apis?: readonly Api[];
  /** Mends what can be mended without loss. Default: false. */
  readonly fix?: boolean;
  /** The moment, epoch seconds, whose day is logged for what is mended. Default: that of the machine's clock. */
  readonly now?: number;
  /** Finds what else is wrong with a recording that can be read. */
  readonly alsoFind?: (file: string) => Promise<readonly Finding[]>;
  /** Inspectors on other threads, which take files of this folder too. The findings are the same. Default: none. */
  readonly beside?: readonly InspectFiles[];
  /** Called with how many recordings were inspected, and how many there are. */
  readonly onProgress?: (recordings: number, of: number) => void;
}

/** The flaws in the recordings of a folder. */
export interface FolderReport {
  /** How many recordings there are. */
  readonly files: number;
  /** How many of them have findings, once mended. */
  readonly broken: number;
  readonly fixed: number;
  /** Those that were to be mended, and are as they were. */
  readonly unmended: readonly string[];
  /** Entries that no replay was asked for: `orders.har, entry 3, GET /me`. Nothing says how their credential is presented. */
  readonly unasked: readonly string[];
  /** Findings, by the recording's place below the folder. */
  readonly report: Readonly<Record<string, readonly Finding[]>>;
}

/**
 * Verifies every recording of a folder: a file that cannot be read is a finding, and the others are looked at. Answers
 * of one recording are held to its rate limit across its files, of which no more is kept than what they count.
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
        // The log says something else of it now.
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

// The recordings of a test are replayed by themselves, and all others below the folder together.
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

// The journal of a run that was killed is part of the recordings: a player plays it.
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
    // A file that is no recording was found above.
    return error instanceof RecordingSyntaxError
      ? []
      : [["the journal of a run that ended early", [unreadable(error)]]];
  }
}

/**
 * Writes a recording in canonical form, without secrets, whole or not at all.
 * @param dir The folder of the recordings.
 * @param file The recording's place below it; {@link isMendable} says whether that would lose any of it.
 * @param now The moment, epoch seconds: its day is logged where the exchange changed.
 * @returns Why it could not be written; nothing where it was.
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
