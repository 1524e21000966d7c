import { fileURLToPath } from "node:url";

// How each runner tells a test its name. tape-name.ts makes the tape's name of it.

/** A test, as its runner tells it. */
export interface RunningTest {
  /** Absolute. */
  readonly file: string;
  /** The titles of its suites, then its own. */
  readonly titles: readonly string[];
}

type Context = Readonly<Record<string, unknown>>;
type Reader = (context: Context) => RunningTest | null;

const readers: readonly Reader[] = [fromVitest, fromNodeTest, fromDenoTest, fromPlaywright, fromMocha];

/**
 * Finds out which test is running. Returns null if its runner does not tell.
 * @param context The `this` and the arguments that the runner called the test with. Rows of a table come before what the
 *   runner tells (Vitest's `test.for`).
 */
export function runningTest(context: readonly unknown[]): RunningTest | null {
  for (const argument of context.toReversed()) {
    // Vitest's context is a function that has members.
    if ((typeof argument !== "object" && typeof argument !== "function") || argument === null) continue;
    const found = readers.map((read) => read(argument as Context)).find((test) => test !== null);
    if (found) return { ...found, file: found.file.startsWith("file:") ? fileURLToPath(found.file) : found.file };
  }
  return fromJest(globalThis);
}

interface VitestTask {
  readonly name: string;
  readonly suite?: VitestTask;
  readonly file?: { readonly filepath?: string };
}

function fromVitest({ task }: Context): RunningTest | null {
  const test = task as VitestTask | undefined;
  const file = test?.file?.filepath;
  if (file === undefined) return null;
  const titles: string[] = [];
  // Vitest 1 has a suite without a name around what stands in none.
  for (let each = test; each && each.name !== ""; each = each.suite) titles.unshift(...each.name.split(" > "));
  return { file, titles };
}

function fromNodeTest({ fullName, filePath, diagnostic }: Context): RunningTest | null {
  if (typeof fullName !== "string" || typeof diagnostic !== "function") return null;
  // Deno's node:test has no filePath; there each file of tests is a main module.
  const file = filePath ?? (globalThis as { readonly Deno?: { readonly mainModule: string } }).Deno?.mainModule;
  return typeof file === "string" ? { file, titles: fullName.split(" > ") } : null;
}

function fromDenoTest({ name, origin, parent, step }: Context): RunningTest | null {
  if (typeof name !== "string" || typeof origin !== "string" || typeof step !== "function") return null;
  const above = parent ? fromDenoTest(parent as Context) : null;
  return { file: origin, titles: [...(above?.titles ?? []), ...name.split(" > ")] };
}

function fromPlaywright({ file, titlePath, testId }: Context): RunningTest | null {
  if (typeof file !== "string" || !Array.isArray(titlePath) || testId === undefined) return null;
  // Its first title is the file's.
  return { file, titles: titlePath.slice(1).map(String) };
}

/** Mocha's context is the test's `this`. */
function fromMocha({ test }: Context): RunningTest | null {
  const { file, titlePath } = (test ?? {}) as { readonly file?: string; readonly titlePath?: () => string[] };
  if (typeof file !== "string" || typeof titlePath !== "function") return null;
  return { file, titles: Reflect.apply(titlePath, test, []) };
}

/** Jest tells the test function nothing, but its global `expect` knows the titles (joined) and the file. */
function fromJest(global: object): RunningTest | null {
  const { expect } = global as { readonly expect?: { readonly getState?: () => Context } };
  const { currentTestName, testPath } = expect?.getState?.() ?? {};
  // Vitest has such an expect as well, where a row of test.each may run beside others.
  if (typeof currentTestName !== "string" || typeof testPath !== "string" || "__vitest_worker__" in global) return null;
  return { file: testPath, titles: [currentTestName] };
}
