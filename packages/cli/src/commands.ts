import type { Command } from "commander";
import type { CommandContext } from "./command/environment.ts";

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
    load: async (context) => (await import("./replay/command.ts")).replayCommand(context),
  },
  {
    name: "record",
    usage: "[command...]",
    description: "record a live API: from a plan, through a proxy, or while a command runs",
    load: async (context) => (await import("./record/command.ts")).recordCommand(context),
  },
  {
    name: "verify",
    usage: "[dir] [command...]",
    description: "check that recordings are whole, canonical, free of secrets, and fit their schemas",
    load: async (context) => (await import("./verify/command.ts")).verifyCommand(context),
  },
  {
    name: "check",
    usage: "<url>",
    description:
      "check a live service against the laws of HTTP and of its API's description, with a few GET, HEAD and OPTIONS requests",
    load: async (context) => (await import("./check/command.ts")).checkCommand(context),
  },
  {
    name: "drift",
    usage: "[dir]",
    description: "send the recorded requests to the live API again, and report how its answers have changed",
    load: async (context) => (await import("./drift/command.ts")).driftCommand(context),
  },
  {
    name: "import",
    usage: "<path>",
    description:
      "import recordings of another tool: HAR, Polly, nock, WireMock, VCR, vcrpy, go-vcr, undici, Playwright",
    load: async (context) => (await import("./foreign/import-command.ts")).importCommand(context),
  },
  {
    name: "export",
    usage: "[dir]",
    description: "write recordings for another tool: HAR (MSW, Playwright, browsers), Polly, nock, WireMock",
    load: async (context) => (await import("./foreign/export-command.ts")).exportCommand(context),
  },
  {
    name: "show",
    usage: "[dir] [pattern]",
    description: "print exchanges in readable form; a textconv for git",
    load: async (context) => (await import("./show/command.ts")).showCommand(context),
  },
  {
    name: "prune",
    usage: "[dir] [command...]",
    description: "remove recordings that a whole run of the tests never asked for, after showing them",
    load: async (context) => (await import("./prune/command.ts")).pruneCommand(context),
  },
  {
    name: "pack",
    usage: "[dir] [file]",
    description: "make one file of a folder of recordings: replay and verify open it at once, however large",
    load: async (context) => (await import("./pack/command.ts")).packCommand(context),
  },
  {
    name: "unpack",
    usage: "<file> [dir]",
    description: "write the files of a packed folder as they were, without overwriting any",
    load: async (context) => (await import("./pack/command.ts")).unpackCommand(context),
  },
];
