// The servers that are attacked, each in a process of its runtime.
import { fileURLToPath } from "node:url";

/** A server: what starts its runtime, and which kind it opens there. */
export interface RuntimeServer {
  readonly name: string;
  readonly program: string;
  readonly words: readonly string[];
  readonly kind: "node:http" | "native";
}

const program = (name: string): string => fileURLToPath(new URL(`../../../node_modules/.bin/${name}`, import.meta.url));
const deno = { program: program("deno"), words: ["run", "-A", "--no-lock"] } as const;

export const runtimeServers: readonly RuntimeServer[] = [
  { name: "node:http", program: program("node"), words: [], kind: "node:http" },
  { name: "node:http on Deno", ...deno, kind: "node:http" },
  { name: "node:http on Bun", program: program("bun"), words: [], kind: "node:http" },
  { name: "Deno.serve", ...deno, kind: "native" },
  { name: "Bun.serve", program: program("bun"), words: [], kind: "native" },
];
