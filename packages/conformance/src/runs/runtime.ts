import process from "node:process";

/** The name of this runtime: `node`, `deno` or `bun`. */
export function runtimeName(): string {
  if ("deno" in process.versions) return "deno";
  return "bun" in process.versions ? "bun" : "node";
}

/** What a runtime must be told to run a script, before the script's name. */
export function runParameters(runtime: string): readonly string[] {
  return { deno: ["run", "-A", "--no-lock"], bun: ["run"] }[runtime] ?? [];
}
