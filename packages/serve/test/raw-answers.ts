import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { otherAnswers, rawRequests } from "./raw-requests.ts";
import type { RuntimeServer } from "./runtime-servers.ts";

const script = fileURLToPath(new URL("raw-process.ts", import.meta.url));

/** What each raw request is answered, by its name; an honest client asks after each, and it rejects where that fails. */
export type RawAnswers = Readonly<Record<string, string>>;

/** Sends each raw request to a server, and those that are asked by name to one that is told its names. */
export async function rawAnswersOf({
  program,
  words,
  kind,
}: RuntimeServer): Promise<{ readonly anyName: RawAnswers; readonly ownNames: RawAnswers }> {
  const { stdout } = await promisify(execFile)(program, [...words, script, kind], { timeout: 100_000 });
  return JSON.parse(stdout);
}

/** What the table says that a server answers. */
export function expectedOf({ name }: RuntimeServer): RawAnswers {
  const usual = Object.fromEntries(Object.entries(rawRequests).map(([each, [, answer]]) => [each, answer]));
  return { ...usual, ...otherAnswers[name] };
}
