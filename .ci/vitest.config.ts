import { readFileSync, statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { filesLeftOut, likeNode } from "./deno-alone.ts";
import "./deno-kill.ts";
import { testLimit } from "./test-limit.ts";

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

// Tests start Node hundreds of times on the same sources: what was compiled once is read from here.
process.env["NODE_COMPILE_CACHE"] ??= file("../node_modules/.cache/node-compile");

// Programs that tests start would colour what they print, where CI asks this one to.
delete process.env["FORCE_COLOR"];

// Test files share a process, and what it has loaded, but for these: they put their own in the place of `fetch` and of
// `node:http`, mostly by nock, and some never put it back. Those that do not disturb each other share a process on Node.
const besideNock: Readonly<Record<string, readonly string[]>> = {
  conformance: [
    "check/laws",
    "coded-bodies",
    "contract-tests",
    "laws",
    "processes",
    "rate-limits",
    "recorder-beside-nock",
    "redact-options",
    "replay-versus-reference",
    "runtimes",
    "tape-misses",
  ],
};
// Octokit's throttling remembers what time another test said it is; what docstrings show loads nock 13 and 14; clients of
// the foreign services hold a `fetch` of their own.
const apart: Readonly<Record<string, readonly string[]>> = {
  conformance: ["docstrings", "foreign/foreign-*", "octokit"],
  nock: ["*"],
  "quota-redis": ["laws"],
};

const folder = basename(process.cwd());
const isLast = ["cli", "conformance"].includes(folder);
const onDeno = process.versions["deno"] !== undefined;

// Their tests make and remove thousands of files, and what is recorded is flushed: in memory, where there is room, nothing
// waits for a disk. Deno opens nothing there without all rights, which tests of other packages do not give it.
const ofFiles = ["conformance", "record", "tape", "verify"];
const memory = "/dev/shm";
function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    const mount =
      readFileSync("/proc/mounts", "utf8")
        .match(/ \/dev\/shm tmpfs \S+/g)
        ?.at(-1) ?? "noexec";
    return bavail * bsize > 1024 ** 3 && !mount.includes("noexec");
  } catch {
    return false;
  }
}
if (process.env["TMPDIR"] === undefined && ofFiles.includes(folder) && isRoomy()) process.env["TMPDIR"] = memory;

// Those of one project stand together: a worker ends where the next file is another one's.
const longest = [
  "runtimes",
  "contract-tests",
  "foreign-servers",
  "foreign-clients",
  "test-modes",
  "packed",
  "redaction",
  "drift",
  "publishing",
  "fuzz",
  "deno-rights",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number =>
      (longest.indexOf(basename(moduleId, ".test.ts")) + longest.length + 1) % (longest.length + 1);
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

const filesOf = (names: readonly string[] = []): string[] => names.map((name) => `test/${name}.test.ts`);
const [mounting, alone] = onDeno
  ? [[], filesOf([...(besideNock[folder] ?? []), ...(apart[folder] ?? [])])]
  : [filesOf(besideNock[folder]), filesOf(apart[folder])];
// What it holds is Node's.
const shared = onDeno ? [] : [file("kept-globals.ts")];
const exclude = [...configDefaults.exclude, ...(onDeno ? filesLeftOut(process.cwd()) : [])];

export default defineConfig({
  test: {
    testTimeout: testLimit,
    hookTimeout: testLimit,
    // Its own limit is a second, which a process that starts on a busy machine does not keep.
    expect: { poll: { timeout: testLimit / 2 } },
    // Those that use all others end last, and have all cores then, also while one file waits for a process, a socket or a
    // disk; their longest files come first.
    ...(isLast && { maxWorkers: availableParallelism() + 1, sequence: { sequencer: LongestFirst } }),
    isolate: false,
    runner: file("test-runner.ts"),
    // The runtime takes the sources as they are; Vite would make JavaScript of each of them first.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    ...(alone.length > 0 && {
      projects: [
        {
          extends: true as const,
          test: { name: "together", exclude: [...exclude, ...mounting, ...alone], setupFiles: shared },
        },
        ...(mounting.length > 0 ? [{ extends: true as const, test: { name: "beside nock", include: mounting } }] : []),
        { extends: true as const, test: { name: "apart", include: alone, isolate: true } },
      ],
    }),
    ...(isLast && !onDeno && { globalSetup: [file("bundled-command.ts")] }),
    setupFiles: [file("process-limits.ts"), file("property.ts"), ...(alone.length > 0 ? [] : shared)],
    exclude,
    ...(onDeno && { testNamePattern: likeNode }),
    reporters: ["default", "json"],
    outputFile: { json: ".reports/vitest.json" },
  },
});
