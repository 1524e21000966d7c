import { fileURLToPath } from "node:url";
import { printedBy, type ServerProcess, startServer } from "../measuring/child-processes.ts";
import { inTurn } from "../measuring/in-turn.ts";
import { servers } from "./servers.ts";

/** The answers per second of a server at a number of resources, and their ratio to the first server of the run. */
export interface Figure {
  readonly name: string;
  readonly resources: number;
  readonly perSecond: number;
  /** Answers per second, relative to the first server. */
  readonly ratio: number;
  /** Answers per second of the server's processor time, relative to the first: the client's time does not count. */
  readonly ratioOfWork: number;
  /** Milliseconds within which 99 of 100 answers came. */
  readonly slow: number;
}

interface Comparison {
  /** Names of {@link servers}; the others are measured by the first. */
  readonly names: readonly string[];
  readonly resources: number;
  readonly rounds: number;
  readonly milliseconds: number;
}

const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/**
 * Measures servers in turn, each after comparing its bytes, so that a slow moment of the machine affects all.
 * @returns The median of each; servers that cannot be started are left out.
 * @throws Error if a server answers anything else.
 */
export async function compare({ names, resources, rounds, milliseconds }: Comparison): Promise<readonly Figure[]> {
  const started = new Map<string, ServerProcess>();
  for (const name of names) {
    const server = await startServer([path("servers.ts"), name, String(resources)]).catch(() => null);
    if (server !== null) started.set(name, server);
  }
  const measure = async (name: string): Promise<readonly number[]> => {
    const server = started.get(name) as ServerProcess;
    const before = server.busySeconds();
    const words = [path("load.ts"), server.url, String(resources), String(milliseconds)];
    const { answers, seconds, slow } = await printedBy<{ answers: number; seconds: number; slow: number }>(...words);
    return [answers / seconds, answers / (server.busySeconds() - before), slow];
  };
  try {
    return (await inTurn([...started.keys()], rounds, measure)).map(({ name, medians, ratios }) => {
      const [perSecond = Number.NaN, , slow = Number.NaN] = medians;
      const [ratio = Number.NaN, ratioOfWork = Number.NaN] = ratios;
      return { name, resources, perSecond, ratio, ratioOfWork, slow };
    });
  } finally {
    await Promise.all(Array.from(started.values(), (server) => server.stop()));
  }
}

/** All servers. */
export const names: readonly string[] = Object.keys(servers);
