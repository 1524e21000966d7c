// Inspects the recordings of a folder, file by file. What concerns several files is in `verify-folder.ts`.
import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Api } from "@tapedeck/api";
import { recordedBelow, sidecarsOf } from "@tapedeck/tape/files";
import { type Finding, finding } from "./finding.ts";
import { type Inspected, inspectRecording } from "./verify-recording.ts";

/** Inspects files of a folder, here or in another thread; resolves to the results in order. */
export type InspectFiles = (files: readonly string[]) => Promise<readonly Inspected[]>;

/**
 * Inspects files in this thread. A broken file does not stop it.
 * @param dir The folder of recordings, with its present logs.
 * @example
 * const [inspected] = await inspectFiles("recordings", apis)(["api.service.example/zen/GET.har"]);
 */
export function inspectFiles(dir: string, apis: readonly Api[]): InspectFiles {
  const recorded = recordedBelow(dir);
  const inspect = async (file: string): Promise<Inspected> => {
    try {
      const bytes = await readFile(join(dir, file));
      if (!isUtf8(bytes)) return { findings: [noText(bytes)], counted: null };
      const known = recorded(file);
      const digests = known === null ? null : known?.digests;
      const sidecar = sidecarsOf(dir, dirname(join(dir, file)));
      return inspectRecording(file, utf8.decode(bytes), apis, { sidecar, ...(digests !== undefined && { digests }) });
    } catch (error) {
      // The system gives a name that is no text with U+FFFD, by which it is not found.
      const found = file.includes("\uFFFD") ? unnameable : unreadable(error);
      return { findings: [found], counted: null };
    }
  };
  return async (files) => {
    const found: Inspected[] = [];
    for (const file of files) found.push(await inspect(file));
    return found;
  };
}

/** Number of files that are handed over at a time. */
const mostAtOnce = 16;

/**
 * Distributes files among inspectors: each takes more when it is done.
 * @param onInspected Called with the result for each file, in any order; the file by its number.
 */
export async function inspectAll(
  files: readonly string[],
  inspectors: readonly InspectFiles[],
  onInspected: (inspected: Inspected, at: number) => void,
): Promise<void> {
  let next = 0;
  const work = async (inspect: InspectFiles): Promise<void> => {
    while (next < files.length) {
      const from = next;
      next += mostAtOnce;
      const found = await inspect(files.slice(from, from + mostAtOnce));
      found.forEach((each, at) => {
        onInspected(each, from + at);
      });
    }
  };
  await Promise.all(inspectors.map(work));
}

// A byte order mark before the text is left for the findings.
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

const unnameable = finding("unreadable", "", "its name is no text in UTF-8", "rename it");

function noText(bytes: Uint8Array): Finding {
  const utf16 = ["255,254", "254,255"].includes(bytes.subarray(0, 2).join());
  const found = utf16 ? "it is text in UTF-16, and a recording is in UTF-8" : "it is no text in UTF-8";
  const advice = `${utf16 ? "save it as UTF-8, or " : ""}restore it from version control, or record it again`;
  return finding("unreadable", "", found, advice);
}

/** Returns the finding for an error that a file caused. */
export function unreadable(error: unknown): Finding {
  // Not the engine's message: it may quote the file.
  const { name = "", code = name } = error as NodeJS.ErrnoException;
  const found = `it cannot be ${error instanceof Error && "syscall" in error ? "read" : "verified"} (${code})`;
  const advice =
    code === "ENOENT"
      ? "it went while the others were verified; verify again"
      : "see to its permissions and its size, restore it from version control, or record it again";
  return finding("unreadable", "", found, advice);
}
