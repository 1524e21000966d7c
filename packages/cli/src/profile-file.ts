import { readFile } from "node:fs/promises";
import type { ProfileFile } from "@tapedeck/replay";
import { assertProfileFile } from "@tapedeck/schema";
import { jsonBreak } from "@tapedeck/tape";
import { Mistake } from "./mistake.ts";

/**
 * Reads a profile from a JSON file.
 * @throws Mistake if it cannot be read or is no profile.
 */
export async function readProfile(file: string): Promise<ProfileFile> {
  try {
    const text = await readFile(file, "utf8");
    const broken = jsonBreak(text);
    if (broken !== null) throw new SyntaxError(`it is not JSON from line ${broken.line}, column ${broken.column} on`);
    const value: unknown = JSON.parse(text);
    assertProfileFile(value);
    return value;
  } catch (cause) {
    throw new Mistake(`Cannot use the profile "${file}": ${(cause as Error).message}`, { cause });
  }
}
