import type { Api } from "@tapedeck/api";
import { RecordingSyntaxError, type Tape } from "@tapedeck/tape";
import {
  eachTapeFile,
  folderOf,
  listRecordings,
  readLeftTapes,
  rewriteFile,
  type TapeFile,
} from "@tapedeck/tape/files";
import { toHar } from "@tapedeck/tape/har";
import { checkArgument } from "@tapedeck/tape/internal";
import { canonicalExchanges } from "./canonical-text.ts";
import { addFindings, type Finding, finding, isMendable } from "./finding.ts";
import { type InspectFiles, inspectAll, inspectFiles, unreadable } from "./inspect-files.ts";
import { type PlacedExchange, playbackFindings } from "./playback.ts";
import { miscountsBetween } from "./quota.ts";
import { findSecondLogins, type Remarked, type SecondLogins } from "./second-logins.ts";
import { withoutSecretsInFiles } from "./secrets.ts";
import { createSuspectWindows } from "./suspect-windows.ts";
import { isInPlace, refusedFinding, verifyRecording } from "./verify-recording.ts";

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
export interface FolderReport extends Remarked {
  /** Number of recordings. */
  readonly files: number;
  /** Number of recordings with findings, after mending. */
  readonly broken: number;
  readonly fixed: number;
  /** Files that should have been mended, and are unchanged. */
  readonly unmended: readonly string[];
  /** Findings, by the recording's path below the folder. */
  readonly report: Readonly<Record<string, readonly Finding[]>>;
}

/**
 * Verifies every recording of a folder: a broken file is a finding, and the others are verified too. The rate limit of
 * a recording is checked across its files. Holds a part of the recordings at a time, and a few numbers of the others.
 * @throws RecordingSyntaxError, or an error of the file system, if the folder itself cannot be listed.
 * @example
 * const { broken, report } = await verifyFolder("recordings", { apis: await readApis("recordings") });
 */
export async function verifyFolder(
  dir: string,
  { apis = [], fix = false, now = Date.now() / 1000, alsoFind, beside = [], onProgress }: VerifyFolderOptions = {},
): Promise<FolderReport> {
  checkArgument("verify recordings", "the folder", dir, "string");
  const report: Record<string, readonly Finding[]> = {};
  const files = await listRecordings(dir, {
    onUnreadable: ({ error }) => addFindings(report, error.file, [refusedFinding(error)]),
  });
  const inspect = inspectFiles(dir, apis);
  const found = new Map<number, readonly Finding[]>();
  const windows = createSuspectWindows();
  let inspected = 0;
  await inspectAll(files, [inspect, ...beside], ({ findings, counted }, at) => {
    if (findings.length > 0) found.set(at, findings);
    if (counted) windows.add(at, counted);
    inspected += 1;
    onProgress?.(inspected, files.length);
  });
  const unmended = fix ? Object.keys(report) : [];
  let fixed = 0;
  for (const [at, file] of files.entries()) {
    let findings = found.get(at) ?? [];
    if (fix && findings.length > 0) {
      const failure = isMendable(findings) ? await mend(dir, file, now) : [];
      if (isMendable(findings) && failure.length === 0) {
        fixed += 1;
        // The log has changed for it now.
        const [mended] = await inspectFiles(dir, apis)([file]);
        findings = mended?.findings ?? [];
        if (mended?.counted) windows.add(at, mended.counted);
      } else {
        unmended.push(file);
        findings = [...findings, ...failure];
      }
    }
    if (alsoFind && findings.every(({ kind }) => kind !== "unreadable"))
      findings = [...findings, ...(await alsoFind(file))];
    addFindings(report, file, findings);
  }
  const suspects = await inspect(windows.suspects().map((at) => files[at] as string));
  const counted = suspects.flatMap((each) => each.counted ?? []);
  for (const [file, findings] of miscountsBetween(counted)) addFindings(report, file, findings);
  for (const [file, findings] of await findingsInJournal(dir, apis)) {
    report[file] ??= findings;
    if (fix) unmended.push(file);
  }
  const logins = findSecondLogins();
  try {
    for await (const [file, found] of playedBack(dir, apis, logins)) addFindings(report, file, [found]);
  } catch (error) {
    // What cannot be read was reported above.
    if (!(error instanceof SyntaxError) && !("syscall" in (error as Error))) throw error;
  }
  const broken = Object.keys(report).length;
  return { files: files.length, broken, fixed, unmended, report, ...logins.remarks() };
}

/** As many exchanges are held at a time to be replayed. */
const mostPlayed = 4096;

// Some folders at a time: no rule makes one of two requests whose paths, and so folders, differ.
async function* playedBack(
  dir: string,
  apis: readonly Api[],
  logins: SecondLogins,
): AsyncIterable<readonly [file: string, finding: Finding]> {
  let tapes: TapeFile[] = [];
  let exchanges = 0;
  for await (const each of eachTapeFile(dir, { late: true, onUnreadable: () => {} })) {
    tapes.push(each);
    exchanges += each.tape.exchanges.length;
    if (exchanges < mostPlayed) continue;
    yield* playedTogether(tapes, apis, logins);
    tapes = [];
    exchanges = 0;
  }
  yield* playedTogether(tapes, apis, logins);
}

// The recordings of a test are replayed by themselves, and all others below the folder together.
async function* playedTogether(
  tapes: readonly TapeFile[],
  apis: readonly Api[],
  logins: SecondLogins,
): AsyncGenerator<readonly [file: string, finding: Finding]> {
  const collections = Map.groupBy(tapes, ({ file, tape: { origin, exchanges } }) => {
    const own = folderOf(origin, exchanges[0]?.request.target ?? "/");
    return file.endsWith(own) ? file.slice(0, -own.length) : file;
  });
  for (const [collection, files] of collections) {
    for (const { tape } of files) logins.add(tape, collection);
    const recorded = files.flatMap(({ file, tape: { name, origin, exchanges }, files: names }) =>
      exchanges.map((exchange, at): PlacedExchange => {
        return { file: names[at] ?? file, tape: name, place: at + 1, origin, exchange };
      }),
    );
    const origins = files.map(({ tape }) => tape.origin);
    const played = files.map(({ tape }) => tape);
    yield* playbackFindings(played, recorded, apis, origins);
  }
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
