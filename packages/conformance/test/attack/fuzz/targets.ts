// Every parser that reads what we did not write, and what has to hold of it whatever it reads.
import { files } from "./files.ts";
import type { FuzzTarget } from "./fuzz-parser.ts";
import { messages } from "./messages.ts";

export const targets: Readonly<Record<string, FuzzTarget>> = { ...files, ...messages };
