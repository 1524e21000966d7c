import { statSync } from "node:fs";
import { isPack } from "@tapedeck/tape/files";

/** Returns whether a path leads to a packed file of recordings. */
export function isPackedFile(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.isFile() ?? false) && isPack(path);
}
