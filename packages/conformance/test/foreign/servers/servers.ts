// Servers that nobody here wrote, each with a client's work against it.
import type { RequestListener } from "node:http";
import type { Program } from "../observe.ts";
import { graphqlYoga } from "./graphql-yoga.ts";
import { jsonServer } from "./json-server.ts";
import { session } from "./session.ts";
import { upload } from "./upload.ts";
import { webdav } from "./webdav.ts";

/** A request as a plan has it. */
export interface Step {
  readonly path: string;
  readonly method?: "GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE" | "MKCOL";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A server of another project, and a program that asks it. */
export interface ForeignServer {
  readonly name: string;
  /** A fresh one: the same program gets the same answers of each. Loads the server, which a client's process does without. */
  readonly start: () => Promise<RequestListener>;
  /** What is asked; a list where a plan can ask it. */
  readonly program?: Program;
  readonly steps?: readonly Step[];
}

export const servers: readonly ForeignServer[] = [jsonServer, graphqlYoga, session, upload, webdav];

/** What a client asks of a server. */
export function programOf({ program, steps = [] }: ForeignServer): Program {
  return (
    program ??
    (async (ask) => {
      for (const { path, ...init } of steps) await ask(path, init);
    })
  );
}
