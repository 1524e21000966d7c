import type { Command } from "commander";
import type { Environment } from "./command/environment.ts";

/** Settings for making the commands. */
interface CommandContext {
  /** The words of the whole call. */
  readonly words: readonly string[];
  readonly environment: Environment;
  /** Takes the exit code. */
  readonly done: (code: number) => void;
  /** Stops a command that runs until it is stopped, as Ctrl-C does. */
  readonly stop: AbortSignal | undefined;
}

/** A command in the overview; its code is loaded when it is called. */
interface CommandEntry {
  readonly name: string;
  /** Its arguments, as in a usage line. */
  readonly usage: string;
  readonly description: string;
  readonly load: (context: CommandContext) => Promise<Command>;
}

/** The commands, in the order of the overview. */
export const commands: readonly CommandEntry[] = [
  {
    name: "replay",
    usage: "[dirs...]",
    description:
      "serve recordings over HTTP, offline, under simulated rate limits: until Ctrl-C, or while a command runs",
    load: async ({ words, environment, done, stop }) =>
      (await import("./replay/command.ts")).replayCommand(words, environment, done, stop),
  },
  {
    name: "record",
    usage: "[command...]",
    description: "record a live API: from a plan, through a proxy, or while a command runs",
    load: async ({ environment, done, stop }) =>
      (await import("./record/command.ts")).recordCommand(environment, done, stop),
  },
  {
    name: "verify",
    usage: "[dir] [command...]",
    description: "check that recordings are whole, canonical, free of secrets, and fit their schemas",
    load: async ({ words, environment, done }) =>
      (await import("./verify/command.ts")).verifyCommand(words, environment, done),
  },
  {
    name: "check",
    usage: "<url>",
    description:
      "check a live service against the laws of HTTP and of its API's description, with a few GET, HEAD and OPTIONS requests",
    load: async ({ environment, done }) => (await import("./check/command.ts")).checkCommand(environment, done),
  },
  {
    name: "drift",
    usage: "[dir]",
    description: "send the recorded requests to the live API again, and report how its answers have changed",
    load: async ({ environment, done }) => (await import("./drift/command.ts")).driftCommand(environment, done),
  },
  {
    name: "import",
    usage: "<path>",
    description:
      "import recordings of another tool: HAR, Polly, nock, WireMock, VCR, vcrpy, go-vcr, undici, Playwright",
    load: async ({ environment, done }) =>
      (await import("./foreign/import-command.ts")).importCommand(environment, done),
  },
  {
    name: "export",
    usage: "[dir]",
    description: "write recordings for another tool: HAR (MSW, Playwright, browsers), Polly, nock, WireMock",
    load: async ({ done }) => (await import("./foreign/export-command.ts")).exportCommand(done),
  },
  {
    name: "show",
    usage: "[dir] [pattern]",
    description: "print exchanges in readable form; a textconv for git",
    load: async ({ environment, done }) => (await import("./show/show-command.ts")).showCommand(environment, done),
  },
  {
    name: "prune",
    usage: "[dir] [command...]",
    description: "remove recordings that a whole run of the tests never asked for, after showing them",
    load: async ({ words, environment, done }) =>
      (await import("./prune/prune-command.ts")).pruneCommand(words, environment, done),
  },
  {
    name: "pack",
    usage: "[dir] [file]",
    description: "make one file of a folder of recordings: replay and verify open it at once, however large",
    load: async ({ done }) => (await import("./pack/pack-command.ts")).packCommand(done),
  },
  {
    name: "unpack",
    usage: "<file> [dir]",
    description: "write the files of a packed folder as they were, without overwriting any",
    load: async ({ done }) => (await import("./pack/pack-command.ts")).unpackCommand(done),
  },
];
