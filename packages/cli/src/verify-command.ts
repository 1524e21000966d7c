import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Played } from "@tapedeck/nock/played";
import { listRecordings, writeWhole } from "@tapedeck/tape/files";
import { fromHar } from "@tapedeck/tape/har";
import { Command } from "commander";
import { exitCodes } from "./mistake.ts";
import { checkFolder, emptyFolder } from "./recordings-folder.ts";
import type { Environment } from "./run.ts";
import { playedBy, unusedIn } from "./unused.ts";
import { canonicalText, type Finding, isInPlace, verifyRecording } from "./verify.ts";

interface VerifyOptions {
  readonly fix?: boolean;
  readonly json?: boolean;
  readonly unused?: boolean;
}

/** `tapedeck verify`: checks recordings; exit code 1 if anything was found. */
export function verifyCommand(
  words: readonly string[],
  environment: Environment,
  done: (code: number) => void,
): Command {
  return new Command("verify")
    .description("check that recordings are whole, canonical, free of secrets, and fit their schemas")
    .argument("[dir]", "folder of the recordings (default: recordings)")
    .argument("[command...]", "after --, with --unused: runs all the tests")
    .option("--fix", "write every readable recording in canonical form, without secrets")
    .option("--unused", "list what a full run of the tests did not play: of those after --, or of TAPEDECK_PLAYED's")
    .option("--json", "print the report as JSON")
    .addHelpText("after", "\nExit codes: 0 all well, 1 something was found (and is not mended), 2 wrong call")
    .action(async (_dir: unknown, _command: unknown, options: VerifyOptions, self: Command) => {
      const dash = words.indexOf("--");
      const command = dash === -1 ? [] : words.slice(dash + 1);
      const [dir = "recordings", ...more] = self.args.slice(0, self.args.length - command.length);
      if (more.length > 0)
        self.error(`error: too many arguments: one folder at a time, not "${more.join(" ")}" as well`);
      if (command.length > 0 && !options.unused) self.error("error: what stands after -- is for --unused");
      const played = options.unused ? await playedBy(command, environment) : null;
      done((await verify(dir, options, played)) ? exitCodes.well : exitCodes.failed);
    });
}

async function verify(dir: string, { fix, json }: VerifyOptions, played: Played | null): Promise<boolean> {
  await checkFolder("verify", dir);
  const files = await listRecordings(dir);
  if (files.length === 0) throw emptyFolder("verify", dir);
  const report: Record<string, readonly Finding[]> = {};
  let fixed = 0;
  for (const file of files) {
    let findings = verifyRecording(file, await readFile(join(dir, file), "utf8"));
    if (fix && findings.length > 0 && findings.every(({ kind }) => kind !== "unreadable")) {
      await mend(dir, file);
      fixed += 1;
      findings = verifyRecording(file, await readFile(join(dir, file), "utf8"));
    }
    if (played !== null && findings.every(({ kind }) => kind !== "unreadable")) {
      findings = [...findings, ...(await unusedIn(dir, file, played))];
    }
    if (findings.length > 0) report[file] = findings;
  }
  const broken = Object.keys(report).length;
  if (json) console.log(JSON.stringify({ files: files.length, broken, fixed, report }, null, 2));
  else console.log(textOf(report, files.length, fixed));
  return broken === 0;
}

async function mend(dir: string, file: string): Promise<void> {
  const tape = fromHar(await readFile(join(dir, file), "utf8"), file);
  const name = isInPlace(file, tape.name) ? tape.name : file.split("/").slice(0, -1).join("/");
  await writeWhole(join(dir, file), canonicalText({ ...tape, name }));
}

function textOf(report: Readonly<Record<string, readonly Finding[]>>, files: number, fixed: number): string {
  const lines = Object.entries(report).flatMap(([file, findings]) => [
    file,
    ...findings.flatMap(({ kind, where, found, advice }) => [
      `  ${kind}: ${where === "" ? "" : `${where}: `}${found}`,
      `    - ${advice}`,
    ]),
  ]);
  const broken = Object.keys(report).length;
  const mended = fixed > 0 ? `, ${fixed} mended` : "";
  const verdict = broken === 0 ? "all well" : `${broken} with findings`;
  return [
    ...lines,
    `tapedeck: ${files} ${files === 1 ? "recording" : "recordings"} verified${mended}, ${verdict}`,
  ].join("\n");
}
