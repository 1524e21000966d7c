// Prints the answers per second of servers that send the same bytes, relative to a bare server on node:http. Usage: npm
// run bench -- server [NAME…], with BENCH_RESOURCES=10,1000, BENCH_SECONDS=2, BENCH_ROUNDS=5, BENCH_PLOT=file.svg
import { writeFile } from "node:fs/promises";
import process from "node:process";
import { chosen } from "../measuring/in-turn.ts";
import { cell, table } from "../measuring/table.ts";
import { plot } from "../peers/plot.ts";
import { compare, type Figure, names as known } from "./compare.ts";

const names = chosen(known);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 2);
const sizes = (process.env["BENCH_RESOURCES"] ?? "10,1000").split(",").map(Number);

const figures: Figure[] = [];
for (const resources of sizes)
  figures.push(...(await compare({ names, resources, rounds, milliseconds: seconds * 1000 })));

const at = (name: string, resources: number): Figure | undefined =>
  figures.find((figure) => figure.name === name && figure.resources === resources);
console.log(
  `answers a second, and their ratio to "${names[0]}": as they came, and for each second that a core was at work for the
server; milliseconds within which 99 of 100 came; median of ${rounds} rounds of ${seconds} s, 64 connections, node ${process.versions.node}\n`,
);
console.log(
  table([
    ["server", ...sizes.flatMap((size) => [`${size} resources`, "ratio", "of work", "p99 ms"])],
    ...names
      .filter((name) => sizes.some((size) => at(name, size) !== undefined))
      .map((name) => [
        name,
        ...sizes.flatMap((size) => {
          const { perSecond, ratio, ratioOfWork, slow } = at(name, size) ?? {};
          return [cell(perSecond), cell(ratio, 2), cell(ratioOfWork, 2), cell(slow, 1)];
        }),
      ]),
  ]),
);
const file = process.env["BENCH_PLOT"];
if (file)
  await writeFile(
    file,
    await plot(figures.map(({ name, resources, perSecond }) => ({ name, recordings: resources, perSecond }))),
  );
