// Serves a recorder of a service, or else a replay of a folder, and says at each line of its input how long its thread
// worked at one go since the line before, in milliseconds of its own time.
//   node packages/conformance/test/attack/turns-process.ts FOLDER [SERVICE]
import process from "node:process";
import { createInterface } from "node:readline";
import { service } from "@tapedeck/api";
import { createRecorder } from "@tapedeck/record";
import { createPlayer } from "@tapedeck/replay";
import { listen } from "@tapedeck/serve";
import { readTapes } from "@tapedeck/tape/files";

const [out = "", from] = process.argv.slice(2);
const recorder = from === undefined ? null : await createRecorder({ from, out, origin: "http://localhost" });
const tapes = recorder === null ? (await readTapes(out)).map(({ tape }) => tape) : [];
const server = await listen(recorder?.player ?? createPlayer({ tapes, api: service }));
console.log(JSON.stringify(server.url));
let longest = 0;
let worked = process.threadCpuUsage();
const look = (): void => {
  const { user, system } = process.threadCpuUsage(worked);
  longest = Math.max(longest, (user + system) / 1000);
  worked = process.threadCpuUsage();
};
const turn = (): void => {
  look();
  setImmediate(turn);
};
turn();
for await (const _line of createInterface({ input: process.stdin })) {
  look();
  console.log(longest);
  longest = 0;
}
await recorder?.close();
process.exit();
