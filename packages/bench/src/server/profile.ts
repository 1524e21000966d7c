// Prints where the time of one answer goes, by a profile of `tapedeck replay` under load from 64 connections. Usage:
// npm run bench -- profile, with BENCH_RESOURCES=10, BENCH_SECONDS=5
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { printedBy, startServer } from "../measuring/child-processes.ts";
import { temporaryFolder } from "../measuring/surroundings.ts";
import { table } from "../measuring/table.ts";

/** A profile as V8 writes it. */
interface Profile {
  readonly nodes: ReadonlyArray<{
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }>;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** The steps of an answer, and a pattern of the files and functions of each; the first match counts. */
const steps: ReadonlyArray<readonly [step: string, pattern: RegExp]> = [
  ["waiting for work", /^\((?:idle|program)\)/],
  ["the system's write", /^(?:writeBuffer|writev|writeLatin1String) $/],
  ["collection of garbage", /^\(garbage collector\)/],
  ["streams and sockets of Node", / node:(?!buffer|internal\/buffer)/],
  ["bytes of the answer", /response-bytes|header-syntax|latin1Write|copyArrayContents|^set |buffer/],
  ["reading the head", /read-head|fast-path\/fast-path|latin1Slice|RegExp: \^/],
  ["limit and its headers", /\/rate-limit\/|\/limit\//],
  ["understanding and look-up", /request-context|known-api|principal|\/index\/|select-response|\/match\/|memoize/],
  ["headers of the moment", /response-draft|conditional|chosen-response|clock|\/answer\.ts/],
  ["journal, turns", /journal|play-counts|handlers\//],
];

const seconds = Number(process.env["BENCH_SECONDS"] ?? 5);
const resources = process.env["BENCH_RESOURCES"] ?? "10";
const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const folder = temporaryFolder();
const server = await startServer([
  "--cpu-prof",
  `--cpu-prof-dir=${folder}`,
  path("servers.ts"),
  "tapedeck replay",
  resources,
]);
await printedBy(path("load.ts"), server.url, resources, String(seconds * 1000));
await server.stop();
const [file = ""] = readdirSync(folder);
const shares = sharesOf(JSON.parse(readFileSync(join(folder, file), "utf8")) as Profile);
console.log(table([["step", "of 100"], ...Array.from(shares, ([step, share]) => [step, share.toFixed(1)])]));

/**
 * Returns the share of each step in the processor time, in percent: of the second half, when everything is compiled.
 */
function sharesOf({ nodes, samples, timeDeltas }: Profile): ReadonlyMap<string, number> {
  const names = new Map(nodes.map(({ id, callFrame: { functionName, url } }) => [id, `${functionName} ${url}`]));
  const spent = new Map(steps.map(([step]) => [step, 0]));
  for (let at = Math.floor(samples.length / 2); at < samples.length; at += 1) {
    const name = names.get(samples[at] ?? 0) ?? "";
    const [step] = steps.find(([, pattern]) => pattern.test(name)) ?? ["the rest"];
    spent.set(step, (spent.get(step) ?? 0) + (timeDeltas[at] ?? 0));
  }
  spent.delete("waiting for work");
  const all = [...spent.values()].reduce((sum, each) => sum + each, 0);
  return new Map(Array.from(spent, ([step, time]) => [step, (time / all) * 100]));
}
