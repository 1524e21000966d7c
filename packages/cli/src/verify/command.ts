import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Api } from "@tapedeck/api";
import { listRecordings, writeWhole } from "@tapedeck/tape/files";
import { fromHar } from "@tapedeck/tape/har";
import type { Usage } from "@tapedeck/testing/usage";
import { Command } from "commander";
import { describedApis } from "../command/described-apis.ts";
import type { Environment } from "../command/environment.ts";
import { checkFolder, emptyFolder } from "../command/recordings-folder.ts";
import { exitCodes } from "../command/user-error.ts";
import { type Finding, isMendable } from "./finding.ts";
import { canonicalText } from "./text.ts";
import { playedBy, unusedIn } from "./unused.ts";
import { isInPlace, verifyRecording } from "./verify.ts";

interface VerifyOptions {
  readonly fix?: boolean;
  readonly json?: boolean;
  readonly unused?: boolean;
  readonly api?: string;
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
    .option(
      "--fix",
      "write recordings in canonical form, without secrets; what cannot be read, or another tool wrote, stays as it is",
    )
    .option("--unused", "list what a full run of the tests did not play: of those after --, or of TAPEDECK_PLAYED's")
    .option("--api <name>", "what is known of the API (default: what the folder describes)")
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
      done((await verify(dir, options, played)) ? exitCodes.ok : exitCodes.failed);
    });
}

async function verify(dir: string, { fix, json, api }: VerifyOptions, played: Usage | null): Promise<boolean> {
  await checkFolder("verify", dir);
  const files = await listRecordings(dir);
  if (files.length === 0) throw emptyFolder("verify", dir);
  const apis = await describedApis(api, [dir]);
  const report: Record<string, readonly Finding[]> = {};
  const unmended: string[] = [];
  let fixed = 0;
  for (const file of files) {
    let findings = await findingsIn(dir, file, apis);
    if (fix && findings.length > 0) {
      const failure = isMendable(findings) ? await mend(dir, file) : [];
      if (isMendable(findings) && failure.length === 0) {
        fixed += 1;
        findings = await findingsIn(dir, file, apis);
      } else {
        unmended.push(file);
        findings = [...findings, ...failure];
      }
    }
    if (played !== null && findings.every(({ kind }) => kind !== "unreadable")) {
      findings = [...findings, ...(await unusedIn(dir, file, played))];
    }
    if (findings.length > 0) report[file] = findings;
  }
  const broken = Object.keys(report).length;
  if (json) console.log(JSON.stringify({ files: files.length, broken, fixed, unmended, report }, null, 2));
  else console.log(textOf(report, files.length, fixed, unmended));
  return broken === 0;
}

// Whatever is the matter with one file, the others are looked at.
async function findingsIn(dir: string, file: string, apis: readonly Api[]): Promise<readonly Finding[]> {
  try {
    const bytes = await readFile(join(dir, file));
    return isUtf8(bytes) ? verifyRecording(file, utf8.decode(bytes), apis) : [noText(bytes)];
  } catch (error) {
    return [unreadable(error)];
  }
}

// What stands before the text is for the findings.
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

function noText(bytes: Uint8Array): Finding {
  const utf16 = ["255,254", "254,255"].includes(bytes.subarray(0, 2).join());
  return {
    kind: "unreadable",
    where: "",
    found: utf16 ? "it is text in UTF-16, and a recording is in UTF-8" : "it is no text in UTF-8",
    advice: `${utf16 ? "save it as UTF-8, or " : ""}restore it from version control, or record it again`,
  };
}

function unreadable(error: unknown): Finding {
  // No word of the engine's: it may quote the file.
  const { name = "", code = name } = error as NodeJS.ErrnoException;
  return {
    kind: "unreadable",
    where: "",
    found: `it cannot be ${error instanceof Error && "syscall" in error ? "read" : "verified"} (${code})`,
    advice:
      code === "ENOENT"
        ? "it went while the others were verified; verify again"
        : "see to its permissions and its size, restore it from version control, or record it again",
  };
}

async function mend(dir: string, file: string): Promise<readonly Finding[]> {
  try {
    const tape = fromHar(await readFile(join(dir, file), "utf8"), file);
    const name = isInPlace(file, tape.name) ? tape.name : file.split("/").slice(0, -1).join("/");
    await writeWhole(join(dir, file), canonicalText({ ...tape, name }));
    return [];
  } catch (error) {
    const { name = "", code = name } = error as NodeJS.ErrnoException;
    const advice = "see to the permissions of its folder and the room on the disk, and run tapedeck verify --fix again";
    return [{ kind: "unreadable", where: "", found: `it cannot be mended (${code})`, advice }];
  }
}

function textOf(
  report: Readonly<Record<string, readonly Finding[]>>,
  files: number,
  fixed: number,
  unmended: readonly string[],
): string {
  const lines = Object.entries(report).flatMap(([file, findings]) => [
    unmended.includes(file) ? `${file} (not mended)` : file,
    ...linesOf(findings),
  ]);
  const broken = Object.keys(report).length;
  const mended = fixed > 0 ? `, ${fixed} mended` : "";
  const left = unmended.length > 0 ? `, ${unmended.length} not mended` : "";
  const verdict = broken === 0 ? "all well" : `${broken} with findings`;
  return [
    ...lines,
    `tapedeck: ${files} ${files === 1 ? "recording" : "recordings"} verified${mended}${left}, ${verdict}`,
  ].join("\n");
}

// A list may break its schema in each member of each item.
const mostAlike = 5;

// What is to be done about several of a kind at one place is said once.
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
