import { tmpdir } from "node:os";
import { dirname } from "node:path";
import type { Deno, Environment } from "./command/environment.ts";
import { UserError } from "./command/user-error.ts";
import { defaultFolder, defaultPort } from "./replay/options.ts";

/** A Deno permission: its kind, and what it is for. */
interface Right {
  readonly name: "env" | "net" | "read" | "run" | "write";
  /** The variable, host, path or program; absent for all of them. */
  readonly of?: string;
}

interface Call {
  readonly command: string;
  /** The arguments besides options: folders, files, a URL. */
  readonly words: readonly string[];
  /** The program after `--`. */
  readonly program: string | undefined;
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * Returns the permissions that a command needs; the README's table lists them.
 * @param port The port that `replay` listens on, 0 for any.
 * @param temporary The temporary folder that `drift` records into.
 * @example
 * neededRights({ command: "verify", words: [], program: undefined, options: { fix: true } }, 8787, "/tmp");
 * // [{ name: "read", of: "recordings" }, { name: "write", of: "recordings" }]
 */
function neededRights({ command, words, program, options }: Call, port: number, temporary: string): readonly Right[] {
  const text = (...names: string[]): string[] =>
    names.map((name) => options[name]).filter((value) => typeof value === "string");
  const folders =
    command === "pack"
      ? [words[0] ?? defaultFolder, dirname(words[1] ?? ".")]
      : words.length > 0
        ? words
        : [defaultFolder];
  const reads = !["record", "check"].includes(command) && options["world"] === undefined;
  // A file is written under another name beside it, and renamed last.
  const written = command === "unpack" ? words.slice(1) : command === "pack" ? [dirname(words[1] ?? ".")] : [];
  const out = command === "drift" ? [temporary] : ["record", "import"].includes(command) ? text("out", "to") : [];
  const filled =
    options["fix"] || options["yes"] || options["update"] || options["misses"] === "record" ? folders.slice(-1) : [];
  const listens = command === "replay" ? [`${options["host"]}:${port}`] : command === "record" ? ["127.0.0.1:0"] : [];
  const asked = [...text("from"), ...(command === "check" ? words : [])].map(hostOf);
  const [store = ""] = text("quota");
  const [, counted] = /^file:(?:\/\/)?(.+)$/s.exec(store) ?? [];
  const server = /^(?:redis|valkey)s?:\/\//.test(store) && URL.canParse(store) ? [new URL(store)] : [];
  const servers = server.map(({ hostname, port: own }) => `${hostname}:${own || 6379}`);
  const variables = [
    ...Object.values(options["token"] ?? {}).map(String),
    ...text("tokenEnv", "controlTokenEnv"),
    ...(command === "replay" && options["port"] === undefined ? ["PORT"] : []),
  ];
  // The recorder's dependencies, a Redis client, and a program that is started read any variables.
  const any = program !== undefined || filled.length > 0 || out.length > 0 || servers.length > 0;
  const rights = (name: Right["name"], things: readonly string[]): Right[] => things.map((of) => ({ name, of }));
  return [
    ...(any ? [{ name: "env" } as const] : rights("env", variables)),
    ...rights("read", [...(reads ? folders : []), ...out, ...text("plan"), ...(counted ? [counted] : [])]),
    ...rights("write", [
      ...[...written, ...out, ...filled, ...text("junit"), ...(counted ? [counted] : [])],
      ...(command === "export" ? text("to") : []),
    ]),
    ...rights("net", [...(command === "record" && options["plan"] ? [] : listens), ...asked, ...servers]),
    ...rights("run", program === undefined ? [] : [program]),
  ];
}

function hostOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}

function temporaryFolder(): string {
  try {
    return tmpdir();
  } catch {
    return "/tmp"; // Deno may not let its variable be read.
  }
}

const members = { env: "variable", net: "host", read: "path", run: "command", write: "path" } as const;

/**
 * Refuses a call without the Deno permissions that it needs, before anything begins.
 * @throws UserError that names the flags to add.
 */
export function checkRights(call: Call, environment: Environment, deno: Deno): void {
  const granted = ({ name, of }: Right): boolean =>
    deno.permissions.querySync({ name, ...(of !== undefined && { [members[name]]: of }) }).state === "granted";
  const told = granted({ name: "env", of: "PORT" }) ? environment["PORT"] : undefined;
  const port = Number(call.options["port"] ?? (call.program === undefined ? (told ?? defaultPort) : 0));
  const missing = neededRights(call, port, temporaryFolder()).filter((right) => !granted(right));
  if (missing.length === 0) return;
  const flags = Object.entries(Object.groupBy(missing, ({ name }) => name)).map(([name, rights]) => {
    const things = rights.flatMap(({ of }) => of ?? []);
    return things.length === 0 ? `--allow-${name}` : `--allow-${name}=${[...new Set(things)].join(",")}`;
  });
  throw new UserError(
    `Cannot ${call.command}: Deno does not allow what it needs; run it again with ${flags.join(" ")}`,
  );
}
