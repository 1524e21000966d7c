import type { Api } from "@tapedeck/api";
import { openPack, PackDamagedError, packedFiles } from "@tapedeck/tape/files";
import type { Finding } from "./finding.ts";
import type { FolderReport } from "./verify-folder.ts";
import { verifyRecording } from "./verify-recording.ts";

/** How a packed file is verified. */
export interface VerifyPackOptions {
  /** What is known of the APIs. Default: nothing. */
  readonly apis?: readonly Api[];
  /** Called after each recording with how many were verified, and how many there are. */
  readonly onProgress?: (recordings: number, of: number) => void;
}

/**
 * Verifies every recording of a packed file as if it stood in its folder, and that the file is as it was written. One
 * recording at a time is in memory.
 * @throws PackDamagedError for a file that cannot be opened.
 * @throws An error of the file system if it cannot be read.
 * @example
 * const { broken } = verifyPack("recordings.tapedeck");
 */
export function verifyPack(file: string, { apis = [], onProgress }: VerifyPackOptions = {}): FolderReport {
  const pack = openPack(file);
  try {
    const report: Record<string, readonly Finding[]> = {};
    let files = 0;
    for (const { path, content } of packedFiles(pack)) {
      if (!path.endsWith(".har")) continue;
      files += 1;
      const findings = findingsIn(path, content, apis);
      if (findings.length > 0) report[path] = findings;
      onProgress?.(files, pack.summary.tapes);
    }
    // Exchanges were read above: what is left is by what they are found.
    const damage = [...pack.checkIndex()].map(damaged);
    if (damage.length > 0) report[file] = damage;
    return { files, broken: Object.keys(report).length, fixed: 0, unmended: [], report };
  } finally {
    pack.close();
  }
}

function findingsIn(path: string, content: () => string | Uint8Array, apis: readonly Api[]): readonly Finding[] {
  try {
    const text = content();
    return verifyRecording(path, typeof text === "string" ? text : new TextDecoder().decode(text), apis);
  } catch (error) {
    if (!(error instanceof PackDamagedError)) throw error;
    return [damaged(error)];
  }
}

function damaged({ part, detail }: PackDamagedError): Finding {
  return {
    kind: "damaged",
    where: part,
    found: detail,
    advice: "restore the packed file, or pack its folder again; what is damaged is never replayed",
  };
}
