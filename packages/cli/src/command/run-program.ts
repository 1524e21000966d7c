import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import type { Environment } from "./environment.ts";
import { UserError } from "./user-error.ts";

/**
 * Runs a program to its end and returns its exit code. Signals are the program's to handle; when it ends, so do we.
 * @param stdout Where its output goes: to ours, or to standard error if ours has another use.
 * @throws UserError if it cannot be started.
 */
export async function runProgram(
  command: readonly string[],
  environment: Environment,
  stdout: "stdout" | "stderr",
): Promise<number> {
  const windows = process.platform === "win32";
  const [start = "", ...words] = windows ? windowsCommand(command, environment["ComSpec"] ?? "cmd.exe") : command;
  const child = spawn(start, words, {
    windowsVerbatimArguments: windows,
    stdio: ["inherit", stdout === "stdout" ? "inherit" : 2, "inherit"],
    env: environment,
  });
  const pass = (signal: NodeJS.Signals): boolean => child.kill(signal);
  process.on("SIGINT", pass).on("SIGTERM", pass);
  try {
    const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
    // A shell reports a command that a signal ended as 128 + the signal's number.
    return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  } catch (cause) {
    const [program = ""] = command;
    throw new UserError(`Cannot run ${program}: ${whyNot(program, cause as NodeJS.ErrnoException)}`, { cause });
  } finally {
    process.off("SIGINT", pass).off("SIGTERM", pass);
  }
}

function whyNot(program: string, { code, message }: NodeJS.ErrnoException): string {
  // EACCES may also mean a folder in PATH that this user may not read.
  const isMissing = code === "ENOENT" || (code === "EACCES" && !program.includes("/"));
  if (isMissing && /\s/.test(program))
    return "no such program; give its arguments one by one (-- curl URL), or to a shell (-- sh -c 'curl URL')";
  if (isMissing) return "no such program; is it installed, in PATH, and executable?";
  return code === "EACCES" ? "it may not be executed; see its permissions" : message;
}

/**
 * Returns the environment of a program that is a client of ours: it finds the address in `TAPEDECK_URL`, and asks it past the
 * proxy that it may have for other hosts.
 * @example
 * clientEnvironment({ HTTP_PROXY: "http://proxy:3128" }, "http://127.0.0.1:8787").NO_PROXY; // "127.0.0.1"
 */
export function clientEnvironment(environment: Environment, url: string): Environment {
  const found = { ...environment, TAPEDECK_URL: url };
  if (!Object.keys(environment).some((name) => /^(?:https?|all)_proxy$/i.test(name))) return found;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  const past = [environment["NO_PROXY"], environment["no_proxy"], host].filter(Boolean).join(",");
  // curl reads the small letters, others the large ones.
  return { ...found, NO_PROXY: past, no_proxy: past };
}

/**
 * Returns how to start a program on Windows as a shell does: `npm` and the files in `node_modules/.bin` are scripts
 * there, which only `cmd.exe` runs, and which parse their arguments a second time.
 * @param words The program's name and arguments.
 * @returns Arguments for `spawn` with `windowsVerbatimArguments`.
 * @example
 * windowsCommand(["npm", "test"], "cmd.exe"); // ["cmd.exe", "/d", "/s", "/c", '"npm ^^^"test^^^""']
 */
export function windowsCommand([program = "", ...words]: readonly string[], shell: string): readonly string[] {
  const line = [special(program), ...words.map((word) => special(special(quoted(word))))].join(" ");
  return [shell, "/d", "/s", "/c", `"${line}"`];
}

// The C runtime's rules: backslashes matter only before a quotation mark.
function quoted(word: string): string {
  return `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, "$1$1")}"`;
}

function special(text: string): string {
  return text.replace(/[()\][%!^"`<>&|;, *?]/g, "^$&");
}
