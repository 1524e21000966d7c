import { readFile } from "node:fs/promises";
import type { ProfileFile } from "@tapedeck/replay";
import { assertProfileFile } from "@tapedeck/schema";
import { Mistake } from "./mistake.ts";

/**
 * Reads a profile from a JSON file.
 * @throws Mistake if it cannot be read or is no profile.
 */
export async function readProfile(file: string): Promise<ProfileFile> {
  try {
    const value: unknown = JSON.parse(await readFile(file, "utf8"));
    assertProfileFile(value);
    return value;
  } catch (cause) {
    throw new Mistake(`Cannot use the profile "${file}": ${(cause as Error).message}`, { cause });
  }
}
