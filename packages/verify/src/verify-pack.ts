import type { Api } from "@tapedeck/api";
import type { FiledBody } from "@tapedeck/tape";
import { type OpenPack, openPack, PackDamagedError, packedFiles } from "@tapedeck/tape/files";
import { placesOf, type ReadSidecar, wholeOf } from "@tapedeck/tape/har";
import { addFindings, type Finding, finding } from "./finding.ts";
import { type PlacedExchange, playbackFindings } from "./playback.ts";
import { miscountsBetween } from "./quota.ts";
import { findSecondLogins, type SecondLogins } from "./second-logins.ts";
import { createSuspectWindows } from "./suspect-windows.ts";
import type { FolderReport } from "./verify-folder.ts";
import { type Inspected, inspectRecording } from "./verify-recording.ts";

/** Options for verifying a packed file. */
export interface VerifyPackOptions {
  /** Descriptions of the APIs. Default: none. */
  readonly apis?: readonly Api[];
  /** Called after each recording with the number of verified recordings, and of all. */
  readonly onProgress?: (recordings: number, of: number) => void;
}

/**
 * Verifies every recording of a packed file as if it were in its folder, and that the file itself is undamaged. Holds
 * one recording at a time, and a few numbers of the others.
 * @throws PackDamagedError for a file that cannot be opened.
 * @throws An error of the file system if it cannot be read.
 * @example
 * const { broken } = await verifyPack("recordings.tapedeck");
 */
export async function verifyPack(
  file: string,
  { apis = [], onProgress }: VerifyPackOptions = {},
): Promise<FolderReport> {
  const pack = openPack(file);
  try {
    const report: Record<string, readonly Finding[]> = {};
    let files = 0;
    const windows = createSuspectWindows();
    const beside = new Map<string, Content>();
    for (const { path, content } of packedFiles(pack)) if (!path.endsWith(".har")) beside.set(path, content);
    const inspectAt = (path: string, content: Content) => inspect(path, content, apis, sidecarOf(path, beside));
    for (const { path, content } of packedFiles(pack)) {
      if (!path.endsWith(".har")) continue;
      const { findings, counted } = inspectAt(path, content);
      addFindings(report, path, findings);
      if (counted) windows.add(files, counted);
      files += 1;
      onProgress?.(files, pack.summary.tapes);
    }
    const suspects = new Set(windows.suspects());
    const counted = Iterator.from(suspects.size === 0 ? [] : packedFiles(pack))
      .filter(({ path }) => path.endsWith(".har"))
      .filter((_, at) => suspects.has(at))
      .map(({ path, content }) => inspectAt(path, content).counted)
      .filter((each) => each !== null);
    for (const [path, findings] of miscountsBetween(counted)) addFindings(report, path, findings);
    const logins = findSecondLogins();
    for await (const [path, found] of playedBack(pack, apis, logins)) addFindings(report, path, [found]);
    // The exchanges were read above; this checks the tables that find them.
    addFindings(report, file, [...pack.checkIndex()].map(damaged));
    const broken = Object.keys(report).length;
    return { files, broken, fixed: 0, unmended: [], report, ...logins.remarks() };
  } finally {
    pack.close();
  }
}

type Content = () => string | Uint8Array | FiledBody;

async function* playedBack(
  pack: OpenPack,
  apis: readonly Api[],
  logins: SecondLogins,
): AsyncGenerator<readonly [file: string, finding: Finding]> {
  const recorded: Iterable<PlacedExchange> = {
    *[Symbol.iterator]() {
      for (const { file, name, origin, first, exchanges } of pack.tapes())
        for (let at = 0; at < exchanges; at++)
          yield { file, tape: name, origin, place: at + 1, exchange: pack.read(first + at).exchange };
    },
  };
  try {
    yield* playbackFindings(pack, recorded, apis, pack.origins);
    for (const { first, exchanges: count, file: _file, ...tape } of pack.tapes()) {
      const read = Array.from({ length: count }, (_, at) => pack.read(first + at));
      logins.add({ ...tape, exchanges: read.map(({ exchange, pass }) => ({ ...exchange, pass })) });
    }
  } catch (error) {
    if (!(error instanceof PackDamagedError)) throw error;
  }
}

function sidecarOf(path: string, beside: ReadonlyMap<string, Content>): ReadSidecar {
  return (name) => {
    const content = placesOf(path, name)
      .map((place) => beside.get(place)?.())
      .find((each) => each !== undefined);
    if (content === undefined) throw new RangeError(`"${name}" is not there`);
    return typeof content === "string" ? new TextEncoder().encode(content) : content;
  };
}

function inspect(path: string, content: Content, apis: readonly Api[], sidecar: ReadSidecar): Inspected {
  try {
    const text = content();
    const decoded = typeof text === "string" ? text : new TextDecoder().decode(wholeOf(text));
    return inspectRecording(path, decoded, apis, { sidecar });
  } catch (error) {
    if (!(error instanceof PackDamagedError)) throw error;
    return { findings: [damaged(error)], counted: null };
  }
}

function damaged({ part, detail }: PackDamagedError): Finding {
  const advice = "restore the packed file, or pack its folder again; what is damaged is never replayed";
  return finding("damaged", part, detail, advice);
}
