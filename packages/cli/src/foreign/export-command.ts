import { join } from "node:path";
import { createScrubber, type Tape } from "@tapedeck/tape";
import { type ExportResult, pollyFile, writeHar, writeNock, writePolly, writeWireMock } from "@tapedeck/tape/formats";
import { Command, Option } from "commander";
import type { CommandContext } from "../command/environment.ts";
import { writtenPath } from "../command/options/option-parsers.ts";
import { tapesIn } from "../command/recordings-folder.ts";
import { exchangeCount } from "../command/server-lines.ts";
import { exitCodes, UsageError } from "../command/user-error.ts";
import { writeResult } from "../command/write-result.ts";
import { warningLines } from "./origin-filter.ts";

interface ExportOptions {
  readonly format: ExportFormat;
  readonly to?: string;
  readonly json?: boolean;
}

type ExportFormat = "har" | "nock" | "polly" | "wiremock";

const writers: Readonly<Record<ExportFormat, (tapes: readonly Tape[]) => ExportResult>> = {
  har: writeHar,
  nock: writeNock,
  polly: writePolly,
  wiremock: writeWireMock,
};

/** Where the tool expects the file, in a folder that `--to` names. */
const places: Readonly<Partial<Record<ExportFormat, string>>> = {
  polly: pollyFile,
  wiremock: "mappings/tapedeck.json",
};

/** `tapedeck export`: writes recordings for another tool, and lists what its format cannot hold. */
export function exportCommand({ done }: CommandContext): Command {
  return new Command("export")
    .argument("[dir]", "folder of the recordings", "recordings")
    .addOption(new Option("--format <name>", "format to write").choices(Object.keys(writers)).makeOptionMandatory())
    .option(
      "--to <path>",
      "file to write, or for polly and wiremock their folder (default: standard output)",
      writtenPath,
    )
    .option("--json", "print the report as JSON (needs --to)")
    .addHelpText("after", "\nExit codes: 0 written (with a list of the format's losses), 1 nothing was, 2 wrong call")
    .action(async (dir: string, options: ExportOptions) => {
      await exportFolder(dir, options);
      done(exitCodes.ok);
    });
}

async function exportFolder(dir: string, { format, to, json }: ExportOptions): Promise<void> {
  if (json && to === undefined)
    throw new UsageError("Cannot print a report: standard output holds the export; name a file with --to");
  const tapes = (await tapesIn("export", dir)).map(scrubbed);
  const { content, exchanges, warnings } = writers[format](tapes);
  const lines = warningLines(warnings);
  if (to === undefined) {
    process.stdout.write(content);
    for (const line of lines) console.error(line);
    return;
  }
  const place = places[format];
  const file = place === undefined || /\.(?:json|har)$/.test(to) ? to : join(to, place);
  await writeResult("--to", file, content);
  const all = tapes.reduce((sum, tape) => sum + tape.exchanges.length, 0);
  const count = exchanges === all ? exchangeCount(all) : `${exchanges} of ${exchangeCount(all)}`;
  if (json) console.log(JSON.stringify({ format, file, exchanges, warnings }, null, 2));
  else console.log([...lines, `tapedeck: ${count} as ${format} in ${file}`].join("\n"));
}

// A recording that was edited by hand may hold anything.
function scrubbed(tape: Tape): Tape {
  const { exchange } = createScrubber(tape.redact);
  return { ...tape, exchanges: tape.exchanges.map(exchange) };
}
