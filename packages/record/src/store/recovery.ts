import { rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { arrange } from "@tapedeck/tape";
import { fromHar, toHar } from "@tapedeck/tape/har";
import { readAnswer } from "./entry-ref.ts";
import type { Commit } from "./group-commit.ts";
import { besideFiles, shelve, wholeFile } from "./segments.ts";

/**
 * Brings what a recorder that was killed left in files beside those of its resources into these.
 * @param files The recordings below the folder, relative to it.
 * @throws RecordingSyntaxError if one of them is no recording.
 */
export async function uniteLeftovers(root: string, files: readonly string[], commit: Commit): Promise<void> {
  const isBeside = new Set(besideFiles);
  const names = new Set(files.filter((file) => isBeside.has(basename(file))).map(dirname));
  for (const name of names) {
    // Oldest first: what comes later takes the place of what came before.
    const own = [wholeFile, ...besideFiles].map((file) => join(name, file));
    const paths = own.filter((file) => files.includes(file)).map((file) => join(root, file));
    const tapes = await Promise.all(paths.map(async (path) => fromHar(await readFile(path, "utf8"), path)));
    const { answers } = shelve(tapes.map(({ exchanges }) => exchanges));
    const [tape] = tapes;
    if (tape) {
      const exchanges = [...answers.values()].flat().map((answer) => readAnswer(answer, tape));
      await commit(join(root, name, wholeFile), toHar({ ...tape, exchanges: arrange(exchanges) }));
    }
    for (const path of paths) if (basename(path) !== wholeFile) rmSync(path, { force: true });
  }
}
