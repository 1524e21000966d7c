#!/usr/bin/env node
import module from "node:module";

// Caches compiled code between calls; other runtimes do so themselves.
module.enableCompileCache?.();
// Otherwise only at the end, which a server that a test runner kills does not reach.
setTimeout(() => module.flushCompileCache?.(), 500).unref();
const { run } = await import("./run.ts");

endOnClosedOutput(process.stdout, process.stderr, process.exit);
process.exitCode = await run(process.argv.slice(2), process.env);

/**
 * Ends the program, without a stack trace, once its output is closed: `tapedeck export | head`, or a full disk behind
 * `>`. Drops lines to a closed standard error.
 */
function endOnClosedOutput(
  stdout: NodeJS.WritableStream,
  stderr: NodeJS.WritableStream,
  exit: (code: number) => void,
): void {
  stderr.on("error", () => {});
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A shell reports programs whose reader has gone with 128 + SIGPIPE.
    if (error.code === "EPIPE") return exit(141);
    stderr.write(`tapedeck: Cannot write to standard output: ${error.message}\n`);
    exit(1);
  });
}
