import { execFile } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type ServerProcess, startServer } from "../server-process.ts";
import { median } from "../table.ts";
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
  const started: Array<readonly [name: string, server: ServerProcess]> = [];
  for (const name of names) {
    const server = await startServer([path("servers.ts"), name, String(resources)]).catch(() => null);
    if (server !== null) started.push([name, server]);
  }
  const measured = new Map(started.map(([name]) => [name, [] as Array<{ perSecond: number; perWork: number }>]));
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, server] of started) {
        const figure = await measure(server, resources, milliseconds);
        if (round > 0) measured.get(name)?.push(figure); // the first one warms all up
      }
    }
  } finally {
    await Promise.all(started.map(([, server]) => server.stop()));
  }
  const [bare = []] = measured.values();
  return Array.from(measured, ([name, own]) => ({
    name,
    resources,
    perSecond: median(own.map(({ perSecond }) => perSecond)),
    ratio: median(own.map(({ perSecond }, round) => perSecond / (bare[round]?.perSecond ?? Number.NaN))),
    ratioOfWork: median(own.map(({ perWork }, round) => perWork / (bare[round]?.perWork ?? Number.NaN))),
  }));
}

async function measure(
  server: ServerProcess,
  resources: number,
  milliseconds: number,
): Promise<{ perSecond: number; perWork: number }> {
  const before = server.busySeconds();
  const words = [path("load.ts"), server.url, String(resources), String(milliseconds)];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  const { answers, seconds } = JSON.parse(stdout) as { answers: number; seconds: number };
  return { perSecond: answers / seconds, perWork: answers / (server.busySeconds() - before) };
}

/** All servers. */
export const names: readonly string[] = Object.keys(servers);
