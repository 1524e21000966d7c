import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Api } from "@tapedeck/api";
import { RecordingSyntaxError, type Tape } from "@tapedeck/tape";
import {
  folderOf,
  listRecordings,
  type Recorded,
  readLeftTapes,
  readTapes,
  recordedBelow,
  rewriteFile,
  sidecarsOf,
} from "@tapedeck/tape/files";
import { toHar } from "@tapedeck/tape/har";
import { canonicalExchanges } from "./canonical-text.ts";
import { type Finding, finding, isMendable } from "./finding.ts";
import { withoutSecretsInFiles } from "./large-bodies.ts";
import { type PlacedExchange, playbackFindings } from "./plays.ts";
import { type CountedFile, miscountsBetween } from "./quota.ts";
import { type Inspected, inspectRecording, isInPlace, verifyRecording } from "./verify-recording.ts";

/** How the recordings of a folder are verified. */
export interface VerifyFolderOptions {
  /** What is known of the APIs. Default: nothing. */
  readonly apis?: readonly Api[];
  /** Mends what can be mended without loss. Default: false. */
  readonly fix?: boolean;
  /** The moment, epoch seconds, whose day is logged for what is mended. Default: that of the machine's clock. */
  readonly now?: number;
  /** Finds what else is wrong with a recording that can be read. */
  readonly alsoFind?: (file: string) => Promise<readonly Finding[]>;
}

/** What is wrong with the recordings of a folder. */
export interface FolderReport {
  /** How many recordings there are. */
  readonly files: number;
  /** How many of them have findings, once mended. */
  readonly broken: number;
  readonly fixed: number;
  /** Those that were to be mended, and are as they were. */
  readonly unmended: readonly string[];
  /** What was found, by the recording's place below the folder. */
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
  { apis = [], fix = false, now = Date.now() / 1000, alsoFind }: VerifyFolderOptions = {},
): Promise<FolderReport> {
  const files = await listRecordings(dir);
  let recorded = recordedBelow(dir);
  const report: Record<string, readonly Finding[]> = {};
  const unmended: string[] = [];
  const counted: CountedFile[] = [];
  let fixed = 0;
  for (const file of files) {
    let inspected = await inspect(dir, file, apis, recorded);
    let { findings } = inspected;
    if (fix && findings.length > 0) {
      const failure = isMendable(findings) ? await mend(dir, file, now) : [];
      if (isMendable(findings) && failure.length === 0) {
        fixed += 1;
        recorded = recordedBelow(dir);
        inspected = await inspect(dir, file, apis, recorded);
        findings = inspected.findings;
      } else {
        unmended.push(file);
        findings = [...findings, ...failure];
      }
    }
    if (inspected.counted) counted.push(inspected.counted);
    if (alsoFind && findings.every(({ kind }) => kind !== "unreadable"))
      findings = [...findings, ...(await alsoFind(file))];
    if (findings.length > 0) report[file] = findings;
  }
  for (const [file, findings] of miscountsBetween(counted)) report[file] = [...(report[file] ?? []), ...findings];
  for (const [file, findings] of await findingsInJournal(dir, apis)) {
    report[file] ??= findings;
    if (fix) unmended.push(file);
  }
  for (const [file, found] of await playedBack(dir, apis)) report[file] = [...(report[file] ?? []), found];
  return { files: files.length, broken: Object.keys(report).length, fixed, unmended, report };
}

// Whatever is the matter with one file, the others are looked at.
async function inspect(
  dir: string,
  file: string,
  apis: readonly Api[],
  recorded: (file: string) => Recorded | null | undefined,
): Promise<Inspected> {
  try {
    const bytes = await readFile(join(dir, file));
    if (!isUtf8(bytes)) return { findings: [noText(bytes)], counted: null };
    const known = recorded(file);
    const digests = known === null ? null : known?.digests;
    const sidecar = sidecarsOf(dir, dirname(join(dir, file)));
    return inspectRecording(file, utf8.decode(bytes), apis, { sidecar, ...(digests !== undefined && { digests }) });
  } catch (error) {
    return { findings: [unreadable(error)], counted: null };
  }
}

// The recordings of a test are replayed by themselves, and all others below the folder together.
async function playedBack(
  dir: string,
  apis: readonly Api[],
): Promise<ReadonlyArray<readonly [file: string, finding: Finding]>> {
  // What cannot be read was found above.
  const tapes = await readTapes(dir).catch(() => []);
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
      ),
    ];
  });
}

// What a run that was killed left in its journal is part of the recordings: a player plays it.
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

// What stands before the text is for the findings.
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

function noText(bytes: Uint8Array): Finding {
  const utf16 = ["255,254", "254,255"].includes(bytes.subarray(0, 2).join());
  const found = utf16 ? "it is text in UTF-16, and a recording is in UTF-8" : "it is no text in UTF-8";
  const advice = `${utf16 ? "save it as UTF-8, or " : ""}restore it from version control, or record it again`;
  return finding("unreadable", "", found, advice);
}

function unreadable(error: unknown): Finding {
  // No word of the engine's: it may quote the file.
  const { name = "", code = name } = error as NodeJS.ErrnoException;
  const found = `it cannot be ${error instanceof Error && "syscall" in error ? "read" : "verified"} (${code})`;
  const advice =
    code === "ENOENT"
      ? "it went while the others were verified; verify again"
      : "see to its permissions and its size, restore it from version control, or record it again";
  return finding("unreadable", "", found, advice);
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
    const inPlace = (tape: Tape): Tape => ({
      ...tape,
      name: isInPlace(file, tape.name) ? tape.name : file.split("/").slice(0, -1).join("/"),
      exchanges: canonicalExchanges(tape).map((exchange) => withoutSecretsInFiles(exchange, tape.redact)),
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
