import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { listRecordings, readTapes, recordedFile, rewriteTapes, unreferencedHeaders } from "@tapedeck/tape/files";
import { Command } from "commander";
import { ownArguments } from "../command/command-line.ts";
import type { CommandContext } from "../command/environment.ts";
import { printable } from "../command/printable.ts";
import { checkRecordings } from "../command/recordings-folder.ts";
import { exitCodes } from "../command/user-error.ts";
import { playedBy, unusedIn } from "../verify/unused.ts";

interface PruneOptions {
  readonly yes?: boolean;
}

/**
 * `tapedeck prune`: removes recordings that a whole run of the tests never asked for, and headers that nothing refers
 * to, after showing them.
 */
export function pruneCommand(context: CommandContext): Command {
  return new Command("prune")
    .argument("[dir]", "folder of the recordings (default: recordings)")
    .argument("[command...]", "after --: runs all the tests; without it, they ran with TAPEDECK_PLAYED")
    .option("--unused", "recordings that no test asked for: the only way to prune, so it may be left out")
    .option("--yes", "remove it; without this it is only shown")
    .addHelpText("after", "\nExit codes: 0 nothing is unused, or it was removed, 1 something is unused, 2 wrong call")
    .action(async (_dir: unknown, _command: unknown, { yes = false }: PruneOptions, self: Command) => {
      const [dir = "recordings"] = ownArguments(self, context.program);
      context.done((await prune(dir, yes, context)) ? exitCodes.ok : exitCodes.failed);
    });
}

async function prune(dir: string, yes: boolean, context: CommandContext): Promise<boolean> {
  await checkRecordings("prune", dir);
  const played = await playedBy(context, "prune");
  const unused = new Set<string>();
  for (const file of await listRecordings(dir)) {
    const findings = await unusedIn(dir, file, played);
    if (findings.some(({ where }) => where === "")) unused.add(file);
  }
  const list = (files: Iterable<string>): void => {
    for (const file of files) console.log(`${yes ? "removed" : "unused "}  ${printable(file)}`);
  };
  list(unused);
  if (yes) {
    for (const { file, files } of await readTapes(dir)) {
      if (!files.some((each) => unused.has(each))) continue;
      const now = Date.now() / 1000;
      await rewriteTapes(dir, [file], ({ exchanges }) => exchanges.filter((_, at) => !unused.has(files[at] ?? "")), {
        now,
      });
    }
  }
  // The removed recordings may have been the last to refer to them.
  const headers = await unreferencedHeaders(dir);
  list(headers);
  if (yes) {
    for (const file of headers) await rm(join(dir, file), { force: true });
    for (const folder of await foldersIn(dir)) await removeEmpty(folder);
  }
  const count = unused.size + headers.length;
  const left = count > 0 && !yes;
  console.log(`tapedeck: ${count} unused${left ? "; --yes removes them" : ""}`);
  return !left;
}

async function foldersIn(dir: string): Promise<readonly string[]> {
  const entries = await readdir(dir, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(dir, name));
}

/** Removes folders that hold nothing but a recorder's files besides exchanges. */
async function removeEmpty(folder: string): Promise<void> {
  for (const inner of await foldersIn(folder)) await removeEmpty(inner);
  const left = await readdir(folder);
  if (left.every((name) => name === recordedFile || name === ".gitattributes")) await rm(folder, { recursive: true });
}
