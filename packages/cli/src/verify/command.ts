import { type Api, apiFor } from "@tapedeck/api";
import { againCommand } from "@tapedeck/replay/internal";
import { listRecordings, recordedBelow } from "@tapedeck/tape/files";
import type { Usage } from "@tapedeck/testing/usage";
import type { Finding } from "@tapedeck/verify";
import { type FolderReport, verifyFolder, verifyPack } from "@tapedeck/verify/files";
import { Command } from "commander";
import { ownArguments } from "../command/command-line.ts";
import type { CommandContext } from "../command/environment.ts";
import { printable } from "../command/printable.ts";
import { checkRecordings, describedApis, isPackedFile } from "../command/recordings-folder.ts";
import { exitCodes, UsageError, wrongValue } from "../command/user-error.ts";
import { countBar } from "../pack/count-bar.ts";
import { apartAdvice } from "../record/report.ts";
import { openInspectThreads } from "./inspect-thread.ts";
import { playedBy, recordedIn, unusedIn } from "./unused.ts";

interface VerifyOptions {
  readonly fix?: boolean;
  readonly json?: boolean;
  readonly unused?: boolean;
  readonly olderThan?: number;
  readonly api?: string;
}

/** `tapedeck verify`: checks recordings; exit code 1 if anything was found. */
export function verifyCommand(context: CommandContext): Command {
  const { program, done } = context;
  return new Command("verify")
    .argument("[dir]", "folder of the recordings (default: recordings)")
    .argument("[command...]", "after --, with --unused: runs all the tests")
    .option(
      "--fix",
      "write recordings in canonical form, without secrets; unreadable files, and those of other tools, stay as they are",
    )
    .option(
      "--unused",
      "list the recordings that a full run of the tests did not play: the command after --, or the runs in TAPEDECK_PLAYED",
    )
    .option("--older-than <days>", "list recordings that no run has made, or found unchanged, for so long: 180d", days)
    .option("--api <name>", "description of the API (default: the folder's own)")
    .option("--json", "print the report as JSON")
    .addHelpText("after", "\nExit codes: 0 nothing found, 1 something was found (and not mended), 2 wrong call")
    .action(async (_dir: unknown, _command: unknown, options: VerifyOptions, self: Command) => {
      const [dir = "recordings", ...more] = ownArguments(self, program);
      if (more.length > 0)
        self.error(`error: too many arguments: one folder at a time, not "${more.join(" ")}" as well`);
      if (program.length > 0 && !options.unused) self.error("error: a command after -- needs --unused");
      const played = options.unused ? await playedBy(context, "verify --unused") : null;
      done((await verify(dir, options, played)) ? exitCodes.ok : exitCodes.failed);
    });
}

async function verify(
  dir: string,
  { fix = false, json, api, olderThan }: VerifyOptions,
  played: Usage | null,
): Promise<boolean> {
  if (isPackedFile(dir)) {
    if (fix || played !== null)
      throw new UsageError(`Cannot do this with the packed file "${dir}": unpack it, and verify its folder`);
    const bar = countBar("recordings");
    const report = await verifyPack(dir, { apis: await describedApis(api, [dir]), onProgress: bar.update });
    bar.stop();
    console.log(json ? JSON.stringify(report, null, 2) : textOf(report));
    return report.broken === 0;
  }
  await checkRecordings("verify", dir);
  const apis = await describedApis(api, [dir]);
  const recorded = recordedBelow(dir);
  const bar = countBar("recordings");
  const threads = openInspectThreads((await listRecordings(dir, { onUnreadable: () => {} })).length, { dir, api });
  const report = await verifyFolder(dir, {
    apis,
    fix,
    beside: threads.map(({ inspect }) => inspect),
    onProgress: bar.update,
    alsoFind: async (file) => [
      ...(played === null ? [] : await unusedIn(dir, file, played)),
      ...(olderThan === undefined ? [] : await oldIn(dir, file, recorded(file)?.day, olderThan, apis)),
    ],
  }).finally(async () => {
    bar.stop();
    for (const { close } of threads) await close();
  });
  console.log(json ? JSON.stringify(report, null, 2) : textOf(report));
  return report.broken === 0;
}

function days(text: string): number {
  const [, number] = /^(\d{1,6})d$/.exec(text) ?? [];
  if (number === undefined) throw wrongValue(text, "a number of days, such as 180d");
  return Number(number);
}

/** @param day Its day of recording, from the log of its collection. */
async function oldIn(
  dir: string,
  file: string,
  day: string | undefined,
  olderThan: number,
  apis: readonly Api[],
): Promise<readonly Finding[]> {
  if (day === undefined) return [];
  const age = Math.floor((Date.now() - Date.parse(day)) / 86_400_000);
  if (age <= olderThan) return [];
  const { origin, exchanges } = await recordedIn(dir, file);
  const requests = exchanges.map(({ request }) => request);
  const command = againCommand(requests, origin, { out: dir }, apiFor(apis, origin));
  const found = `it was recorded ${age} days ago, on ${day}`;
  return [{ kind: "old", where: "", found, advice: `record it again: ${command}` }];
}

function textOf({ report, files, broken, fixed, unmended, remarks = {} }: FolderReport): string {
  const lines = Object.entries(report).flatMap(([file, findings]) => [
    unmended.includes(file) ? `${printable(file)} (not mended)` : printable(file),
    ...linesOf(findings),
  ]);
  const mended = fixed > 0 ? `, ${fixed} mended` : "";
  const left = unmended.length > 0 ? `, ${unmended.length} not mended` : "";
  const verdict = broken === 0 ? "all well" : `${broken} with findings`;
  return [
    ...lines,
    `tapedeck: ${files} ${files === 1 ? "recording" : "recordings"} verified${mended}${left}, ${verdict}`,
    ...Object.values(remarks).map((sentence) => `tapedeck: ${sentence}\n  - ${apartAdvice}`),
  ].join("\n");
}

// A list may violate its schema in each member of each item.
const mostAlike = 5;

// The common remedy for several findings of a kind at one place is printed once.
function linesOf(findings: readonly Finding[]): string[] {
  const alike = Map.groupBy(findings, ({ kind, where, advice }) => JSON.stringify([kind, where, advice]));
  return [...alike.values()].flatMap((group) => [
    ...group
      .slice(0, mostAlike)
      .map(({ kind, where, found }) => `  ${kind}: ${where === "" ? "" : `${where}: `}${found}`),
    ...(group.length > mostAlike ? [`  and ${group.length - mostAlike} more there (--json names all)`] : []),
    `    - ${group[0]?.advice}`,
  ]);
}
