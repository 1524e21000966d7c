import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Tape } from "@tapedeck/tape";
import { readTapes } from "@tapedeck/tape/files";

const folder = fileURLToPath(new URL("../../../recordings", import.meta.url));

let read: Promise<readonly Tape[]> | undefined;

/** The recordings that stand in the repository, read once; none in an installed package. */
export function recordings(): Promise<readonly Tape[]> {
  read ??= existsSync(folder) ? readTapes(folder).then((files) => files.map(({ tape }) => tape)) : Promise.resolve([]);
  return read;
}
