import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Exchange } from "@tapedeck/tape";
import { listRecordings, readTapes } from "@tapedeck/tape/files";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { createRecorder, type Recorder, type RecorderOptions } from "../src/index.ts";

/** Records what `work` asks, and resolves to the closed recorder. */
export async function record(
  options: RecorderOptions,
  work: (recorder: Recorder) => Promise<unknown>,
): Promise<Recorder> {
  // The port of a test's service is another one each time.
  const recorder = await createRecorder({ origin: "http://localhost", ...options });
  try {
    await work(recorder);
  } finally {
    await recorder.close();
  }
  return recorder;
}

/** Records what `work` asks into a folder of its own, and resolves to what is on file. */
export async function exchangesOf(
  options: Omit<RecorderOptions, "out">,
  work: (recorder: Recorder) => Promise<unknown>,
): Promise<Exchange[]> {
  const out = await tempFolder();
  await record({ ...options, out }, work);
  return exchangesIn(out);
}

/** Every exchange below a folder, by file and then in the file's order. */
export async function exchangesIn(folder: string): Promise<Exchange[]> {
  return (await readTapes(folder)).flatMap(({ tape }) => tape.exchanges);
}

/** The text of every recording below a folder, by name. */
export async function textsIn(folder: string): Promise<Record<string, string>> {
  const files = await listRecordings(folder);
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), "utf8")] as const)),
  );
}

/** The paths and texts of everything below a folder. */
export async function everythingBelow(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    return entry.isFile() ? `${path}\n${await readFile(path, "utf8")}` : path;
  });
  return (await Promise.all(texts)).join("\n");
}
