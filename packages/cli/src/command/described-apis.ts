import type { Api } from "@tapedeck/api";
import { apisIn, type DescriptionFile, readApi, readApis } from "@tapedeck/api/files";
import { openPack } from "@tapedeck/tape/files";
import { isPackedFile } from "./recordings-folder.ts";
import { refused } from "./user-error.ts";

/**
 * Returns the descriptions to work with: the one that `--api` names, else those of the folders.
 * @returns An empty list if there are none.
 * @throws UserError for an invalid description.
 */
export async function describedApis(named: string | undefined, dirs: readonly string[]): Promise<readonly Api[]> {
  try {
    if (named !== undefined) return [await readApi(named)];
    return (await Promise.all(dirs.map((dir) => (isPackedFile(dir) ? packedApis(dir) : readApis(dir))))).flat();
  } catch (error) {
    return refused(error);
  }
}

async function packedApis(file: string): Promise<readonly Api[]> {
  const pack = openPack(file);
  try {
    return await apisIn(pack.summary.descriptions as ReadonlyArray<DescriptionFile | null>);
  } finally {
    pack.close();
  }
}
