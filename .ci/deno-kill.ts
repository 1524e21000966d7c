// Deno takes a process for ended once it was sent any signal, and sends it no second one: vitest would wait forever for a
// worker whose tests left a handler of SIGTERM, and a process that ended by itself would be said to have been killed.
import { ChildProcess } from "node:child_process";
import process from "node:process";

if (process.versions["deno"] !== undefined)
  ChildProcess.prototype.kill = function (signal = "SIGTERM") {
    if (this.pid === undefined || this.exitCode !== null) return false;
    try {
      return process.kill(this.pid, signal);
    } catch {
      return false; // It has ended, and nobody was told yet.
    }
  };
