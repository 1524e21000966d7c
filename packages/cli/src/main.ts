#!/usr/bin/env node
import module from "node:module";
import { endOnClosedOutput } from "./epipe.ts";

// Caches compiled code between calls; other runtimes do so themselves.
module.enableCompileCache?.();
const { run } = await import("./run.ts");

endOnClosedOutput(process.stdout, process.stderr, process.exit);
process.exitCode = await run(process.argv.slice(2), process.env);
