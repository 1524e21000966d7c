import { stat } from "node:fs/promises";
import type { Api, MatchException } from "@tapedeck/api";
import { apiFile, type DescriptionFile, readDescriptions } from "@tapedeck/api/files";
import { packKeys, type Rule } from "@tapedeck/replay";
import { isPack, packFolder, unpackFolder } from "@tapedeck/tape/files";
import { Command } from "commander";
import { commandLine } from "../command/command-line.ts";
import type { CommandContext } from "../command/environment.ts";
import { exceptions, matching } from "../command/options/option-parsers.ts";
import { checkRecordings, describedApis, entryAt } from "../command/recordings-folder.ts";
import { exitCodes, systemReason, UsageError, UserError } from "../command/user-error.ts";
import { limitHeapGrowth } from "../command/v8-flags.ts";
import { countBar } from "./count-bar.ts";

interface PackOptions {
  readonly api?: string;
  readonly match?: Rule;
  readonly ignore: readonly MatchException[];
  readonly json?: boolean;
}

/** `tapedeck pack`: makes one file of a folder of recordings, which opens at once at any size. */
export function packCommand({ done }: CommandContext): Command {
  return new Command("pack")
    .argument("[dir]", "folder of the recordings", "recordings")
    .argument("[file]", "file to write (default: the folder's name, with .tapedeck)")
    .option("--api <name>", `description of the API (default: the ${apiFile} of the folder, else plain)`)
    .option("--match <names>", "the parts of requests to compare, as for replay", matching)
    .option("--ignore <what>", "differences between requests to ignore, as for replay (repeatable)", exceptions, [])
    .option("--json", "print the report as JSON")
    .addHelpText("after", "\nExit codes: 0 packed, 1 it could not be, 2 wrong call")
    .action(async (dir: string, file: string | undefined, options: PackOptions) => {
      limitHeapGrowth();
      await pack(dir, file ?? `${dir.replace(/[/\\]+$/, "")}.tapedeck`, options);
      done(exitCodes.ok);
    });
}

/** `tapedeck unpack`: restores the folder byte for byte. */
export function unpackCommand({ done }: CommandContext): Command {
  return new Command("unpack")
    .argument("<file>", "the packed file")
    .argument("[dir]", "folder to write (default: the file's name, without .tapedeck)")
    .option("--json", "print the report as JSON")
    .addHelpText("after", "\nExit codes: 0 written, 1 it could not be, 2 wrong call")
    .action(async (file: string, dir: string | undefined, { json = false }: { readonly json?: boolean }) => {
      const folder = dir ?? file.replace(/\.tapedeck$/, "");
      const why = unusable(file);
      if (why !== null)
        throw new UserError(`Cannot unpack "${file}": ${why}; make one of a folder: ${commandLine} pack --help`);
      if (folder === file) throw new UsageError(`Cannot unpack "${file}": name the folder to write, too`);
      const bar = countBar("files");
      const files = await unpackFolder(file, folder, bar.update).catch(unpackError(folder)).finally(bar.stop);
      console.log(json ? JSON.stringify({ file, folder, files }) : `tapedeck: ${files} files of ${file} in ${folder}`);
      done(exitCodes.ok);
    });
}

/** Returns why a path leads to no packed file; null if it leads to one. */
function unusable(file: string): string | null {
  const entry = entryAt(file);
  if (entry === null) return "no such file";
  if (!entry.isFile()) return "it is not a file";
  return isPack(file) ? null : "it is not a packed file of recordings";
}

/** Says what to do about a file that exists, or a folder that cannot be written. */
function unpackError(folder: string): (cause: NodeJS.ErrnoException) => never {
  return (cause) => {
    if (cause.syscall === undefined) throw cause;
    if (cause.code !== "EEXIST" || cause.path === undefined)
      throw new UserError(`Cannot unpack into "${folder}": ${systemReason(cause)}; name another folder`, { cause });
    throw new UserError(`Cannot unpack: "${cause.path}" is there already; name another folder, or remove it first`, {
      cause,
    });
  };
}

/** Says what to do if the packed file itself cannot be written. */
function packError(file: string): (cause: NodeJS.ErrnoException) => never {
  return (cause) => {
    if (cause.syscall === undefined || !cause.path?.startsWith(file)) throw cause;
    throw new UserError(`Cannot pack into "${file}": ${systemReason(cause)}; name another file`, { cause });
  };
}

async function pack(dir: string, file: string, { api, match, ignore, json = false }: PackOptions): Promise<void> {
  await checkRecordings("pack", dir);
  const apis = await describedApis(api, [dir]);
  // An API that the command line names must be named again for the replay.
  const descriptions: ReadonlyArray<DescriptionFile | null> = api === undefined ? await readDescriptions(dir) : [];
  const bar = countBar("tapes");
  const packed = await packFolder(dir, file, {
    descriptions,
    keyer: (origins, redact) =>
      packKeys({
        ...(apis.length > 0 && { api: apis as readonly [Api, ...Api[]] }),
        origins,
        redact,
        rule: match,
        match: ignore,
      }),
    onProgress: bar.update,
  })
    .catch(packError(file))
    .finally(bar.stop);
  const { exchanges, tapes, files } = packed;
  const { size: bytes } = await stat(file);
  if (json) console.log(JSON.stringify({ dir, file, exchanges, tapes, files, bytes }));
  else
    console.log(
      `tapedeck: ${exchanges} exchanges on ${tapes} tapes, and ${files} other files, in ${file} (${bytes} bytes)`,
    );
}
