// The servers that are attacked, each in a process of its runtime.
import { type Runtime, runtimes } from "../../../.ci/runtimes.ts";

/** A server: what starts its runtime, and which kind it opens there. */
export interface RuntimeServer {
  readonly name: string;
  readonly program: string;
  readonly words: readonly string[];
  readonly kind: "node:http" | "native";
}

const on = (runtime: Runtime, kind: RuntimeServer["kind"], name: string): RuntimeServer => {
  const [program, ...words] = runtimes[runtime];
  return { name, program, words, kind };
};

export const runtimeServers: readonly RuntimeServer[] = [
  on("node", "node:http", "node:http"),
  on("deno", "node:http", "node:http on Deno"),
  on("bun", "node:http", "node:http on Bun"),
  on("deno", "native", "Deno.serve"),
  on("bun", "native", "Bun.serve"),
];
