// The command in this process, with its own output and environment: a process takes longer to start than most calls.
// What a process alone has (its start, signals, a program that it runs and that prints to it) is not here, but in
// `command.ts`.
import { AsyncLocalStorage } from "node:async_hooks";
import process from "node:process";
import { format } from "node:util";
import { run } from "../src/run.ts";
import { type Ended, root } from "./command.ts";

interface Output {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
}

// Each call prints into its own. What is printed of a request that comes by a socket belongs to no call for Node, and to an
// earlier one for Deno: it is taken for that of the server that was started last, or else of the last call.
const output = new AsyncLocalStorage<Output>();
const servers = new Set<Output>();
const calls = new Set<Output>();
const current = (): Output | undefined => {
  const under = output.getStore();
  return under && (servers.has(under) || calls.has(under)) ? under : ([...servers].at(-1) ?? [...calls].at(-1));
};
for (const [name, stream] of [
  ["log", "stdout"],
  ["error", "stderr"],
] as const) {
  const print = console[name];
  console[name] = (...values) => {
    const own = current();
    if (own === undefined) print(...values);
    else own[stream](`${format(...values)}\n`);
  };
  const write = process[stream].write.bind(process[stream]) as (...given: unknown[]) => boolean;
  process[stream].write = (chunk: string | Uint8Array, ...more: unknown[]) => {
    const own = current();
    if (own === undefined) return write(chunk, ...more);
    own[stream](typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
    return true;
  };
}
process.chdir(root);
const { PORT: _port, ...inherited } = process.env;

type Environment = Readonly<Record<string, string>>;

/**
 * Runs `tapedeck` to its end as that of `command.ts` does.
 * @param enough Stops it once it has said so.
 */
export async function tapedeck(
  words: readonly string[],
  environment: Environment = {},
  enough?: RegExp,
): Promise<Ended> {
  const said = { stdout: "", stderr: "" };
  const stop = new AbortController();
  const own = intoText(said, () => enough?.test(said.stdout + said.stderr) && stop.abort());
  calls.add(own);
  try {
    const code = await output.run(own, () => run(words, { ...inherited, ...environment }, stop.signal));
    return { code, ...said };
  } finally {
    calls.delete(own);
  }
}

/** A command that goes on until it is stopped. */
export interface Running {
  /** The first line that it printed. */
  readonly line: string;
  readonly url: string;
  /** Asks it to stop; resolves to what it printed after the first line, to where it complains, and its exit code. */
  stop(): Promise<{ code: number; rest: string[]; complaints: string }>;
}

/** Starts `tapedeck` as that of `command.ts` does, and waits for its first line. */
export async function startTapedeck(words: readonly string[], environment: Environment = {}): Promise<Running> {
  const said = { stdout: "", stderr: "" };
  const { promise: line, resolve, reject } = Promise.withResolvers<string>();
  const stop = new AbortController();
  const { stdout, stderr } = intoText(said);
  const own: Output = {
    stderr,
    stdout: (text) => {
      stdout(text);
      if (said.stdout.includes("\n")) resolve(said.stdout.slice(0, said.stdout.indexOf("\n")));
    },
  };
  servers.add(own);
  const ended = output
    .run(own, () => run(words, { ...inherited, ...environment }, stop.signal))
    .finally(() => servers.delete(own));
  ended.then(() => reject(new Error(`It ended before it said anything: ${said.stderr}`)), reject);
  return {
    line: await line,
    url: /https?:\/\/[\w.:[\]]+/.exec(await line)?.[0] ?? "",
    stop: async () => {
      stop.abort();
      const code = await ended;
      return { code, rest: said.stdout.split("\n").slice(1, -1), complaints: said.stderr };
    },
  };
}

function intoText(said: { stdout: string; stderr: string }, heard: () => unknown = () => {}): Output {
  return {
    stdout: (text) => {
      said.stdout += text;
      heard();
    },
    stderr: (text) => {
      said.stderr += text;
      heard();
    },
  };
}
