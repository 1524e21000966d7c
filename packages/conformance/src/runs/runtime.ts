import process from "node:process";

/** Returns the name of this runtime: `node`, `deno` or `bun`. */
export function runtimeName(): string {
  if ("deno" in process.versions) return "deno";
  return "bun" in process.versions ? "bun" : "node";
}

/** Returns the arguments of a runtime before the name of a script. */
export function runParameters(runtime: string): readonly string[] {
  return { deno: ["run", "-A", "--no-lock"], bun: ["run"] }[runtime] ?? [];
}
