import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** The repository: commands run in it, as a reader of the README runs them. */
export const root: string = fileURLToPath(new URL("../../..", import.meta.url));

const sources = "packages/cli/src/main.ts";
/** The command, bundled for Node as it is published (`.ci/bundled-command.ts`). */
export const main: string = process.env["TAPEDECK_COMMAND"] ?? sources;

/** How each runtime is told to run the command; Deno with no right that a replay does not need. */
export const runtimes: Readonly<Record<string, readonly string[]>> = {
  node: ["node", main],
  deno: ["deno", "run", "--allow-net=127.0.0.1", "--allow-read=.", "--allow-env", sources],
  bun: ["bun", sources],
};

/** What a command left behind. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Environment = Readonly<Record<string, string>>;

// The harness's own PORT must not steer what is tested.
const { PORT: _port, ...inherited } = process.env;

/** Runs `tapedeck` to its end. */
export async function tapedeck(words: readonly string[], environment: Environment = {}): Promise<Ended> {
  return run("node", [main, ...words], environment);
}

/** Runs a program to its end, in the repository. */
export async function run(program: string, words: readonly string[], environment: Environment = {}): Promise<Ended> {
  const child = spawn(program, words, { cwd: root, env: { ...inherited, ...environment } });
  child.stdin.end();
  const closed = once(child, "close");
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await closed) as [number | null];
  return { code, stdout, stderr };
}

/** A command that goes on until it is stopped. */
export interface Running {
  /** The first line that it printed. */
  readonly line: string;
  readonly url: string;
  /** Asks it to stop; resolves to what it printed after the first line, to where it complains, and its exit code. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; rest: string[]; complaints: string }>;
}

/** Starts `tapedeck` and waits for its first line. */
export async function startTapedeck(
  words: readonly string[],
  { runtime = "node", environment = {} }: { runtime?: string; environment?: Environment } = {},
): Promise<Running> {
  const [program = "", ...before] = runtimes[runtime] ?? [];
  const child = spawn(program, [...before, ...words], {
    cwd: root,
    env: { ...inherited, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const complaints = text(child.stderr);
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  const firstLine = new Promise<string>((resolve, reject) => {
    reader.once("line", resolve);
    child.once("close", () =>
      complaints.then((said) => reject(new Error(`It ended before it said anything: ${said}`))),
    );
  });
  const closed = once(child, "close");
  reader.on("line", (line) => lines.push(line));
  const line = await firstLine;
  return {
    line,
    url: /https?:\/\/[\w.:[\]]+/.exec(line)?.[0] ?? "",
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      const [code] = (await closed) as [number | null];
      return { code, rest: lines.slice(1), complaints: await complaints };
    },
  };
}
