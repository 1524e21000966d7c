import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SchemeFile } from "@tapedeck/rate-limit";
import { makeFolder, writeWhole } from "@tapedeck/tape/files";
import { checkArgument, jsonBreak } from "@tapedeck/tape/internal";
import type { ApiDescription } from "../description.ts";
import { apiFile, namedApis } from "./read-api.ts";

const schemaUrl = "https://tapedeck.dev/schemas/api.json";

/**
 * Writes the first description of an origin, for its reader to extend. It keeps every byte of an existing one, and adds
 * a rate limit only if that has none and names no other origins.
 * @param folder The folder of the origin's recordings.
 * @param rateLimits The rate limit that answers advertised, as `createObserver()` sees it; null for none.
 * @returns The file, if the rate limit was written into it; else null.
 * @example
 * await writeApi("recordings/api.example", { name: "api.example", origins: ["https://api.example"] }, null);
 */
export async function writeApi(
  folder: string,
  description: ApiDescription,
  rateLimits: SchemeFile | null,
): Promise<string | null> {
  checkArgument("write the description of an API", "the folder", folder, "string");
  const file = join(folder, apiFile);
  const limited = rateLimits !== null && saysNothingOfLimits(description);
  const first = { $schema: schemaUrl, extends: "plain", ...description, ...(limited && { rateLimits }) };
  const lines = Object.entries(first).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  makeFolder(folder);
  try {
    await writeFile(file, `{\n${lines.join(",\n")}\n}\n`, { flag: "wx" });
    return limited ? file : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
      // A full disk leaves the beginning of a file, which no later run could read.
      await rm(file, { force: true }).catch(() => {});
      throw Object.assign(error as Error, { path: file });
    }
  }
  if (rateLimits === null) return null;
  const text = (await readFile(file, "utf8")).replace(/^\uFEFF/, "");
  // An invalid description is reported when it is read next.
  if (jsonBreak(text) !== null) return null;
  const known = JSON.parse(text) as ApiDescription;
  const isOther =
    known.origins !== undefined && !description.origins?.some((origin) => known.origins?.includes(origin));
  if (isOther || !saysNothingOfLimits(known)) return null;
  const [, head = "", end = ""] = /^(.*?)(\s*\}\s*)$/s.exec(text) ?? [];
  await writeWhole(
    file,
    `${head}${head.endsWith("{") ? "" : ","}\n  "rateLimits": ${JSON.stringify(rateLimits)}${end}`,
  );
  return file;
}

function saysNothingOfLimits(description: ApiDescription): boolean {
  const { extends: base = "plain", rateLimit, rateLimits } = description;
  return rateLimit === undefined && rateLimits === undefined && namedApis.get(base)?.rateLimit === null;
}
