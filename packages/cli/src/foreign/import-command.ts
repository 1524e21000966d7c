import { basename, join } from "node:path";
import { anonymous, pinnedMoment, type RecordedRequest, type RedactOptions } from "@tapedeck/tape";
import { type FormatName, formatNames, type ImportResult } from "@tapedeck/tape/formats";
import { Command, Option } from "commander";
import { tokensIn } from "../command/credentials.ts";
import type { CommandContext, Environment } from "../command/environment.ts";
import { allOrigins, credentialNames, origins, redactOption, writtenPath } from "../command/options/option-parsers.ts";
import { exchangeCount } from "../command/server-lines.ts";
import { exitCodes, UserError } from "../command/user-error.ts";
import { countBar } from "../pack/count-bar.ts";
import { summaryText } from "../record/report.ts";
import { readForeign } from "./foreign-file.ts";
import { filterOrigins, originLines, originsOf, warningLines } from "./origin-filter.ts";

interface ImportOptions {
  readonly to: string;
  readonly format: FormatName | "auto";
  readonly origin: readonly string[];
  readonly token: Readonly<Record<string, string>>;
  readonly redact: RedactOptions;
  readonly each?: boolean;
  readonly json?: boolean;
}

/** `tapedeck import`: imports what another tool recorded, as clean as if it had been recorded here. */
export function importCommand({ environment, done }: CommandContext): Command {
  return new Command("import")
    .argument("<path>", "the file, its zip, or a folder of them")
    .option("--to <dir>", "folder of the recordings", writtenPath, "recordings")
    .addOption(new Option("--format <name>", "format of the file").choices(["auto", ...formatNames]).default("auto"))
    .option("--origin <url>", "import only this origin (repeatable); all imports every origin", origins, [])
    .option(
      "--token <alias=env_name>",
      "a credential that stands in the file, and its alias (repeatable)",
      credentialNames,
      {},
    )
    .option(...redactOption)
    .option("--each", "keep the exchanges of each file in a folder of its name, as tapes of tests are kept")
    .option("--json", "print the report as JSON")
    .addHelpText(
      "after",
      "\nExit codes: 0 imported (with a list of what was left out), 1 nothing was imported, 2 wrong call",
    )
    .action(async (path: string, options: ImportOptions) => {
      done(await importFile(path, options, environment));
    });
}

async function importFile(
  path: string,
  { to, format, origin, token, redact, each, json }: ImportOptions,
  environment: Environment,
): Promise<number> {
  const reading = await readForeign(path, format);
  const lines = warningLines(reading.warnings);
  if (reading.found.length === 0)
    throw new UserError([`Cannot import "${path}": ${nothingIn(reading)}`, ...lines].join("\n"));
  const chosen = filterOrigins(reading, origin, path);
  if (chosen === null) {
    const held = originsOf(reading);
    throw new UserError(
      `Cannot import "${path}": it holds ${held.length} origins; choose, or take them all with --origin ${allOrigins}\n${originLines(held)}`,
    );
  }
  const tokens = tokensIn(token, environment);
  // Loaded only now, as for a recording.
  const { adopt } = await import("@tapedeck/record/adopt");
  const settings = { tokens, recordedAt: reading.recordedAt ?? pinnedMoment, redact };
  const summaries = [];
  const bar = countBar("exchanges");
  let count = 0;
  const kept = (): void => {
    count += 1;
    bar.update(count, chosen.length);
  };
  for (const [name, exchanges] of Map.groupBy(chosen, ({ file }) => (each ? tapeName(file ?? path, path) : ""))) {
    const folder = join(to, name);
    summaries.push({ folder, ...(await adopt(exchanges, folder, settings, kept).finally(bar.stop)) });
  }
  const { madeAnew, madeAnewText } = await import("../record/made-anew.ts");
  const anew = await madeAnew([], to, []);
  if (json) {
    const { format: found, tool, warnings } = reading;
    const report = each ? { tapes: summaries } : summaries[0];
    console.log(
      JSON.stringify({ format: found, tool, found: chosen.length, warnings, ...report, madeAnew: anew }, null, 2),
    );
  } else {
    const from = originsOf({ ...reading, found: chosen }).map((each) => each.origin);
    console.log(
      `tapedeck: ${exchangeCount(chosen.length)}${from.length > 0 ? ` of ${from.join(", ")}` : ""} in ${path}, by ${reading.tool}`,
    );
    for (const line of lines) console.log(line);
    for (const { folder, ...summary } of summaries) console.log(summaryText(summary, folder, null));
    if (reading.tool === "nock" && chosen.every(({ exchange: { request } }) => saysNoCaller(request)))
      console.log(callers);
    if (anew.length > 0) console.log(madeAnewText(anew));
  }
  return exitCodes.ok;
}

// The type of a form is told by its looks.
const saysNoCaller = ({ principal, headers }: RecordedRequest): boolean =>
  principal === anonymous && headers.every(([name]) => name === "content-type");

const callers =
  "tapedeck: nock kept no headers of requests, so all of these count as sent without a credential\n" +
  '  - where clients send one: replay --match method,path,query,body; in tests, useTape({ rule: ["method", "path", "query", "body"] })\n' +
  "  - or record again with nock.recorder.rec({ enable_reqheaders_recording: true, output_objects: true }), and import that";

/** Returns the name of the tape for a file: the file's name without its suffix, and without Polly.js's digest. */
function tapeName(file: string, path: string): string {
  const name = file.startsWith(path) ? basename(path) + file.slice(path.length) : file;
  // A zip archive may name its files anything.
  const parts = name.split(/[/\\]/).filter((part) => !/^\.*$/.test(part));
  return parts
    .join("/")
    .replace(/(?:\.har)?\.\w+$/i, "")
    .replace(/_\d{5,10}(?=\/|$)/g, "")
    .replace(/\/recording$/, "");
}

/** Returns why nothing of a file can be replayed, and what to do. */
export function nothingIn({ format, tool, warnings }: ImportResult): string {
  if (warnings.length === 0) return "it holds no exchange; record some, and export it again";
  const bodiless = warnings.some(({ text }) => text.includes("was not kept"));
  if (format !== "har" || !bodiless) return "nothing that it holds can be replayed; see why, and record it again";
  const how = tool.startsWith("Playwright")
    ? 'record it with recordHar: { content: "embed" }'
    : tool.startsWith("Chromium")
      ? 'save it with "Export HAR (with content)"'
      : tool.startsWith("Firefox")
        ? "set devtools.netmonitor.har.includeResponseBodies, and save it again"
        : "let the tool that wrote it keep bodies";
  return `it holds no bodies; ${how}`;
}
