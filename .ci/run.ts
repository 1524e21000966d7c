// Runs a file with Node, or with Deno where there is no Node that can: `zx .ci/run.ts FILE WORDS…`. The scripts that are
// tasks of Deno as well begin so: `deno task` runs what stands in node_modules/.bin as JavaScript, which zx is, and which
// the `node` and the `deno` there are not.
import { spawn, spawnSync } from "node:child_process";
import process from "node:process";

const [major = 0, minor = 0] = spawnSync("node", ["--version"], { encoding: "utf8" }).stdout?.match(/\d+/g) ?? [];
const node = Number(major) > 22 || (Number(major) === 22 && Number(minor) >= 18);
const [program = "", ...words] = node ? ["node"] : [process.execPath, "run", "--allow-all"];
const child = spawn(program, [...words, ...process.argv.slice(3)], { stdio: "inherit" });

// A terminal's Ctrl-C reaches the child by itself; what is sent to this process alone does not.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
child.on("close", (code, signal) => {
  process.exitCode = code ?? (signal === "SIGINT" ? 130 : 143);
});
