// Serves a player under load, and answers each line of its input with what it holds: heap, descriptors, requests.
//   node --expose-gc packages/conformance/test/attack/soak-process.ts
import { readdirSync } from "node:fs";
import process from "node:process";
import { createInterface } from "node:readline";
import { github } from "@tapedeck/api";
import { createPlayer } from "@tapedeck/replay";
import { control, listen } from "@tapedeck/serve";
import { readTapes } from "@tapedeck/tape/files";

let counted = 0;
const player = createPlayer({
  api: github,
  tapes: (await readTapes(process.argv[2] ?? "")).map(({ tape }) => tape),
  onRequest: () => {
    counted += 1;
  },
});
const server = await listen(player, { control: control(player) });
console.log(JSON.stringify({ url: server.url }));
for await (const _line of createInterface({ input: process.stdin })) {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  console.log(JSON.stringify({ heapUsed, rss, counted, descriptors: readdirSync("/proc/self/fd").length }));
}
await server.close();
process.exit();
