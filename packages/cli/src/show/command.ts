import { readFileSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import {
  type Body,
  bytesOf,
  createScrubber,
  type Exchange,
  type HeaderList,
  headerOf,
  RecordingSyntaxError,
  type Scrubber,
  type Tape,
} from "@tapedeck/tape";
import { sidecarsOf, type UnreadableFile } from "@tapedeck/tape/files";
import { fromHar, type ReadSidecar } from "@tapedeck/tape/har";
import { prettyJson } from "@tapedeck/tape/internal";
import { Command } from "commander";
import { commandLine } from "../command/command-line.ts";
import { readVariable } from "../command/credentials.ts";
import type { CommandContext, Environment } from "../command/environment.ts";
import { fitsPattern } from "../command/options/request-pattern.ts";
import { printable } from "../command/printable.ts";
import { isPackedFile, tapesIn } from "../command/recordings-folder.ts";
import { exitCodes, UserError } from "../command/user-error.ts";

interface Shown {
  readonly origin: string;
  readonly exchange: Exchange;
  /** Hides the secrets that the file of another tool may hold. */
  readonly hide: Scrubber["exchange"];
}

/** `tapedeck show`: prints exchanges in readable form; git uses it as a `textconv` of `*.har`. */
export function showCommand({ environment, done }: CommandContext): Command {
  return new Command("show")
    .argument("[dir]", "folder of the recordings, or one of its files", "recordings")
    .argument("[pattern]", "method and path, or a part of them; * stands for anything: 'GET /users/*'")
    .addHelpText(
      "after",
      "\nAs a textconv: put *.har diff=tapedeck into .gitattributes, and run" +
        "\n  git config diff.tapedeck.textconv 'npx @tapedeck/cli show'" +
        "\n\nExit codes: 0 shown, 1 nothing was found, 2 wrong call",
    )
    .action(async (dir: string, pattern: string | undefined) => {
      const found = (await exchangesAt(dir, environment)).filter(
        ({ exchange }) => pattern === undefined || matches(exchange, pattern),
      );
      if (found.length === 0)
        throw new UserError(
          `Cannot show ${JSON.stringify(pattern)}: no exchange of "${dir}" matches it\n  - ${commandLine} show ${dir} lists all`,
        );
      console.log(found.map(textOf).join("\n\n"));
      done(exitCodes.ok);
    });
}

async function exchangesAt(path: string, environment: Environment): Promise<readonly Shown[]> {
  if (isPackedFile(path)) throw new UserError(`Cannot show "${path}": it is packed; unpack it, and show its folder`);
  if (statSync(path, { throwIfNoEntry: false })?.isFile())
    return shownOf(fromHar(readFileSync(path, "utf8"), path, leniently(path, environment)));
  const onUnreadable = ({ error }: UnreadableFile): void => console.error(`tapedeck: ${error.message}`);
  return (await tapesIn("show", path, { onUnreadable })).flatMap(shownOf).filter(({ exchange }) => canRead(exchange));
}

/** Not one whose request alone could be read: its error is printed. */
function canRead({ response }: Exchange): boolean {
  try {
    return response.headers.length >= 0;
  } catch (error) {
    if (error instanceof RecordingSyntaxError) return false;
    throw error;
  }
}

function shownOf({ origin, exchanges, redact }: Tape): readonly Shown[] {
  const { exchange: hide } = createScrubber(redact);
  return exchanges.map((exchange) => ({ origin, exchange, hide }));
}

// git passes a copy without the files beside it, and compares its text with that of the file.
function leniently(path: string, environment: Environment): ReadSidecar {
  const named = (name: string) =>
    new TextEncoder().encode(name.startsWith("headers-") ? `{ "…": "${name}" }` : `(in ${name})`);
  if (readVariable("GIT_EXEC_PATH", environment) !== undefined) return named;
  const read = sidecarsOf("/", dirname(path));
  return (name) => {
    try {
      return read(name);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return named(name);
    }
  };
}

function matches({ request }: Exchange, pattern: string): boolean {
  return fitsPattern(`${request.method} ${request.target}`, `*${pattern}*`);
}

function textOf({ origin, exchange, hide }: Shown): string {
  const { request, response } = hide(exchange);
  const url = request.target.startsWith("/") ? origin + request.target : request.target;
  const lines = [
    `${request.method} ${url} as ${request.principal}`,
    ...request.headers.map(([name, value]) => `> ${name}: ${value}`),
    ...bodyLines(request.body, request.headers).map((line) => `> ${line}`),
    ...(response.informational ?? []).flatMap(({ status, headers }) => [String(status), ...headerLines(headers)]),
    [response.status, response.reason ?? ""].join(" ").trimEnd(),
    ...headerLines(response.headers),
    ...(response.body === null ? [] : ["", ...bodyLines(response.body, response.headers)]),
    ...(response.trailers ? ["", ...headerLines(response.trailers)] : []),
    ...(response.cut ? [`(cut: ${response.cut})`] : []),
    ...messageLines(response),
  ];
  return lines.map((line) => printable(line)).join("\n");
}

function messageLines({ messages = [], closed }: Exchange["response"]): readonly string[] {
  const lines = messages.flatMap(({ from, data }) =>
    bodyLines(data, []).map((line) => `${from === "client" ? ">" : "<"} ${line}`),
  );
  const end = closed && `closed by the ${closed.from}: ${closed.code} ${closed.reason}`.trimEnd();
  return lines.length === 0 && end === undefined ? [] : ["", ...lines, ...(end === undefined ? [] : [end])];
}

function headerLines(headers: HeaderList): readonly string[] {
  return headers.map(([name, value]) => `${name}: ${value}`);
}

function bodyLines(body: Body | null, headers: HeaderList): readonly string[] {
  if (body === null) return [];
  if (body.encoding === "file") return [`(${body.bytes} bytes in ${basename(body.path)})`];
  const text = body.encoding === "utf8" ? body.text : textIn(bytesOf(body), headerOf(headers, "content-type") ?? "");
  return text === null ? [`(${bytesOf(body).length} bytes that are not text)`] : prettyJson(text).split("\n");
}

/** Returns bytes as text, in the charset of their type; null if it names no fitting charset. */
function textIn(bytes: Uint8Array, type: string): string | null {
  const [, charset] = /\bcharset="?([\w.:-]+)/i.exec(type) ?? [];
  try {
    return charset === undefined ? null : new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
