// Serves a player, and says at each line of its input how much memory it has held at most, in bytes, and how long its
// thread worked at one go since the last line, in milliseconds, where the runtime tells the time of a thread:
//   node|deno run -A|bun packages/serve/test/bounds-process.ts node:http|native
import process from "node:process";
import { createInterface } from "node:readline";
import { control, listen } from "../src/index.ts";
import { playerOf } from "./tape.ts";

const player = playerOf();
const server = await listen(player, {
  native: process.argv[2] === "native",
  control: control(player),
  limits: { bodyBytes: 16 * 1024 * 1024 },
});
let most = 0;
let longest = 0;
let worked = process.threadCpuUsage?.() ?? null;
const look = (): void => {
  most = Math.max(most, process.memoryUsage().rss);
  if (worked === null) return;
  // Between two turns of the event loop, whatever else the machine does meanwhile.
  const { user, system } = process.threadCpuUsage(worked);
  longest = Math.max(longest, (user + system) / 1000);
  worked = process.threadCpuUsage();
};
const looking = setInterval(look, 5);
console.log(JSON.stringify(server));
for await (const _line of createInterface({ input: process.stdin })) {
  look();
  console.log(JSON.stringify({ most, longest: worked === null ? null : longest }));
  longest = 0;
}
clearInterval(looking);
await server.close();
process.exit();
