#!/usr/bin/env node
import module from "node:module";

// Compiled once and not at each call; other runtimes do so by themselves.
module.enableCompileCache?.();
const { endOnClosedOutput } = await import("./epipe.ts");
const { run } = await import("./run.ts");

endOnClosedOutput(process.stdout, process.stderr, process.exit);
process.exitCode = await run(process.argv.slice(2), process.env);
