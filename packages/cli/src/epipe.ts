/**
 * Ends the program, without a stack trace, once its output is closed: `tapedeck export | head`, or a full disk
 * behind `>`. Lines to a closed standard error are dropped.
 * @example
 * endOnClosedOutput(process.stdout, process.stderr, process.exit);
 */
export function endOnClosedOutput(
  stdout: NodeJS.WritableStream,
  stderr: NodeJS.WritableStream,
  exit: (code: number) => void,
): void {
  stderr.on("error", () => {});
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    // As a shell reports other programs whose reader has gone: 128 + SIGPIPE.
    if (error.code === "EPIPE") return exit(141);
    stderr.write(`tapedeck: Cannot write to standard output: ${error.message}\n`);
    exit(1);
  });
}
